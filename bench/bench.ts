/** What a measurement is given: a number for each of its sizes, from the command line or its own default. */
export type Size = (name: string, usual: number) => number

/** What it found. `broken` names the bounds that were not kept; its figures are printed whatever they are. */
export type Result = { figures: Record<string, unknown>; broken: string[] }

export type Bench = (size: Size) => Promise<Result>

const percentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN

const rounded = (value: number): number => Math.round(value * 100) / 100

/** Times in milliseconds, summed up. */
export const summary = (times: readonly number[]): { n: number; p50: number; p99: number; max: number } => {
  const sorted = [...times].sort((a, b) => a - b)
  const [p50, p99, max] = [percentile(sorted, 0.5), percentile(sorted, 0.99), sorted.at(-1) ?? Number.NaN].map(rounded)
  return { n: sorted.length, p50: p50 ?? 0, p99: p99 ?? 0, max: max ?? 0 }
}
