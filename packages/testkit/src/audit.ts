// What every fault run ends with: counts that must be nothing, printed, and an exit code that says so.

export type Audit = {
  /** Acknowledged and absent afterwards. */
  lost: number
  /** One intent, two effects. */
  doubled: number
  /** There though nobody asked for it. */
  phantom: number
  out_of_order: number
  /** Open for longer than promised. */
  stuck: number
  /** Seen by somebody it does not belong to. */
  foreign: number
}

export const CLEAN: Audit = { lost: 0, doubled: 0, phantom: 0, out_of_order: 0, stuck: 0, foreign: 0 }

export type Finding = Audit & { trials: number; seed: number } & Record<string, number | string>

/** Prints the audit, its last line one JSON object, and says whether everything that must be nothing is. */
export const printAudit = (name: string, finding: Finding): boolean => {
  const bad = Object.keys(CLEAN).filter((key) => finding[key] !== 0)
  console.log(`\n${name}: ${bad.length === 0 ? 'clean' : `NOT clean: ${bad.join(', ')}`}`)
  for (const [key, value] of Object.entries(finding)) console.log(`  ${key.padEnd(28)} ${value}`)
  console.log(JSON.stringify({ fault: name, ...finding }))
  return bad.length === 0
}

/** Random numbers that can be had again: the seed is printed with the result. */
export const seeded = (seed: number): (() => number) => {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
