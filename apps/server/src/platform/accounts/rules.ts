/** Whether the IANA list has a time zone of this name. */
export const isTimezone = (name: string): boolean => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }) !== undefined
  } catch {
    return false
  }
}

/** The settings that differ, each with its value before and after. */
export const changedSettings = <Settings extends Record<string, string | number>>(
  before: Settings,
  after: Settings,
): Record<string, [before: string, after: string]> =>
  Object.fromEntries(
    Object.keys(after)
      .filter((name) => before[name] !== after[name])
      .map((name) => [name, [String(before[name] ?? ''), String(after[name] ?? '')]]),
  )
