import { expect, it } from 'vitest'
import { withExtension } from './rules.ts'

const CODES = [
  { userId: '1', code: '101' },
  { userId: '2', code: '102' },
]

it('[D-35] adds, replaces in its place and removes the extension of one user', () => {
  expect(withExtension(CODES, '3', '103')).toEqual([...CODES, { userId: '3', code: '103' }])
  expect(withExtension(CODES, '1', '201')).toEqual([{ userId: '1', code: '201' }, CODES[1]])
  expect(withExtension(CODES, '1', '101')).toEqual(CODES)
  expect(withExtension(CODES, '1', '')).toEqual([CODES[1]])
  expect(withExtension(CODES, '3', '')).toEqual(CODES)
})

it('[D-35] refuses an extension that another user has', () => {
  expect(withExtension(CODES, '1', '102')).toBeUndefined()
  expect(withExtension(CODES, '3', '102')).toBeUndefined()
})
