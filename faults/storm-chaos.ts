// The faults of the storm: at random, from a seed, servers, workers, PostgreSQL, its backends, Redis and the network
// between them are killed, paused and cut.
import type { FaultProxy } from '@patchbay/testkit/fault-proxy'
import type { Child, Installation } from '@patchbay/testkit/installation'
import { sleep, waitUntil } from '@patchbay/testkit/services'
import pg from 'pg'

type Random = () => number

/** A place for a process: the one that runs there is killed, and the next one started at the same address. */
export type Place = { name: string; child: Child; start: () => Promise<Child> }

export type Chaos = {
  /** How often each fault was injected. */
  counts: Map<string, number>
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
  await postgres.crash().catch(() => waitUntil('PostgreSQL is back', isRunning(postgres.start), BACK_MS))
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

const signal = (pid: number, name: NodeJS.Signals): void => {
  try {
    process.kill(pid, name)
  } catch {
    // It has ended meanwhile.
  }
}

const pick = <T>(list: readonly T[], random: Random): T | undefined => list[Math.floor(random() * list.length)]

export const startChaos = ({
  installation,
  servers,
  workers,
  toPostgres,
  toRedis,
  random,
  onFault,
}: ChaosOptions): Chaos => {
  const { postgres, redis } = installation
  const counts = new Map<string, number>()
  let [isOver, crashes] = [false, 0]
  const moment = (fromMs: number, toMs: number) => sleep(fromMs + random() * (toMs - fromMs))

  const kill = async (places: readonly Place[]): Promise<void> => {
    const place = pick(places, random)
    if (!place) return
    if (!place.child.alive()) crashes++
    await place.child.kill('SIGKILL')
    place.child = await place.start()
  }
  const pause = async (places: readonly Place[]): Promise<void> => {
    const pid = pick(places, random)?.child.pid ?? 0
    signal(pid, 'SIGSTOP')
    await moment(500, 4_000)
    signal(pid, 'SIGCONT')
  }
  const killBackend = async (): Promise<void> => {
    const pid = pick(await backends(installation), random)
    if (pid !== undefined) signal(pid, 'SIGKILL')
  }
  const away = async (stop: () => unknown, start: () => unknown, longestMs: number): Promise<void> => {
    await stop()
    await moment(300, longestMs)
    await start()
  }
  // Two loops, so that a process and a service may fail at the same time.
  const processFaults: [name: string, inject: () => Promise<void>][] = [
    ['server_killed', () => kill(servers)],
    ['server_paused', () => pause(servers)],
    ['worker_killed', () => kill(workers)],
    ['worker_paused', () => pause(workers)],
  ]
  const serviceFaults: typeof processFaults = [
    ['backend_killed', killBackend],
    ['postgres_killed', () => crashPostgres(installation)],
    ['postgres_paused', () => away(postgres.pause, postgres.resume, 6_000)],
    ['postgres_cut', () => away(toPostgres.freeze, toPostgres.heal, 5_000)],
    ['postgres_reset', async () => toPostgres.reset()],
    ['redis_killed', () => away(redis.stop, redis.start, 5_000)],
    ['redis_paused', () => away(redis.pause, redis.resume, 5_000)],
    ['redis_cut', () => away(toRedis.freeze, toRedis.heal, 5_000)],
    ['redis_emptied', async () => void (await redis.cli('FLUSHALL'))],
  ]
  const loop = async (faults: typeof processFaults): Promise<void> => {
    while (!isOver) {
      await moment(500, 3_000)
      const [name, inject] = pick(faults, random) ?? ['', async () => undefined]
      if (isOver) return
      const began = performance.now()
      await inject().catch((error: Error) => console.log(`  ${name}: ${error.message.slice(0, 200)}`))
      counts.set(name, (counts.get(name) ?? 0) + 1)
      onFault(name, began)
    }
  }
  const loops = Promise.all([loop(processFaults), loop(serviceFaults)])
  return {
    counts,
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
