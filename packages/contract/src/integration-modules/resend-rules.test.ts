import { expect, it } from 'vitest'
import type { ExchangePurpose } from '../platform/workspace/traffic.ts'
import { whyNotResendable } from './resend-rules.ts'

const why = (code: ExchangePurpose['code']) => whyNotResendable({ direction: 'out', purpose: { code } })

it('[D-99] offers to send again what a module may get twice, and says why not for the rest', () => {
  expect(
    ['payment.create', 'payment.refund', 'payment.status', 'user.status', 'module.activity'].map((code) =>
      why(code as 'file'),
    ),
  ).toEqual([undefined, undefined, undefined, undefined, undefined])
  expect([why('call.make'), why('recording'), why('webhook'), why('connection'), why('file')]).toEqual([
    'rings-twice',
    'play-again',
    'webhook-log',
    'by-hand',
    'by-hand',
  ])
  expect(whyNotResendable({ direction: 'in', purpose: { code: 'user.status' } })).toBe('incoming')
  expect(whyNotResendable({ direction: 'out' })).toBe('old')
})
