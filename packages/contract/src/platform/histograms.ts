// Histograms of reports: how many took how long. A bucket ends with its bound, the last one has none. Buckets of different days
// are added up, so every figure of a period is as exact as that of one day.

/** Seconds until a call was answered or given up. The service level of an account is one of them. */
export const WAIT_BOUNDS = [5, 10, 15, 20, 30, 45, 60, 90, 120, 180, 300] as const

/** Seconds until a call back, a reply, a payment or the end of a conversation. */
export const DURATION_BOUNDS = [
  30, 60, 120, 300, 600, 900, 1_800, 3_600, 7_200, 14_400, 28_800, 86_400, 172_800, 604_800,
] as const

export type Bounds = readonly number[]

/** How many took no longer than this bound. */
export const countWithin = (counts: readonly number[], bounds: Bounds, bound: number): number =>
  counts.slice(0, bounds.indexOf(bound) + 1).reduce((sum, count) => sum + count, 0)

/**
 * The bound within which this share of all lies: 0.5 for the median. Undefined when there is nothing; Infinity when it is more
 * than the last bound.
 */
export const boundOfShare = (counts: readonly number[], bounds: Bounds, share: number): number | undefined => {
  const total = counts.reduce((sum, count) => sum + count, 0)
  if (total === 0) return undefined
  let within = 0
  for (const [place, count] of counts.entries()) {
    within += count
    if (within >= total * share) return bounds[place] ?? Number.POSITIVE_INFINITY
  }
  return undefined
}

/** Element by element; a row may be empty. */
export const addCounts = (rows: readonly (readonly number[])[], length: number): number[] =>
  Array.from({ length }, (_, place) => rows.reduce((sum, row) => sum + (row[place] ?? 0), 0))
