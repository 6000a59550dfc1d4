// Open workspaces: the memory of a server for each live connection, and how many call cards a second it delivers to them.
import { readFileSync } from 'node:fs'
import type { Socket } from 'node:net'
import { type ServerChild, startInstallation } from '@patchbay/testkit/installation'
import { createSender, openStream } from '@patchbay/testkit/load-generator'
import { sleep, waitUntil } from '@patchbay/testkit/services'
import type { Bench } from './bench.ts'
import { prepareAccount } from './load-account.ts'
import { costOf, createMeter, postmasterOf, type Slice, saturate, sendOne } from './measure.ts'
import { callEvent } from './paths/call-event.ts'

const HOST = 'one.test'
/** So many streams are opened at the same time. */
const OPENING = 50
/** Until a server has stopped allocating for what was opened. */
const SETTLE_MS = 5_000

const residentKb = ({ pid }: ServerChild): number =>
  Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])

export const live: Bench = async (size) => {
  const [connections, seconds, rounds] = [size('connections', 5_000), size('slice', 5), size('rounds', 4)]
  const installation = await startInstallation({ LOG_LEVEL: 'error' })
  const streams: Socket[] = []
  try {
    const server = await installation.startServer()
    const sizes = { managers: connections, customers: 10_000, orders: 1, chats: 1 }
    const account = await prepareAccount(installation, server, HOST, sizes)
    await installation.analyzeTables()
    let cards = 0
    const count = (_: unknown, json: string) => {
      if (json.startsWith('{"type":"call-card"')) cards++
    }
    const send = createSender(server)
    let n = 0
    const one = () => sendOne(send, callEvent, account, n++)
    // Warm up first, so that the memory of compiled code is not counted as that of connections.
    await saturate(seconds, one)
    await sleep(SETTLE_MS)
    const before = residentKb(server)
    for (let first = 0; first < connections; first += OPENING) {
      const managers = account.managers.slice(first, first + OPENING)
      streams.push(...(await Promise.all(managers.map((manager) => openStream(server, HOST, manager, count)))))
    }
    await sleep(SETTLE_MS)
    const perConnection = (residentKb(server) - before) / connections
    const meter = createMeter([server], await postmasterOf(installation))
    const idle = await meter(() => sleep(seconds * 1000))
    const slices: Slice[] = []
    const warmUp = n
    cards = 0
    for (let round = 0; round < rounds; round++) {
      const spent = await meter(() => saturate(seconds, one))
      slices.push({ ...spent, requests: spent.result })
    }
    const sent = n - warmUp
    await waitUntil('all cards have arrived', () => cards >= sent).catch(() => undefined)
    const cost = costOf(slices)
    const figures = {
      kb_per_connection: Math.round(perConnection * 10) / 10,
      idle_core_share: Math.round((idle.serverUs / (idle.seconds * 1_000_000)) * 1000) / 1000,
      cards_per_second: cost.rps,
      server_cpu_us: cost.serverUs,
      postgres_cpu_us: cost.databaseUs,
    }
    const [lost, duplicated] = [Math.max(0, sent - cards), Math.max(0, cards - sent)]
    const broken = [...(lost > 0 ? [`${lost} of ${sent} cards were lost`] : [])]
    return {
      figures: { rps: cost.rps, cpu_us: cost.serverUs + cost.databaseUs, lost, duplicated },
      details: { connections, seconds, rounds, sent, lost, duplicated, ...figures },
      broken,
    }
  } finally {
    for (const stream of streams) stream.destroy()
    await installation.close()
  }
}
