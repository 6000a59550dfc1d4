import { expect, it } from 'vitest'
import { formatKey, parseKey, scopesNotGranted, visibleShops } from './rules.ts'

it('[D-05] shows a key bound to some shops only these', () => {
  expect(visibleShops(['north'], ['north', 'south'])).toEqual(['north'])
  expect(visibleShops(null, ['north', 'south'])).toEqual(['north', 'south'])
})

it('[D-14] names the scopes that were never granted', () => {
  expect(scopesNotGranted(['order_read', 'payments_write'], ['order_read'])).toEqual(['payments_write'])
})

const secret = 'A'.repeat(43)

it('[D-01] reads back the key it wrote, short enough for the columns of public modules', () => {
  const text = formatKey('abcd1234', secret)
  expect(parseKey(text)).toEqual({ id: 'abcd1234', secret })
  expect(text.length).toBeLessThanOrEqual(100)
})

it('[D-01] knows a mistyped key by its checksum, and what is no key at all', () => {
  const text = formatKey('abcd1234', secret)
  for (const wrong of [
    text.slice(0, -1),
    `${text}0`,
    text.replace('A', 'B'),
    text.replace('abcd', 'abce'),
    '',
    'apiKey',
    `pb__${secret}`,
  ]) {
    expect(parseKey(wrong), wrong).toBeUndefined()
  }
})
