// CPU steal: time in which the hypervisor did not run this virtual machine although it had work. Latencies measured in
// such a second say nothing about the system.
import { existsSync, readFileSync } from 'node:fs'

const SECOND_MS = 1_000
/** In hundredths of a second, over all CPUs. */
const MAX_STOLEN = 2

const stolenTicks = (): number => {
  if (!existsSync('/proc/stat')) return 0
  const [, , , , , , , , stolen] = readFileSync('/proc/stat', 'utf8').split(/\s+/)
  return Number(stolen)
}

export type CpuSteal = {
  /** Whether CPU was stolen in the second of this moment (performance.now()) or in the one before it. */
  at: (moment: number) => boolean
  seconds: () => number
  stop: () => void
}

export const watchCpuSteal = (): CpuSteal => {
  const stolenSeconds = new Set<number>()
  const started = performance.now()
  const secondOf = (moment: number): number => Math.floor((moment - started) / SECOND_MS)
  let before = stolenTicks()
  const sample = () => {
    const now = stolenTicks()
    // The next second still has the backlog of this one.
    const second = secondOf(performance.now() - SECOND_MS / 2)
    if (now - before > MAX_STOLEN) stolenSeconds.add(second).add(second + 1)
    before = now
  }
  const timer = setInterval(sample, SECOND_MS)
  return {
    at: (moment) => stolenSeconds.has(secondOf(moment)),
    seconds: () => stolenSeconds.size,
    stop: () => {
      clearInterval(timer)
      sample()
    },
  }
}
