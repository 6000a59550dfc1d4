import { expect, it } from 'vitest'
import { maskPhone } from './rules.ts'

it.each([
  ['+46 8 500 550 01', '••• 01'],
  ['0046850055077', '••• 77'],
  ['10123', '••• 23'],
  // Of an extension or a short code two digits are nearly everything.
  ['1012', '•••'],
  ['anonymous', '•••'],
  ['', '•••'],
])('[D-131] maskPhone: of %s a wall shows %s', (phone, shown) => expect(maskPhone(phone)).toBe(shown))
