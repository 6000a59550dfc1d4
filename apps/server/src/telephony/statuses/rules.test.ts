import { describe, expect, it } from 'vitest'
import { retryAfter } from './rules.ts'

describe('retryAfter', () => {
  const now = new Date('2026-02-03T10:00:00.000Z')
  const since = (minutes: number) => new Date(now.getTime() - minutes * 60_000)

  it('[D-33] waits longer after each failure, up to a minute', () => {
    expect([0, 1, 2, 3, 4, 5, 6, 99].map((failures) => retryAfter(failures, since(1), now))).toEqual([
      2, 5, 10, 20, 30, 60, 60, 60,
    ])
    expect(retryAfter(0, undefined, now)).toBe(2)
  })

  it('[D-33] gives up after ten minutes', () => {
    expect(retryAfter(5, since(10), now)).toBe(60)
    expect(retryAfter(5, new Date(since(10).getTime() - 1), now)).toBeUndefined()
  })
})
