// Two users and the transport react to one message at the same moment, again and again, in many chats.

import { emojiKey } from '@patchbay/contract/base/emoji'
import type { HttpClient } from '@patchbay/testkit/http-client'
import { json } from '@patchbay/testkit/receiver'
import { waitUntil } from '@patchbay/testkit/services'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { userReactions } from '../../src/chats/reactions/rules.ts'
import { listReactions } from '../../src/chats/reactions/store.ts'
import { inAccount } from '../../src/lib/db/transaction.ts'
import { type System, startSystem } from '../support/system.ts'
import { connectTransport, EVERYTHING } from '../support/transport.ts'
import { type Listener, type ReceivedWebhook, startListener } from '../support/webhook-receiver.ts'

// Every run has another seed, so what one does not try the next may.
const ROUNDS = Number(process.env.ROUNDS ?? 2_000)
const ROUNDS_PER_ROOM = 20
const ROOMS_AT_ONCE = 4
const LIMITS = [1, 2, 4]
const SEED = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31))
const EMOJI = ['👍', '🔥', '❤', '❤️', '🎉'] as const

type Change = { adds: boolean; reaction: string; replaces: string | undefined }
const emoji = fc.constantFrom(...EMOJI)
const change = (adds: fc.Arbitrary<boolean>): fc.Arbitrary<Change> =>
  fc.record({ adds, reaction: emoji, replaces: fc.option(emoji, { freq: 1, nil: undefined }) })
const ofUser = change(fc.nat(9).map((die) => die < 6))
const ofClient = change(fc.nat(9).map((die) => die < 6))
/** Who does what in which round; the same for the same seed. Which of the three comes first is the machine's choice. */
const SCRIPT = fc.sample(fc.tuple(ofUser, ofUser, ofClient), { numRuns: ROUNDS, seed: SEED })

let system: System
let listener: Listener
beforeAll(async () => {
  system = await startSystem({ accounts: ['fern'], env: { LOG_LEVEL: 'error' } })
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

type ReactionData = { new_reaction?: string; old_reaction?: string; all_reactions: { reaction: string }[] }

/** D-68: the order of first use. A reaction that comes stands last, one that goes leaves the others where they are. */
const orderAfter = (before: readonly string[], { new_reaction, old_reaction }: ReactionData): string[] => {
  const rest = before.filter((emoji) => emoji !== old_reaction)
  return new_reaction === undefined || rest.some((emoji) => emojiKey(emoji) === emojiKey(new_reaction))
    ? rest
    : [...rest, new_reaction]
}

type Room = { name: string; max: number; channel: number; messageId: number }

it(`[C-14][D-67][D-68] stores no reaction twice, and webhooks have the stored ones in the order of first use, ${ROUNDS} rounds of three at once, seed ${SEED}`, async () => {
  const transport = await connectTransport(system.fern, 'race', listener.url)
  listener.verifyWith(transport.secret)
  const [bruno, chiara] = [await system.fern.signIn('bruno'), await system.fern.signIn('chiara')]
  const { db } = system.deps
  const statuses = new Map<number, number>()
  const byMessage = new Map<unknown, ReceivedWebhook[]>()
  listener.answer((delivery, response) => {
    const { external_message_id: name } = delivery.data
    byMessage.set(name, [...(byMessage.get(name) ?? []), delivery])
    json(response, 200, {})
  })
  // Without the check of every exchange against the OpenAPI document, which other tests make.
  const wire = system.fern.stranger.with({ 'x-transport-token': transport.token })

  const openRoom = async (number: number): Promise<Room> => {
    const [name, max] = [`room ${number}`, LIMITS[number % LIMITS.length] ?? 1]
    const channel = await transport.channel({ ...EVERYTHING, reactions: { max_count: max } })
    const messageId = await transport.message(channel, name, { chat: name, customer: { external_id: name } })
    return { name, max, channel, messageId }
  }
  const race = async ({ channel, messageId: id }: Room, rounds: typeof SCRIPT): Promise<void> => {
    for (const [his, hers, clients] of rounds) {
      const replies = await Promise.all([
        react(bruno, id, his),
        react(chiara, id, hers),
        wire.send(clients.adds ? 'POST' : 'DELETE', '/api/transport/v1/messages/reaction', {
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ channel, message: { id }, reaction: clients.reaction }),
        }),
      ])
      for (const { status } of replies) statuses.set(status, (statuses.get(status) ?? 0) + 1)
    }
  }
  const audit = async ({ name, max, messageId }: Room): Promise<void> => {
    const [reactions, { sequence }] = await inAccount(db, system.fern.accountId, async (trx) => [
      await listReactions(trx, [messageId]),
      await trx.selectFrom('chat').select('sequence').where('external_chat_id', '=', name).executeTakeFirstOrThrow(),
    ])
    expect(new Set(reactions.map(({ userId, key }) => `${userId} ${key}`)).size).toBe(reactions.length)
    const side = userReactions(reactions).map(({ emoji }) => emoji)
    expect(side.length).toBeLessThanOrEqual(max)
    const deliveries = () => byMessage.get(name) ?? []
    await waitUntil('all are delivered', () => deliveries().length >= sequence)
    expect(deliveries().map((one) => one.sequence)).toEqual(Array.from({ length: sequence }, (_, place) => place + 1))
    let order: string[] = []
    for (const { data } of deliveries()) {
      const change = data as ReactionData
      order = orderAfter(order, change)
      expect(change.all_reactions.map(({ reaction }) => reaction)).toEqual(order)
    }
    expect(side, name).toEqual(order)
  }

  const waiting = Array.from({ length: Math.ceil(ROUNDS / ROUNDS_PER_ROOM) }, (_, number) => number)
  const playNext = async (): Promise<void> => {
    for (let number = waiting.pop(); number !== undefined; number = waiting.pop()) {
      const room = await openRoom(number)
      await race(room, SCRIPT.slice(number * ROUNDS_PER_ROOM, (number + 1) * ROUNDS_PER_ROOM))
      await audit(room)
    }
  }
  await Promise.all(Array.from({ length: ROOMS_AT_ONCE }, playNext))
  // A starved machine may answer 503, which changes nothing.
  expect([...statuses.keys()].filter((status) => status >= 429 && status !== 503)).toEqual([])
  expect(listener.unverified).toEqual([])
}, 1_800_000)
