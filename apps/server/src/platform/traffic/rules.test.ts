import { expect, it } from 'vitest'
import { resultOfAnswer, resultOfRequest, storedResult } from './rules.ts'

const failed = (kind: 'refused' | 'unsent' | 'unknown' | 'resting', reason = 'why') =>
  ({ ok: false, kind, reason, durationMs: 1 }) as const

it('a response has its status', () => {
  const answer = { ok: true, status: 429, headers: {}, body: '', truncated: false, durationMs: 1 } as const
  expect(resultOfAnswer(answer)).toEqual({ code: 'answered', status: 429 })
})

it.for([
  ['refused', 'url-refused'],
  ['unsent', 'unsent'],
  ['resting', 'unsent'],
  ['unknown', 'no-answer'],
] as const)('a request without a response has a code by what is known of it: %s', ([kind, code]) => {
  expect(resultOfAnswer(failed(kind))).toEqual({ code, detail: 'why' })
})

it('a cause of our own has its own code, and none of the network’s text', () => {
  const because = { code: 'timeout', seconds: 10 } as const
  expect(resultOfAnswer({ ...failed('unknown'), because })).toEqual(because)
})

it('long texts are cut, and characters that PostgreSQL rejects are replaced', () => {
  expect(resultOfAnswer(failed('unsent', `a\u0000${'b'.repeat(600)}`))).toEqual({
    code: 'unsent',
    detail: `a\uFFFD${'b'.repeat(498)}`,
  })
  expect(resultOfRequest({ message: 'x'.repeat(501) })).toEqual({ code: 'rejected', message: 'x'.repeat(500) })
})

it('a request from a module is accepted, or rejected with the error text that it got', () => {
  expect(resultOfRequest(undefined)).toEqual({ code: 'accepted' })
  expect(resultOfRequest({ message: 'Not found' })).toEqual({ code: 'rejected', message: 'Not found' })
  expect(resultOfRequest({ message: 'Not found', fields: { id: 'Task with id "7" not found' } })).toEqual({
    code: 'rejected',
    message: 'Not found; id: Task with id "7" not found',
  })
})

it('a row of an earlier version keeps its text', () => {
  expect(storedResult({ result: null, verdict: 'answered 500' })).toEqual({ code: 'text', text: 'answered 500' })
  expect(storedResult({ result: { code: 'accepted' }, verdict: '' })).toEqual({ code: 'accepted' })
})
