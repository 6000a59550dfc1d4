import { type Bank, startBank } from '@patchbay/testkit/bank'
import { FERN } from '@patchbay/testkit/fixtures'
import type { HttpClient } from '@patchbay/testkit/http-client'
import { openLiveStream } from '@patchbay/testkit/live-stream'
import { type PushService, startPushService } from '@patchbay/testkit/push-service'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { notifyDueTasks } from '../../src/crm/tasks/jobs.ts'
import { inAccount } from '../../src/lib/db/transaction.ts'
import { deleteBefore } from '../../src/platform/notifications/store.ts'
import { issue, register } from '../support/payment-cast.ts'
import { type Exchange, startExchange } from '../support/phone-exchange.ts'
import { type System, startSystem } from '../support/system.ts'
import { connectTransport, type Transport } from '../support/transport.ts'

type Listed = {
  notifications: { id: number; content: { kind: string } & Record<string, unknown>; count: number; read: boolean }[]
  unread: Record<string, number>
  next?: string
}

let system: System
let exchange: Exchange
let bank: Bank
let transport: Transport
let channel: number
let push: PushService
let ada: HttpClient
let bruno: HttpClient
let chiara: HttpClient
beforeAll(async () => {
  system = await startSystem()
  exchange = await startExchange(system)
  bank = await startBank({ crm: () => system.fern.api, idempotent: false, autoReport: false })
  transport = await connectTransport(system.fern, 'telegram', exchange.module.url)
  channel = await transport.channel()
  push = await startPushService()
  ada = await system.fern.signIn('ada')
  bruno = await system.fern.signIn('bruno')
  chiara = await system.fern.signIn('chiara')
  await system.work()
})
afterAll(async () => {
  await push.close()
  await bank.close()
  await exchange.close()
  await system.close()
})

const of = async (user: HttpClient, query: Record<string, string> = {}): Promise<Listed> => {
  const reply = await user.get('/workspace/notifications', query)
  expect(reply.status, reply.text).toBe(200)
  return reply.body as Listed
}
const unreadOf = async (user: HttpClient) =>
  (await of(user)).notifications.filter(({ read }) => !read).map(({ content, count }) => ({ ...content, count }))
const readAll = (user: HttpClient, body = {}) => user.postJson('/workspace/notifications/read', body)
const inFern = <T>(work: Parameters<typeof inAccount<T>>[2]) => inAccount(system.deps.db, system.fern.accountId, work)
/** A barrier: the worker has announced everything. */
const announced = () =>
  expect
    .poll(() =>
      inFern((trx) => trx.selectFrom('notification').select('id').where('announced_at', 'is', null).execute()),
    )
    .toEqual([])
let said = 0
const say = (chat: string, text: string, customer = {}) =>
  transport.message(channel, `m-${++said}`, { chat, message: { text }, customer: { external_id: chat, ...customer } })
const chatIdOf = async (user: HttpClient) =>
  ((await user.get('/workspace/chats')).body as { chats: { id: number }[] }).chats[0]?.id ?? 0

beforeEach(async () => {
  for (const user of [ada, bruno, chiara]) await readAll(user)
})

describe('messages', () => {
  it('notify every manager while the chat has none; a further one counts up', async () => {
    await say('anna', 'Is it in stock?')
    await say('anna', 'The big one')
    const chatId = await chatIdOf(bruno)
    const message = { kind: 'message', chatId, from: 'Vera', text: 'The big one', count: 2 }
    for (const user of [ada, bruno, chiara]) expect(await unreadOf(user)).toEqual([message])
    expect((await of(bruno)).unread).toEqual({ calls: 0, messages: 1, payments: 0, tasks: 0 })
  })

  it('notify only the manager of the chat, once it has one', async () => {
    const chatId = await chatIdOf(bruno)
    await bruno.postJson(`/workspace/chats/${chatId}/manager`, { userId: system.fern.userIds.chiara })
    await say('anna', 'And the small one?')
    expect(await unreadOf(chiara)).toHaveLength(1)
    expect(await unreadOf(bruno)).toEqual([])
  })

  it('are read when somebody reads the chat, in every browser', async () => {
    await say('ben', 'Hello')
    await announced()
    const cookie = await system.fern.cookie('chiara')
    const live = await openLiveStream(system.origin, FERN.host, cookie)
    expect((await of(chiara)).unread.messages).toBe(1)
    await bruno.postJson(`/workspace/chats/${await chatIdOf(bruno)}/read`, {})
    await expect.poll(() => live.events.map(({ type }) => type)).toContain('notifications-read')
    for (const user of [bruno, chiara]) expect((await of(user)).unread.messages).toBe(0)
    live.close()
  })

  it('reach open browsers as a live event, of the users who are notified', async () => {
    const [theirs, others] = await Promise.all(
      (['chiara', 'bruno'] as const).map(async (name) =>
        openLiveStream(system.origin, FERN.host, await system.fern.cookie(name)),
      ),
    )
    await say('anna', 'Still there?')
    await expect
      .poll(() => theirs?.events)
      .toContainEqual({
        type: 'notification',
        content: expect.objectContaining({ kind: 'message', text: 'Still there?' }),
        silent: false,
      })
    await say('nobody-has-it', 'Later')
    await expect.poll(() => JSON.stringify(others?.events)).toContain('Later')
    expect(JSON.stringify(others?.events)).not.toContain('Still there?')
    theirs?.close()
    others?.close()
  })
})

describe('calls', () => {
  const incoming = { type: 'in', phone: '+46 8 500 550 01', codes: ['101'] }

  it('notify those at whom they ring, and stay as missed if nobody answers', async () => {
    await exchange.customer('+46 8 500 550 01')
    await exchange.event({ ...incoming, callExternalId: 'c-1' })
    expect(await unreadOf(bruno)).toEqual([
      { kind: 'call', callId: expect.any(Number), phone: '+46 8 500 550 01', customerName: 'Ines Holm', count: 1 },
    ])
    expect(await unreadOf(chiara)).toEqual([])
    await exchange.event({ ...incoming, callExternalId: 'c-1' })
    expect(await unreadOf(bruno)).toEqual([])
    await exchange.event({ ...incoming, callExternalId: 'c-2' })
    await exchange.event({ ...incoming, callExternalId: 'c-2', type: 'hangup', hangupStatus: 'no answered' })
    expect(await unreadOf(bruno)).toMatchObject([{ kind: 'missed-call', customerName: 'Ines Holm' }])
  })

  it('are silent when they are reported late', async () => {
    const live = await openLiveStream(system.origin, FERN.host, await system.fern.cookie('bruno'))
    await exchange.event({ ...incoming, callExternalId: 'late', date: '2026-01-01 10:00:00' })
    await expect.poll(() => live.events).toContainEqual(expect.objectContaining({ type: 'notification', silent: true }))
    live.close()
  })
})

describe('payments', () => {
  it('on hold and paid notify the manager of the order, else team leads and administrators', async () => {
    const { type } = await register(system.fern, 'bank', bank.url)
    const first = await issue(system.fern, bank, type)
    const update = (uuid: string, status: string) =>
      system.fern.api.post('/api/v5/payment/update-invoice', { updateInvoice: { invoiceUuid: uuid, status } })
    await update(first.uuid, 'waitingForCapture')
    expect(await unreadOf(ada)).toMatchObject([{ kind: 'payment-held', orderId: first.orderId, amount: '100.00' }])
    expect(await unreadOf(bruno)).toEqual([])
    const second = await issue(system.fern, bank, type)
    await inFern((trx) =>
      trx
        .updateTable('customer_order')
        .set({ manager_id: system.fern.userIds.bruno })
        .where('id', '=', second.orderId)
        .execute(),
    )
    await update(second.uuid, 'succeeded')
    expect(await unreadOf(bruno)).toMatchObject([{ kind: 'payment-paid', orderId: second.orderId, currency: 'USD' }])
    await readAll(bruno, { category: 'payments', subject: String(first.orderId) })
    expect(await unreadOf(bruno)).toHaveLength(1)
    await readAll(bruno, { category: 'payments', subject: String(second.orderId) })
    expect(await unreadOf(bruno)).toEqual([])
  })
})

describe('tasks', () => {
  const create = async (task: object) =>
    ((await system.fern.api.post('/api/v5/tasks/create', { task })).body as { id: number }).id

  it('notify who is assigned, once more when they are due, and are done with when completed', async () => {
    const task = { text: 'Send the catalogue', performerId: system.fern.userIds.bruno }
    const taskId = await create({ ...task, datetime: '2026-01-01 10:00:00' })
    const content = { taskId, task: { kind: 'custom', text: 'Send the catalogue' }, count: 1 }
    expect(await unreadOf(bruno)).toEqual([{ kind: 'task-assigned', ...content }])
    await notifyDueTasks(system.deps, system.fern.accountId)
    await notifyDueTasks(system.deps, system.fern.accountId)
    expect(await unreadOf(bruno)).toEqual([
      { kind: 'task-due', ...content },
      { kind: 'task-assigned', ...content },
    ])
    await bruno.postJson(`/workspace/tasks/${taskId}/complete`, {})
    expect(await unreadOf(bruno)).toEqual([])
  })

  it('do not notify who assigns a task to themselves', async () => {
    const taskId = await create({ text: 'Water the olive tree' })
    await bruno.postJson(`/workspace/tasks/${taskId}/assign`, { performerId: system.fern.userIds.bruno })
    expect(await unreadOf(bruno)).toEqual([])
    await bruno.postJson(`/workspace/tasks/${taskId}/assign`, { performerId: system.fern.userIds.chiara })
    expect(await unreadOf(chiara)).toMatchObject([{ kind: 'task-assigned', taskId }])
    await bruno.postJson(`/workspace/tasks/${taskId}/assign`, {})
    expect(await unreadOf(chiara)).toEqual([])
  })
})

describe('a notification', () => {
  it('[E-02] belongs to its user: neither a colleague nor another account can read or mark it', async () => {
    const taskId = (
      (
        await system.fern.api.post('/api/v5/tasks/create', {
          task: { text: 'Private', performerId: system.fern.userIds.bruno },
        })
      ).body as { id: number }
    ).id
    const [mine] = (await of(bruno)).notifications
    expect(mine?.content).toMatchObject({ taskId })
    const edith = await system.kettle.signIn('edith')
    for (const stranger of [chiara, edith]) {
      expect(JSON.stringify(await of(stranger))).not.toContain('Private')
      expect((await readAll(stranger, { ids: [mine?.id] })).status).toBe(200)
      expect((await readAll(stranger)).status).toBe(200)
    }
    expect((await of(bruno)).notifications[0]).toMatchObject({ id: mine?.id, read: false })
    const seen = (accountId: number) =>
      inAccount(system.deps.db, accountId, (trx) => trx.selectFrom('notification').select('id').execute())
    expect(await seen(system.kettle.accountId)).toEqual([])
    await readAll(bruno, { ids: [mine?.id] })
    expect((await of(bruno)).notifications[0]).toMatchObject({ id: mine?.id, read: true })
  })

  it('is listed in pages, the latest first, and kept for thirty days', async () => {
    for (let number = 1; number <= 31; number++) await say(`page-${number}`, `message ${number}`)
    const first = await of(bruno)
    expect(first.notifications).toHaveLength(30)
    expect(first.notifications[0]?.content.text).toBe('message 31')
    const second = await of(bruno, { before: first.next ?? '' })
    expect(second.notifications[0]?.content.text).toBe('message 1')
    await announced()
    await inFern((trx) => sql`update notification set at = at - interval '40 days' where kind = 'message'`.execute(trx))
    await inFern((trx) => deleteBefore(trx, new Date(Date.now() - 30 * 86_400_000), 10_000))
    expect(JSON.stringify(await of(bruno))).not.toContain('message 31')
  })
})

describe('settings', () => {
  it('are everything until a user changes them, for themselves alone', async () => {
    const path = '/workspace/me/notification-settings'
    const { settings } = (await bruno.get(path)).body as { settings: Record<string, unknown> }
    expect(settings).toMatchObject({ calls: { sound: true, desktop: true, push: true }, ringtone: 'classic' })
    const changed = { ...settings, ringtone: 'pulse', quietHours: { from: '22:00', until: '07:00' } }
    const save = (body: object) =>
      bruno.send('PUT', path, { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
    expect((await save(changed)).status).toBe(200)
    expect((await bruno.get(path)).body).toMatchObject({ settings: changed })
    expect((await chiara.get(path)).body).toMatchObject({ settings: { ringtone: 'classic' } })
    expect((await save({ ...changed, quietHours: { from: '25:00', until: '07:00' } })).status).toBe(400)
    expect((await save(settings)).status).toBe(200)
  })
})

describe('Web Push', () => {
  const subscribe = (user: HttpClient, name: string, endpoint?: string) => {
    const browser = push.browser(name)
    return user.postJson('/workspace/me/push-subscriptions', {
      ...browser,
      ...(endpoint && { endpoint }),
      language: 'es',
    })
  }
  const pushesTo = (name: string) => push.received.filter(({ path }) => path === `/${name}`)
  const subscriptions = () =>
    inFern((trx) => trx.selectFrom('push_subscription').select('endpoint').orderBy('id').execute())

  it('has one key per account, kept sealed', async () => {
    const key = async (user: HttpClient) =>
      ((await user.get('/workspace/me/push-key')).body as { publicKey: string }).publicKey
    const [first, second] = await Promise.all([key(bruno), key(chiara)])
    expect(first).toBe(second)
    expect(await key(await system.kettle.signIn('edith'))).not.toBe(first)
    const [stored] = await inFern((trx) => trx.selectFrom('push_key').select('private_key').execute())
    expect(stored?.private_key.length).toBeGreaterThan(43)
  })

  it('sends an encrypted message, signed with the account’s key, to each browser of the user', async () => {
    expect((await subscribe(bruno, 'laptop')).status).toBe(200)
    expect((await subscribe(bruno, 'phone')).status).toBe(200)
    await say('push-1', 'Good morning')
    for (const name of ['laptop', 'phone']) {
      await expect.poll(() => pushesTo(name)).toHaveLength(1)
      const { publicKey } = (await bruno.get('/workspace/me/push-key')).body as { publicKey: string }
      expect(pushesTo(name)[0]).toMatchObject({
        message: {
          content: { kind: 'message', text: 'Good morning' },
          count: 1,
          language: 'es',
          accountName: FERN.name,
        },
        claims: { aud: push.url, sub: `mailto:postmaster@${FERN.host}` },
        publicKey,
        headers: { 'content-encoding': 'aes128gcm', ttl: '43200', urgency: 'normal' },
      })
    }
  })

  it('retries while the push service is busy, and forgets a browser that is gone (410)', async () => {
    push.answer(503)
    await say('push-2', 'Are you there?')
    const tries = () => pushesTo('laptop').filter(({ message }) => message.content.text === 'Are you there?').length
    await expect.poll(tries).toBeGreaterThan(1)
    push.answer(410)
    await expect.poll(subscriptions).toEqual([])
    push.answer(201)
  })

  it('sends nothing in quiet hours, for a category that is off, nor after signing out', async () => {
    const session = await system.fern.signIn('bruno')
    await subscribe(session, 'desk')
    const path = '/workspace/me/notification-settings'
    const { settings } = (await bruno.get(path)).body as { settings: Record<string, object> }
    const save = (change: object) =>
      bruno.send('PUT', path, {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ ...settings, ...change }),
      })
    await save({ quietHours: { from: '00:00', until: '23:59' } })
    await say('push-3', 'In quiet hours')
    await announced()
    await save({ messages: { sound: true, desktop: true, push: false } })
    await say('push-4', 'Switched off')
    await announced()
    await save({})
    await say('push-5', 'Now')
    await expect.poll(() => pushesTo('desk').map(({ message }) => message.content.text)).toEqual(['Now'])
    await session.postJson('/workspace/sign-out', {})
    expect(await subscriptions()).toEqual([])
  })

  it('refuses an address that is not public, and lets nobody end the subscription of another', async () => {
    const inside = await subscribe(bruno, 'inside', 'http://10.0.0.1/metadata')
    expect(inside).toMatchObject({ status: 400, body: { errors: { endpoint: expect.any(String) } } })
    const { id } = (await subscribe(bruno, 'kept')).body as { id: number }
    await chiara.send('DELETE', `/workspace/me/push-subscriptions/${id}`)
    await (await system.kettle.signIn('edith')).send('DELETE', `/workspace/me/push-subscriptions/${id}`)
    expect(await subscriptions()).toHaveLength(1)
    await bruno.send('DELETE', `/workspace/me/push-subscriptions/${id}`)
    expect(await subscriptions()).toEqual([])
  })
})
