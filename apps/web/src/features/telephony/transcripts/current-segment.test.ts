import { expect, it } from 'vitest'
import { currentSegment } from './current-segment.ts'

const segments = [
  { start: 0.5, end: 2 },
  { start: 3, end: 5 },
]

it('is the segment that began last', () => {
  expect(currentSegment(segments, undefined)).toBe(-1)
  expect(currentSegment(segments, 0)).toBe(-1)
  expect(currentSegment(segments, 0.5)).toBe(0)
  expect(currentSegment(segments, 2.5)).toBe(0)
  expect(currentSegment(segments, 60)).toBe(1)
})
