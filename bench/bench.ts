/** A size of the bench: the command-line option with this name, or the default. */
export type Size = (name: string, usual: number) => number

/** The figures that every bench has; null where one does not apply. */
export type Figures = {
  rps: number | null
  /** The same load without the system: a bare loop. */
  bare_rps: number | null
  /** rps / bare_rps. */
  ratio: number | null
  /** CPU time per request, of the server and of PostgreSQL. */
  cpu_us: number | null
  p50_ms: number | null
  p95_ms: number | null
  p99_ms: number | null
  /** How many times as much a request costs with the large data set. */
  growth: number | null
  lost: number | null
  duplicated: number | null
  wrong: number | null
}

const NOT_APPLICABLE: Figures = {
  ...{ rps: null, bare_rps: null, ratio: null, cpu_us: null, p50_ms: null, p95_ms: null, p99_ms: null },
  ...{ growth: null, lost: null, duplicated: null, wrong: null },
}

/** All figures in their order, null for those that are not given. */
export const figuresOf = (measured: Partial<Figures>): Figures => ({ ...NOT_APPLICABLE, ...measured })

/** What a test of docs/reliability.md shows: it passes by counts alone, since times are those of one machine on one day. */
export type TestOfBench = { size: string; figures: Record<string, number>; passed: boolean }

/** `details` are the bench's own figures; `broken` names the bounds that were exceeded. */
export type Result = {
  figures: Partial<Figures>
  details: Record<string, unknown>
  broken: string[]
  /** Of a bench that is in the list of faults/tests.ts. */
  test?: TestOfBench
}

export type Bench = (size: Size) => Promise<Result>

const percentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN

const rounded = (value: number): number => Math.round(value * 100) / 100

/** Percentiles of times in milliseconds. */
export const summary = (
  times: readonly number[],
): { n: number; p50: number; p95: number; p99: number; max: number } => {
  const sorted = [...times].sort((a, b) => a - b)
  const at = (share: number) => rounded(percentile(sorted, share))
  return { n: sorted.length, p50: at(0.5), p95: at(0.95), p99: at(0.99), max: at(1) }
}
