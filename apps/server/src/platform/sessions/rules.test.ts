import { expect, it } from 'vitest'
import { withUser } from './rules.ts'

it('a device knows the last five users who signed in on it', () => {
  expect(withUser([], 1)).toEqual([1])
  expect(withUser([1, 2], 1)).toEqual([2, 1])
  expect(withUser([1, 2, 3, 4, 5], 6)).toEqual([2, 3, 4, 5, 6])
})
