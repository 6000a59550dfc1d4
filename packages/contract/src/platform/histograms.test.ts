import { expect, it } from 'vitest'
import { addCounts, boundOfShare, countWithin, DURATION_BOUNDS, WAIT_BOUNDS } from './histograms.ts'

it('[D-125] counts what took no longer than a bound', () => {
  const counts = [3, 2, 0, 1, 0, 0, 0, 0, 0, 0, 0, 4]
  expect(countWithin(counts, WAIT_BOUNDS, 5)).toBe(3)
  expect(countWithin(counts, WAIT_BOUNDS, 20)).toBe(6)
  expect(countWithin(counts, WAIT_BOUNDS, 300)).toBe(6)
})

it('[D-125] finds the bound within which half or nine tenths lie', () => {
  expect(boundOfShare([1, 1, 2], [10, 20], 0.5)).toBe(20)
  expect(boundOfShare([2, 1, 1], [10, 20], 0.5)).toBe(10)
  expect(boundOfShare([1, 1, 2], [10, 20], 0.9)).toBe(Number.POSITIVE_INFINITY)
  expect(boundOfShare([0, 0, 0], [10, 20], 0.5)).toBeUndefined()
})

it('[D-125] adds up histograms of days, also those that are empty', () => {
  expect(addCounts([[1, 2], [], [3, 4]], 2)).toEqual([4, 6])
  expect(addCounts([], 3)).toEqual([0, 0, 0])
})

it('has bounds that rise, as PostgreSQL requires', () => {
  for (const bounds of [WAIT_BOUNDS, DURATION_BOUNDS])
    expect([...bounds]).toEqual([...bounds].toSorted((one, other) => one - other))
})
