// The router assigns conversations: over HTTP, with the worker in this process and browsers on real sockets.
import type { RoutingDecision } from '@patchbay/contract/platform/workspace/routing'
import type { HttpClient } from '@patchbay/testkit/http-client'
import { type LiveStream, openLiveStream } from '@patchbay/testkit/live-stream'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { inAccount } from '../../src/lib/db/transaction.ts'
import { enqueueRouting } from '../../src/platform/routing/service.ts'
import { expireCaches } from '../support/clock.ts'
import { lanesDone } from '../support/lanes.ts'
import { type System, startSystem } from '../support/system.ts'
import { connectTransport, type Transport } from '../support/transport.ts'
import { type Listener, startListener } from '../support/webhook-receiver.ts'

type Name = 'ada' | 'bruno' | 'chiara'
const MINUTE = 60_000

let aheadMs = 0
let system: System
let receiver: Listener
let telegram: Transport
let channel: number
let ada: HttpClient
const streams = new Map<Name, LiveStream>()

beforeAll(async () => {
  system = await startSystem({ now: () => new Date(Date.now() + aheadMs) })
  receiver = await startListener()
  telegram = await connectTransport(system.fern, 'telegram-1', receiver.url)
  channel = await telegram.channel()
  ada = await system.fern.signIn('ada')
})
afterAll(async () => {
  for (const stream of streams.values()) stream.close()
  await system.close()
  await receiver.close()
})

const userId = (name: Name) => system.fern.userIds[name]
const inFern = <T>(work: Parameters<typeof inAccount<T>>[2]) => inAccount(system.deps.db, system.fern.accountId, work)

/** Has the workspace open, with the status Available. */
const arrive = async (name: Name): Promise<void> => {
  streams.set(name, await openLiveStream(system.origin, 'fern.test', await system.fern.cookie(name)))
}
const leave = async (name: Name): Promise<void> => {
  streams.get(name)?.close()
  await expect.poll(() => system.deps.live.hasBrowser(system.fern.accountId, userId(name))).toBe(false)
  await system.deps.redis.del(`${system.deps.config.redisPrefix}here:${system.fern.accountId}:${userId(name)}`)
}
const setStatus = async (name: Name, status: string) =>
  expect(await (await system.fern.signIn(name)).postJson('/workspace/me/status', { status })).toMatchObject({
    status: 200,
  })
const setCapacity = (name: Name, chatCapacity: number) =>
  ada.postJson(`/workspace/users/${userId(name)}`, { chatCapacity })
const setRouting = async (enabled: boolean, escalateMinutes?: number) => {
  const reply = await ada.postJson('/workspace/routing', { enabled, ...(escalateMinutes && { escalateMinutes }) })
  expect(reply.status).toBe(200)
  await expireCaches()
}
const route = async () => {
  await inFern((trx) => enqueueRouting(system.deps, trx))
  await system.deps.lanes.notifyWorkers()
  await lanesDone(system)
}

let sent = 0
const say = async (name: string, customer: object = {}): Promise<void> => {
  const reply = await telegram.call('POST', '/messages', {
    channel,
    external_chat_id: `chat-${name}`,
    customer: { external_id: name, nickname: name, ...customer },
    message: { external_id: `m-${++sent}`, type: 'text', text: `Hello from ${name}` },
  })
  if (reply.status !== 200) throw new Error(reply.text)
}

type ChatRow = { id: number; managerId?: number; name: string }
const chatOf = async (name: string): Promise<ChatRow> => {
  const { chats } = (await ada.get('/workspace/chats')).body as { chats: ChatRow[] }
  return chats.find((chat) => chat.name === name) ?? expect.fail(`no chat with ${name}`)
}
const managerOf = async (name: string) => (await chatOf(name)).managerId
const decisionsOf = async (name: string): Promise<RoutingDecision[]> => {
  const reply = await ada.get(`/workspace/chats/${(await chatOf(name)).id}/routing`)
  return (reply.body as { decisions: RoutingDecision[] }).decisions
}
const verdictsOf = ([latest]: RoutingDecision[]) =>
  Object.fromEntries((latest?.candidates ?? []).map((candidate) => [candidate.userId, candidate.verdict]))

it('off by default: a conversation waits until a manager takes it, and nothing is recorded', async () => {
  await say('early')
  expect(await chatOf('early')).not.toHaveProperty('managerId')
  expect(await decisionsOf('early')).toEqual([])
})

it('what came in while no worker ran is assigned when one runs', async () => {
  await setRouting(true, 10)
  await arrive('bruno')
  await say('patient')
  expect(await chatOf('patient')).not.toHaveProperty('managerId')
  await system.work()
  await expect.poll(() => managerOf('patient')).toBe(userId('bruno'))
  expect(await decisionsOf('patient')).toEqual([
    {
      at: expect.any(String),
      cause: 'message',
      userId: userId('bruno'),
      result: { code: 'team' },
      candidates: [
        { userId: userId('bruno'), verdict: { code: 'chosen' } },
        { userId: userId('ada'), verdict: { code: 'offline' } },
        { userId: userId('chiara'), verdict: { code: 'offline' } },
      ],
    },
  ])
  const { records } = (await ada.get('/workspace/action-log', { recordType: 'Chats' })).body as { records: object[] }
  expect(records[0]).toMatchObject({ actor: 'Router', action: 'chat.assigned', detail: { to: 'bruno@fern.test' } })
})

it('the responsible manager first, when available; only the chosen one is notified', async () => {
  await arrive('chiara')
  const phone = '+46850055101'
  await inFern(async (trx) => {
    const { id } = await trx
      .insertInto('customer')
      .values({ first_name: 'Ines', manager_id: userId('chiara') })
      .returning('id')
      .executeTakeFirstOrThrow()
    await trx
      .insertInto('customer_phone')
      .values({ customer_id: id, place: 0, given: phone, e164: phone, tail: '850055101' })
      .execute()
  })
  await say('ines', { phone })
  await expect.poll(() => managerOf('ines')).toBe(userId('chiara'))
  const decisions = await decisionsOf('ines')
  expect(decisions[0]?.result).toEqual({ code: 'responsible', because: 'customer' })
  expect(verdictsOf(decisions)[userId('bruno')]).toEqual({ code: 'not-responsible' })
  const { id } = await chatOf('ines')
  const notified = await inFern((trx) =>
    trx
      .selectFrom('notification')
      .select('user_id')
      .where('kind', '=', 'message')
      .where('subject', '=', `${id}`)
      .execute(),
  )
  expect(notified).toEqual([{ user_id: userId('chiara') }])
})

it('many conversations at once are shared evenly, and many messages of one give it one manager', async () => {
  const names = Array.from({ length: 6 }, (_, n) => `at-once-${n}`)
  await Promise.all([...names, ...names, ...names].map((name) => say(name)))
  await expect.poll(async () => (await Promise.all(names.map(managerOf))).every(Boolean)).toBe(true)
  await lanesDone(system)
  for (const name of names) expect((await decisionsOf(name)).length).toBe(1)
  const counts = await inFern((trx) =>
    trx
      .selectFrom('chat')
      .select(['manager_id', (eb) => eb.fn.countAll<number>().as('count')])
      .where('manager_id', 'is not', null)
      .groupBy('manager_id')
      .execute(),
  )
  expect(counts.map(({ count }) => count)).toEqual([4, 4])
})

it('waits while nobody is free, says why, and goes to the first who becomes free', async () => {
  await setCapacity('bruno', 4)
  await setStatus('chiara', 'dinner')
  await lanesDone(system)
  await say('queued')
  await lanesDone(system)
  expect(await chatOf('queued')).not.toHaveProperty('managerId')
  const waiting = await decisionsOf('queued')
  expect(waiting[0]?.result).toEqual({ code: 'nobody-free' })
  expect(verdictsOf(waiting)).toEqual({
    [userId('ada')]: { code: 'offline' },
    [userId('bruno')]: { code: 'full', open: 4, most: 4 },
    [userId('chiara')]: { code: 'status', status: 'dinner' },
  })
  // The same reason is not recorded every minute.
  await route()
  expect(await decisionsOf('queued')).toHaveLength(1)
  await setStatus('chiara', 'free')
  await expect.poll(() => managerOf('queued')).toBe(userId('chiara'))
  // Capacity: an administrator gives Bruno room for one more.
  await setStatus('chiara', 'busy')
  await say('roomy')
  await lanesDone(system)
  expect(await chatOf('roomy')).not.toHaveProperty('managerId')
  await setCapacity('bruno', 5)
  await expect.poll(() => managerOf('roomy')).toBe(userId('bruno'))
  // Room: Bruno closes a conversation, and gets the one that waits.
  await say('next')
  await lanesDone(system)
  expect(await chatOf('next')).not.toHaveProperty('managerId')
  await ada.postJson(`/workspace/chats/${(await chatOf('roomy')).id}/state`, { state: 'closed' })
  await expect.poll(() => managerOf('next')).toBe(userId('bruno'))
  // Presence: who opens the workspace gets what waits.
  await say('present')
  await lanesDone(system)
  await arrive('ada')
  await expect.poll(() => managerOf('present')).toBe(userId('ada'))
  await leave('ada')
})

it('only the group of the shop or channel serves it; who is outside has that reason', async () => {
  await setCapacity('bruno', 100)
  await setCapacity('chiara', 100)
  await setStatus('chiara', 'free')
  await ada.postJson('/workspace/user-groups/sales', { name: 'Sales', userIds: [userId('chiara')] })
  expect((await ada.postJson('/workspace/routing/shops/fern-online', { group: 'sales' })).status).toBe(200)
  await say('grouped')
  await expect.poll(() => managerOf('grouped')).toBe(userId('chiara'))
  const decisions = await decisionsOf('grouped')
  expect(decisions[0]?.result).toEqual({ code: 'group', group: 'Sales' })
  expect(verdictsOf(decisions)[userId('bruno')]).toEqual({ code: 'outside-group', group: 'Sales' })
  // The channel overrides its shop, and can be left out.
  const settings = { enabled: false, shop: 'fern-garden', awayText: '' }
  expect((await ada.postJson(`/workspace/chat-assignment/channels/${channel}`, settings)).status).toBe(200)
  await say('unrouted')
  await lanesDone(system)
  expect(await chatOf('unrouted')).not.toHaveProperty('managerId')
  expect(await decisionsOf('unrouted')).toEqual([])
  const { channels } = (await ada.get('/workspace/chat-assignment/channels')).body as { channels: object[] }
  expect(channels).toEqual([{ id: channel, type: 'telegram', name: 'Bot', ...settings }])
  await ada.postJson(`/workspace/chat-assignment/channels/${channel}`, { enabled: true, awayText: '' })
  await ada.postJson('/workspace/routing/shops/fern-online', {})
})

const CLOSED = { weekly: [[], [], [], [], [], [], []], dates: [] }

it('outside the working hours it waits, and one away reply goes out as an automatic message', async () => {
  const awayText = 'We are back in the morning'
  await ada.postJson('/workspace/working-hours/fern-online', { hours: CLOSED, awayText })
  await say('night-owl')
  await lanesDone(system)
  await say('night-owl')
  await lanesDone(system)
  const { id, managerId } = await chatOf('night-owl')
  expect(managerId).toBeUndefined()
  expect((await decisionsOf('night-owl'))[0]?.result).toEqual({ code: 'closed' })
  type Shown = { messages: { text: string; automatic?: string; userId?: number; originator: string; status: string }[] }
  const { messages } = (await ada.get(`/workspace/chats/${id}`)).body as Shown
  expect(messages.map(({ text }) => text)).toEqual(['Hello from night-owl', awayText, 'Hello from night-owl'])
  expect(messages[1]).toMatchObject({ automatic: 'away', originator: 'user' })
  expect(messages[1]).not.toHaveProperty('userId')
  const replies = receiver.received.filter(({ type }) => type === 'message_sent')
  expect(replies.map(({ data }) => data)).toEqual([expect.objectContaining({ content: awayText })])
  // A person still has to reply.
  const waiting = await inFern((trx) => trx.selectFrom('chat').select('waiting_since').where('id', '=', id).execute())
  expect(waiting).toEqual([{ waiting_since: expect.any(Date) }])
  await ada.postJson('/workspace/working-hours/fern-online', { awayText: '' })
  await expect.poll(() => managerOf('night-owl')).toEqual(expect.any(Number))
})

it('who waits too long is given to somebody else, once; when nobody is free, team leads are notified', async () => {
  await inFern((trx) => trx.updateTable('chat').set({ waiting_since: null }).execute())
  await setStatus('chiara', 'busy')
  await say('slow')
  await expect.poll(() => managerOf('slow')).toBe(userId('bruno'))
  await setStatus('chiara', 'free')
  aheadMs = 9 * MINUTE
  await route()
  expect(await managerOf('slow')).toBe(userId('bruno'))
  aheadMs = 11 * MINUTE
  await route()
  expect(await managerOf('slow')).toBe(userId('chiara'))
  const decisions = await decisionsOf('slow')
  expect(decisions.map(({ cause }) => cause)).toEqual(['escalation', 'message'])
  expect(verdictsOf(decisions)[userId('bruno')]).toEqual({ code: 'did-not-reply', minutes: 10 })
  // Once per wait.
  aheadMs = 30 * MINUTE
  await route()
  expect(await managerOf('slow')).toBe(userId('chiara'))
  // Another wait; nobody is free now.
  await (await system.fern.signIn('chiara')).postJson(`/workspace/chats/${(await chatOf('slow')).id}/messages`, {
    text: 'Sorry for the wait',
  })
  await say('slow')
  await setStatus('bruno', 'busy')
  await setStatus('chiara', 'busy')
  aheadMs = 45 * MINUTE
  await route()
  const { id, managerId } = await chatOf('slow')
  expect(managerId).toBe(userId('chiara'))
  expect((await decisionsOf('slow'))[0]).toMatchObject({ cause: 'escalation', result: { code: 'nobody-free' } })
  const notified = await inFern((trx) =>
    trx.selectFrom('notification').select(['user_id', 'content']).where('kind', '=', 'chat-waits').execute(),
  )
  expect(notified).toEqual([
    { user_id: userId('ada'), content: { kind: 'chat-waits', chatId: id, from: 'slow', minutes: 10 } },
  ])
  await setStatus('bruno', 'free')
})

it('a conversation of somebody who left is given to somebody else with the next message', async () => {
  aheadMs = 0
  await say('orphan')
  await expect.poll(() => managerOf('orphan')).toBe(userId('bruno'))
  const { id } = await chatOf('orphan')
  await ada.postJson(`/workspace/chats/${id}/manager`, { userId: userId('chiara') })
  await inFern((trx) => trx.updateTable('app_user').set({ active: false }).where('id', '=', userId('chiara')).execute())
  await say('orphan')
  await expect.poll(() => managerOf('orphan')).toBe(userId('bruno'))
  await inFern((trx) => trx.updateTable('app_user').set({ active: true }).where('id', '=', userId('chiara')).execute())
})

it('the trace of the message shows the decision; another account sees none of it', async () => {
  const { id } = await chatOf('orphan')
  const { messages } = (await ada.get(`/workspace/chats/${id}`)).body as { messages: { id: number }[] }
  const { trace } = (await ada.get(`/workspace/messages/${messages.at(-1)?.id}/trace`)).body as {
    trace: { steps: { step: string; routing?: RoutingDecision }[] }
  }
  expect(trace.steps.find(({ step }) => step === 'routing.assigned')?.routing).toMatchObject({
    userId: userId('bruno'),
  })
  const edith = await system.kettle.signIn('edith')
  expect((await edith.get(`/workspace/chats/${id}/routing`)).status).toBe(404)
  expect((await edith.get('/workspace/chat-assignment/channels')).body).toMatchObject({ channels: [] })
})
