import { afterAll, beforeAll, expect, it } from 'vitest'
import { listReactions } from '../../src/chats/reactions/store.ts'
import { inAccount } from '../../src/lib/db/transaction.ts'
import { type System, startSystem } from '../support/system.ts'
import { connectTransport, type Transport } from '../support/transport.ts'

let system: System
let telegram: Transport
let channel: number
beforeAll(async () => {
  system = await startSystem()
  telegram = await connectTransport(system.fern, 'telegram-1', 'http://127.0.0.1:9/hook')
  channel = await telegram.channel()
})
afterAll(() => system.close())

const add = (message: object, reaction?: unknown, at = channel) =>
  telegram.call('POST', '/messages/reaction', { channel: at, message, ...(reaction !== undefined && { reaction }) })
const take = (message: object, reaction?: unknown) =>
  telegram.call('DELETE', '/messages/reaction', { channel, message, ...(reaction !== undefined && { reaction }) })
const reactionsOf = async (id: number) =>
  (await inAccount(system.deps.db, system.fern.accountId, (trx) => listReactions(trx, [id]))).map(
    ({ emoji, userId }) => [emoji, userId],
  )
const errors = (reply: { body: unknown }) => (reply.body as { errors: string[] }).errors

it('[C-05] rejects a reaction without message.external_id, channel or reaction, and names the missing field', async () => {
  await telegram.message(channel, 'm-0')
  const post = (body: object) => telegram.call('POST', '/messages/reaction', body)
  const whole = { channel, message: { external_id: 'm-0' }, reaction: '👍' }
  const { channel: _c, ...noChannel } = whole
  const { message: _m, ...noMessage } = whole
  const { reaction: _r, ...noReaction } = whole
  for (const [body, named] of [
    [noChannel, 'channel'],
    [noMessage, 'message'],
    [noReaction, 'reaction'],
    [{ ...whole, message: {} }, 'message.external_id'],
    [{ ...whole, message: { external_id: '' } }, 'message.external_id'],
    [{ ...whole, reaction: null }, 'reaction'],
  ] as const) {
    const reply = await post(body)
    expect(reply.status).toBe(400)
    expect(errors(reply).join()).toContain(named)
  }
  expect((await post(whole)).status).toBe(200)
})

it('[C-06][D-62] adds the reaction to the message, by either id, and answers {}', async () => {
  const id = await telegram.message(channel, 'm-1')
  const reply = await add({ external_id: 'm-1' }, '👍')
  expect([reply.status, reply.text, reply.headers['content-type']]).toEqual([
    200,
    '{}',
    'application/json; charset=utf-8',
  ])
  expect((await add({ id }, '🔥')).text).toBe('{}')
  expect(await reactionsOf(id)).toEqual([
    ['👍', null],
    ['🔥', null],
  ])
  expect(errors(await add({ external_id: 'unknown' }, '👍'))).toEqual(['Message not found'])
})

it('[D-65] accepts only one emoji, compares without U+FE0F and stores it as received', async () => {
  const id = await telegram.message(channel, 'm-emoji')
  for (const wrong of ['x', '👍👍', ':heart:', ' 👍']) {
    const reply = await add({ id }, wrong)
    expect(reply.status).toBe(400)
    expect(errors(reply)).toEqual(['The reaction must be one emoji, and nothing else'])
  }
  expect((await add({ id }, '❤')).status).toBe(200)
  expect((await add({ id }, '❤️')).status).toBe(200)
  expect(await reactionsOf(id)).toEqual([['❤', null]])
  expect((await take({ id }, '❤️')).status).toBe(200)
  expect(await reactionsOf(id)).toEqual([])
})

it('[D-66] lets a customer hold several reactions, each emoji once; a repeat changes nothing', async () => {
  const id = await telegram.message(channel, 'm-many')
  for (const emoji of ['👍', '🔥', '👍', '😀']) expect((await add({ id }, emoji)).status).toBe(200)
  expect((await reactionsOf(id)).map(([emoji]) => emoji)).toEqual(['👍', '🔥', '😀'])
})

it('[C-04] does not limit what transports add by max_count or the dictionary', async () => {
  const narrow = await telegram.channel({ text: { reaction: 'both' }, reactions: { max_count: 1, dictionary: ['👍'] } })
  const id = await telegram.message(narrow, 'm-narrow')
  for (const emoji of ['😀', '🔥', '🎉']) expect((await add({ id }, emoji, narrow)).status).toBe(200)
  expect(await reactionsOf(id)).toHaveLength(3)
})

it('[C-07] checks the named reaction against the stored one', async () => {
  const id = await telegram.message(channel, 'm-check')
  await add({ id }, '👍')
  await add({ id }, '🔥')
  const wrong = await take({ id }, '😀')
  expect(wrong.status).toBe(400)
  expect(errors(wrong)).toEqual(['Reaction not found'])
  expect((await take({ id }, '🔥')).text).toBe('{}')
  expect(await reactionsOf(id)).toEqual([['👍', null]])
})

it('[C-08][D-66] removes the oldest by default, and fails with a text when there is none', async () => {
  const id = await telegram.message(channel, 'm-oldest')
  await add({ id }, '👍')
  await add({ id }, '🔥')
  expect((await take({ id })).status).toBe(200)
  expect(await reactionsOf(id)).toEqual([['🔥', null]])
  expect((await take({ id }, null)).status).toBe(200)
  const none = await take({ id })
  expect(none.status).toBe(400)
  expect(errors(none)).toEqual(['Reaction not found'])
})

it('[C-09] never removes the reaction of a user', async () => {
  const id = await telegram.message(channel, 'm-users')
  const bruno = await system.fern.signIn('bruno')
  const set = await bruno.send('PUT', `/workspace/messages/${id}/reactions`, {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ reaction: '👍' }),
  })
  expect(set.status).toBe(200)
  expect(errors(await take({ id }, '👍'))).toEqual(['Reaction not found'])
  expect(errors(await take({ id }))).toEqual(['Reaction not found'])
  await add({ id }, '👍')
  expect((await take({ id }, '👍')).status).toBe(200)
  expect(await reactionsOf(id)).toEqual([['👍', system.fern.userIds.bruno]])
})

it('[C-15][D-63] rejects the transport’s reaction where the setting does not allow it', async () => {
  for (const [reaction, status] of [
    ['both', 200],
    ['send', 200],
    ['receive', 400],
    ['none', 400],
    [undefined, 400],
  ] as const) {
    const at = await telegram.channel({ text: reaction ? { reaction } : {}, image: { reaction: 'both' } })
    const id = await telegram.message(at, `m-dir-${reaction}`)
    const reply = await add({ id }, '👍', at)
    expect(reply.status).toBe(status)
    if (status === 400) expect(errors(reply)[0]).toContain('settings.text.reaction')
    const image = await telegram.message(at, `i-dir-${reaction}`, { message: { type: 'image' } })
    expect((await add({ id: image }, '👍', at)).status).toBe(200)
  }
})

it('[D-68] marks the chat unread and shows the reaction in it', async () => {
  const id = await telegram.message(channel, 'm-wake', { chat: 'c-wake', customer: { external_id: 'u-wake' } })
  const chat = () =>
    inAccount(system.deps.db, system.fern.accountId, (trx) =>
      trx.selectFrom('chat').selectAll().where('external_chat_id', '=', 'c-wake').executeTakeFirstOrThrow(),
    )
  expect((await chat()).unread).toBe(1)
  await add({ id }, '🔥')
  expect(await chat()).toMatchObject({ unread: 2, last_reaction: '🔥', last_reaction_message_id: id })
  await add({ id }, '🔥')
  expect((await chat()).unread).toBe(2)
  await take({ id })
  expect((await chat()).last_reaction).toBeNull()
})
