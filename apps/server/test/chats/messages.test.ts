import { afterAll, beforeAll, expect, it } from 'vitest'
import { findMessageById } from '../../src/chats/messages/store.ts'
import { inAccount } from '../../src/lib/db/transaction.ts'
import { type System, startSystem } from '../support/system.ts'
import { connectTransport, met, type Transport } from '../support/transport.ts'
import { DIFFERENCES } from '../support/transport-differences.ts'

let system: System
let telegram: Transport
let channel: number
beforeAll(async () => {
  system = await startSystem()
  telegram = await connectTransport(system.fern, 'telegram-1', 'http://127.0.0.1:9/hook')
  channel = await telegram.channel()
})
afterAll(() => system.close())

const stored = (id: number) => inAccount(system.deps.db, system.fern.accountId, (trx) => findMessageById(trx, id))
const errors = (reply: { body: unknown }) => (reply.body as { errors: string[] }).errors

it('[D-61] accepts a message with its customer, and rejects a second one with the same external id', async () => {
  const body = {
    channel,
    external_chat_id: 'c-1',
    customer: {
      external_id: 'u-1',
      nickname: 'vera',
      first_name: 'Vera',
      phone: '+46701234567',
      email: 'vera@example.test',
      utm: { source: 'ad' },
      secondary_external_ids: ['u-one'],
    },
    originator: 'customer',
    message: { type: 'text', external_id: 'm-1', text: 'Do you have ferns?', created_at: '2026-02-03T10:00:00+01:00' },
    reply_deadline: '2026-02-04T10:00:00Z',
  }
  const taken = await telegram.call('POST', '/messages', body)
  expect(taken.status).toBe(200)
  expect(taken.body).toMatchObject({ message_id: expect.any(Number), time: '2026-02-03T09:00:00.000Z' })
  const again = await telegram.call('POST', '/messages', body)
  expect(again.status).toBe(400)
  expect(errors(again)).toEqual(['Message with passed external_id already exists'])
  expect(await stored((taken.body as { message_id: number }).message_id)).toMatchObject({
    content: 'Do you have ferns?',
    originator: 'customer',
    status: 'received',
    externalId: 'm-1',
  })
})

it('[D-61] creates one message of twenty concurrent ones with the same external id', async () => {
  const replies = await Promise.all(
    Array.from({ length: 20 }, () =>
      telegram.call('POST', '/messages', {
        channel,
        customer: { external_id: 'u-race', nickname: 'race' },
        message: { type: 'text', external_id: 'm-race', text: 'once' },
      }),
    ),
  )
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(replies.filter(({ status }) => status === 400)).toHaveLength(19)
})

it('[D-61] finds the chat by its own id without a customer, and fails when there is none', async () => {
  await telegram.message(channel, 'm-first', { chat: 'c-known', customer: { external_id: 'u-known' } })
  const fromOutside = await telegram.call('POST', '/messages', {
    channel,
    external_chat_id: 'c-known',
    originator: 'channel',
    message: { type: 'text', external_id: 'm-outside', text: 'Answered on the phone' },
  })
  expect(fromOutside.status).toBe(200)
  const message = await stored((fromOutside.body as { message_id: number }).message_id)
  expect(message).toMatchObject({ originator: 'channel', status: 'sent' })
  const send = (more: object) => telegram.call('POST', '/messages', { channel, message: { type: 'text' }, ...more })
  expect(errors(await send({ external_chat_id: 'c-unknown' }))).toEqual(['Chat not found: name the customer'])
  expect(errors(await send({}))).toEqual(['customer is missing'])
  // The older name of the client.
  expect((await send({ user: { external_id: 'u-2', nickname: 'two' } })).status).toBe(200)
})

it('[D-61] quotes a message, and warns when it does not exist', async () => {
  const first = await telegram.message(channel, 'm-quoted')
  const quoting = async (quote: object) =>
    (
      await telegram.call('POST', '/messages', {
        channel,
        external_chat_id: 'chat-1',
        customer: { external_id: 'u-1', nickname: 'vera' },
        message: { type: 'text', text: 'that one' },
        quote,
      })
    ).body as { message_id: number; warnings?: string[] }
  expect((await stored((await quoting({ external_id: 'm-quoted' })).message_id))?.quoteId).toBe(first)
  expect((await stored((await quoting({ id: first })).message_id))?.quoteId).toBe(first)
  expect((await quoting({ external_id: 'm-nowhere' })).warnings).toEqual(['Quoted message not found'])
})

it('[D-61] changes, deletes and restores a message', async () => {
  const id = await telegram.message(channel, 'm-edit')
  const edited = await telegram.call('PUT', '/messages', {
    channel,
    message: { external_id: 'm-edit', text: 'better', edited_at: 1_770_000_000_000 },
  })
  expect(edited.body).toEqual({})
  expect(await stored(id)).toMatchObject({ content: 'better', editedAt: new Date(1_770_000_000_000) })
  const deleted = await telegram.call('DELETE', '/messages', { channel, message: { id } })
  expect(deleted.body).toMatchObject({ id, content: 'better', is_edit: true, scope: 'public', type: 'text' })
  expect((await stored(id))?.deletedAt).toBeInstanceOf(Date)
  expect(errors(await telegram.call('PUT', '/messages', { channel, message: { id, text: 'x' } }))).toEqual([
    'Message not found',
  ])
  const restored = await telegram.call('POST', '/messages/restore', { channel_id: channel, message: { id } })
  expect(restored.body).toMatchObject({ id })
  expect((await stored(id))?.deletedAt).toBeNull()
})

it('[D-61] accepts history without marking the chat unread', async () => {
  const past = await telegram.call('POST', '/messages/history', {
    channel_id: channel,
    external_chat_id: 'c-past',
    customer: { external_id: 'u-past', nickname: 'past' },
    message: { type: 'text', external_id: 'm-past', text: 'long ago', created_at: '2020-01-01T00:00:00Z' },
  })
  expect(past.body).toMatchObject({ time: '2020-01-01T00:00:00.000Z' })
  const message = await stored((past.body as { message_id: number }).message_id)
  const chat = await inAccount(system.deps.db, system.fern.accountId, (trx) =>
    trx
      .selectFrom('chat')
      .select(['unread', 'active_at'])
      .where('id', '=', message?.chatId ?? 0)
      .executeTakeFirstOrThrow(),
  )
  // In the list it stands where it belongs: it is as old as its message.
  expect(chat).toEqual({ unread: 0, active_at: new Date('2020-01-01T00:00:00Z') })
})

it('[D-61] marks messages as read by the customer, one by one and up to a time', async () => {
  const send = async (externalId: string, at: string) => {
    const reply = await telegram.call('POST', '/messages', {
      channel,
      external_chat_id: 'c-read',
      customer: { external_id: 'u-read', nickname: 'reader' },
      originator: 'channel',
      message: { type: 'text', external_id: externalId, text: 'hello', created_at: at },
    })
    return (reply.body as { message_id: number }).message_id
  }
  const ids = [
    await send('r-1', '2026-01-01T10:00:00Z'),
    await send('r-2', '2026-01-01T11:00:00Z'),
    await send('r-3', '2026-01-01T12:00:00Z'),
  ]
  await telegram.message(channel, 'r-client', { chat: 'c-read', customer: { external_id: 'u-read' } })
  expect(
    (await telegram.call('POST', '/messages/read', { channel_id: channel, message: { external_id: 'r-1' } })).body,
  ).toEqual({})
  expect((await stored(ids[0] ?? 0))?.status).toBe('seen')
  const readUntil = await telegram.call('POST', '/messages/read_until', {
    channel_id: channel,
    customer_external_id: 'u-read',
    until: '2026-01-01T11:30:00Z',
  })
  expect(readUntil.body).toEqual({ ids: [ids[1]] })
  expect((await stored(ids[2] ?? 0))?.status).toBe('sent')
})

it('[D-61] acknowledges by either id, with an error or without', async () => {
  const ack = (body: object) => telegram.call('POST', '/messages/ack', { channel, ...body })
  const id = await telegram.message(channel, 'a-1')
  expect((await ack({ message: { id }, error: { code: 'spam_suspicion', message: 'slow down' } })).body).toEqual({})
  expect(await stored(id)).toMatchObject({ status: 'failed', error: { code: 'spam_suspicion', message: 'slow down' } })
  expect((await ack({ external_message_id: 'a-1', transport_message_id: 't-1' })).body).toEqual({})
  expect(await stored(id)).toMatchObject({ status: 'sent', externalId: 'a-1', error: undefined })
  expect(errors(await ack({ message: { external_id: 'nowhere' } }))).toEqual(['Message not found'])
  expect(errors(await ack({}))).toEqual(['message.external_id is missing (or message.id)'])
})

it('rejects messages to an inactive channel, and to a channel of another transport', async () => {
  const off = await telegram.channel()
  await telegram.call('DELETE', `/channels/${off}`)
  const body = (id: number) => ({
    channel: id,
    customer: { external_id: 'u', nickname: 'u' },
    message: { type: 'text', text: 'x', external_id: 'off-1' },
  })
  expect(errors(await telegram.call('POST', '/messages', body(off)))[0]).toContain('not active')
  const id = await telegram.message(channel, 'm-own')
  for (const other of [
    await connectTransport(system.fern, 'neighbour', 'http://127.0.0.1:9/hook'),
    await connectTransport(system.kettle, 'telegram-1', 'http://127.0.0.1:9/hook'),
  ]) {
    const own = await other.channel()
    const message = { external_id: 'm-own', id }
    for (const [method, path, more] of [
      ['PUT', '/messages', { message: { ...message, text: 'stolen' } }],
      ['DELETE', '/messages', { message }],
      ['POST', '/messages/ack', { message }],
      ['POST', '/messages/reaction', { message, reaction: '👍' }],
      ['DELETE', '/messages/reaction', { message }],
    ] as const) {
      expect(errors(await other.call(method, path, { channel, ...more }))).toEqual(['Channel not found'])
      expect(errors(await other.call(method, path, { channel: own, ...more }))).toEqual(['Message not found'])
    }
  }
  expect((await stored(id))?.content).toBe('text of m-own')
})

it('differs from the public document exactly as listed', async () => {
  await telegram.message(channel, 'm-null')
  await telegram.call('POST', '/messages/reaction', { channel, message: { external_id: 'm-null' }, reaction: '👍' })
  await telegram.call('DELETE', '/messages/reaction', { channel, message: { external_id: 'm-null' }, reaction: null })
  expect(DIFFERENCES.filter((difference) => !met.has(difference))).toEqual([])
})
