// Exact money. JSON turns decimal amounts into floats, and sums of floats are wrong by a cent sooner or later. So
// amounts are counted in ten-thousandths, as bigint: no currency has more than four decimal places.

const DIGITS = 4

/** 12.5 or "12.50" is 125000n; undefined for what is not a decimal or has more than four decimal places. */
export const toUnits = (amount: unknown): bigint | undefined => {
  // A float has fifteen significant digits; the rest is rounding error.
  const text = typeof amount === 'number' ? amount.toPrecision(15) : String(amount).trim()
  const [, sign, whole = '', fraction = ''] = /^(-?)(\d{1,15})(?:\.(\d*?)0*)?$/.exec(text) ?? []
  if (whole === '' || fraction.length > DIGITS) return undefined
  const size = BigInt(whole + fraction.padEnd(DIGITS, '0'))
  return sign === '-' ? -size : size
}

/** For JSON: 125000n is 12.5. */
export const fromUnits = (units: bigint): number => {
  const size = String(units < 0n ? -units : units).padStart(DIGITS + 1, '0')
  return Number(`${units < 0n ? '-' : ''}${size.slice(0, -DIGITS)}.${size.slice(-DIGITS)}`)
}

/** Whether two amounts are equal, as numbers or strings. */
export const sameMoney = (one: unknown, other: unknown): boolean => {
  const units = toUnits(one)
  return units !== undefined && units === toUnits(other)
}
