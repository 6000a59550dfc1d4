import { describe, expect, it } from 'vitest'
import { attemptOf, type DeliveryAttempt, resultOf, verdictOf } from './attempt-rules.ts'

const answered = {
  ok: true,
  status: 429,
  headers: { 'retry-after': '7' },
  body: 'a\u0000b',
  truncated: false,
  durationMs: 12,
}
const unsent = { ok: false, kind: 'unsent', reason: 'connection refused', durationMs: 3 } as const
const at = new Date('2026-01-02T03:04:05Z')
const attempt = (answer: object) => ({ delivery: { id: 9, chat_id: 4 }, at, answer }) as unknown as DeliveryAttempt

describe('verdictOf', () => {
  it('[D-69] names the status of a response, or why there was none', () => {
    expect(verdictOf(attempt(answered).answer)).toBe('answered 429')
    expect(verdictOf(unsent)).toBe('unsent: connection refused')
  })
})

describe('attemptOf', () => {
  it('[D-69] stores status and body of a response, without characters that PostgreSQL rejects', () => {
    const stored = { chat_id: 4, webhook_id: 9, at: at.getTime() }
    expect(attemptOf(attempt(answered))).toEqual({
      ...stored,
      duration_ms: 12,
      verdict: 'answered 429',
      status: 429,
      answer: 'ab',
    })
    expect(attemptOf(attempt(unsent))).toEqual({ ...stored, duration_ms: 3, verdict: 'unsent: connection refused' })
  })
})

describe('resultOf', () => {
  it('[D-69] carries Retry-After to the retry plan', () => {
    expect(resultOf(attempt(answered).answer)).toEqual({ ok: true, status: 429, retryAfter: '7' })
    expect(resultOf(unsent)).toBe(unsent)
  })
})
