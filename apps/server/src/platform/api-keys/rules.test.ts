import { expect, it } from 'vitest'
import { scopesNotGranted, sitesSeen } from './rules.ts'

it('[D-05] shows a key bound to some shops only these', () => {
  expect(sitesSeen(['north'], ['north', 'south'])).toEqual(['north'])
  expect(sitesSeen(null, ['north', 'south'])).toEqual(['north', 'south'])
})

it('[D-14] names the scopes that were never granted', () => {
  expect(scopesNotGranted(['order_read', 'payments_write'], ['order_read'])).toEqual(['payments_write'])
})
