// Money is exact. On the wire it is a decimal, and a float as soon as JSON is read; sums of floats are wrong by a cent
// sooner or later. So count in ten-thousandths, as whole numbers: no currency has more than four digits behind the point.

const DIGITS = 4

/** 12.5 or "12.50" is 125000n; undefined for what is no decimal, or finer than money gets. */
export const toUnits = (amount: unknown): bigint | undefined => {
  // A float carries fifteen digits that its sender meant; what stands behind them is noise.
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

/** Whether two amounts are the same money, however they are written. */
export const sameMoney = (one: unknown, other: unknown): boolean => {
  const units = toUnits(one)
  return units !== undefined && units === toUnits(other)
}
