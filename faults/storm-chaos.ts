// The faults of the storm: at random, from a seed, servers, workers, PostgreSQL, its backends, Redis and the network
// between them are killed, paused and cut.
import type { FaultProxy } from '@patchbay/testkit/fault-proxy'
import type { Child, Installation } from '@patchbay/testkit/installation'
import { sleep, waitUntil } from '@patchbay/testkit/services'
import pg from 'pg'

type Random = () => number
/** Waits for a random time between these. */
type Moment = (fromMs: number, toMs: number) => Promise<void>

/** A place for a process: the one that runs there is killed, and the next one started at the same address. */
export type Place = { name: string; child: Child; start: () => Promise<Child> }

export type Chaos = {
  /** How often each fault was injected. */
  counts: Map<string, number>
  /** Faults that were not: the process had ended, there was no backend to kill, or the injection failed. */
  failed: () => number
  /** Processes that ended by themselves. */
  crashes: () => number
  /** Ends the faults and heals everything. */
  stop: () => Promise<void>
}

export type ChaosOptions = {
  installation: Installation
  servers: Place[]
  workers: Place[]
  toPostgres: FaultProxy
  toRedis: FaultProxy
  random: Random
  onFault: (name: string, began: number) => void
}

const BACK_MS = 180_000

const isRunning = (start: () => Promise<void>) => () =>
  start().then(
    () => true,
    () => false,
  )

/** On a busy machine the children of PostgreSQL exit late and keep the next one from starting. */
const crashPostgres = async ({ postgres }: Installation): Promise<void> => {
  await postgres.crash().catch(async (error: NodeJS.ErrnoException) => {
    await waitUntil('PostgreSQL is back', isRunning(postgres.start), BACK_MS)
    // There was no server to kill.
    if (error.code === 'ENOENT' || error.code === 'ESRCH') throw error
  })
}

const backends = async (installation: Installation): Promise<number[]> => {
  const admin = new pg.Client({ connectionString: installation.adminUrl })
  admin.on('error', () => undefined)
  await admin.connect()
  const { rows } = await admin.query<{ pid: number }>(
    `select pid from pg_stat_activity where application_name like 'patchbay%' order by pid`,
  )
  await admin.end()
  return rows.map(({ pid }) => pid)
}

const pick = <T>(list: readonly T[], random: Random): T | undefined => list[Math.floor(random() * list.length)]

/** All of them in a random order, then all again: each is chosen as often as the others. */
const inTurns = <T>(list: readonly T[], random: Random): (() => T) => {
  let left: T[] = []
  return () => {
    if (left.length === 0) left = [...list]
    return left.splice(Math.floor(random() * left.length), 1)[0] as T
  }
}

type Fault = [name: string, inject: () => Promise<void>]

/** Each throws when there was nothing to kill, pause or cut. */
const createProcessFaults = (
  { servers, workers, random }: ChaosOptions,
  { moment, onCrash }: { moment: Moment; onCrash: () => void },
): Fault[] => {
  const kill = async (places: readonly Place[]): Promise<void> => {
    const place = pick(places, random)
    if (!place) throw new Error('there is no process')
    const hadEnded = !place.child.alive()
    if (hadEnded) onCrash()
    await place.child.kill('SIGKILL')
    place.child = await place.start()
    if (hadEnded) throw new Error(`${place.name} had ended by itself`)
  }
  const pause = async (places: readonly Place[]): Promise<void> => {
    const place = pick(places, random)
    // Another process may have the number of one that has ended.
    if (!place?.child.alive()) throw new Error(`${place?.name} had ended by itself`)
    const { pid } = place.child
    process.kill(pid, 'SIGSTOP')
    await moment(500, 4_000)
    process.kill(pid, 'SIGCONT')
  }
  return [
    ['server_killed', () => kill(servers)],
    ['server_paused', () => pause(servers)],
    ['worker_killed', () => kill(workers)],
    ['worker_paused', () => pause(workers)],
  ]
}

const createServiceFaults = (
  { installation, toPostgres, toRedis, random }: ChaosOptions,
  { moment }: { moment: Moment },
): Fault[] => {
  const { postgres, redis } = installation
  const killBackend = async (): Promise<void> => {
    const pid = pick(await backends(installation), random)
    if (pid === undefined) throw new Error('there is no backend')
    process.kill(pid, 'SIGKILL')
  }
  const away = async (stop: () => unknown, start: () => unknown, longestMs: number): Promise<void> => {
    await stop()
    await moment(300, longestMs)
    await start()
  }
  const awayRedis: typeof away = async (...how) => {
    await redis.cli('ping')
    await away(...how)
  }
  const resetPostgres = async (): Promise<void> => {
    if (toPostgres.connections() === 0) throw new Error('there is no connection')
    toPostgres.reset()
  }
  return [
    ['backend_killed', killBackend],
    ['postgres_killed', () => crashPostgres(installation)],
    ['postgres_paused', () => away(postgres.pause, postgres.resume, 6_000)],
    ['postgres_cut', () => away(toPostgres.freeze, toPostgres.heal, 5_000)],
    ['postgres_reset', resetPostgres],
    ['redis_killed', () => awayRedis(redis.stop, redis.start, 5_000)],
    ['redis_paused', () => awayRedis(redis.pause, redis.resume, 5_000)],
    ['redis_cut', () => away(toRedis.freeze, toRedis.heal, 5_000)],
    ['redis_emptied', async () => void (await redis.cli('FLUSHALL'))],
  ]
}

export const startChaos = (options: ChaosOptions): Chaos => {
  const { servers, workers, toPostgres, toRedis, random, onFault } = options
  const counts = new Map<string, number>()
  let [isOver, crashes, failed] = [false, 0, 0]
  const moment: Moment = (fromMs, toMs) => sleep(fromMs + random() * (toMs - fromMs))
  const loop = async (faults: readonly Fault[]): Promise<void> => {
    for (const [name] of faults) counts.set(name, 0)
    const next = inTurns(faults, random)
    while (!isOver) {
      await moment(500, 3_000)
      const [name, inject] = next()
      if (isOver) return
      const began = performance.now()
      try {
        await inject()
        counts.set(name, (counts.get(name) ?? 0) + 1)
      } catch (error) {
        failed++
        console.log(`  ${name}: ${(error as Error).message.slice(0, 200)}`)
      }
      onFault(name, began)
    }
  }
  // Two loops, so that a process and a service may fail at the same time.
  const loops = Promise.all([
    loop(createProcessFaults(options, { moment, onCrash: () => crashes++ })),
    loop(createServiceFaults(options, { moment })),
  ])
  return {
    counts,
    failed: () => failed,
    crashes: () => crashes,
    stop: async () => {
      isOver = true
      await loops
      toPostgres.heal()
      toRedis.heal()
      for (const place of [...servers, ...workers]) {
        if (place.child.alive()) continue
        crashes++
        place.child = await place.start()
      }
    },
  }
}
