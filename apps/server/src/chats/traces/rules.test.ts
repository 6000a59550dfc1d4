import { expect, it } from 'vitest'
import { verdictsOf } from './rules.ts'

const ours = { status: 'sent', originator: 'user', error: undefined } as const
const error = { code: 'blocked', message: 'The customer blocked us' }

it('[D-69] says what became of the message', () => {
  expect(verdictsOf(ours, [{ state: 'delivered' }])).toEqual([{ code: 'message.sent', ok: true, values: {} }])
  expect(verdictsOf({ ...ours, status: 'sending' }, [])).toEqual([{ code: 'message.sending', values: {} }])
  expect(verdictsOf({ ...ours, status: 'failed', error }, [])).toEqual([
    { code: 'message.failed', ok: false, values: { said: 'The customer blocked us' } },
  ])
  expect(verdictsOf({ ...ours, originator: 'customer', status: 'seen' }, [])[0]?.code).toBe('message.received')
})

it('[D-69] counts the webhooks that were not taken, or not yet', () => {
  const webhooks = ['delivered', 'failed', 'pending', 'pending'].map((state) => ({ state }))
  expect(verdictsOf(ours, webhooks).slice(1)).toEqual([
    { code: 'webhooks.failed', ok: false, values: { count: 1 } },
    { code: 'webhooks.pending', values: { count: 2 } },
  ])
})
