// Servers that are killed with kill -9 every few seconds, in turn, and replaced.
import type { Installation, ServerChild } from '@patchbay/testkit/installation'
import { sleep } from '@patchbay/testkit/services'

export type CrashingServers = {
  /** A server that is running, as far as known. */
  pick: (random: () => number) => ServerChild
  kills: () => number
  /** Stops the killing; the servers keep running. */
  stop: () => Promise<void>
}

export const startCrashingServers = async (
  installation: Installation,
  count: number,
  everyMs: number,
): Promise<CrashingServers> => {
  const servers: ServerChild[] = []
  for (let n = 0; n < count; n++) servers.push(await installation.startServer())
  let [killing, kills] = [true, 0]
  const killer = (async () => {
    for (let n = 0; killing; n++) {
      await sleep(everyMs)
      if (!killing) return
      const place = n % count
      await servers[place]?.kill('SIGKILL')
      kills++
      servers[place] = await installation.startServer()
    }
  })()
  return {
    pick: (random) => {
      const living = servers.filter((server) => server.alive())
      const server = living[Math.floor(random() * living.length)] ?? servers[0]
      if (!server) throw new Error('no server')
      return server
    },
    kills: () => kills,
    stop: async () => {
      killing = false
      await killer
    },
  }
}
