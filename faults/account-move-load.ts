// Writes to an account while it is moved between two cells, as clients that repeat what was refused.
import { createHttpClient, type HttpClient, type Reply } from '@patchbay/testkit/http-client'
import { sleep } from '@patchbay/testkit/services'
import { MOVED_HOST as HOST, type Journal, type Side } from './account-move-audit.ts'

/** Per second: messages, and reaction changes, each of which is one webhook. */
const RATES = { messages: 100, reactions: 100, neighbour: 20 }
export const DRIVERS = 8

export type Setup = {
  token: string
  channel: number
  messages: number[]
  cookie: string
  neighbour: HttpClient
  accountId: number
}

/** A client that follows the account: on a refusal it tries the other cell, as behind a router whose map is late. */
const createFollower = (sides: readonly Side[], headers: Record<string, string>) => {
  const clients = sides.map(({ server }) => createHttpClient(server.origin, { host: HOST, ...headers }))
  let at = 0
  return async (send: (http: HttpClient) => Promise<Reply>): Promise<{ reply: Reply; place: number } | undefined> => {
    const place = at
    const http = clients[place]
    if (!http) throw new Error('no cell')
    const reply = await send(http).catch(() => undefined)
    if (reply && reply.status < 500 && reply.status !== 404) return { reply, place }
    at = 1 - place
    await sleep(100)
    return undefined
  }
}

export const startLoad = (sides: readonly Side[], setup: Setup, journal: Journal) => {
  let running = true
  let phase: 'before' | 'during' = 'before'
  const everySecond = async (rate: number, drivers: number, one: () => Promise<void>) => {
    while (running) {
      const started = performance.now()
      await one()
      await sleep(Math.max(0, (1000 * drivers) / rate - (performance.now() - started)))
    }
  }
  const write = (driver: number) => {
    const follow = createFollower(sides, { 'x-transport-token': setup.token })
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
        const answer = await follow((http) => http.postJson('/api/transport/v1/messages', body))
        if (!answer) {
          journal.refused++
          continue
        }
        journal.acknowledged.set(id, answer.reply.status)
        journal.gaps.push(performance.now() - last)
        last = performance.now()
        return
      }
    }
    return everySecond(RATES.messages, DRIVERS, sendUntilAcknowledged)
  }
  const react = (driver: number) => {
    const follow = createFollower(sides, { cookie: setup.cookie, 'content-type': 'application/json' })
    let n = 0
    return everySecond(RATES.reactions, DRIVERS, async () => {
      const id = setup.messages[driver]
      const reaction = ['👍', '🔥', '❤', '🎉'][n++ % 4]
      const answer = await follow((http) =>
        http.send('PUT', `/workspace/messages/${id}/reactions`, { body: JSON.stringify({ reaction }) }),
      )
      if (answer?.reply.status === 200) journal.reactions++
    })
  }
  const neighbour = () =>
    everySecond(RATES.neighbour, 1, async () => {
      const started = performance.now()
      await setup.neighbour.get('/api/v5/reference/sites')
      journal.neighbourMs[phase].push(performance.now() - started)
    })
  const drivers = Array.from({ length: DRIVERS }, (_, driver) => [write(driver), react(driver)]).flat()
  const all = Promise.all([...drivers, neighbour()])
  return {
    begin: () => {
      phase = 'during'
    },
    stop: async () => {
      running = false
      await all
    },
  }
}
