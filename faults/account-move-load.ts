// Writes to an account while it is moved between two cells, as clients that repeat what was refused.
import { createHttpClient, type HttpClient, type Reply } from '@patchbay/testkit/http-client'
import { sleep } from '@patchbay/testkit/services'
import { MOVED_HOST as HOST, type Journal, type Side } from './account-move-audit.ts'
import type { ReactionChange } from './reaction-journal.ts'

/** Per second: messages, and reaction changes, each of which is one webhook. */
const RATES = { messages: 100, reactions: 100, neighbour: 20 }
/** So many that the rates are reached although a busy machine takes a fifth of a second for a request. */
export const DRIVERS = 20
/** A driver that could not keep up sends at once what it owes, of this long at most. */
const CATCH_UP_MS = 1_000
const RETRY_MS = 300
/** So often an account that is not moved repeats a request: after half a minute it is not served. */
const MOST_TRIES = 100
const EMOJI = ['👍', '🔥', '❤', '🎉']

export type Setup = {
  token: string
  channel: number
  messages: number[]
  cookie: string
  neighbour: HttpClient
  accountId: number
}

/**
 * Clients that follow the account: on a refusal they try the other cell, as behind a router whose map is late. What one
 * has found the others know, so that few requests are spent on looking for it.
 */
const createFollower = (sides: readonly Side[]) => {
  let at = 0
  return (headers: Record<string, string>) => {
    const clients = sides.map(({ server }) => createHttpClient(server.origin, { host: HOST, ...headers }))
    return async (send: (http: HttpClient) => Promise<Reply>): Promise<Reply | undefined> => {
      const place = at
      const http = clients[place]
      if (!http) throw new Error('no cell')
      const reply = await send(http).catch(() => undefined)
      if (reply && reply.status < 500 && reply.status !== 404) return reply
      if (at === place) at = 1 - place
      await sleep(RETRY_MS)
      return undefined
    }
  }
}

export const startLoad = (sides: readonly Side[], setup: Setup, journal: Journal) => {
  let running = true
  let phase: 'before' | 'during' = 'before'
  const createClient = createFollower(sides)
  const everySecond = async (rate: number, drivers: number, one: () => Promise<void>) => {
    let next = performance.now()
    while (running) {
      await one()
      next = Math.max(next + (1000 * drivers) / rate, performance.now() - CATCH_UP_MS)
      await sleep(Math.max(0, next - performance.now()))
    }
  }
  const write = (driver: number) => {
    const follow = createClient({ 'x-transport-token': setup.token })
    let n = 0
    let last = performance.now()
    const sendUntilAcknowledged = async () => {
      const chat = `chat-${driver}`
      const id = `${driver}/${n++}`
      journal.requested.add(id)
      const message = { type: 'text', external_id: id, text: id }
      const body = {
        channel: setup.channel,
        external_chat_id: chat,
        customer: { external_id: chat, nickname: chat },
        message,
      }
      // A write whose answer was lost is repeated with the same number, as a client does.
      while (running) {
        const reply = await follow((http) => http.postJson('/api/transport/v1/messages', body))
        if (!reply) {
          journal.refused++
          continue
        }
        journal.acknowledged.set(id, reply.status)
        journal.writes[phase]++
        journal.gaps.push(performance.now() - last)
        last = performance.now()
        return
      }
    }
    return everySecond(RATES.messages, DRIVERS, sendUntilAcknowledged)
  }
  const react = (driver: number) => {
    const follow = createClient({ cookie: setup.cookie, 'content-type': 'application/json' })
    const changes: ReactionChange[] = []
    journal.changes.set(`reacted-${driver}`, { max: 1, changes })
    let n = 0
    return everySecond(RATES.reactions, DRIVERS, async () => {
      const emoji = EMOJI[n % EMOJI.length] ?? ''
      const path = `/workspace/messages/${setup.messages[driver]}/reactions`
      const reply = await follow((http) => http.send('PUT', path, { body: JSON.stringify({ reaction: emoji }) }))
      // Without an answer the same is sent again.
      if (reply) n++
      changes.push({ emoji, answer: reply?.status === 200 ? 'acknowledged' : reply ? 'refused' : 'unknown' })
      if (reply?.status === 200) {
        journal.reactions[phase]++
        journal.writes[phase]++
      } else if (reply) journal.reactions.refused++
    })
  }
  /** An account that is not moved: a busy machine may refuse it, and serves a repeat. */
  const neighbour = () =>
    everySecond(RATES.neighbour, 1, async () => {
      const started = performance.now()
      for (let tries = 0; tries < MOST_TRIES; tries++) {
        const wasDead = journal.isTargetDead
        const reply = await setup.neighbour.get('/api/v5/reference/sites').catch(() => undefined)
        if (wasDead || journal.isTargetDead) return
        if (reply?.status === 200) {
          journal.neighbourMs[phase].push(performance.now() - started)
          return
        }
        if (reply && reply.status !== 503) break
        journal.neighbour.refused++
        await sleep(RETRY_MS)
      }
      journal.neighbour.unserved++
    })
  const drivers = Array.from({ length: DRIVERS }, (_, driver) => [write(driver), react(driver)]).flat()
  const all = Promise.all([...drivers, neighbour()])
  return {
    /** What the first requests took says nothing. */
    reset: () => {
      journal.writes.before = 0
      journal.reactions.before = 0
      journal.neighbourMs.before.length = 0
    },
    begin: () => {
      phase = 'during'
    },
    stop: async () => {
      running = false
      await all
    },
  }
}
