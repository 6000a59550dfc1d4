// Two users and the transport react to one message at the same moment, again and again.

import { until } from '@patchbay/testkit/services'
import type { Wire } from '@patchbay/testkit/wire'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { userReactions } from '../../src/chats/reactions/rules.ts'
import { listReactions } from '../../src/chats/reactions/store.ts'
import { inAccount } from '../../src/lib/db/transaction.ts'
import { type System, startSystem } from '../support/system.ts'
import { connectTransport, EVERYTHING } from '../support/transport.ts'
import { type Listener, startListener } from '../support/webhook-receiver.ts'

const ROUNDS = Number(process.env.ROUNDS ?? 40)
const EMOJI = ['👍', '🔥', '❤', '❤️', '🎉'] as const
const pick = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)] as T

let system: System
let listener: Listener
beforeAll(async () => {
  system = await startSystem({ accounts: ['fern'] })
  listener = await startListener()
  await system.work()
})
afterAll(async () => {
  await system.close()
  await listener.close()
})

const react = (wire: Wire, id: number) =>
  Math.random() < 0.7
    ? wire.send('PUT', `/workspace/messages/${id}/reactions`, {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ reaction: pick(EMOJI), ...(Math.random() < 0.3 && { replaces: pick(EMOJI) }) }),
      })
    : wire.send('DELETE', `/workspace/messages/${id}/reactions?reaction=${encodeURIComponent(pick(EMOJI))}`)

it(`[C-14][D-67] holds no reaction twice and tells in the end exactly what stands, ${ROUNDS} rounds of three at once`, async () => {
  const transport = await connectTransport(system.fern, 'race', listener.url)
  listener.verifyWith(transport.secret)
  const [bruno, chiara] = [await system.fern.signIn('bruno'), await system.fern.signIn('chiara')]
  const stored = (id: number) => inAccount(system.deps.db, system.fern.accountId, (trx) => listReactions(trx, [id]))
  const statuses = new Map<number, number>()
  for (const max_count of [1, 2]) {
    const channel = await transport.channel({ ...EVERYTHING, reactions: { max_count } })
    const name = `room for ${max_count}`
    const id = await transport.message(channel, name, { chat: name, customer: { external_id: name } })
    for (let round = 0; round < ROUNDS / 2; round++) {
      const replies = await Promise.all([
        react(bruno, id),
        react(chiara, id),
        transport.call(Math.random() < 0.6 ? 'POST' : 'DELETE', '/messages/reaction', {
          channel,
          message: { id },
          reaction: pick(EMOJI),
        }),
      ])
      for (const { status } of replies) statuses.set(status, (statuses.get(status) ?? 0) + 1)
    }
    const reactions = await stored(id)
    expect(new Set(reactions.map(({ userId, key }) => `${userId} ${key}`)).size).toBe(reactions.length)
    const side = userReactions(reactions).map(({ emoji }) => ({ reaction: emoji }))
    expect(side.length).toBeLessThanOrEqual(max_count)
    const { sequence } = await inAccount(system.deps.db, system.fern.accountId, (trx) =>
      trx.selectFrom('chat').select('sequence').where('external_chat_id', '=', name).executeTakeFirstOrThrow(),
    )
    const told = () => listener.told.filter(({ data }) => data.external_message_id === name)
    await until('all is told', () => told().length >= sequence, 60_000)
    expect(told().map((one) => one.sequence)).toEqual(Array.from({ length: sequence }, (_, place) => place + 1))
    expect(told().at(-1)?.data.all_reactions ?? []).toEqual(side)
  }
  expect([...statuses.keys()].filter((status) => status >= 500)).toEqual([])
  expect(listener.unverified).toEqual([])
}, 600_000)
