import type { ServerResponse } from 'node:http'
import type { HttpClient } from '@patchbay/testkit/http-client'
import { json } from '@patchbay/testkit/receiver'
import { waitUntil } from '@patchbay/testkit/services'
import { sql } from 'kysely'
import { Webhook } from 'standardwebhooks'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { deleteOldWebhooks } from '../../src/chats/webhook-delivery/jobs.ts'
import { enqueueWebhook } from '../../src/chats/webhook-delivery/service.ts'
import { inAccount } from '../../src/lib/db/transaction.ts'
import { deleteExpired } from '../../src/platform/clean-up/retention-service.ts'
import { expireCaches } from '../support/clock.ts'
import { lanesDone } from '../support/lanes.ts'
import { type System, startSystem } from '../support/system.ts'
import { connectTransport, EVERYTHING, type Transport } from '../support/transport.ts'
import { type Listener, startListener } from '../support/webhook-receiver.ts'

let system: System
let bruno: HttpClient
let ada: HttpClient
beforeAll(async () => {
  system = await startSystem({
    env: { WEBHOOK_PLAN_SECONDS: '0,0.05,0.05,0.1,0.1', WEBHOOK_REST_SECONDS: '1', WEBHOOK_TIMEOUT_MS: '1000' },
  })
  bruno = await system.fern.signIn('bruno')
  ada = await system.fern.signIn('ada')
  await system.work()
})
const listeners: Listener[] = []
afterEach(async () => {
  await Promise.all(listeners.splice(0).map((listener) => listener.close()))
})
afterAll(() => system.close())

type Scene = { transport: Transport; listener: Listener; channel: number; message: (name: string) => Promise<number> }
let scenes = 0
const scene = async (settings: object = { ...EVERYTHING, reactions: { max_count: 50 } }): Promise<Scene> => {
  const listener = await startListener()
  listeners.push(listener)
  const transport = await connectTransport(system.fern, `scene-${++scenes}`, listener.url)
  listener.verifyWith(transport.secret)
  const channel = await transport.channel(settings)
  const message = (name: string) => transport.message(channel, name, { chat: name, customer: { external_id: name } })
  return { transport, listener, channel, message }
}

const EMOJI = ['👍', '🔥', '😀', '🎉', '❤️', '😎', '🙏', '👏', '🤔', '💯']
const react = (id: number, reaction: string | undefined) =>
  bruno.send('PUT', `/workspace/messages/${id}/reactions`, {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ reaction }),
  })
type Entry = {
  id: number
  eventId: string
  state: string
  attempts: number
  sequence: number
  type: string
  chatId: number
  createdAt: string
}
const log = async ({ code }: Transport, query = '') =>
  (await ada.get(`/workspace/modules/${code}/webhooks${query}`)).body as {
    webhooks: Entry[]
    health: {
      state: string
      failures: number
      disabledAt?: string
      disabledBecause?: { code: string }
      circuitOpenUntil?: string
    }
  }
const triesOf = async (id: number) =>
  (await ada.get(`/workspace/webhooks/${id}`)).body as {
    body: string
    tries: { ok: boolean; status?: number; result: object; answer?: string }[]
    nextTryAt?: string
  }
const allDelivered = (transport: Transport, count: number) =>
  waitUntil(`${count} are delivered`, async () => {
    const { webhooks } = await log(transport, '?state=delivered')
    return webhooks.length === count
  })
const firstArrivals = ({ received }: Listener): string[] => [
  ...new Map(received.map(({ id, data }) => [id, String(data.new_reaction)])).values(),
]

it('[D-69] keeps strict order per chat under failures of every kind, with the same bytes and id at each attempt', async () => {
  const { transport, listener, message } = await scene()
  const ids = [await message('o-1'), await message('o-2')]
  const bodies = new Map<string, Set<string>>()
  listener.answer((delivery, response, nth) => {
    bodies.set(delivery.id, (bodies.get(delivery.id) ?? new Set()).add(delivery.body))
    const kind = (delivery.sequence + nth) % 7
    if (nth >= 4) return json(response, 200, {})
    if (kind === 0) return json(response, 500, {})
    if (kind === 1) return void response.destroy()
    if (kind === 2) return void response.writeHead(301, { location: listener.url }).end()
    if (kind === 3 && nth === 1) return json(response, 422, {})
    return json(response, 200, {})
  })
  for (const emoji of EMOJI) for (const id of ids) expect((await react(id, emoji)).status).toBe(200)
  await allDelivered(transport, 20)
  expect(listener.unverified).toEqual([])
  for (const name of ['o-1', 'o-2']) {
    const chat = { ...listener, received: listener.received.filter(({ data }) => data.external_message_id === name) }
    expect(firstArrivals(chat)).toEqual(EMOJI)
    expect([...new Set(chat.received.map(({ sequence }) => sequence))]).toEqual(EMOJI.map((_, place) => place + 1))
  }
  expect([...bodies.values()].every((set) => set.size === 1)).toBe(true)
  expect(listener.received.length).toBeGreaterThan(20)
})

it('[D-69] logs every attempt', async () => {
  const { transport, listener, message } = await scene()
  listener.answer((_told, response, nth) =>
    nth === 1 ? response.writeHead(500).end('x'.repeat(30_000)) : json(response, 200, { thanks: true }),
  )
  await react(await message('a-1'), '👍')
  await allDelivered(transport, 1)
  const [entry] = (await log(transport)).webhooks
  expect(entry).toMatchObject({
    type: 'reaction_add',
    state: 'delivered',
    attempts: 2,
    eventId: listener.received[0]?.id,
  })
  const { body, tries } = await triesOf(entry?.id ?? 0)
  expect(body).toBe(listener.received[0]?.body)
  expect(tries).toMatchObject([
    { ok: false, status: 500, result: { code: 'answered', status: 500 } },
    { ok: true, status: 200, answer: '{"thanks":true}' },
  ])
  expect(tries[0]?.answer).toHaveLength(20_000)
  // Not visible to other users.
  expect((await bruno.get(`/workspace/webhooks/${entry?.id}`)).status).toBe(403)
  const edith = await system.kettle.signIn('edith')
  expect((await edith.get(`/workspace/webhooks/${entry?.id}`)).status).toBe(404)
  expect((await edith.send('POST', `/workspace/webhooks/${entry?.id}/resend`)).status).toBe(404)
  expect((await edith.get(`/workspace/modules/${transport.code}/webhooks`)).status).toBe(404)
})

it('[D-69] is found by chat, by time and by state, page by page, with the time of the next attempt', async () => {
  const { transport, listener, message } = await scene()
  listener.answer((delivery, response) => {
    if (delivery.data.external_message_id === 'q-1') return json(response, 200, {})
    response.writeHead(503, { 'retry-after': '60' }).end()
  })
  const [one, two] = [await message('q-1'), await message('q-2')]
  for (const emoji of ['👍', '🔥', '😀']) await react(one, emoji)
  await allDelivered(transport, 3)
  const [last, , first] = (await log(transport)).webhooks
  expect(last).toMatchObject({ chatName: 'Vera', sequence: 3 })
  const sequences = async (query: string) => (await log(transport, query)).webhooks.map(({ sequence }) => sequence)
  expect(await sequences(`?before=${last?.id}`)).toEqual([2, 1])
  expect(await sequences(`?since=${encodeURIComponent(last?.createdAt ?? '')}`)).toEqual([3])
  expect(await sequences(`?until=${encodeURIComponent(first?.createdAt ?? '')}`)).toEqual([])
  await react(two, '👍')
  await react(two, '🔥')
  await waitUntil('it was tried', async () =>
    (await log(transport, '?state=pending')).webhooks.some((w) => w.attempts > 0),
  )
  const [after, tried] = (await log(transport, '?state=pending')).webhooks
  expect(await sequences(`?chat=${first?.chatId}`)).toEqual([3, 2, 1])
  expect(await sequences(`?chat=${tried?.chatId}`)).toEqual([2, 1])
  expect(await triesOf(after?.id ?? 0)).toMatchObject({ tries: [], waitsFor: tried?.id })
  expect((await triesOf(tried?.id ?? 0)).nextTryAt).toMatch(/^20/)
  expect((await log(transport)).health).toMatchObject({ state: 'failing', url: listener.url })
})

it('[D-69] gives up when the retries are used up; the next event is sent, and an undelivered message has failed', async () => {
  const { transport, listener, message } = await scene()
  const id = await message('g-1')
  listener.answer(({ type }, response) => json(response, type === 'message_sent' ? 500 : 200, {}))
  const { chats } = (await bruno.get('/workspace/chats')).body as { chats: { id: number }[] }
  await bruno.postJson(`/workspace/chats/${chats[0]?.id}/messages`, { text: 'into the void' })
  await react(id, '👍')
  await waitUntil('the reaction is delivered', () => listener.received.some(({ type }) => type === 'reaction_add'))
  expect(listener.received.filter(({ type }) => type === 'message_sent')).toHaveLength(5)
  await allDelivered(transport, 1)
  const conversation = (await bruno.get(`/workspace/chats/${chats[0]?.id}`)).body as { messages: object[] }
  expect(conversation.messages.at(-1)).toMatchObject({ status: 'failed', error: { code: 'network_error' } })
  expect((await log(transport, '?state=failed')).webhooks).toHaveLength(1)
})

it('[D-69] disables an endpoint at once on 410, and sends pending webhooks first when it is enabled again', async () => {
  const { transport, listener, message } = await scene()
  const id = await message('d-1')
  listener.answer((_told, response) => json(response, 410, {}))
  await react(id, '👍')
  await waitUntil('it is disabled', async () => (await log(transport)).health.disabledAt !== undefined)
  expect((await log(transport)).health.disabledBecause).toEqual({ code: 'gone' })
  expect((await log(transport)).health.state).toBe('disabled')
  const records = (await ada.get('/workspace/action-log')).body as { records: { action: string; subject: string }[] }
  expect(records.records).toContainEqual(
    expect.objectContaining({ action: 'webhooks.disabled', subject: transport.code }),
  )
  for (const emoji of ['🔥', '😀']) await react(id, emoji)
  await lanesDone(system, transport.code)
  expect(listener.received).toHaveLength(1)
  listener.answer((_told, response) => json(response, 200, {}))
  expect((await ada.send('POST', `/workspace/modules/${transport.code}/webhooks/enable`)).status).toBe(200)
  await allDelivered(transport, 3)
  expect(firstArrivals(listener)).toEqual(['👍', '🔥', '😀'])
})

it('[D-69] resends one event, and replays everything since a time, in order and with the same ids', async () => {
  const { transport, listener, message } = await scene()
  const id = await message('p-1')
  for (const emoji of EMOJI.slice(0, 3)) await react(id, emoji)
  await allDelivered(transport, 3)
  const before = listener.received.map(({ id: event }) => event)
  const first = (await log(transport)).webhooks.at(-1)
  await ada.send('POST', `/workspace/webhooks/${first?.id}/resend`)
  await waitUntil('it is delivered again', () => listener.received.length === 4)
  expect(listener.received[3]).toMatchObject({ id: before[0], body: listener.received[0]?.body })
  await allDelivered(transport, 3)
  const from = (await log(transport)).webhooks.find(({ sequence }) => sequence === 2)
  const replayed = await ada.postJson(`/workspace/modules/${transport.code}/webhooks/replay`, { from: from?.createdAt })
  expect(replayed.body).toEqual({ success: true, count: 2 })
  await waitUntil('both are delivered again', () => listener.received.length === 6)
  expect(listener.received.slice(4).map(({ id: event }) => event)).toEqual(before.slice(1))
})

it('[D-69] sends a waiting event now, whatever its back-off and an open circuit, after the earlier ones of its chat', async () => {
  const { transport, listener, message } = await scene()
  const id = await message('now-1')
  listener.answer((_told, response) => json(response, 500, {}))
  for (const emoji of ['👍', '🔥']) await react(id, emoji)
  await listener.waitFor(1)
  // Neither ends by itself within this test.
  const hours = (count: number) => new Date(Date.now() + count * 3_600_000)
  await waitUntil('it backs off', () =>
    inAccount(system.deps.db, system.fern.accountId, async (trx) => {
      const { chat_id } = await trx
        .selectFrom('message')
        .select('chat_id')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      const { numUpdatedRows } = await trx
        .updateTable('lane')
        .set({ next_at: hours(2) })
        .where('kind', '=', 'webhooks')
        .where('key', '=', String(chat_id))
        .where('held_until', 'is', null)
        .executeTakeFirst()
      await trx
        .updateTable('webhook_endpoint')
        .set({ failures: 10, rest_until: hours(1) })
        .where('module_id', 'in', trx.selectFrom('integration_module').select('id').where('code', '=', transport.code))
        .execute()
      return numUpdatedRows === 1n
    }),
  )
  listener.answer((_told, response) => json(response, 200, {}))
  const { webhooks } = await log(transport, '?state=pending')
  expect(webhooks).toHaveLength(2)
  expect((await ada.send('POST', `/workspace/webhooks/${webhooks[0]?.id}/resend`)).status).toBe(200)
  await allDelivered(transport, 2)
  expect(firstArrivals(listener)).toEqual(['👍', '🔥'])
  expect((await log(transport)).health).toMatchObject({ state: 'well', failures: 0 })
})

/** Waits until the worker has run every pending lane of this transport once more. */
const servedAgain = async ({ code }: Transport) => {
  const lanes = () =>
    inAccount(system.deps.db, system.fern.accountId, (trx) =>
      trx
        .selectFrom('lane')
        .innerJoin('integration_module as m', (join) => join.on(sql`m.id::text`, '=', sql.ref('lane.endpoint')))
        .select(['key', 'fence', 'held_until'])
        .where('lane.kind', '=', 'webhooks')
        .where('m.code', '=', code)
        .where('next_at', 'is not', null)
        .execute(),
    )
  const before = new Map((await lanes()).map(({ key, fence }) => [key, fence]))
  expect(before.size).toBeGreaterThan(0)
  await waitUntil('all lanes ran again', async () =>
    (await lanes()).every(({ key, fence, held_until }) => fence > (before.get(key) ?? 0) && held_until === null),
  )
}

it('[D-69] opens the circuit of a failing endpoint, and resumes all chats when it answers again', async () => {
  const { transport, listener, message } = await scene()
  const ids = await Promise.all(Array.from({ length: 12 }, (_, n) => message(`b-${n}`)))
  listener.answer((_told, response) => json(response, 500, {}))
  // The clock stands still, so the circuit does not close by itself.
  const { now } = system.deps
  const stopped = new Date()
  system.deps.now = () => stopped
  try {
    for (const id of ids) await react(id, '👍')
    await waitUntil('the circuit is open', async () => (await log(transport)).health.circuitOpenUntil !== undefined)
    await servedAgain(transport)
    const attempts = listener.received.length
    await servedAgain(transport)
    expect(listener.received).toHaveLength(attempts)
  } finally {
    system.deps.now = now
  }
  listener.answer((_told, response) => json(response, 200, {}))
  await waitUntil('all are done', async () => (await log(transport, '?state=pending')).webhooks.length === 0)
  expect((await log(transport)).health.failures).toBe(0)
})

it('[D-69] does not let a hanging endpoint slow others', async () => {
  const [sick, well] = [await scene(), await scene()]
  sick.listener.answer(() => undefined)
  const hanging = await Promise.all(Array.from({ length: 10 }, (_, n) => sick.message(`h-${n}`)))
  for (const id of hanging) await react(id, '👍')
  await sick.listener.waitFor(4)
  const id = await well.message('w-1')
  for (const emoji of EMOJI) await react(id, emoji)
  await well.listener.waitFor(10)
  expect(firstArrivals(well.listener)).toEqual(EMOJI)
  // The hanging request is still open: no other delivery waited for it.
  expect((await log(sick.transport, '?state=pending')).webhooks).not.toEqual([])
})

it('[D-69] does not call a module that is off, and sends everything when it is on again', async () => {
  const { transport, listener, message } = await scene()
  const id = await message('off-1')
  const turn = (active: boolean) => ada.postJson(`/workspace/modules/${transport.code}/activity`, { active })
  const held: ServerResponse[] = []
  listener.answer((_told, response) => held.push(response))
  for (const emoji of ['👍', '🔥']) await react(id, emoji)
  await listener.waitFor(1)
  await turn(false)
  for (const response of held) json(response, 500, {})
  await lanesDone(system, transport.code)
  expect(listener.received).toHaveLength(1)
  listener.answer((_told, response) => json(response, 200, {}))
  await turn(true)
  await allDelivered(transport, 2)
  expect(firstArrivals(listener)).toEqual(['👍', '🔥'])
})

it('[D-69] delivers a long backlog of one chat in order and each event once, page by page', async () => {
  const { transport, listener, message } = await scene()
  const id = await message('long-1')
  listener.answer((_told, response) => json(response, 410, {}))
  await react(id, '🔥')
  await waitUntil('it is disabled', async () => (await log(transport)).health.state === 'disabled')
  listener.received.length = 0
  listener.answer((_told, response) => json(response, 200, {}))
  const count = 230
  const takeBack = () =>
    bruno.send('DELETE', `/workspace/messages/${id}/reactions?reaction=${encodeURIComponent('👍')}`)
  for (let n = 1; n < count; n++) expect((await (n % 2 === 0 ? takeBack() : react(id, '👍'))).status).toBe(200)
  await ada.send('POST', `/workspace/modules/${transport.code}/webhooks/enable`)
  await waitUntil('nothing is left', async () => (await log(transport, '?state=pending')).webhooks.length === 0)
  expect(listener.received.map(({ sequence }) => sequence)).toEqual(
    Array.from({ length: count }, (_, place) => place + 1),
  )
})

it('[D-09][D-69] signs with both secrets while one is being rotated', async () => {
  const { transport, listener, message } = await scene()
  const id = await message('rot-1')
  const rotated = await system.fern.api.post(`/api/v5/integration-modules/${transport.code}/edit`, {
    integrationModule: { code: transport.code, rotateSecret: true },
  })
  const { secret } = (rotated.body as { info: { signature: { secret: string } } }).info.signature
  await expireCaches()
  await react(id, '👍')
  await listener.waitFor(1)
  const { body, headers: raw } = listener.receiver.received[0] ?? expect.fail('nothing came')
  const headers = raw as Record<string, string>
  for (const valid of [secret, transport.secret]) expect(() => new Webhook(valid).verify(body, headers)).not.toThrow()
  for (const broken of [
    { ...headers, 'webhook-id': crypto.randomUUID() },
    { ...headers, 'webhook-timestamp': '1' },
  ])
    expect(() => new Webhook(secret).verify(body, broken)).toThrow()
  expect(() => new Webhook(secret).verify(`${body} `, headers)).toThrow()
})

it('[D-69] returns the same events in the same order from the feed, page by page, to the transport itself only', async () => {
  const { transport, listener, message } = await scene()
  const id = await message('f-1')
  for (const emoji of EMOJI) await react(id, emoji)
  await allDelivered(transport, 10)
  const bodies: string[] = []
  const cursors: number[] = []
  for (let after = 0; ; ) {
    const page = (await transport.call('GET', `/webhooks?after=${after}&limit=4`)).body as {
      events: { body: string; id: string; cursor: number; sequence: number }[]
      cursor: number
    }
    if (page.events.length === 0) break
    bodies.push(...page.events.map(({ body }) => body))
    cursors.push(...page.events.map(({ cursor }) => cursor))
    after = page.cursor
  }
  expect(bodies).toEqual(listener.received.map(({ body }) => body))
  expect(cursors).toEqual([...cursors].sort((a, b) => a - b))
  for (const side of [system.fern, system.kettle]) {
    const other = await connectTransport(side, `curious-${scenes}`, 'http://127.0.0.1:9/hook')
    expect((await other.call('GET', '/webhooks')).body).toEqual({ events: [], cursor: 0 })
  }
})

it('[D-69] serves the feed to a transport without an address; events before its cursor are delivered', async () => {
  const registered = await system.fern.api.post('/api/v5/integration-modules/behind-nat/edit', {
    integrationModule: { code: 'behind-nat', integrations: { mgTransport: {} } },
  })
  expect(registered.status).toBe(201)
  const { token } = (registered.body as { info: { mgTransport: { token: string } } }).info.mgTransport
  const wire = system.fern.stranger.with({ 'x-transport-token': token })
  const post = async (path: string, body: object) =>
    (await wire.postJson(`/api/transport/v1${path}`, body)).body as never
  const { id: channel } = (await post('/channels', { type: 'custom', settings: EVERYTHING })) as { id: number }
  const { message_id: id } = (await post('/messages', {
    channel,
    customer: { external_id: 'n', nickname: 'n' },
    message: { type: 'text', external_id: 'n-1', text: 'hi' },
  })) as { message_id: number }
  for (const emoji of ['👍', '🔥']) await react(id, emoji)
  const read = async (after: number) =>
    (await wire.get(`/api/transport/v1/webhooks?after=${after}`)).body as { events: { body: string }[]; cursor: number }
  const first = await read(0)
  expect(first.events.map(({ body }) => JSON.parse(body).data.new_reaction)).toEqual(['👍', '🔥'])
  expect((await log({ code: 'behind-nat' } as Transport, '?state=pending')).webhooks).toHaveLength(2)
  expect((await read(first.cursor)).events).toEqual([])
  expect((await log({ code: 'behind-nat' } as Transport, '?state=delivered')).webhooks).toHaveLength(2)
})

it('[D-69] sends no webhook of what was rolled back', async () => {
  const { transport, listener, message } = await scene()
  const id = await message('roll-1')
  const chat = await inAccount(system.deps.db, system.fern.accountId, (trx) =>
    trx
      .selectFrom('chat')
      .select(['id', 'channel_id'])
      .where('external_chat_id', '=', 'roll-1')
      .executeTakeFirstOrThrow(),
  )
  const { id: moduleId } = await inAccount(system.deps.db, system.fern.accountId, (trx) =>
    trx.selectFrom('integration_module').select('id').where('code', '=', transport.code).executeTakeFirstOrThrow(),
  )
  await expect(
    inAccount(system.deps.db, system.fern.accountId, async (trx) => {
      await enqueueWebhook(system.deps, trx, moduleId, chat, id, { type: 'reaction_add', data: {} })
      throw new Error('changed our mind')
    }),
  ).rejects.toThrow('changed our mind')
  await react(id, '👍')
  await listener.waitFor(1)
  await lanesDone(system, transport.code)
  expect(listener.received.map(({ sequence, data }) => [sequence, data.new_reaction])).toEqual([[1, '👍']])
})

it('[D-69] keeps events and attempts for thirty days', async () => {
  const { transport, message } = await scene()
  await react(await message('old-1'), '👍')
  await allDelivered(transport, 1)
  const purgeAfter = (days: number) =>
    deleteExpired(
      system.deps,
      system.fern.accountId,
      { kind: 'webhooks', now: new Date(Date.now() + days * 86_400_000) },
      deleteOldWebhooks,
    )
  await purgeAfter(29)
  const [entry] = (await log(transport)).webhooks
  expect((await triesOf(entry?.id ?? 0)).tries).toHaveLength(1)
  await purgeAfter(31)
  expect((await log(transport)).webhooks).toEqual([])
})
