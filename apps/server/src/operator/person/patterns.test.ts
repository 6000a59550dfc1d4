import { expect, it } from 'vitest'
import { emailPattern, namePatterns, patternOf, phonePattern } from './patterns.ts'

const matches = (pattern: string | undefined, text: string) => new RegExp(pattern ?? '(?!)', 'i').test(text)

it.for(['+49 151 1234 5678', '0151/12345678', 'tel=%2B4915112345678', '"4915112345678"', '+49%20151%2012345678'])(
  '[D-137] finds a phone written as %s',
  (text) => {
    expect(matches(phonePattern('+4915112345678', 'DE'), text)).toBe(true)
  },
)

it('[D-137] does not take an extension or another number for the person', () => {
  expect(phonePattern('205', 'DE')).toBeUndefined()
  expect(matches(phonePattern('+4915112345678', 'DE'), '+4915112345679')).toBe(false)
})

it('[D-137] finds an email in any case and encoded, and no other one', () => {
  expect(matches(emailPattern('Ann.Lee@Mail.example'), 'to=ann.lee%40mail.example')).toBe(true)
  expect(matches(emailPattern('ann.lee@mail.example'), 'annxlee@mail.example')).toBe(false)
})

it('[D-137] needs both names, in either order', () => {
  expect(namePatterns('Ann', '')).toEqual([])
  expect(namePatterns('Ann', 'Lee').some((one) => matches(one, 'call back lee ann'))).toBe(true)
})

it('[D-137] matches nothing when nothing is known', () => {
  expect(matches(patternOf({ phones: [], emails: [], names: [] }, 'DE'), 'anything')).toBe(false)
})
