import { MOST_COUNTED } from '@patchbay/contract/base/constants'

/** So many rows of a list on Home; the pages of the areas have all of them. */
const MOST_SHOWN = 5

/** The first rows, and how many there are, counted up to MOST_COUNTED. */
export const waitingList = <T>(rows: readonly T[]): { items: T[]; count: number } => ({
  items: rows.slice(0, MOST_SHOWN),
  count: Math.min(rows.length, MOST_COUNTED),
})
