import { describe, expect, it } from 'vitest'
import { attemptOf, type DeliveryAttempt, resultOf, storedAttemptResult } from './attempt-rules.ts'

const answered = {
  ok: true,
  status: 429,
  headers: { 'retry-after': '7' },
  body: 'busy',
  truncated: false,
  durationMs: 12,
}
const unsent = { ok: false, kind: 'unsent', reason: 'connection refused', durationMs: 3 } as const
const at = new Date('2026-01-02T03:04:05Z')
const attempt = (answer: object) => ({ delivery: { id: 9, chat_id: 4 }, at, answer }) as unknown as DeliveryAttempt

describe('attemptOf', () => {
  it('[D-69] stores status and body of a response', () => {
    const stored = { chat_id: 4, webhook_id: 9, at: at.getTime() }
    expect(attemptOf(attempt(answered))).toEqual({
      ...stored,
      duration_ms: 12,
      status: 429,
      answer: 'busy',
    })
    const result = { code: 'unsent', detail: 'connection refused' }
    expect(attemptOf(attempt(unsent))).toEqual({ ...stored, duration_ms: 3, result })
  })
})

describe('storedAttemptResult', () => {
  it('[D-69] is the status of a response, or why there was none', () => {
    expect(storedAttemptResult({ status: 429, result: null, verdict: '' })).toEqual({ code: 'answered', status: 429 })
    expect(storedAttemptResult({ status: null, result: { code: 'fetched' }, verdict: '' })).toEqual({ code: 'fetched' })
  })

  it('[D-69] is the text of an attempt of an earlier version that got no response', () => {
    expect(storedAttemptResult({ status: null, result: null, verdict: 'unsent: reset' })).toEqual({
      code: 'text',
      text: 'unsent: reset',
    })
  })
})

describe('resultOf', () => {
  it('[D-69] carries Retry-After to the retry plan', () => {
    expect(resultOf(attempt(answered).answer)).toEqual({ ok: true, status: 429, retryAfter: '7' })
    expect(resultOf(unsent)).toBe(unsent)
  })
})
