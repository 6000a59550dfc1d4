import { RETENTION, type RetentionKind } from '@patchbay/contract/platform/retention-constants'

const YEAR = 365
const OFFERED = [1, 7, 30, 90, 180, YEAR, 2 * YEAR, 3 * YEAR, 5 * YEAR, 10 * YEAR]

const FOREVER = 'forever'

type Words = { forever: string; days: (days: number) => string; years: (years: number) => string }

export const choiceOf = (keepDays: number | null): string => (keepDays === null ? FOREVER : String(keepDays))

export const daysOf = (choice: string): number | null => (choice === FOREVER ? null : Number(choice))

/** What can be chosen for a kind, with the value that it has now: the command line takes any number of days. */
export const choicesFor = (
  kind: RetentionKind,
  current: number | null,
  { forever, days, years }: Words,
): { value: string; label: string }[] => {
  const offered = OFFERED.filter((one) => one >= RETENTION[kind].least)
  const all = current === null || offered.includes(current) ? offered : [...offered, current].toSorted((a, b) => a - b)
  return [
    ...all.map((one) => ({ value: String(one), label: one % YEAR === 0 ? years(one / YEAR) : days(one) })),
    { value: FOREVER, label: forever },
  ]
}
