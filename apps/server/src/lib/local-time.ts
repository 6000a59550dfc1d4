// The integration API speaks of time as people in the account do: `Y-m-d H:i:s` in its zone, without an offset.

const formats = new Map<string, Intl.DateTimeFormat>()

const formatOf = (timezone: string): Intl.DateTimeFormat => {
  const known = formats.get(timezone)
  if (known) return known
  // Swedish dates are written as the wire wants them.
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone: timezone, dateStyle: 'short', timeStyle: 'medium' })
  formats.set(timezone, format)
  return format
}

export const toLocalTime = (moment: Date, timezone: string): string => formatOf(timezone).format(moment)

const WRITTEN = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[ T](\d{1,2}):(\d{1,2})(?::(\d{1,2}))?)?$/

/** Undefined when it is no date. An hour that the clocks skip is read as the one after it. */
export const fromLocalTime = (text: string, timezone: string): Date | undefined => {
  const [, year, month, day, hour = 0, minute = 0, second = 0] = WRITTEN.exec(text.trim())?.map(Number) ?? []
  if (year === undefined || month === undefined || day === undefined) return undefined
  const fields = { year, month, day, hour: hour || 0, minute: minute || 0, second: second || 0 }
  try {
    const local = Temporal.PlainDateTime.from(fields, { overflow: 'reject' })
    return new Date(local.toZonedDateTime(timezone).epochMilliseconds)
  } catch {
    return undefined
  }
}
