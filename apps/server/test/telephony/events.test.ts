import { createHttpClient } from '@patchbay/testkit/http-client'
import { type LiveStream, openLiveStream } from '@patchbay/testkit/live-stream'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { inAccount } from '../../src/lib/db/transaction.ts'
import { closeStaleCalls } from '../../src/telephony/calls/jobs.ts'
import { type Exchange, startExchange } from '../support/phone-exchange.ts'
import { type System, startAnother, startSystem } from '../support/system.ts'

let system: System
let exchange: Exchange
const cookies: Record<string, string> = {}
beforeAll(async () => {
  system = await startSystem()
  exchange = await startExchange(system)
  for (const name of ['ada', 'bruno', 'chiara'] as const) cookies[name] = await system.fern.cookie(name)
})
afterAll(async () => {
  await exchange.close()
  await system.close()
})

type Card = {
  callId: number
  version: number
  state: string
  quiet: boolean
  shop?: { name: string }
  customers: { id: number; name: string; match: string; openOrders: { number: string }[] }[]
  rings: { userId: number; why: string[]; code?: string }[]
  phone: string
}
type CardEvent = { type: string; card?: Card; callId?: number; because?: string }
const cardsOf = (browser: LiveStream | undefined): CardEvent[] =>
  (browser?.events ?? []).filter(({ type }) => type.startsWith('call-card')) as CardEvent[]

const browsers: Record<string, LiveStream> = {}
beforeEach(async () => {
  for (const name of ['ada', 'bruno', 'chiara'])
    browsers[name] = await openLiveStream(system.origin, 'fern.test', cookies[name] ?? '')
})
afterEach(() => {
  for (const browser of Object.values(browsers)) browser.close()
})
const seen = (name: string) => cardsOf(browsers[name])
/** A marker event: when it has arrived, all earlier events have too. */
const settled = async () => {
  const before = browsers.ada?.events.length ?? 0
  await system.deps.live.publish(system.fern.accountId, { type: 'module-changed', code: 'x' })
  for (const browser of Object.values(browsers))
    await expect.poll(() => browser.events.at(-1)).toEqual({ type: 'module-changed', code: 'x' })
  return before
}
const open = async (name: string): Promise<Card[]> => {
  const wire = system.fern.stranger.with({ cookie: cookies[name] ?? '' })
  return ((await wire.get('/workspace/call-cards')).body as { cards: Card[] }).cards
}
const storedCalls = (phone: string) =>
  inAccount(system.deps.db, system.fern.accountId, (trx) =>
    trx.selectFrom('call').selectAll().where('phone', '=', phone).orderBy('id').execute(),
  )

it('[T-13][T-14][T-15] shows an incoming call only to the manager whose extension rings', async () => {
  const edith = await openLiveStream(system.origin, 'kettle.test', await system.kettle.cookie('edith'))
  const reply = await exchange.event({ phone: '+12025550101', type: 'in', codes: ['101'], callExternalId: 't15' })
  expect(reply).toMatchObject({ status: 200, body: { success: true } })
  await expect.poll(() => seen('bruno')).toHaveLength(1)
  await settled()
  expect(seen('bruno')).toMatchObject([{ type: 'call-card', card: { phone: '+12025550101', state: 'ringing' } }])
  expect(seen('bruno')[0]?.card?.rings).toEqual([
    { userId: system.fern.userIds.bruno, name: 'Bruno Costa', code: '101', why: ['extension'] },
  ])
  expect(seen('ada')).toEqual([])
  expect(seen('chiara')).toEqual([])
  // Events are delivered in order: hers has arrived, so earlier ones have too.
  const barrier = { type: 'module-changed', code: 'kettle-barrier' } as const
  await system.deps.live.publish(system.kettle.accountId, barrier)
  await expect.poll(() => edith.events.at(-1)).toEqual(barrier)
  expect(edith.events).toEqual([barrier])
  edith.close()
  expect(await open('bruno')).toMatchObject([{ phone: '+12025550101', quiet: false }])
  expect(await open('chiara')).toEqual([])
})

it('[T-14] shows an outgoing call to its caller, and closes it at the hangup', async () => {
  await exchange.event({ phone: '+12025550102', type: 'out', codes: ['102'], callExternalId: 't14' })
  await expect.poll(() => seen('chiara')).toMatchObject([{ card: { direction: 'out' } }])
  await exchange.event({
    phone: '+12025550102',
    type: 'hangup',
    codes: ['102'],
    callExternalId: 't14',
    hangupStatus: 'answered',
  })
  await expect.poll(() => seen('chiara')).toMatchObject([{}, { type: 'call-card-withdrawn', because: 'ended' }])
  expect(await storedCalls('+12025550102')).toMatchObject([
    { direction: 'out', state: 'ended', result: 'answered', missed: false, user_id: system.fern.userIds.chiara },
  ])
})

it('[T-16] shows the direction as the shop’s name when the external number is configured, else none', async () => {
  const event = { phone: '+12025550103', type: 'in', codes: ['101'] }
  await exchange.event({ ...event, callExternalId: 'd1', externalPhone: '+46812345678' })
  await exchange.event({ ...event, callExternalId: 'd2', externalPhone: '+46899999999' })
  await exchange.event({ ...event, callExternalId: 'd3' })
  await expect.poll(() => seen('bruno')).toHaveLength(3)
  expect(seen('bruno').map(({ card }) => card?.shop?.name)).toEqual(['Garden Centre', undefined, undefined])
})

it('[D-20] accepts an event whatever the module declared, and shows the declaration to admins', async () => {
  await exchange.register({ inputEventSupported: false, outputEventSupported: false, hangupEventSupported: true })
  expect(
    (await exchange.event({ phone: '+12025550104', type: 'in', codes: ['101'], callExternalId: 'd20' })).status,
  ).toBe(200)
  await expect.poll(() => seen('bruno')).toHaveLength(1)
  const admin = system.fern.stranger.with({ cookie: cookies.ada ?? '' })
  expect((await admin.get('/workspace/modules/pbx/telephony')).body).toMatchObject({
    settings: { inputEventSupported: false, outputEventSupported: false, hangupEventSupported: true },
  })
})

it('[D-21] accepts users as well as codes, reports unknown ones, and reads both spellings of no answer', async () => {
  const { bruno } = system.fern.userIds
  const event = { phone: '+12025550105', type: 'in', callExternalId: 'd21', webAnalyticsData: [], site: 'fern-garden' }
  const reply = await exchange.event({ ...event, codes: ['101', '555'], userIds: [bruno, 999_999], hangupStatus: null })
  expect(reply.body).toEqual({ success: true, notExistCodes: ['555'], notExistUsers: [999_999] })
  await exchange.event({ ...event, callExternalId: 'd21b', userIds: [String(bruno)] })
  await expect
    .poll(() => seen('bruno').map(({ card }) => card?.rings[0]?.why))
    .toEqual([['ring group'], ['named by the exchange']])
  await exchange.event({ ...event, type: 'hangup', codes: ['101'], hangupStatus: 'no answered' })
  await exchange.event({ ...event, callExternalId: 'd21b', type: 'hangup', codes: [], hangupStatus: 'no answer' })
  expect(await storedCalls('+12025550105')).toMatchObject([
    { result: 'no answer', missed: true },
    { result: 'no answer', missed: true },
  ])
  const wrong = await exchange.event({ ...event, type: 'hangup', hangupStatus: 'gone' })
  expect(wrong).toMatchObject({
    status: 400,
    body: { errors: { hangupStatus: expect.stringContaining('no answered') } },
  })
  const [call] = await storedCalls('+12025550105')
  expect(call?.shop_id).not.toBeNull()
})

it('[D-22] identifies calls by the exchange’s id, and never merges two by number and time', async () => {
  const event = { phone: '+12025550106', type: 'in', codes: ['101'] }
  await exchange.event({ ...event, codes: ['101', '102'], callExternalId: 'a' })
  await exchange.event({ ...event, codes: ['101', '102'], callExternalId: 'a' })
  await exchange.event({ ...event, callExternalId: 'b' })
  expect(await storedCalls(event.phone)).toHaveLength(2)
  await settled()
  // A repeat changes nothing, so nothing is published.
  expect(seen('bruno')).toHaveLength(2)
  await exchange.event({ ...event, phone: '+12025550107' })
  await exchange.event({ ...event, phone: '+12025550107' })
  await exchange.event({ ...event, phone: '+12025550107', codes: ['102'] })
  // A hangup of another extension closes only its own call.
  await exchange.event({ phone: '+12025550107', type: 'hangup', codes: ['102'], hangupStatus: 'busy' })
  expect((await storedCalls('+12025550107')).map(({ state }) => state)).toEqual(['ringing', 'ringing', 'ended'])
  await exchange.event({ phone: '+12025550107', type: 'hangup', codes: ['101'], hangupStatus: 'cancel' })
  expect((await storedCalls('+12025550107')).map(({ state }) => state)).toEqual(['ringing', 'ended', 'ended'])
})

it('[D-22] reads an external number in place of the id, as old clients send it, as the direction', async () => {
  const event = { phone: '+12025550108', type: 'in', codes: ['101'], callExternalId: '+46812345678' }
  await exchange.event(event)
  await exchange.event({ ...event, callExternalId: '46812345678' })
  expect(await storedCalls(event.phone)).toHaveLength(2)
  await expect.poll(() => seen('bruno').map(({ card }) => card?.shop?.name)).toEqual(['Garden Centre', 'Garden Centre'])
})

it('[D-22] applies concurrent events of one call on two processes one after the other', async () => {
  const second = await startAnother(system)
  const phone = '+12025550177'
  const rings = Array.from({ length: 40 }, (_, n) => ({ phone, type: 'in', codes: [n % 2 ? '101' : '102'] }))
  const elsewhere = createHttpClient(second.origin, { host: 'fern.test', 'x-api-key': system.fern.apiKey })
  const replies = await Promise.all(
    rings.map((ring, n) => {
      const event = { ...ring, callExternalId: 'storm' }
      return n % 4 < 2 ? exchange.event(event) : elsewhere.post('/api/v5/telephony/call/event', { event })
    }),
  )
  expect(replies.map(({ status }) => status)).toEqual(rings.map(() => 200))
  const [call, ...others] = await storedCalls(phone)
  expect(others).toEqual([])
  expect(call?.version).toBe(40)
  const events = await inAccount(system.deps.db, system.fern.accountId, (trx) =>
    trx
      .selectFrom('call_event')
      .select('id')
      .where('call_id', '=', call?.id ?? 0)
      .execute(),
  )
  expect(events).toHaveLength(40)
  await second.close()
})

it('[D-24] withdraws the card from the others when one user answers, and from all at the end', async () => {
  const event = { phone: '+12025550109', type: 'in', callExternalId: 'group' }
  await exchange.event({ ...event, codes: ['100', '101', '102'] })
  await expect.poll(() => [seen('ada'), seen('bruno'), seen('chiara')].map((list) => list.length)).toEqual([1, 1, 1])
  expect(seen('ada')[0]?.card?.rings.map(({ why }) => why)).toEqual(Array(3).fill(['ring group']))
  await exchange.event({ ...event, codes: ['102'] })
  await expect
    .poll(() => seen('ada'))
    .toMatchObject([{}, { type: 'call-card-withdrawn', because: 'answered elsewhere' }])
  await expect.poll(() => seen('bruno')).toHaveLength(2)
  await expect
    .poll(() => seen('chiara'))
    .toMatchObject([{}, { type: 'call-card', card: { state: 'talking', version: 2 } }])
  expect(await open('bruno')).toEqual(expect.not.arrayContaining([expect.objectContaining({ phone: event.phone })]))
  await exchange.event({ ...event, type: 'hangup', hangupStatus: 'answered' })
  await expect.poll(() => seen('chiara').at(-1)).toMatchObject({ type: 'call-card-withdrawn', because: 'ended' })
  expect(seen('ada')).toHaveLength(2)
  const [call] = await storedCalls(event.phone)
  expect(call).toMatchObject({ result: 'answered', user_id: system.fern.userIds.chiara, state: 'ended' })
  expect(call?.duration).not.toBeNull()
})

it('[D-24] closes cards on a hangup with status answered that names one user, and follows a forwarded call', async () => {
  const event = { phone: '+12025550110', type: 'in', callExternalId: 'hunt' }
  await exchange.event({ ...event, codes: ['101'] })
  await exchange.event({ ...event, codes: ['102'] })
  await expect.poll(() => seen('bruno').at(-1)).toMatchObject({ type: 'call-card-withdrawn', because: 'moved on' })
  await expect.poll(() => seen('chiara')).toMatchObject([{ card: { state: 'ringing' } }])
  await exchange.event({ ...event, type: 'hangup', codes: ['102'], hangupStatus: 'answered' })
  await expect.poll(() => seen('chiara')).toHaveLength(2)
  expect(await storedCalls(event.phone)).toMatchObject([{ user_id: system.fern.userIds.chiara, missed: false }])
})

it('[D-24] closes a call as lost after four hours without an event', async () => {
  await exchange.event({ phone: '+12025550111', type: 'in', codes: ['101'], callExternalId: 'lost' })
  await expect.poll(() => seen('bruno')).toHaveLength(1)
  const later = new Date(Date.now() + 4 * 3_600_000 + 1_000)
  const soon = new Date(Date.now() + 3 * 3_600_000)
  expect(await closeStaleCalls(system.deps, system.fern.accountId, soon)).toBe(0)
  expect(await closeStaleCalls(system.deps, system.fern.accountId, later)).toBeGreaterThan(0)
  await expect.poll(() => seen('bruno').at(-1)).toMatchObject({ type: 'call-card-withdrawn', because: 'lost' })
  expect(await storedCalls('+12025550111')).toMatchObject([{ state: 'lost', result: 'unknown', missed: false }])
  expect(await open('bruno')).toEqual([])
})

it('[D-25] stores one record per call, with its legs; missed is a property of the call', async () => {
  const event = { phone: '+12025550112', type: 'in', callExternalId: 'legs' }
  await exchange.event({ ...event, codes: ['101', '102', '777'] })
  await exchange.event({ ...event, type: 'hangup', codes: ['101', '102', '777'], hangupStatus: 'no answered' })
  const [call, ...more] = await storedCalls(event.phone)
  expect(more).toEqual([])
  expect(call?.missed).toBe(true)
  expect(call?.legs).toMatchObject([
    { userId: system.fern.userIds.bruno, code: '101', to: expect.any(String) },
    { userId: system.fern.userIds.chiara, code: '102', to: expect.any(String) },
    { code: '777', to: expect.any(String) },
  ])
})

it('keeps a call closed when its hangup arrives before its first event, and shows a late event without a sound', async () => {
  const event = { phone: '+12025550113', codes: ['101'], callExternalId: 'early' }
  await exchange.event({ ...event, type: 'hangup', hangupStatus: 'no answered' })
  await exchange.event({ ...event, type: 'in' })
  await exchange.event({ ...event, type: 'in' })
  const old = new Date(Date.now() - 31_000).toISOString().slice(0, 19).replace('T', ' ')
  await exchange.event({ phone: '+12025550114', type: 'in', codes: ['101'], callExternalId: 'late', date: old })
  await expect.poll(() => seen('bruno')).toMatchObject([{ card: { phone: '+12025550114', quiet: true } }])
  expect(await storedCalls(event.phone)).toMatchObject([{ state: 'ended', missed: true, direction: 'in' }])
  const ahead = new Date(Date.now() + 3_600_000).toISOString().slice(0, 19).replace('T', ' ')
  await exchange.event({ phone: '+12025550115', type: 'in', codes: ['101'], callExternalId: 'ahead', date: ahead })
  await expect.poll(() => seen('bruno').at(-1)).toMatchObject({ card: { phone: '+12025550115', quiet: false } })
})

it('[D-29] shows every customer with the number, ranked, with open orders and last contact', async () => {
  const plain = await exchange.customer('+1 202 555 0120', { firstName: 'Plain' })
  const ordering = await exchange.customer('(202) 555-0120', {
    firstName: 'Ordering',
    managerId: system.fern.userIds.bruno,
  })
  await inAccount(system.deps.db, system.fern.accountId, async (trx) => {
    const shop = await trx.selectFrom('shop').select('id').executeTakeFirstOrThrow()
    await trx
      .insertInto('order_status')
      .values({ code: 'new', name: 'New', open: true })
      .onConflict((c) => c.doNothing())
      .execute()
    await trx
      .insertInto('customer_order')
      .values({
        number: 'A-1',
        shop_id: shop.id,
        customer_id: ordering,
        status: 'new',
        open: true,
        currency: 'EUR',
        total: '12.50',
      })
      .execute()
  })
  await exchange.event({ phone: '2025550120', type: 'in', codes: ['101'], callExternalId: 'ranked' })
  await expect.poll(() => seen('bruno')).toHaveLength(1)
  const card = seen('bruno')[0]?.card
  expect(card?.customers.map(({ id }) => id)).toEqual([ordering, plain])
  expect(card?.customers[0]).toMatchObject({
    name: 'Ordering Holm',
    match: 'e164',
    openOrders: [{ number: 'A-1', status: 'New', total: '12.50' }],
  })
  expect(card?.rings[0]?.why).toEqual(['extension', 'customer'])
})

it('stores a trace of each event, for admins and for the module’s author, until the browser shows the card', async () => {
  const event = { phone: '+12025550121', type: 'in', codes: ['101', '999'], callExternalId: 'traced' }
  await exchange.event(event)
  await expect.poll(() => seen('bruno')).toHaveLength(1)
  const callId = seen('bruno')[0]?.card?.callId
  const bruno = system.fern.stranger.with({ cookie: cookies.bruno ?? '' })
  expect((await bruno.postJson(`/workspace/call-cards/${callId}/shown`, {})).status).toBe(200)
  expect((await bruno.postJson('/workspace/call-cards/999999/shown', {})).status).toBe(404)
  const admin = system.fern.stranger.with({ cookie: cookies.ada ?? '' })
  expect((await bruno.get(`/workspace/calls/${callId}/trace`)).status).toBe(403)
  type Seen = {
    step: string
    ok?: boolean
    who?: object[]
    values: { path?: string; outcome?: string }
    exchangeId?: number
  }
  const { trace } = (await admin.get(`/workspace/calls/${callId}/trace`)).body as {
    trace: { subject: string; steps: Seen[] }
  }
  const { bruno: brunoId } = system.fern.userIds
  expect(trace.steps.map(({ step, ok }) => `${step} ${ok}`)).toEqual([
    'request.in true',
    'event.received true',
    'event.module true',
    'event.number true',
    'event.customers false',
    'event.extensions false',
    'event.online true',
    'event.call true',
    'event.card true',
    'card.sent undefined',
    'card.shown true',
  ])
  expect(trace.steps[0]).toMatchObject({ values: { path: '/api/v5/telephony/call/event' } })
  const { exchanges } = (await admin.get('/workspace/traffic')).body as { exchanges: { id: number; url: string }[] }
  expect(exchanges.find(({ id }) => id === trace.steps[0]?.exchangeId)?.url).toContain('/telephony/call/event')
  expect(trace.steps[3]).toMatchObject({ values: { phone: '+12025550121', key: '+12025550121' } })
  expect(trace.steps[5]).toMatchObject({ who: [{ code: '101', userId: brunoId }, { code: '999' }] })
  expect(trace.steps[7]).toMatchObject({ values: { outcome: 'rings' } })
  expect(trace.steps.at(-1)).toMatchObject({ who: [{ userId: brunoId }] })
  const author = await system.fern.api.get('/api/v5/telephony/call/trace', { callExternalId: 'traced' })
  expect((author.body as { trace: object }).trace).toMatchObject({
    events: [
      {
        type: 'in',
        steps: expect.arrayContaining([
          expect.objectContaining({ step: 'extensions', says: `101 → ${brunoId}, 999 → nobody` }),
          expect.objectContaining({ step: 'card', ok: true }),
        ]),
      },
    ],
    cards: [{ userId: brunoId, shownAt: expect.any(String) }],
  })
  expect((await system.kettle.api.get('/api/v5/telephony/call/trace', { callExternalId: 'traced' })).status).toBe(400)
})

it('saves a note of the call, creates a task from the card, and shows calls to their own account only', async () => {
  await exchange.event({ phone: '+12025550122', type: 'in', codes: ['101'], callExternalId: 'noted' })
  await expect.poll(() => seen('bruno')).toHaveLength(1)
  const callId = seen('bruno')[0]?.card?.callId
  const bruno = system.fern.stranger.with({ cookie: cookies.bruno ?? '' })
  await bruno.postJson(`/workspace/calls/${callId}/note`, { note: 'wants two ferns' })
  expect((await bruno.get(`/workspace/calls/${callId}`)).body).toMatchObject({ call: { note: 'wants two ferns' } })
  expect(await open('bruno')).toEqual(expect.arrayContaining([expect.objectContaining({ note: 'wants two ferns' })]))
  const task = await bruno.postJson(`/workspace/calls/${callId}/task`, { text: 'Send a catalogue' })
  expect(task).toMatchObject({ status: 201, body: { id: expect.any(Number) } })
  const edith = await system.kettle.signIn('edith')
  expect((await edith.get(`/workspace/calls/${callId}`)).status).toBe(404)
  expect((await edith.postJson(`/workspace/calls/${callId}/note`, { note: 'x' })).status).toBe(404)
  expect((await edith.get('/workspace/calls')).body).toMatchObject({ calls: [] })
  const listed = (await bruno.get('/workspace/calls', { missed: 'false' })).body as { calls: { id: number }[] }
  expect(listed.calls[0]?.id).toBe(callId)
})
