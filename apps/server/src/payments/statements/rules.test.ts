import { minor } from '@patchbay/contract/base/money'
import type { ReadLine } from '@patchbay/contract/payments/statement-rules'
import { expect, it } from 'vitest'
import { OFF } from '../../platform/modules/rules.ts'
import { keepDay, problemOfAnswer, readAnsweredPage, statementLane, statementVerdict } from './rules.ts'

const answer = (body: unknown, status = 200) => ({
  status,
  headers: {},
  body: typeof body === 'string' ? body : JSON.stringify(body),
  truncated: false,
})
const LINE = { type: 'payment', paymentId: 'p', amount: 1, currency: 'EUR', at: '2026-11-17T10:00:00Z' }

it('[D-133] reads a page, or says why it cannot', () => {
  const good = answer({ success: true, result: { lines: [LINE], next: 'n' } })
  expect(readAnsweredPage(good)).toMatchObject({ ok: true, next: 'n', lines: [{ paymentId: 'p' }] })
  expect(statementVerdict(good)).toEqual({ code: 'accepted', status: 200 })
  const problemOf = (body: unknown, status?: number) => {
    const page = readAnsweredPage(answer(body, status))
    return page.ok ? undefined : page.problem
  }
  expect(problemOf({ success: false, errorMsg: 'later' })).toEqual({ code: 'refused', value: 'later' })
  expect(problemOf('<h1>x</h1>')).toEqual({ code: 'not-understood', value: 'html' })
  expect(problemOf({}, 502)).toEqual({ code: 'not-understood', value: 'http-status' })
  expect(problemOf({ success: true, result: { lines: [{ ...LINE, amount: 0 }] } })).toEqual({
    ...{ code: 'line', line: 1, field: 'amount', value: '0' },
  })
  expect(statementVerdict(answer({ success: true, result: {} }))).toMatchObject({ why: 'statement-line' })
})

it('[D-133] says why there is no answer', () => {
  expect(problemOfAnswer(OFF)).toEqual({ code: 'module-off' })
  const failed = { ok: false, kind: 'unknown', reason: 'reset', durationMs: 1 } as const
  expect(problemOfAnswer({ ...failed, because: { code: 'timeout', seconds: 30 } })).toEqual({
    ...{ code: 'timeout', value: '30' },
  })
  expect(problemOfAnswer(failed)).toEqual({ code: 'unreachable', value: 'reset' })
})

it('[D-133] keeps the lines of the day and counts the others', () => {
  const [from, to] = [new Date('2026-11-17T00:00:00Z'), new Date('2026-11-18T00:00:00Z')]
  const line = (at: Date): ReadLine => ({
    ...{ type: 'payment', paymentId: 'p', refundId: undefined, invoiceUuid: undefined },
    ...{ amount: minor(1n), currency: 'EUR', at },
  })
  const kept = keepDay([line(from), line(to), line(new Date(to.getTime() - 1))], { from, to })
  expect([kept.lines.length, kept.outside]).toEqual([2, 1])
})

it('[D-133] each day is a lane, and each module an endpoint of its own', () => {
  expect(statementLane({ id: 7, moduleId: 3 })).toEqual({ kind: 'statement', key: '7', endpoint: 'statement/3' })
})
