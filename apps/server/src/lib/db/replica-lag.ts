/** A position in the primary's write-ahead log, and a moment at which the primary had not gone beyond it, in milliseconds. */
type Sample = { lsn: number; at: number }

/** With a sample a second: an hour of writes. */
const MOST_SAMPLES = 3_600

/**
 * Since when a standby lacks something. Where the primary was is noted every second; a standby that has replayed up to a noted
 * position has all that was committed before. pg_last_xact_replay_timestamp() would call every standby late while
 * nobody writes, and comparing what a standby received with what it replayed calls one current that receives nothing.
 * Only our own clock is used, and a standby is never taken for fresher than it is.
 */
export const createLagHistory = () => {
  const samples: Sample[] = []
  return {
    add: (lsn: number, at: number): void => {
      const last = samples.at(-1)
      // Another primary took over, and its log branched off before this position.
      if (last && lsn < last.lsn) samples.length = 0
      if (last && lsn === last.lsn) last.at = at
      else samples.push({ lsn, at })
      if (samples.length > MOST_SAMPLES) samples.shift()
    },
    /** The moment up to which a standby at this position has everything; undefined when that is longer ago than we know. */
    asOf: (lsn: number): number | undefined => samples.findLast((sample) => sample.lsn <= lsn)?.at,
  }
}
