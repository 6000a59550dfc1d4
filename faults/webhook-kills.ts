// What is killed while webhooks are delivered: workers, servers and PostgreSQL.
import type { Child, Installation, ServerChild } from '@patchbay/testkit/installation'
import { sleep, waitUntil } from '@patchbay/testkit/services'

export type Kills = { workers: number; servers: number; stop: () => Promise<void> }

/** Kills a worker every 0.7 s and a server every 5 s, and replaces them. */
export const killRepeatedly = (
  installation: Installation,
  workers: (Child | undefined)[],
  servers: (ServerChild | undefined)[],
): Kills => {
  const kills: Kills = { workers: 0, servers: 0, stop: async () => undefined }
  let running = true
  const starting = new Set<Promise<unknown>>()
  /** How many were killed: one that had ended by itself is only replaced. */
  const replace = <T extends Child>(list: (T | undefined)[], place: number, start: () => Promise<T>): number => {
    const victim = list[place]
    const isAlive = victim?.alive() === true
    list[place] = undefined
    const replaced = (async () => {
      await victim?.kill('SIGKILL')
      // A process cannot start while PostgreSQL is down: retry.
      for (let tries = 0; tries < 20 && list[place] === undefined; tries++)
        list[place] = await start().catch(() => sleep(500).then(() => undefined))
    })()
    starting.add(replaced)
    void replaced.finally(() => starting.delete(replaced))
    return Number(isAlive)
  }
  const loop = (async () => {
    for (let tick = 1; running; tick++) {
      await sleep(700)
      const place = tick % workers.length
      if (workers[place]) kills.workers += replace(workers, place, () => installation.startWorker())
      if (tick % 7 === 0 && servers.every(Boolean))
        kills.servers += replace(servers, tick % servers.length, () => installation.startServer())
    }
  })()
  kills.stop = async () => {
    running = false
    await loop
    await Promise.all(starting)
  }
  return kills
}

/** On a busy machine the children of PostgreSQL exit late and keep the next one from starting. */
export const crashPostgres = async ({ postgres }: Installation): Promise<void> => {
  const isBack = await postgres.crash().then(
    () => true,
    () => false,
  )
  const start = () =>
    postgres.start().then(
      () => true,
      () => false,
    )
  if (!isBack) await waitUntil('PostgreSQL is back', start, 60_000)
}
