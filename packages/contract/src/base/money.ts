import { digitsOf } from './currencies.ts'

// D-41: money is exact. In the database it is a decimal, on the wire a decimal string or a JSON number, in code a whole
// number of minor units (cents), as a bigint with a brand: it cannot be mixed up with other numbers, and a float cannot
// be added to it. Callers pass the currency when they read and write it.

declare const brand: unique symbol
/** An amount in the smallest unit of its currency: 12.50 EUR is 1250. */
export type Minor = bigint & { readonly [brand]: 'minor' }
/** The quantity of an item in thousandths: 1.5 kg is 1500. */
export type Quantity = bigint & { readonly [brand]: 'quantity' }

/** What clients send. Its schema is in types.ts. */
export type AmountIn = number | string

export type Read<T> = { ok: true; value: T } | { ok: false; reason: string }

export const ZERO = 0n as Minor

/** As many digits as a JSON number carries without loss. */
const MOST_DIGITS = 15
const MOST = 10n ** BigInt(MOST_DIGITS) - 1n
const QUANTITY_DIGITS = 3

/**
 * Of a float, the first 15 digits are what its sender meant; the rest is rounding noise (PHP writes 12.3 as
 * 12.300000000000001).
 */
const textOf = (value: number | string): string => {
  if (typeof value === 'string') return value.trim()
  const text = Number.isFinite(value) ? value.toPrecision(MOST_DIGITS) : String(value)
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text
}

/** A decimal as a whole number of its smallest unit; exact, or rejected with a reason. */
const readDecimal = (value: number | string, digits: number): Read<bigint> => {
  const text = textOf(value)
  const match = /^([+-]?)(\d{1,30})(?:\.(\d{0,30}))?$/.exec(text)
  if (!match) return { ok: false, reason: `is not a decimal number: ${text.slice(0, 40)}` }
  const [, sign, whole = '', given = ''] = match
  const fraction = given.replace(/0+$/, '')
  if (fraction.length > digits) {
    const most = digits === 0 ? 'no digits' : `at most ${digits} digit${digits === 1 ? '' : 's'}`
    return { ok: false, reason: `may have ${most} behind the point: ${text.slice(0, 40)}` }
  }
  const size = BigInt(whole + fraction.padEnd(digits, '0'))
  if (size > MOST) return { ok: false, reason: `is too large: ${text.slice(0, 40)}` }
  return { ok: true, value: sign === '-' ? -size : size }
}

const writeDecimal = (value: bigint, digits: number): string => {
  const size = String(value < 0n ? -value : value).padStart(digits + 1, '0')
  const sign = value < 0n ? '-' : ''
  return digits === 0 ? sign + size : `${sign}${size.slice(0, -digits)}.${size.slice(-digits)}`
}

/** Reads an amount that a client sent; the reason of a rejection continues the name of the field. */
export const readMoney = (value: AmountIn, currency: string): Read<Minor> =>
  readDecimal(value, digitsOf(currency)) as Read<Minor>

/** From our own decimals: the database's numeric, or a constant. An inexact one is a bug. */
export const money = (decimal: string, currency: string): Minor => {
  const read = readMoney(decimal, currency)
  if (!read.ok) throw new RangeError(`${decimal} ${currency} ${read.reason}`)
  return read.value
}

/** 1250 in EUR is 12.50: for the database and for display. */
export const toDecimal = (sum: Minor, currency: string): string => writeDecimal(sum, digitsOf(currency))

/** For JSON. The only way from money to a float, and exact: at most 15 digits. */
export const toNumber = (sum: Minor, currency: string): number => {
  if (sum > MOST || sum < -MOST) throw new RangeError(`${toDecimal(sum, currency)} does not fit into a JSON number`)
  return Number(toDecimal(sum, currency))
}

/** From a whole number of minor units, which some acquirers send. */
export const minor = (units: bigint): Minor => units as Minor

export const add = (...sums: readonly Minor[]): Minor => sums.reduce<bigint>((total, sum) => total + sum, 0n) as Minor
export const subtract = (from: Minor, sum: Minor): Minor => (from - sum) as Minor
export const compare = (left: Minor, right: Minor): -1 | 0 | 1 => (left < right ? -1 : left > right ? 1 : 0)

export const readQuantity = (value: AmountIn): Read<Quantity> => readDecimal(value, QUANTITY_DIGITS) as Read<Quantity>

export const quantity = (decimal: string): Quantity => {
  const read = readQuantity(decimal)
  if (!read.ok) throw new RangeError(`the quantity ${decimal} ${read.reason}`)
  return read.value
}

export const quantityToDecimal = (amount: Quantity): string => writeDecimal(amount, QUANTITY_DIGITS)
export const quantityToNumber = (amount: Quantity): number => Number(quantityToDecimal(amount))

/** Price times quantity, rounded to the minor unit, half away from zero. */
export const multiply = (price: Minor, amount: Quantity): Minor => {
  const unit = 10n ** BigInt(QUANTITY_DIGITS)
  const product = price * amount
  return ((product + (product < 0n ? -unit : unit) / 2n) / unit) as Minor
}
