// The latency from a call event to the call card in the browser, with two servers, 2,000 browsers and 300 events a
// second; and whether a card was lost, duplicated or shown to the wrong user.

import { type Installation, type ServerChild, startInstallation, type Tenant } from '@patchbay/testkit/installation'
import {
  createCustomers,
  createManagers,
  createPoster,
  type Manager,
  openStream,
} from '@patchbay/testkit/load-generator'
import { sleep } from '@patchbay/testkit/services'
import type { Bench } from './bench.ts'
import { cpuTimeUs } from './cpu-time.ts'
import { registerExchange } from './exchange.ts'
import { createPatience, sendSteadily } from './load.ts'

const HOST = 'one.test'
const P95_MS = 100
const HANG_UP_AFTER_MS = 2_000
/** Every tenth call rings at three managers. */
const GROUP_EVERY = 10
/** So long a card may take before it is lost; what comes twice comes within the pause after the last. */
const [LOST_AFTER_MS, PAUSE_MS] = [60_000, 2_000]

type Call = { id: string; phone: string; rings: Manager[]; postedAt: number; endedAt: number }
type Seen = { card: number; withdrawn: number }

type Ledger = {
  calls: Map<string, Call>
  /** By call and user: how often the card and its withdrawal were received. */
  seen: Map<string, Seen>
  cardMs: number[]
  endMs: number[]
  wrong: number
  /** Phones of the calls that only warm up, and what was seen of them. */
  warmUp: { phones: Set<string>; events: number }
  idToPhone: Map<number, string>
  /** Events to everyone, which only say what to read again. */
  hints: number
}

const note = (ledger: Ledger, manager: Manager, json: string, at: number): void => {
  const event = JSON.parse(json) as {
    type: string
    callId?: number
    card?: { callId: number; phone: string; version: number }
  }
  if (event.card) ledger.idToPhone.set(event.card.callId, event.card.phone)
  const phone = event.card?.phone ?? ledger.idToPhone.get(event.callId ?? 0)
  if (!event.type.startsWith('call-card')) return void ledger.hints++
  if (ledger.warmUp.phones.has(phone ?? '')) return void ledger.warmUp.events++
  const call = ledger.calls.get(phone ?? '')
  if (!call?.rings.includes(manager)) {
    ledger.wrong++
    return
  }
  const key = `${call.id}/${manager.id}`
  const seen = ledger.seen.get(key) ?? { card: 0, withdrawn: 0 }
  ledger.seen.set(key, seen)
  if (event.type === 'call-card') {
    if (++seen.card === 1) ledger.cardMs.push(at - call.postedAt)
  } else if (++seen.withdrawn === 1) ledger.endMs.push(at - call.endedAt)
}

const poster = (servers: readonly ServerChild[], tenant: Tenant) => {
  const head =
    `POST /api/v5/telephony/call/event HTTP/1.1\r\nHost: ${HOST}\r\nX-Api-Key: ${tenant.apiKey}\r\n` +
    'Content-Type: application/x-www-form-urlencoded\r\n'
  const posts = servers.map((server) => createPoster(server, head))
  const { served, ...patience } = createPatience()
  const post = async (n: number, event: object): Promise<void> => {
    const send = async () => {
      const status = await posts[n % posts.length]?.(`event=${encodeURIComponent(JSON.stringify(event))}`)
      return { status: status ?? 0 }
    }
    const { status } = await served(send)
    if (status !== 200) throw new Error(`an event was answered ${status}`)
  }
  return { post, ...patience }
}

const prepare = async (installation: Installation, sizes: { connections: number; customers: number }) => {
  const servers = [await installation.startServer(), await installation.startServer()]
  const [server] = servers
  if (!server) throw new Error('no server')
  const tenant = await installation.createTenant('One', HOST, server)
  const managers = await createManagers(installation.adminUrl, HOST, sizes.connections)
  const phoneOf = await createCustomers(installation.adminUrl, HOST, sizes.customers, managers)
  await registerExchange(tenant, server, managers)
  return { servers, tenant, managers, phoneOf }
}

/** The percentile of the times, in milliseconds. */
const within = (times: readonly number[], share: number): number => {
  const ordered = [...times].sort((one, other) => one - other)
  return Math.round((ordered[Math.ceil(ordered.length * share) - 1] ?? Number.NaN) * 10) / 10
}

/** Cards and withdrawals that were not received, or more than once. */
const audit = (ledger: Ledger) => {
  let [lost, duplicated] = [0, 0]
  for (const call of ledger.calls.values()) {
    for (const manager of call.rings) {
      const seen = ledger.seen.get(`${call.id}/${manager.id}`) ?? { card: 0, withdrawn: 0 }
      lost += (seen.card === 0 ? 1 : 0) + (seen.withdrawn === 0 ? 1 : 0)
      duplicated += Math.max(0, seen.card - 1) + Math.max(0, seen.withdrawn - 1)
    }
  }
  return { lost, duplicated }
}

export const callCard: Bench = async (size) => {
  const [connections, rate, seconds] = [size('connections', 2_000), size('rate', 300), size('seconds', 60)]
  const customers = size('customers', 10_000)
  const installation = await startInstallation({ LOG_LEVEL: 'error' })
  const ledger: Ledger = {
    ...{ calls: new Map(), seen: new Map(), cardMs: [], endMs: [], wrong: 0, idToPhone: new Map(), hints: 0 },
    warmUp: { phones: new Set(), events: 0 },
  }
  try {
    const { servers, tenant, managers, phoneOf } = await prepare(installation, { connections, customers })
    const streams = []
    for (const [n, manager] of managers.entries()) {
      const server = servers[n % 2] as ServerChild
      streams.push(await openStream(server, HOST, manager, (...seen) => note(ledger, ...seen)))
    }
    const { post, refused, reset } = poster(servers, tenant)
    const ends: Promise<void>[] = []
    // Each call is two events: ringing and hangup.
    const ring = async (n: number, measured: boolean): Promise<void> => {
      const first = Math.floor(Math.random() * managers.length)
      const width = n % GROUP_EVERY === 0 ? 3 : 1
      const rings = Array.from({ length: width }, (_, k) => managers[(first + k) % managers.length] as Manager)
      const phone = phoneOf(measured ? n : customers + n)
      const call: Call = { id: `${measured}-${n}`, phone, rings, postedAt: performance.now(), endedAt: 0 }
      if (measured) ledger.calls.set(phone, call)
      else ledger.warmUp.phones.add(phone)
      const event = { phone, codes: rings.map(({ code }) => code), callExternalId: call.id }
      const hangUp = async () => {
        await sleep(HANG_UP_AFTER_MS)
        call.endedAt = performance.now()
        await post(n + 1, { ...event, type: 'hangup', hangupStatus: 'no answered' })
      }
      const rung = post(n, { ...event, type: 'in' })
      ends.push(rung.then(hangUp))
      await rung
    }
    // Warm up the JIT and PostgreSQL's statistics first.
    const warmUp = async (warmSeconds: number, from: number) => {
      await sendSteadily(rate / 2, warmSeconds, (n) => ring(from + n, false))
      await Promise.all(ends.splice(0))
    }
    await warmUp(5, 0)
    await installation.analyzeTables()
    await warmUp(15, rate * 5)
    ledger.hints = 0
    reset()
    const cpuBefore = cpuTimeUs(servers)
    const rps = await sendSteadily(rate / 2, seconds, (n) => ring(n, true))
    await Promise.all(ends)
    const ended = performance.now()
    while (audit(ledger).lost > 0 && performance.now() - ended < LOST_AFTER_MS) await sleep(200)
    await sleep(PAUSE_MS)
    const cpu_us = Math.round((cpuTimeUs(servers) - cpuBefore) / (2 * ledger.calls.size))
    for (const stream of streams) stream.destroy()
    const { lost, duplicated } = audit(ledger)
    const [cardP95, endP95] = [within(ledger.cardMs, 0.95), within(ledger.endMs, 0.95)]
    const card = { p50: within(ledger.cardMs, 0.5), p95: cardP95, p99: within(ledger.cardMs, 0.99) }
    const details = {
      ...{
        connections,
        events_per_second: rps * 2,
        seconds,
        calls: ledger.calls.size,
        warm_up_events: ledger.warmUp.events,
      },
      card_ms: card,
      withdrawn_ms: { p50: within(ledger.endMs, 0.5), p95: endP95, p99: within(ledger.endMs, 0.99) },
      ...{ wrong_user: ledger.wrong, lost, duplicated, refused: refused(), hints: ledger.hints },
    }
    const broken = [
      !(cardP95 <= P95_MS) && `p95 of a card is ${cardP95} ms; ${P95_MS} is the bound`,
      !(endP95 <= P95_MS) && `p95 of a withdrawal is ${endP95} ms; ${P95_MS} is the bound`,
      ledger.wrong > 0 && `${ledger.wrong} cards were shown to the wrong user`,
      lost > 0 && `${lost} cards or withdrawals were lost`,
      duplicated > 0 && `${duplicated} were duplicated`,
      refused() > 0 && `${refused()} events had to be repeated`,
    ].filter((bound) => typeof bound === 'string')
    const times = { p50_ms: card.p50, p95_ms: card.p95, p99_ms: card.p99 }
    const counts = { lost, duplicated, wrong_user: ledger.wrong, refused: refused() }
    const test = {
      size: `${connections} browsers, ${rate} events a second for ${seconds} s`,
      figures: { ...counts, calls: ledger.calls.size, events_per_second: rps * 2, cpu_us_per_event: cpu_us, ...times },
      passed: lost + duplicated + ledger.wrong === 0 && ledger.calls.size > 0,
    }
    return { figures: { rps: rps * 2, cpu_us, ...times, lost, duplicated, wrong: ledger.wrong }, details, broken, test }
  } finally {
    await installation.close()
  }
}
