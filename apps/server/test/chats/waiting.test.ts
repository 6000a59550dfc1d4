// Which customers wait for a reply: a random exchange of messages against a model in memory.
import type { HttpClient } from '@patchbay/testkit/http-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type System, startSystem } from '../support/system.ts'
import { connectTransport, type Transport } from '../support/transport.ts'

const SEED = Number(process.env.SEED ?? Math.floor(Math.random() * 1_000_000))

let system: System
let telegram: Transport
let channel: number
let bruno: HttpClient
beforeAll(async () => {
  system = await startSystem()
  telegram = await connectTransport(system.fern, 'telegram-1', 'http://127.0.0.1:9')
  channel = await telegram.channel()
  bruno = await system.fern.signIn('bruno')
})
afterAll(() => system.close())

type Waiting = { items: { chat: { id: number; name: string }; waitingSince: string }[]; count: number }
const waiting = async (wire = bruno): Promise<Waiting> =>
  ((await wire.get('/workspace/chats/waiting')).body as { waiting: Waiting }).waiting

let sent = 0
const say = (name: string, more: object = {}) =>
  telegram.call('POST', '/messages', {
    channel,
    external_chat_id: `chat-${name}`,
    customer: { external_id: name, nickname: name },
    message: { external_id: `m-${++sent}`, type: 'text', text: 'Hello' },
    ...more,
  })

const idOf = async (name: string): Promise<number> => {
  const { chats } = (await bruno.get('/workspace/chats')).body as { chats: { id: number; name: string }[] }
  return chats.find((chat) => chat.name === name)?.id ?? expect.fail(`no chat with ${name}`)
}

describe(`seed ${SEED}`, () => {
  it('lists who waits for a reply, the longest wait first, through any order of messages, replies and dismissals', async () => {
    const names = ['ann', 'ben', 'cleo', 'dan', 'eva', 'finn', 'gus']
    for (const name of names) await say(name)
    const ids = new Map(await Promise.all(names.map(async (name) => [name, await idOf(name)] as const)))
    /** In the order in which they began to wait. */
    let model = [...names]
    let state = SEED
    const below = (count: number) => {
      state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
      return Math.floor((state / 0x80000000) * count)
    }
    for (let step = 0; step < 40; step++) {
      const name = names[below(names.length)] ?? ''
      const leave = () => {
        model = model.filter((one) => one !== name)
      }
      const moves = [
        async () => {
          await say(name)
          if (!model.includes(name)) model.push(name)
        },
        async () => {
          await bruno.postJson(`/workspace/chats/${ids.get(name)}/messages`, { text: 'Coming' })
          leave()
        },
        async () => {
          await bruno.postJson(`/workspace/chats/${ids.get(name)}/no-reply`, {})
          leave()
        },
        // Our side wrote from another device.
        async () => {
          await say(name, { originator: 'channel' })
          leave()
        },
        // Neither reading nor a reaction is a reply.
        () => bruno.postJson(`/workspace/chats/${ids.get(name)}/read`, {}),
      ]
      await moves[below(moves.length)]?.()
      const { items, count } = await waiting()
      expect({ names: items.map(({ chat }) => chat.name), count }).toEqual({
        names: model.slice(0, 5),
        count: model.length,
      })
    }
  })
})

it('does not take imported history for a customer who waits', async () => {
  const before = (await waiting()).count
  const message = { external_id: 'old', type: 'text', text: 'Last year', created_at: '2025-01-01T10:00:00Z' }
  const reply = await telegram.call('POST', '/messages/history', {
    channel_id: channel,
    external_chat_id: 'chat-old',
    customer: { external_id: 'old', nickname: 'old' },
    message,
  })
  expect(reply.status).toBeLessThan(300)
  expect((await waiting()).count).toBe(before)
})

it('shows nothing of it to another account, and refuses what does not exist', async () => {
  expect(await waiting(await system.kettle.signIn('edith'))).toEqual({ items: [], count: 0 })
  expect((await bruno.postJson('/workspace/chats/999999/no-reply', {})).status).toBe(404)
})
