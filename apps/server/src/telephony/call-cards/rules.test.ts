import { describe, expect, it } from 'vitest'
import { parsePhone } from '../../lib/text/phone.ts'
import { canAddPhone, matchFor } from './rules.ts'

const phone = (given: string) => parsePhone(given, 'SE')
const unparsed = (given: string) => ({ given, tail: given })

describe('matchFor', () => {
  it('[D-29] a customer has the whole number, only its tail, or not at all', () => {
    expect(matchFor([phone('+46 8 500 550 01')], phone('08-50055001'))).toBe('e164')
    expect(matchFor([unparsed('850055001')], phone('08-50055001'))).toBe('tail')
    expect(matchFor([phone('+46 8 500 550 02')], phone('08-50055001'))).toBe('none')
    expect(matchFor([], phone('08-50055001'))).toBe('none')
  })

  it('[D-29] two withheld numbers do not match', () => {
    expect(matchFor([phone('anonymous')], phone('anonymous'))).toBe('none')
  })
})

describe('canAddPhone', () => {
  it('offers a number that the customer does not have, and never a withheld one', () => {
    expect(canAddPhone([phone('+46 8 500 550 02')], phone('08-50055001'))).toBe(true)
    expect(canAddPhone([unparsed('850055001')], phone('08-50055001'))).toBe(true)
    expect(canAddPhone([phone('+46 8 500 550 01')], phone('08-50055001'))).toBe(false)
    expect(canAddPhone([], phone('anonymous'))).toBe(false)
  })
})
