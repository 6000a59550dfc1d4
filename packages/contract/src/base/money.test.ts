import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CURRENCIES, digitsOf, isCurrency } from './currencies.ts'
import {
  add,
  compare,
  type Minor,
  minor,
  money,
  multiply,
  quantity,
  quantityToDecimal,
  quantityToNumber,
  readMoney,
  readQuantity,
  subtract,
  toDecimal,
  toNumber,
  ZERO,
} from './money.ts'

const sums = fc.bigInt({ min: -999_999_999_999_999n, max: 999_999_999_999_999n }).map(minor)
const currencies = fc.constantFrom(...CURRENCIES)
const read = (value: number | string, currency = 'EUR') => readMoney(value, currency)
const reason = (value: number | string, currency?: string) => {
  const result = read(value, currency)
  return result.ok ? `read as ${result.value}` : result.reason
}

describe('[D-41] money', () => {
  it('[D-41] reads numbers and decimal strings exactly', () => {
    for (const value of [12.5, '12.5', '12.50', ' 12.50 ', '12.500000', '+12.5', '0012.5'])
      expect(read(value)).toEqual({ ok: true, value: 1250n })
    expect(read('0.1')).toEqual({ ok: true, value: 10n })
    expect(read(-3)).toEqual({ ok: true, value: -300n })
    expect(read('1000', 'JPY')).toEqual({ ok: true, value: 1000n })
    expect(read('1.234', 'KWD')).toEqual({ ok: true, value: 1234n })
  })

  it('[D-41] ignores the rounding noise of floats', () => {
    expect(read(0.1 + 0.2)).toEqual({ ok: true, value: 30n })
    expect(read(12.300000000000001)).toEqual({ ok: true, value: 1230n })
    expect(read(1.1 * 3)).toEqual({ ok: true, value: 330n })
  })

  it('[D-41] rejects what it would have to round, with a reason', () => {
    expect(reason(12.505)).toBe('may have at most 2 digits behind the point: 12.505')
    expect(reason('12.505')).toBe('may have at most 2 digits behind the point: 12.505')
    expect(reason('0.5', 'JPY')).toBe('may have no digits behind the point: 0.5')
    expect(reason('10000000000000')).toBe('is too large: 10000000000000')
    for (const value of [
      '',
      'abc',
      '1,50',
      '1e3',
      '0x10',
      '--1',
      '.',
      Number.NaN,
      Number.POSITIVE_INFINITY,
      1e21,
      1e-7,
    ])
      expect(reason(value)).toMatch(/^is not a decimal number/)
  })

  it('[D-41] counts digits as ISO 4217 does, also where Intl does not', () => {
    expect(['JPY', 'UGX', 'EUR', 'RSD', 'IQD', 'CLF'].map(digitsOf)).toEqual([0, 0, 2, 2, 3, 4])
    const usual = new Intl.NumberFormat('en', { style: 'currency', currency: 'IQD' }).resolvedOptions()
    expect(usual.maximumFractionDigits).not.toBe(digitsOf('IQD'))
    expect([isCurrency('EUR'), isCurrency('XXX'), isCurrency('eur'), isCurrency('XAU')]).toEqual([
      true,
      false,
      false,
      false,
    ])
    expect(() => digitsOf('XXX')).toThrow('XXX is not a currency of ISO 4217')
    expect(new Set(CURRENCIES).size).toBe(CURRENCIES.length)
  })

  it('[D-41] round-trips through the database and JSON, for any amount and currency', () => {
    fc.assert(
      fc.property(sums, currencies, (sum, currency) => {
        expect(money(toDecimal(sum, currency), currency)).toBe(sum)
        expect(readMoney(toNumber(sum, currency), currency)).toEqual({ ok: true, value: sum })
        expect(readMoney(JSON.parse(JSON.stringify(toNumber(sum, currency))), currency)).toEqual({
          ok: true,
          value: sum,
        })
      }),
      { numRuns: 2_000 },
    )
  })

  it('[D-41] adds, subtracts and compares like whole numbers', () => {
    fc.assert(
      fc.property(fc.array(sums, { maxLength: 5 }), sums, (list, sum) => {
        expect(subtract(add(...list, sum), sum)).toBe(add(...list))
        expect(compare(sum, add(sum, ZERO))).toBe(0)
        expect(compare(sum, (sum + 1n) as Minor)).toBe(-1)
        expect(compare((sum + 1n) as Minor, sum)).toBe(1)
      }),
    )
  })

  it('[D-41] never becomes a float by accident: arithmetic with a number throws, and so does JSON', () => {
    const half = 0.5 as unknown as bigint
    expect(() => money('1', 'EUR') * half).toThrow(TypeError)
    expect(() => JSON.stringify({ sum: money('1', 'EUR') })).toThrow(TypeError)
    expect(() => toNumber(minor(10n ** 15n), 'EUR')).toThrow('does not fit')
    expect(() => money('1.005', 'EUR')).toThrow('may have at most 2 digits')
  })

  it('[D-41] multiplies a price by a quantity, rounding half away from zero', () => {
    expect(multiply(money('9.99', 'EUR'), quantity('3'))).toBe(2997n)
    expect(multiply(money('0.01', 'EUR'), quantity('0.5'))).toBe(1n)
    expect(multiply(money('-0.01', 'EUR'), quantity('0.5'))).toBe(-1n)
    expect(multiply(money('0.01', 'EUR'), quantity('0.499'))).toBe(0n)
    fc.assert(
      fc.property(sums, fc.bigInt({ min: 1n, max: 10_000_000n }), (sum, thousandths) => {
        const amount = quantity(`${thousandths / 1000n}.${String(thousandths % 1000n).padStart(3, '0')}`)
        const off = (multiply(sum, amount) as bigint) * 1000n - sum * thousandths
        expect(off >= -500n && off <= 500n).toBe(true)
      }),
    )
  })

  it('reads quantities to the thousandth', () => {
    expect(readQuantity(1.5)).toEqual({ ok: true, value: 1500n })
    expect(readQuantity('0.0001')).toMatchObject({ ok: false })
    expect([quantityToDecimal(quantity('1.5')), quantityToNumber(quantity('1.500'))]).toEqual(['1.500', 1.5])
    expect(() => quantity('some')).toThrow('the quantity some is not a decimal number')
  })
})
