// T4: events of many calls, repeated, out of order, and with wrong clocks. Each call must be one record, its card
// visible to its managers only, and a closed card must stay closed.
import type { Socket } from 'node:net'
import type { ServerChild, Tenant } from '@patchbay/testkit/installation'
import { type Manager, openStream } from '@patchbay/testkit/load-generator'
import type { CrashingServers } from './crashing-servers.ts'

type StormEvent = { call: number; body: Record<string, unknown> }
type Card = { callId: number; version: number; phone: string }

const phoneOf = (call: number): string => `+1${2_040_000_000 + call}`

const skewed = (random: () => number): string =>
  new Date(Date.now() + (random() - 0.5) * 7_200_000).toISOString().slice(0, 19).replace('T', ' ')

/** Four events per call: ringing, ringing again or answered, ended, ended again; in any order. */
const eventsOf = (call: number, managers: readonly Manager[], random: () => number): StormEvent[] => {
  const first = managers[call % managers.length] as Manager
  const second = managers[(call + 1) % managers.length] as Manager
  const base = {
    phone: phoneOf(call),
    callExternalId: `storm-${call}`,
    ...(random() < 0.3 && { date: skewed(random) }),
  }
  const rings = { ...base, type: 'in', codes: [first.code, second.code] }
  const answered = random() < 0.5 ? rings : { ...base, type: 'in', codes: [second.code] }
  const ends = { ...base, type: 'hangup', codes: [first.code, second.code], hangupStatus: 'no answered' }
  const order = random() < 0.4 ? [rings, answered, ends, ends] : [ends, rings, ends, answered]
  return order.map((body) => ({ call, body }))
}

/** Cards that browsers received: one after its withdrawal, or of another manager, is a fault. */
export type Watch = { cards: number; afterEnd: number; foreign: number }

export const watchCards = async (server: ServerChild, host: string, managers: readonly Manager[]) => {
  const watch: Watch = { cards: 0, afterEnd: 0, foreign: 0 }
  const ended = new Map<string, number>()
  const streams: Socket[] = []
  for (const manager of managers) {
    const seen = (_manager: Manager, json: string): void => {
      const event = JSON.parse(json) as { type: string; card?: Card; callId?: number; version?: number }
      if (event.type === 'call-card-withdrawn') ended.set(`${manager.id}/${event.callId}`, event.version ?? 0)
      if (!event.card) return
      watch.cards++
      const call = Number(event.card.phone.slice(2)) - 2_040_000_000
      const its = [managers[call % managers.length], managers[(call + 1) % managers.length]]
      if (!its.includes(manager)) watch.foreign++
      if ((ended.get(`${manager.id}/${event.card.callId}`) ?? 0) > event.card.version) watch.afterEnd++
    }
    streams.push(await openStream(server, host, manager, seen))
  }
  return { watch, close: () => streams.forEach((stream) => void stream.destroy()) }
}

/** The events of calls with the numbers from `first` on. */
export const storm = async (
  tenant: Tenant,
  servers: CrashingServers,
  managers: readonly Manager[],
  { first, calls }: { first: number; calls: number },
  random: () => number,
): Promise<{ events: number; badAnswers: number }> => {
  // A few calls at a time, so that events of one call are processed concurrently.
  const waiting = Array.from({ length: calls }, (_, n) => eventsOf(first + n, managers, random)).flat()
  let badAnswers = 0
  const events = waiting.length
  const send = async ({ body }: StormEvent): Promise<void> => {
    for (;;) {
      const reply = await tenant
        .api(servers.pick(random))
        .post('/api/v5/telephony/call/event', { event: body })
        .catch(() => undefined)
      if (reply?.status === 200) return
      if (reply && reply.status !== 503) badAnswers++
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
  const sender = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) await send(next)
  }
  await Promise.all(Array.from({ length: 16 }, sender))
  return { events, badAnswers }
}
