import { describe, expect, it } from 'vitest'
import { retryDelay } from './rules.ts'

describe('retryDelay', () => {
  const middle = 0.5

  it('[D-13] waits longer after each failure, up to three hours', () => {
    const delays = [0, 1, 2, 3, 4, 5, 6, 7, 50].map((failures) => retryDelay(failures, 0, middle))
    expect(delays).toEqual([5, 30, 120, 600, 1_800, 3_600, 10_800, 10_800, 10_800])
  })

  it('[D-13] spreads each delay by a fifth to either side', () => {
    expect(retryDelay(1, 0, 0)).toBeCloseTo(24)
    expect(retryDelay(1, 0, 1)).toBeCloseTo(36)
    expect(retryDelay(1, 0, 0.25)).toBeCloseTo(27)
  })

  it('[D-13] gives up after three days of failures, not earlier', () => {
    const threeDays = 3 * 24 * 60 * 60 * 1000
    expect(retryDelay(20, threeDays, middle)).toBe(10_800)
    expect(retryDelay(20, threeDays + 1, middle)).toBeUndefined()
    expect(retryDelay(0, threeDays + 1, middle)).toBeUndefined()
  })
})
