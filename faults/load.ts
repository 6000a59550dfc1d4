// L1: the load of all areas without faults. No request is answered wrongly, the audit of the storm finds nothing, and
// connections and open files stay within their budget. `npm run faults -- load [minutes] [seed]`.
import { startInstallation } from '@patchbay/testkit/installation'
import { sleep } from '@patchbay/testkit/services'
import { memorySlope, type Sample, startSampling } from './process-samples.ts'
import type { Scenario } from './scenario.ts'
import { MOST_UNDER_WAY } from './storm-load.ts'
import { STORM_ENV, startStormRig } from './storm-rig.ts'

const [SERVERS, WORKERS, WRITES, READS] = [2, 1, 10, 20]
const INVOICES_PER_MINUTE = 200

/** As docs/guides/scale.md says. */
const MOST_CONNECTIONS = (SERVERS + WORKERS) * 16 + 5
/** What a server has open without clients, its connections, and a socket for each request. */
const MOST_FILES = 60 + 20 + MOST_UNDER_WAY

/** What a busy machine may cause: no answer in time, a 503, and then the refusal of a repeat. */
const BUSY = new Set([0, 400, 409, 503])

/** Answers that are no success: those of a machine that is too busy for this rate, and those that are wrong at any. */
const countErrors = (figures: Readonly<Record<string, number>>) => {
  const answers = Object.entries(figures).flatMap(([name, count]) => {
    const [, area, status] = /^answers_(.+)_(\d+)$/.exec(name) ?? []
    // Reactions are refused by the limits of their channel.
    const isFine = /^2/.test(status ?? '2') || (area === 'reaction' && /^4/.test(status ?? ''))
    return isFine ? [] : [{ status: Number(status), count }]
  })
  const sum = (isCounted: (status: number) => boolean) =>
    answers.reduce((total, { status, count }) => total + (isCounted(status) ? count : 0), 0)
  return { notServed: sum((status) => BUSY.has(status)), wrong: sum((status) => !BUSY.has(status)) }
}

const describe = (samples: readonly Sample[]) => {
  const [early, late] = [samples[Math.floor(samples.length / 2)], samples.at(-1)]
  const most = (of: (sample: Sample) => number) => Math.max(...samples.map(of))
  return {
    memory_mb_half_way: Math.round(early?.memoryMb ?? 0),
    memory_mb_at_the_end: Math.round(late?.memoryMb ?? 0),
    memory_slope_mb_per_minute: memorySlope(samples),
    connections_half_way: early?.connections ?? 0,
    connections_at_the_end: late?.connections ?? 0,
    connections_at_most: most(({ connections }) => connections),
    open_files_at_most: most(({ files }) => files),
  }
}

export const load: Scenario = async (seed, minutes = 5) => {
  console.log(`load: ${minutes} minutes, seed ${seed}`)
  const installation = await startInstallation(STORM_ENV)
  try {
    const sizes = { servers: SERVERS, workers: WORKERS, invoices: Math.ceil(minutes * INVOICES_PER_MINUTE) }
    const rates = { writesPerSecond: WRITES, readsPerSecond: READS }
    const rig = await startStormRig(installation, { seed, ...sizes, ...rates, isCalm: true })
    const started = performance.now()
    const pids = rig.servers.map(({ child }) => child.pid)
    const sampling = await startSampling(installation.adminUrl, pids)
    await sleep(minutes * 60_000)
    const [writes, reads, seconds] = [rig.load.acknowledged(), rig.load.reads(), (performance.now() - started) / 1000]
    const samples = describe(await sampling.stop())
    const { audit, figures } = await rig.finish()
    const crashed = [...rig.servers, ...rig.workers].filter(({ child }) => !child.alive()).length
    await rig.close()
    const { notServed, wrong } = countErrors(figures)
    if (notServed + wrong > 0) console.log(Object.entries(figures).filter(([name]) => name.startsWith('answers_')))
    const overBudget =
      Math.max(0, samples.connections_at_most - MOST_CONNECTIONS) + Math.max(0, samples.open_files_at_most - MOST_FILES)
    return {
      ...audit,
      stuck: audit.stuck + wrong + overBudget + crashed,
      trials: writes + reads,
      seed,
      minutes,
      wrong_answers: wrong,
      not_served: notServed,
      ...samples,
      connections_budget: MOST_CONNECTIONS,
      processes_that_crashed: crashed,
      writes_per_second: Math.round(writes / seconds),
      reads_per_second: Math.round(reads / seconds),
      ...figures,
    }
  } finally {
    await installation.close()
  }
}
