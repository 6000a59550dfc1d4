import { expect, it } from 'vitest'
import { readRules } from './address-guard.ts'
import { whyUncallable } from './name-check.ts'

const closed = readRules('', '80,443')

it('says where a name leads, if that is not called', async () => {
  expect(await whyUncallable(closed, 'http://localhost/x', 5_000)).toMatch(
    /^the name localhost leads to .*not a public/,
  )
  expect(await whyUncallable(readRules('127.0.0.1, ::1', '80'), 'http://localhost/x', 5_000)).toBeUndefined()
})

it('says what the guard says of an address', async () => {
  expect(await whyUncallable(closed, 'http://10.0.0.1/', 5_000)).toBe('it is not a public address (private)')
  expect(await whyUncallable(closed, 'http://93.184.216.34/', 5_000)).toBeUndefined()
  expect(await whyUncallable(closed, 'ftp://x', 5_000)).toBe('only http and https are called')
})
