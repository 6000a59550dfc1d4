// The result of a fault run: six counts that must be zero, printed as one line of JSON.

export type Audit = {
  /** Acknowledged, but missing afterwards. */
  lost: number
  /** One request with two effects. */
  doubled: number
  /** Present, but never requested. */
  phantom: number
  out_of_order: number
  /** Not finished in time. */
  stuck: number
  /** Visible to another account or user. */
  foreign: number
}

export const NO_ERRORS: Audit = { lost: 0, doubled: 0, phantom: 0, out_of_order: 0, stuck: 0, foreign: 0 }

/** The audit, and figures of the fault's own that are printed above it. */
export type FaultReport = Audit & { trials: number; seed: number } & Record<string, number | string>

/** Prints all figures, and as the last line one JSON object with the audit. Returns whether the six counts are zero. */
export const printAudit = (name: string, report: FaultReport): boolean => {
  const bad = Object.keys(NO_ERRORS).filter((key) => report[key] !== 0)
  console.log(`\n${name}: ${bad.length === 0 ? 'passed' : `FAILED: ${bad.join(', ')}`}`)
  for (const [key, value] of Object.entries(report)) console.log(`  ${key.padEnd(28)} ${value}`)
  const { lost, doubled, phantom, out_of_order, stuck, foreign, trials, seed } = report
  console.log(JSON.stringify({ lost, doubled, phantom, out_of_order, stuck, foreign, trials, seed }))
  return bad.length === 0
}

/** Reproducible random numbers: the seed is printed with the result. */
export const seededRandom = (seed: number): (() => number) => {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
