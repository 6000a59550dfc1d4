// What the host did. The processors of a virtual machine are lent; Linux counts how long they were wanted and not given
// ("steal"). A tail in milliseconds that was measured in such a second is the host's and not the system's.
import { existsSync, readFileSync } from 'node:fs'

const SECOND_MS = 1_000
/** In hundredths of a second, over all processors. */
const MOST_STOLEN = 2

const stolenSoFar = (): number => {
  if (!existsSync('/proc/stat')) return 0
  const [, , , , , , , , stolen] = readFileSync('/proc/stat', 'utf8').split(/\s+/)
  return Number(stolen)
}

export type Disturbance = {
  /** Whether the host took time in the second of this moment (as performance.now() counts), or in the one before it. */
  at: (moment: number) => boolean
  seconds: () => number
  stop: () => void
}

export const watchHost = (): Disturbance => {
  const disturbed = new Set<number>()
  const started = performance.now()
  const secondOf = (moment: number): number => Math.floor((moment - started) / SECOND_MS)
  let before = stolenSoFar()
  const look = () => {
    const now = stolenSoFar()
    // What waited in a disturbed second is worked off in the next.
    const second = secondOf(performance.now() - SECOND_MS / 2)
    if (now - before > MOST_STOLEN) disturbed.add(second).add(second + 1)
    before = now
  }
  const looking = setInterval(look, SECOND_MS)
  return {
    at: (moment) => disturbed.has(secondOf(moment)),
    seconds: () => disturbed.size,
    stop: () => {
      clearInterval(looking)
      look()
    },
  }
}
