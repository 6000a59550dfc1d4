// F13, the storm: every area under mixed load over several servers and workers, while servers, workers, PostgreSQL, its
// backends, Redis and the network are killed, paused and cut at random. `npm run faults -- storm [minutes] [seed]`.
import { seededRandom } from '@patchbay/testkit/audit'
import { startFaultProxy } from '@patchbay/testkit/fault-proxy'
import { startInstallation } from '@patchbay/testkit/installation'
import { freePort, sleep } from '@patchbay/testkit/services'
import type { Scenario } from './scenario.ts'
import { startChaos } from './storm-chaos.ts'
import { STORM_ENV, startStormRig } from './storm-rig.ts'

const [SERVERS, WORKERS, WRITES, READS] = [3, 2, 200, 400]
const INVOICES_PER_MINUTE = 800
/** From this size on every kind of fault must have been injected; in a shorter run there is not the time for each. */
const EVERY_FAULT_FROM_MINUTES = 3

/** An installation whose servers and workers reach PostgreSQL and Redis only through fault proxies. */
export const startBehindProxies = async (env: Record<string, string> = {}) => {
  const port = await freePort()
  let redisPort = 0
  const [toPostgres, toRedis] = [await startFaultProxy(() => port), await startFaultProxy(() => redisPort)]
  const urls = {
    DATABASE_URL: `postgres://patchbay@127.0.0.1:${toPostgres.port}/patchbay`,
    REDIS_URL: `redis://127.0.0.1:${toRedis.port}`,
  }
  const installation = await startInstallation({ ...urls, ...env }, { port })
  redisPort = Number(new URL(installation.redis.url).port)
  const close = async () => {
    await installation.close()
    await Promise.all([toPostgres.close(), toRedis.close()])
  }
  return { installation, toPostgres, toRedis, close }
}

export const storm: Scenario = async (seed, minutes = 3) => {
  console.log(`storm: ${minutes} minutes, seed ${seed}`)
  const { installation, toPostgres, toRedis, close } = await startBehindProxies(STORM_ENV)
  try {
    const sizes = { servers: SERVERS, workers: WORKERS, invoices: Math.ceil(minutes * INVOICES_PER_MINUTE) }
    const rig = await startStormRig(installation, { seed, ...sizes, writesPerSecond: WRITES, readsPerSecond: READS })
    const started = performance.now()
    const at = (moment: number) => ((moment - started) / 1000).toFixed(1).padStart(6)
    const onFault = (name: string, began: number) =>
      console.log(
        `${at(began)}–${at(performance.now())} s ${name.padEnd(16)} ${rig.load.acknowledged()} writes, ${rig.load.reads()} reads`,
      )
    const { servers, workers } = rig
    const random = seededRandom(seed + 1)
    const chaos = startChaos({ installation, servers, workers, toPostgres, toRedis, random, onFault })
    await sleep(minutes * 60_000)
    const [writes, reads] = [rig.load.acknowledged(), rig.load.reads()]
    const seconds = (performance.now() - started) / 1000
    await chaos.stop()
    const { audit, figures } = await rig.finish()
    await rig.close()
    const trials = [...chaos.counts.values()].reduce((sum, n) => sum + n, 0)
    const isLong = minutes >= EVERY_FAULT_FROM_MINUTES
    const missing = [...chaos.counts.values()].filter((n) => n === 0).length
    return {
      ...audit,
      stuck: audit.stuck + chaos.crashes() + (trials === 0 ? 1 : 0) + (isLong ? missing : 0),
      trials,
      seed,
      minutes,
      ...Object.fromEntries([...chaos.counts].sort()),
      faults_not_injected: chaos.failed(),
      processes_that_crashed: chaos.crashes(),
      writes_per_second: Math.round(writes / seconds),
      reads_per_second: Math.round(reads / seconds),
      ...figures,
    }
  } finally {
    await close()
  }
}
