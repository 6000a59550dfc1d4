import type { HttpClient } from '@patchbay/testkit/http-client'
import { json } from '@patchbay/testkit/receiver'
import { waitUntil } from '@patchbay/testkit/services'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { failUnacknowledgedMessages } from '../../src/chats/messages/jobs.ts'
import { insertTask } from '../../src/crm/tasks/store.ts'
import { freezeModule } from '../../src/integration-modules/activity/service.ts'
import { inAccount } from '../../src/lib/db/transaction.ts'
import { lanesDone } from '../support/lanes.ts'
import { type System, startSystem } from '../support/system.ts'
import { connectTransport, EVERYTHING, type Transport } from '../support/transport.ts'
import { type Listener, startListener } from '../support/webhook-receiver.ts'

let system: System
let listener: Listener
let telegram: Transport
let channel: number
let bruno: HttpClient
let chiara: HttpClient
beforeAll(async () => {
  system = await startSystem()
  listener = await startListener()
  telegram = await connectTransport(system.fern, 'telegram-1', listener.url)
  listener.verifyWith(telegram.secret)
  channel = await telegram.channel()
  bruno = await system.fern.signIn('bruno')
  chiara = await system.fern.signIn('chiara')
  await system.work()
})
afterAll(async () => {
  await system.close()
  await listener.close()
})
beforeEach(() => {
  listener.received.length = 0
  listener.receiver.received.length = 0
  listener.answer((_told, response) => json(response, 200, {}))
})

const put = (wire: HttpClient, path: string, body: object) =>
  wire.send('PUT', path, { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
const react = (wire: HttpClient, id: number, reaction: string, replaces?: string) =>
  put(wire, `/workspace/messages/${id}/reactions`, { reaction, ...(replaces !== undefined && { replaces }) })
const unreact = (wire: HttpClient, id: number, reaction: string) =>
  wire.send('DELETE', `/workspace/messages/${id}/reactions?reaction=${encodeURIComponent(reaction)}`)

type Summary = {
  id: number
  name: string
  unread: number
  customerId: number
  managerId?: number
  channel: { active: boolean }
  lastMessage: object
  lastReaction?: object
}
type Conversation = {
  chat: Summary
  can: object
  messages: {
    id: number
    text: string
    status: string
    error?: object
    reactions: object[]
    canReact: boolean
    deleted: boolean
    edited: boolean
  }[]
}
const list = async (wire = bruno, query = ''): Promise<Summary[]> =>
  ((await wire.get(`/workspace/chats${query}`)).body as { chats: Summary[] }).chats
const chatOf = async (name: string): Promise<Summary> =>
  (await list()).find((chat) => chat.name === name) ?? expect.fail(`no chat with ${name}`)
const open = async (id: number, wire = bruno): Promise<Conversation> => (await wire.get(`/workspace/chats/${id}`)).body
const client = (name: string) => ({
  chat: `chat of ${name}`,
  customer: { external_id: `u-${name}`, nickname: name, first_name: name },
})

it('[C-10][C-13][C-14] sends an added reaction: reaction_add with new_reaction and all_reactions, no old_reaction', async () => {
  const id = await telegram.message(channel, 'r-add', client('Add'))
  const seconds = () => Math.floor(Date.now() / 1000)
  const before = seconds()
  expect((await react(bruno, id, '👍')).body).toEqual({ success: true })
  const [delivery] = await listener.waitFor(1)
  expect(JSON.parse(delivery?.body ?? '')).toEqual({
    type: 'reaction_add',
    meta: { timestamp: expect.any(Number) },
    data: {
      external_user_id: 'u-Add',
      external_chat_id: 'chat of Add',
      channel_id: channel,
      external_message_id: 'r-add',
      new_reaction: '👍',
      all_reactions: [{ reaction: '👍' }],
    },
  })
  expect(Number.isInteger(delivery?.meta.timestamp)).toBe(true)
  expect(delivery?.meta.timestamp).toBeGreaterThanOrEqual(before)
  expect(delivery?.meta.timestamp).toBeLessThanOrEqual(seconds())
})

it('[C-11] sends a replaced reaction: reaction_add with new_reaction, old_reaction and all_reactions', async () => {
  const id = await telegram.message(channel, 'r-replace', client('Replace'))
  await react(bruno, id, '👍')
  await react(chiara, id, '🔥')
  const received = await listener.waitFor(2)
  expect(received[1]).toMatchObject({
    type: 'reaction_add',
    data: { new_reaction: '🔥', old_reaction: '👍', all_reactions: [{ reaction: '🔥' }] },
  })
})

it('[C-12][C-14] sends a deleted reaction: reaction_delete with old_reaction, no new_reaction, all_reactions empty', async () => {
  const id = await telegram.message(channel, 'r-delete', client('Delete'))
  await react(bruno, id, '👍')
  await unreact(bruno, id, '👍')
  const received = await listener.waitFor(2)
  expect(received[1]).toMatchObject({ type: 'reaction_delete', data: { old_reaction: '👍', all_reactions: [] } })
  expect(received[1]?.data).not.toHaveProperty('new_reaction')
})

it('[C-02][C-03][D-67] limits users by dictionary and max_count, and sends no webhook for a rejected reaction', async () => {
  const narrow = await telegram.channel({ ...EVERYTHING, reactions: { max_count: 2, dictionary: ['👍', '🔥', '😀'] } })
  const id = await telegram.message(narrow, 'r-narrow', client('Narrow'))
  expect((await react(bruno, id, '🎉')).body).toMatchObject({ success: false, errorCode: 'emoji_not_in_dictionary' })
  expect((await react(bruno, id, '👍')).status).toBe(200)
  expect((await react(bruno, id, '🔥')).status).toBe(200)
  const full = await react(chiara, id, '😀')
  expect([full.status, (full.body as { errorCode: string }).errorCode]).toEqual([409, 'reactions_full'])
  expect((await react(chiara, id, '😀', '👍')).status).toBe(200)
  const received = await listener.waitFor(3)
  expect(received.map(({ data }) => [data.new_reaction, data.old_reaction, data.all_reactions])).toEqual([
    ['👍', undefined, [{ reaction: '👍' }]],
    ['🔥', undefined, [{ reaction: '👍' }, { reaction: '🔥' }]],
    ['😀', '👍', [{ reaction: '🔥' }, { reaction: '😀' }]],
  ])
  const { chat } = await open((await chatOf('Narrow')).id)
  expect((await open(chat.id)).can).toMatchObject({ dictionary: ['👍', '🔥', '😀'], maxReactions: 2 })
})

it('[D-68] keeps the order of first use, and the form, while a colleague still holds an emoji that its first user removed', async () => {
  const wide = await telegram.channel({ ...EVERYTHING, reactions: { max_count: 5 } })
  const id = await telegram.message(wide, 'r-order', client('Order'))
  await react(bruno, id, '❤')
  await react(chiara, id, '🔥')
  await react(chiara, id, '❤️')
  await unreact(bruno, id, '❤')
  await react(bruno, id, '🎉')
  const webhooks = await listener.waitFor(3)
  expect(webhooks[2]?.data.all_reactions).toEqual([{ reaction: '❤' }, { reaction: '🔥' }, { reaction: '🎉' }])
  const { messages } = await open((await chatOf('Order')).id)
  expect(messages[0]?.reactions).toMatchObject([{ reaction: '❤' }, { reaction: '🔥' }, { reaction: '🎉' }])
  await unreact(chiara, id, '❤')
  await react(bruno, id, '❤️')
  expect((await listener.waitFor(5))[4]?.data.all_reactions).toEqual([
    { reaction: '🔥' },
    { reaction: '🎉' },
    { reaction: '❤️' },
  ])
})

it('[D-67] sets and removes, never toggles: a repeat succeeds and sends no webhook', async () => {
  const id = await telegram.message(channel, 'r-repeat', client('Repeat'))
  for (const wire of [bruno, bruno, chiara]) expect((await react(wire, id, '👍')).status).toBe(200)
  expect((await unreact(chiara, id, '👍')).status).toBe(200)
  expect((await unreact(chiara, id, '👍')).status).toBe(200)
  expect((await unreact(bruno, id, '👍')).status).toBe(200)
  expect((await unreact(bruno, id, '👍')).status).toBe(200)
  const received = await listener.waitFor(2)
  await lanesDone(system)
  expect(received.map(({ type }) => type)).toEqual(['reaction_add', 'reaction_delete'])
})

it('[C-15][D-63] shows no picker and sends no webhook where the channel does not accept reactions', async () => {
  for (const [reaction, takes] of [
    ['both', true],
    ['receive', true],
    ['send', false],
    ['none', false],
    [undefined, false],
  ] as const) {
    const at = await telegram.channel({ text: reaction ? { reaction } : {} })
    const name = `Way ${reaction}`
    const id = await telegram.message(at, `way-${reaction}`, client(name))
    const { messages } = await open((await chatOf(name)).id)
    expect(messages[0]?.canReact).toBe(takes)
    const reply = await react(bruno, id, '👍')
    expect(reply.status).toBe(takes ? 200 : 409)
  }
  await listener.waitFor(2)
  await lanesDone(system)
  expect(listener.received).toHaveLength(2)
})

it('[D-68] shows reactions with who reacted, and marks the chat unread when the customer reacts', async () => {
  const id = await telegram.message(channel, 'wake', client('Wake'))
  const { id: chatId } = await chatOf('Wake')
  await bruno.send('POST', `/workspace/chats/${chatId}/read`)
  expect((await chatOf('Wake')).unread).toBe(0)
  await react(chiara, id, '👍')
  await telegram.call('POST', '/messages/reaction', { channel, message: { id }, reaction: '🔥' })
  await telegram.call('POST', '/messages/reaction', { channel, message: { id }, reaction: '👍' })
  expect(await chatOf('Wake')).toMatchObject({ unread: 2, lastReaction: { reaction: '👍', messageId: id } })
  expect((await list())[0]?.name).toBe('Wake')
  expect((await list(bruno, '?unread=1')).map(({ name }) => name)).toContain('Wake')
  expect((await open(chatId)).messages[0]?.reactions).toMatchObject([
    { reaction: '👍', byClient: true, userIds: [system.fern.userIds.chiara] },
    { reaction: '🔥', byClient: true, userIds: [] },
  ])
  await listener.waitFor(2)
})

it('[D-70] sends what a user writes, and takes the response as the result', async () => {
  await telegram.message(channel, 'question', client('Ask'))
  const { id: chatId } = await chatOf('Ask')
  const answers: Record<string, [number, string]> = {
    sent: [200, '{"async":false,"external_message_id":"out-1"}'],
    taken: [200, '{"async":true,"external_message_id":"out-2"}'],
    refused: [200, '{"error":{"code":"spam_suspicion","message":"slow down"}}'],
    'refused by status': [400, '{"error":{"code":"customer_not_exists","message":"who?"}}'],
    silent: [200, ''],
    unreadable: [200, '<html>'],
  }
  listener.answer(({ data }, response) => {
    const [status, body] = answers[String(data.content)] ?? [500, '']
    response.writeHead(status).end(body)
  })
  const ids = new Map<string, number>()
  for (const text of Object.keys(answers)) {
    const reply = await bruno.postJson(`/workspace/chats/${chatId}/messages`, { text })
    expect(reply.status).toBe(200)
    ids.set(text, (reply.body as { id: number }).id)
  }
  await listener.waitFor(6)
  expect(listener.received[0]).toMatchObject({
    type: 'message_sent',
    data: {
      id: ids.get('sent'),
      external_user_id: 'u-Ask',
      external_chat_id: 'chat of Ask',
      channel_id: channel,
      type: 'text',
      content: 'sent',
      quote_external_id: null,
      user: { id: system.fern.userIds.bruno, first_name: 'Bruno', last_name: 'Costa' },
      customer: { first_name: 'Ask' },
    },
  })
  const outcomes = async () =>
    Object.fromEntries((await open(chatId)).messages.slice(1).map(({ text, status, error }) => [text, [status, error]]))
  await waitUntil('the last has a result', async () => (await outcomes()).unreadable?.[0] === 'failed')
  expect(await outcomes()).toEqual({
    sent: ['sent', undefined],
    taken: ['sending', undefined],
    refused: ['failed', { code: 'spam_suspicion', message: 'slow down' }],
    'refused by status': ['failed', { code: 'customer_not_exists', message: 'who?' }],
    silent: ['sent', undefined],
    unreadable: ['failed', expect.objectContaining({ code: 'malformed_response' })],
  })
  await telegram.call('POST', '/messages/ack', { channel, message: { id: ids.get('taken') } })
  expect((await outcomes()).taken).toEqual(['sent', undefined])
  await telegram.call('POST', '/messages/read', { channel_id: channel, message: { external_id: 'out-1' } })
  expect((await outcomes()).sent?.[0]).toBe('seen')
})

it('[D-70] fails a message that the transport accepted and never acknowledged', async () => {
  await telegram.message(channel, 'never', client('Never'))
  const { id: chatId } = await chatOf('Never')
  listener.answer((_told, response) => json(response, 200, { async: true }))
  await bruno.postJson(`/workspace/chats/${chatId}/messages`, { text: 'hello?' })
  await listener.waitFor(1)
  const later = { ...system.deps, now: () => new Date(Date.now() + 61 * 60_000) }
  await waitUntil('it has failed', async () => {
    await failUnacknowledgedMessages(later)
    return (await open(chatId)).messages[1]?.status === 'failed'
  })
  expect((await open(chatId)).messages[1]?.error).toMatchObject({ code: 'async_send_timeout' })
})

it('[D-70] sends webhooks of changed, deleted and read messages', async () => {
  await telegram.message(channel, 'hi', client('Change'))
  const { id: chatId } = await chatOf('Change')
  listener.answer(({ type }, response) =>
    json(response, 200, type === 'message_sent' ? { external_message_id: 'out-change' } : {}),
  )
  const { id } = (await bruno.postJson(`/workspace/chats/${chatId}/messages`, { text: 'helo' })).body as { id: number }
  await waitUntil('it is sent', async () => (await open(chatId)).messages[1]?.status === 'sent')
  const abilities = async (wire: HttpClient) => (await open(chatId, wire)).messages[1]
  expect(await abilities(bruno)).toMatchObject({ canEdit: true, canDelete: true })
  expect(await abilities(chiara)).toMatchObject({ canEdit: false, canDelete: false })
  expect((await put(chiara, `/workspace/messages/${id}`, { text: 'hers' })).status).toBe(404)
  expect((await chiara.send('DELETE', `/workspace/messages/${id}`)).status).toBe(404)
  expect((await put(bruno, `/workspace/messages/${id}`, { text: 'hello' })).status).toBe(200)
  expect((await bruno.send('DELETE', `/workspace/messages/${id}`)).status).toBe(200)
  expect((await bruno.send('DELETE', `/workspace/messages/${id}`)).status).toBe(200)
  await bruno.send('POST', `/workspace/chats/${chatId}/read`)
  await bruno.send('POST', `/workspace/chats/${chatId}/read`)
  const received = await listener.waitFor(4)
  const ids = { external_user_id: 'u-Change', external_chat_id: 'chat of Change', channel_id: channel }
  expect(received.map(({ type, data }) => [type, data]).slice(1)).toEqual([
    ['message_updated', { ...ids, external_message_id: 'out-change', content: 'hello', type: 'text' }],
    ['message_deleted', { ...ids, external_message_id: 'out-change' }],
    ['message_read', { ...ids, external_message_id: 'hi' }],
  ])
  await lanesDone(system)
  expect(received).toHaveLength(4)
  expect((await open(chatId)).messages[1]).toMatchObject({ deleted: true, text: '' })
})

it('[D-63] rejects what the channel does not accept, and changes to a message that is not sent yet', async () => {
  const mute = await telegram.channel({ text: { reaction: 'both' } })
  await telegram.message(mute, 'mute', client('Mute'))
  const { id } = await chatOf('Mute')
  const reply = await bruno.postJson(`/workspace/chats/${id}/messages`, { text: 'hello' })
  expect([reply.status, (reply.body as { errorCode: string }).errorCode]).toEqual([409, 'channel_cannot'])
  const short = await telegram.channel({ ...EVERYTHING, text: { ...EVERYTHING.text, max_chars_count: 3 } })
  await telegram.message(short, 'short', client('Short'))
  const long = await bruno.postJson(`/workspace/chats/${(await chatOf('Short')).id}/messages`, { text: 'long' })
  expect((long.body as { errorMsg: string }).errorMsg).toContain('longer than 3 characters')
  listener.answer((_told, response) => json(response, 200, { async: true }))
  await telegram.message(channel, 'slow', client('Slow'))
  const slow = await bruno.postJson(`/workspace/chats/${(await chatOf('Slow')).id}/messages`, { text: 'wait' })
  const early = await react(bruno, (slow.body as { id: number }).id, '👍')
  expect([early.status, (early.body as { errorCode: string }).errorCode]).toEqual([409, 'message_not_sent'])
  await listener.waitFor(1)
})

it('[D-97] takes nothing where the module is off, frozen or deleted; what is there stays readable', async () => {
  const other = await connectTransport(system.fern, 'telegram-off', 'http://127.0.0.1:9/hook')
  const at = await other.channel()
  const id = await other.message(at, 'off', client('Off'))
  const { id: chatId } = await chatOf('Off')
  const { code } = other
  const isOpen = async () => {
    const { chat, can, messages } = await open(chatId)
    expect(messages.map(({ text }) => text)).toEqual(['text of off'])
    expect((await chatOf('Off')).channel.active).toBe(chat.channel.active)
    expect(can).toMatchObject({ write: chat.channel.active, quote: chat.channel.active })
    // The quoted message does not exist: where the channel is open, that is what is refused.
    const codes = [
      await bruno.postJson(`/workspace/chats/${chatId}/messages`, { text: 'hello', quoteId: 999_999 }),
      await react(bruno, id, '👍'),
      await unreact(bruno, id, '👍'),
    ].map(({ body }) => (body as { errorCode?: string }).errorCode)
    expect(codes).toEqual(chat.channel.active ? ['not_found', undefined, undefined] : Array(3).fill('channel_inactive'))
    return [chat.channel.active, messages[0]?.canReact]
  }
  const ada = await system.fern.signIn('ada')
  const turn = (active: boolean) => ada.postJson(`/workspace/modules/${code}/activity`, { active })
  expect(await isOpen()).toEqual([true, true])
  await turn(false)
  expect(await isOpen()).toEqual([false, false])
  await turn(true)
  await freezeModule(system.deps, system.fern.accountId, code, true)
  expect(await isOpen()).toEqual([false, false])
  await freezeModule(system.deps, system.fern.accountId, code, false)
  expect(await isOpen()).toEqual([true, true])
  expect((await ada.send('DELETE', `/workspace/modules/${code}`)).status).toBe(200)
  expect(await isOpen()).toEqual([false, false])
})

it('links a chat to its customer: by the id in the channel, then by phone, then by email, else a new one', async () => {
  const say = async (name: string, customer: object, at = channel) => {
    await telegram.message(at, `who-${name}`, {
      chat: name,
      customer: { nickname: name, first_name: name, ...customer },
    })
    return (await chatOf(name)).customerId
  }
  const first = await say('W1', { external_id: 'w-1', phone: '+46 70 111 22 33', email: 'W1@example.test' })
  expect(await say('W2', { external_id: 'w-1' })).toBe(first)
  const other = await telegram.channel()
  expect(await say('W3', { external_id: 'w-other', phone: '0046701112233' }, other)).toBe(first)
  expect(await say('W4', { external_id: 'w-mail', email: 'w1@EXAMPLE.test' }, other)).toBe(first)
  expect(await say('W5', { external_id: 'w-1' }, other)).not.toBe(first)
  const byPhone = await telegram.channel({ ...EVERYTHING, customer_external_id: 'phone' })
  expect(await say('W6', { external_id: '46701112233' }, byPhone)).toBe(first)
})

it('completes the task of a missed call when the customer writes', async () => {
  await telegram.message(channel, 'missed-1', client('Missed'))
  const { customerId } = await chatOf('Missed')
  const inFern = <T>(work: Parameters<typeof inAccount<T>>[2]) => inAccount(system.deps.db, system.fern.accountId, work)
  const task = await inFern((trx) =>
    insertTask(trx, { content: { kind: 'missed-call', phone: '+14155550100' }, customerId }),
  )
  await telegram.message(channel, 'missed-2', client('Missed'))
  const done = await inFern((trx) =>
    trx
      .selectFrom('task')
      .select('done_because')
      .where('id', '=', task ?? 0)
      .executeTakeFirst(),
  )
  expect(done?.done_because).toBe('the customer wrote')
})

it('assigns a chat to the first user who answers, or to the chosen one', async () => {
  await telegram.message(channel, 'whose', client('Whose'))
  const { id, managerId } = await chatOf('Whose')
  expect(managerId).toBeUndefined()
  await bruno.postJson(`/workspace/chats/${id}/messages`, { text: 'mine' })
  expect((await chatOf('Whose')).managerId).toBe(system.fern.userIds.bruno)
  expect((await list(chiara, '?mine=1')).map(({ name }) => name)).not.toContain('Whose')
  await bruno.postJson(`/workspace/chats/${id}/manager`, { userId: system.fern.userIds.chiara })
  expect((await list(chiara, '?mine=1')).map(({ name }) => name)).toContain('Whose')
  expect((await bruno.postJson(`/workspace/chats/${id}/manager`, { userId: 999_999 })).status).toBe(400)
  expect((await bruno.postJson(`/workspace/chats/${id}/manager`, {})).status).toBe(200)
  expect((await chatOf('Whose')).managerId).toBeUndefined()
  await listener.waitFor(1)
})

it('writes to the Action Log who assigned a chat, and to whom', async () => {
  await telegram.message(channel, 'logged', client('Logged'))
  const { id } = await chatOf('Logged')
  const { chiara: chiaraId } = system.fern.userIds
  await bruno.postJson(`/workspace/chats/${id}/manager`, { userId: chiaraId })
  await bruno.postJson(`/workspace/chats/${id}/manager`, { userId: chiaraId })
  await chiara.postJson(`/workspace/chats/${id}/manager`, {})
  const ada = await system.fern.signIn('ada')
  const { records } = (await ada.get('/workspace/action-log?recordType=Chats')).body as {
    records: { actor: string; action: string; subject: string; detail: { chat: number } }[]
  }
  const own = records.filter(({ detail }) => detail.chat === id)
  expect(own.map(({ actor, action, subject, detail }) => ({ actor, action, subject, detail }))).toEqual([
    { actor: 'chiara@fern.test', action: 'chat.unassigned', subject: 'Logged', detail: { chat: id } },
    {
      actor: 'bruno@fern.test',
      action: 'chat.assigned',
      subject: 'Logged',
      detail: { chat: id, to: 'chiara@fern.test' },
    },
  ])
})

it('shows nothing of a conversation to another account', async () => {
  const id = await telegram.message(channel, 'walled', client('Walled'))
  const { id: chatId } = await chatOf('Walled')
  const edith = await system.kettle.signIn('edith')
  expect(await list(edith)).toEqual([])
  for (const reply of [
    await edith.get(`/workspace/chats/${chatId}`),
    await edith.postJson(`/workspace/chats/${chatId}/messages`, { text: 'x' }),
    await edith.send('POST', `/workspace/chats/${chatId}/read`),
    await edith.postJson(`/workspace/chats/${chatId}/manager`, {}),
    await react(edith, id, '👍'),
    await unreact(edith, id, '👍'),
    await put(edith, `/workspace/messages/${id}`, { text: 'x' }),
    await edith.send('DELETE', `/workspace/messages/${id}`),
  ])
    expect(reply.status).toBe(404)
})

it('[D-09][D-69] signs every delivery so that the published library verifies it, and sends the clientId', async () => {
  const id = await telegram.message(channel, 'signed', client('Signed'))
  await react(bruno, id, '👍')
  const [delivery] = await listener.waitFor(1)
  expect(listener.unverified).toEqual([])
  expect(delivery?.clientId).toBe('client of telegram-1')
})
