import { expect, it } from 'vitest'
import { readRange } from './id-range.ts'

it('[D-135] reads a range of account ids', () => {
  expect(readRange('1000001-2000000')).toEqual({ first: 1_000_001, last: 2_000_000 })
  expect(readRange('7-7')).toEqual({ first: 7, last: 7 })
})

it.for(['', '5', '0-5', '9-3', '1-2147483648', '1 - 5', '-1-5', '1-5x'])('[D-135] refuses %j', (text) => {
  expect(readRange(text)).toBeUndefined()
})
