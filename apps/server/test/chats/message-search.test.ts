import type { HttpClient } from '@patchbay/testkit/http-client'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { EXPIRE_MESSAGE_SEARCH } from '../../src/chats/message-search/jobs.ts'
import { MESSAGE_SEARCH_LANE } from '../../src/chats/message-search/lane.ts'
import type { Db } from '../../src/lib/db/database.ts'
import { inAccount } from '../../src/lib/db/transaction.ts'
import { type System, startSystem } from '../support/system.ts'
import { connectTransport, type Transport } from '../support/transport.ts'

let system: System
let transport: Transport
let channel: number
let bruno: HttpClient
beforeAll(async () => {
  system = await startSystem()
  await system.work()
  transport = await connectTransport(system.fern, 'found', 'http://127.0.0.1:9/hook')
  channel = await transport.channel()
  bruno = await system.fern.signIn('bruno')
})
afterAll(() => system.close())

type Found = { messages: { id: number; chatId: number; name: string; text: string }[]; more: boolean }
const find = async (text: string, more: Record<string, string> = {}, wire = bruno): Promise<Found> => {
  const reply = await wire.get('/workspace/messages/search', { text, ...more })
  expect(reply, reply.text).toMatchObject({ status: 200 })
  return reply.body as Found
}
const ids = async (text: string) => (await find(text)).messages.map(({ id }) => id)
let last = 0
const say = (text: string, chat = 'vera', more: object = {}) =>
  transport.message(channel, `said-${++last}`, { chat, customer: { external_id: chat }, message: { text, ...more } })
const inFern = <T>(work: (trx: Db) => Promise<T>) => inAccount(system.deps.db, system.fern.accountId, work)

it('finds messages by whole words and the beginning of the last one, newest first', async () => {
  const olive = await say('Do you have olive trees in stock?')
  const oil = await say('Olive oil, please')
  const fig = await say('Инжир или ёлку — есть?', 'boris')
  expect(await ids('olive')).toEqual([oil, olive])
  expect(await ids('OLIV')).toEqual([oil, olive])
  expect(await ids('olive tre')).toEqual([olive])
  expect(await ids('stock olive')).toEqual([olive])
  expect(await ids('oliv stock')).toEqual([])
  expect(await ids('елк')).toEqual([fig])
  expect(await ids('live')).toEqual([])
  expect(await ids('o')).toEqual([])
  expect((await find('инжир')).messages).toMatchObject([{ id: fig, name: 'Vera', text: 'Инжир или ёлку — есть?' }])
  expect(await find('olive', { limit: '1' })).toMatchObject({ messages: [{ id: oil }], more: true })
})

it('edits, deletions and restorations change what is found', async () => {
  const id = await say('Three begonias')
  const which = { channel, message: { id, text: 'Four begonias and roses' } }
  await transport.call('PUT', '/messages', which)
  expect(await ids('three')).toEqual([])
  expect(await ids('begonias ros')).toEqual([id])
  await transport.call('DELETE', '/messages', { channel, message: { id } })
  expect(await ids('begonias')).toEqual([])
  await transport.call('POST', '/messages/restore', { channel_id: channel, message: { id } })
  expect(await ids('begonias')).toEqual([id])
  const { chatId } = (await find('begonias')).messages[0] ?? { chatId: 0 }
  const written = await bruno.postJson(`/workspace/chats/${chatId}/messages`, { text: 'Peonies are in' })
  expect(await ids('peon')).toEqual([(written.body as { id: number }).id])
})

it('[E-02] finds nothing of another account', async () => {
  await say('a secret orchid')
  const name = Object.keys(system.kettle.userIds)[0] as keyof typeof system.kettle.userIds
  expect((await find('orchid', {}, await system.kettle.signIn(name))).messages).toEqual([])
  expect(await ids('orchid')).toHaveLength(1)
})

it('opens a conversation around a message far up, a few newer ones below it', async () => {
  const all: number[] = []
  for (let n = 0; n < 80; n++) all.push(await say(`line ${n}`, 'long'))
  const { chatId } = (await find('line')).messages[0] ?? { chatId: 0 }
  type Page = { messages: { id: number }[]; earlier?: string; later?: string }
  const open = async (query: Record<string, string>) =>
    (await bruno.get(`/workspace/chats/${chatId}`, query)).body as Page
  const around = await open({ around: String(all[20]) })
  expect(around.messages.map(({ id }) => id)).toEqual(all.slice(0, 31))
  expect(around.earlier).toBeUndefined()
  const next = await open({ after: around.later ?? '' })
  expect(next.messages.map(({ id }) => id)).toEqual(all.slice(31))
  const end = await open({ around: String(all[75]) })
  expect(end.later).toBeUndefined()
  expect(end.messages.at(-1)?.id).toBe(all[79])
  expect((await open({})).later).toBeUndefined()
})

it('indexes what was there before the index, newest first and as far back as messages are searched', async () => {
  const count = 1_201
  const old = await say('an ancient cactus')
  await inFern(async (trx) => {
    await sql`update message set created_at = now() - interval '366 days' where id = ${old}`.execute(trx)
    await sql`insert into message (chat_id, channel_id, originator, type, content, status)
      select chat_id, channel_id, 'customer', 'text', 'stored word' || n, 'received'
      from message, generate_series(1, ${count}) n where id = ${old}`.execute(trx)
    await sql`delete from message_token`.execute(trx)
    await sql`delete from message_search`.execute(trx)
  })
  expect(await ids('stored')).toEqual([])
  await inFern((trx) =>
    system.deps.lanes.enqueue(trx, { kind: MESSAGE_SEARCH_LANE, key: 'messages', endpoint: 'search' }),
  )
  const tokens = (token: string) =>
    inFern(async (trx) => (await sql`select from message_token where token = ${token}`.execute(trx)).rows.length)
  // The oldest that are searched come last.
  await expect.poll(() => ids('olive')).toHaveLength(2)
  expect(await tokens('stored')).toBe(count)
  expect(await ids('cactus')).toEqual([])
})

it('[D-98] deletes the words of messages that became too old, and nothing else', async () => {
  const before = await ids('begonias')
  const { id } = await inFern(async (trx) => {
    const row = await trx.selectFrom('message').select(sql<number>`min(id)`.as('id')).executeTakeFirstOrThrow()
    await sql`update message set created_at = now() - interval '366 days' where id = ${row.id}`.execute(trx)
    return row
  })
  const words = () =>
    inFern((trx) => trx.selectFrom('message_token').select('token').where('message_id', '=', id).execute())
  expect(await words()).not.toEqual([])
  await inFern((trx) => system.deps.jobs.send(trx, EXPIRE_MESSAGE_SEARCH, {}))
  await expect.poll(words).toEqual([])
  expect(await ids('begonias')).toEqual(before)
})
