// Two users and the transport react to one message at the same moment, again and again.

import type { HttpClient } from '@patchbay/testkit/http-client'
import { waitUntil } from '@patchbay/testkit/services'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { userReactions } from '../../src/chats/reactions/rules.ts'
import { listReactions } from '../../src/chats/reactions/store.ts'
import { inAccount } from '../../src/lib/db/transaction.ts'
import { type System, startSystem } from '../support/system.ts'
import { connectTransport, EVERYTHING } from '../support/transport.ts'
import { type Listener, startListener } from '../support/webhook-receiver.ts'

const ROUNDS = Number(process.env.ROUNDS ?? 40)
const SEED = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31))
const EMOJI = ['👍', '🔥', '❤', '❤️', '🎉'] as const

type Change = { adds: boolean; reaction: string; replaces: string | undefined }
const emoji = fc.constantFrom(...EMOJI)
const change = (adds: fc.Arbitrary<boolean>): fc.Arbitrary<Change> =>
  fc.record({ adds, reaction: emoji, replaces: fc.option(emoji, { freq: 2, nil: undefined }) })
const ofUser = change(fc.nat(9).map((die) => die < 7))
const ofClient = change(fc.nat(9).map((die) => die < 6))
/** Who does what in which round; the same for the same seed. Which of the three comes first is the machine's choice. */
const SCRIPT = fc.sample(fc.tuple(ofUser, ofUser, ofClient), { numRuns: ROUNDS, seed: SEED })

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

const react = (wire: HttpClient, id: number, { adds, reaction, replaces }: Change) =>
  adds
    ? wire.send('PUT', `/workspace/messages/${id}/reactions`, {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ reaction, replaces }),
      })
    : wire.send('DELETE', `/workspace/messages/${id}/reactions?reaction=${encodeURIComponent(reaction)}`)

const inOrder = (all: unknown): string[] =>
  ((all ?? []) as { reaction: string }[]).map(({ reaction }) => reaction).sort()

it(`[C-14][D-67] holds no reaction twice and tells in the end exactly what stands, ${ROUNDS} rounds of three at once, seed ${SEED}`, async () => {
  const transport = await connectTransport(system.fern, 'race', listener.url)
  listener.verifyWith(transport.secret)
  const [bruno, chiara] = [await system.fern.signIn('bruno'), await system.fern.signIn('chiara')]
  const stored = (id: number) => inAccount(system.deps.db, system.fern.accountId, (trx) => listReactions(trx, [id]))
  const statuses = new Map<number, number>()
  for (const max_count of [1, 2]) {
    const channel = await transport.channel({ ...EVERYTHING, reactions: { max_count } })
    const name = `room for ${max_count}`
    const id = await transport.message(channel, name, { chat: name, customer: { external_id: name } })
    for (const [his, hers, clients] of SCRIPT.filter((_, round) => round % 2 === max_count - 1)) {
      const replies = await Promise.all([
        react(bruno, id, his),
        react(chiara, id, hers),
        transport.call(clients.adds ? 'POST' : 'DELETE', '/messages/reaction', {
          channel,
          message: { id },
          reaction: clients.reaction,
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
    await waitUntil('all is told', () => told().length >= sequence, 60_000)
    expect(told().map((one) => one.sequence)).toEqual(Array.from({ length: sequence }, (_, place) => place + 1))
    // Which they are, not in which order: when the first of two holders of an emoji takes it back, its place in the list
    // changes and nothing is sent, since no reaction was added or removed.
    expect(inOrder(told().at(-1)?.data.all_reactions)).toEqual(inOrder(side))
  }
  expect([...statuses.keys()].filter((status) => status >= 500)).toEqual([])
  expect(listener.unverified).toEqual([])
}, 600_000)
