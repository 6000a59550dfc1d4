import { expect, it } from 'vitest'
import { canChange, canSee, filenameFor, type Owner, visibleOwners } from './rules.ts'

const owner = (shopId: number | null): Owner => ({
  ...{ kind: 'order', id: 1, externalId: null, number: '1A', shopId, site: shopId === null ? null : 'shop' },
})

it('[D-05][D-112] a key that is limited to shops sees their files, and those of nobody', () => {
  expect(canSee([], [1])).toBe(true)
  expect(canSee([owner(2), owner(1)], [1])).toBe(true)
  expect(canSee([owner(2), owner(null)], [1])).toBe(false)
  expect(canSee([owner(2)], null)).toBe(true)
  expect(visibleOwners([owner(2), owner(1)], [1])).toEqual([owner(1)])
})

it('[D-05][D-112] it changes only what no other shop has', () => {
  expect(canChange([owner(1)], [1])).toBe(true)
  expect(canChange([owner(1), owner(2)], [1])).toBe(false)
  expect(canChange([owner(null)], [1])).toBe(false)
  expect(canChange([owner(2)], null)).toBe(true)
})

it('[D-112] keeps the name of the file without the folders of its sender', () => {
  expect(filenameFor('C:\\scans\\bill.pdf', 'abcdef0123')).toBe('bill.pdf')
  expect(filenameFor('../../etc/passwd', 'abcdef0123')).toBe('passwd')
  for (const none of [undefined, '', ' ', 'folder/']) expect(filenameFor(none, 'abcdef0123')).toBe('file-abcdef01')
})
