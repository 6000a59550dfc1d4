import { openLiveStream } from '@patchbay/testkit/live-stream'
import { waitUntil } from '@patchbay/testkit/services'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { inAccount } from '../../src/lib/db/transaction.ts'
import { expireCaches } from '../support/clock.ts'
import { type Exchange, startExchange } from '../support/phone-exchange.ts'
import { type System, startSystem } from '../support/system.ts'

let system: System
let exchange: Exchange
beforeAll(async () => {
  system = await startSystem()
  exchange = await startExchange(system)
})
afterAll(async () => {
  await exchange.close()
  await system.close()
})

const inFern = <T>(work: Parameters<typeof inAccount<T>>[2]) => inAccount(system.deps.db, system.fern.accountId, work)
const stored = (phone: string) =>
  inFern((trx) => trx.selectFrom('call').selectAll().where('phone', '=', phone).orderBy('id').execute())
const openTasks = (customerId: number) =>
  inFern((trx) =>
    trx
      .selectFrom('task')
      .selectAll()
      .where('customer_id', '=', customerId)
      .where('reason', '=', 'missed-call')
      .where('done_at', 'is', null)
      .execute(),
  )
const lastReason = async (customerId: number) =>
  (
    await inFern((trx) =>
      trx
        .selectFrom('task')
        .select('done_because')
        .where('customer_id', '=', customerId)
        .orderBy('id', 'desc')
        .execute(),
    )
  )[0]?.done_because

const record = (more: object = {}) => ({
  date: '2026-02-03 10:00:00',
  type: 'in',
  phone: '+12025550200',
  code: '101',
  result: 'answered',
  duration: 65,
  ...more,
})

it('[T-17][D-26] accepts fifty records at once, and rejects an upload of fifty-one, none, or invalid ones', async () => {
  const many = (count: number, phone: string) =>
    Array.from({ length: count }, (_, n) => record({ phone, externalId: `m-${phone}-${n}` }))
  expect((await exchange.upload(many(50, '+12025550201'))).body).toEqual({ success: true, processedCallsCount: 50 })
  expect(await stored('+12025550201')).toHaveLength(50)
  for (const calls of [many(51, '+12025550202'), [], many(1_000, '+12025550202')]) {
    expect(await exchange.upload(calls)).toMatchObject({ status: 400, body: { success: false } })
  }
  const spoilt = [...many(49, '+12025550202'), record({ phone: '+12025550202', result: 'vanished' })]
  const refused = await exchange.upload(spoilt)
  expect(refused).toMatchObject({ status: 400, body: { errors: { '49.result': expect.any(String) } } })
  const noDate = await exchange.upload([record({ phone: '+12025550202', date: '2026-02-31 10:00:00' })])
  expect(noDate).toMatchObject({
    status: 400,
    body: { errors: { '0.date': expect.stringContaining('is not a date of the calendar') } },
  })
  expect(await stored('+12025550202')).toEqual([])
})

it('[T-18][D-26] never creates a second call from a repeated record; a repeat only fills empty fields', async () => {
  const one = record({ phone: '+12025550203', externalId: 77 })
  expect((await exchange.upload(one)).body).toEqual({ success: true, processedCallsCount: 1 })
  const again = [
    { ...one, duration: 9, recordUrl: 'https://pbx.test/r/77' },
    record({ phone: '+12025550203', externalId: 78 }),
  ]
  expect((await exchange.upload(again)).body).toEqual({ success: true, processedCallsCount: 1, duplicateCalls: ['77'] })
  expect((await exchange.upload(one)).body).toEqual({ success: true, processedCallsCount: 0, duplicateCalls: ['77'] })
  expect(await stored('+12025550203')).toMatchObject([
    { external_id: '77', duration: 65, record_url: 'https://pbx.test/r/77', user_id: system.fern.userIds.bruno },
    { external_id: '78' },
  ])
  // Twice in one upload, and without an id.
  const twice = record({ phone: '+12025550204', externalId: 'twice' })
  expect((await exchange.upload([twice, twice])).body).toEqual({
    success: true,
    processedCallsCount: 1,
    duplicateCalls: ['twice'],
  })
  const nameless = record({ phone: '+12025550205' })
  await exchange.upload([nameless])
  expect(
    (await exchange.upload([nameless, record({ phone: '+12025550205', date: '2026-2-3 10:00:01' })])).body,
  ).toEqual({
    success: true,
    processedCallsCount: 1,
  })
  expect(await stored('+12025550205')).toHaveLength(2)
})

it('[D-26] reads every result, the account’s own time, and the old addresses', async () => {
  await inFern((trx) => trx.updateTable('account').set({ timezone: 'Europe/Stockholm' }).execute())
  await expireCaches()
  const results = ['answered', 'no answer', 'busy', 'failed', 'not allowed', 'unknown', 'no answered']
  const calls = results.map((result, n) =>
    record({ phone: '+12025550206', externalId: `r-${n}`, result, date: '2026-7-8 9:04:05' }),
  )
  await system.fern.stranger.post('/api/v3/telephony/calls/upload', { apiKey: system.fern.apiKey, calls })
  const rows = await stored('+12025550206')
  expect(rows.map(({ result }) => result)).toEqual([...results.slice(0, 6), 'no answer'])
  expect(rows[0]?.started_at.toISOString()).toBe('2026-07-08T07:04:05.000Z')
  const v4 = await system.fern.api.post('/api/v4/telephony/calls/upload', { calls: record({ externalId: 'v4' }) })
  expect(v4.body).toEqual({ success: true, processedCallsCount: 1 })
  await inFern((trx) => trx.updateTable('account').set({ timezone: 'UTC' }).execute())
})

it('notifies every browser of the account of uploaded calls, and not when all were known', async () => {
  const chiara = await openLiveStream(system.origin, 'fern.test', await system.fern.cookie('chiara'))
  const uploads = () => chiara.events.filter(({ type }) => type === 'calls-uploaded')
  const upload = (id: string) => exchange.upload([record({ phone: '+12025550299', externalId: id })])
  await upload('new-1')
  await waitUntil('Chiara gets the event', () => uploads().length === 1)
  await upload('new-1')
  await upload('new-2')
  await waitUntil('Chiara gets the second event', () => uploads().length === 2)
  chiara.close()
})

it('[D-27][D-24] the uploaded record overrides live events, and corrects a call that was closed as lost', async () => {
  const phone = '+12025550207'
  await exchange.event({ phone, type: 'in', codes: ['101'], callExternalId: 'repair' })
  await exchange.event({ phone, type: 'hangup', codes: ['101'], callExternalId: 'repair', hangupStatus: 'no answered' })
  expect(await stored(phone)).toMatchObject([{ missed: true }])
  const uploaded = record({ phone, externalId: 'repair', code: '102', duration: 30, durationWaiting: 5 })
  expect((await exchange.upload([uploaded])).body).toEqual({ success: true, processedCallsCount: 1 })
  expect(await stored(phone)).toMatchObject([
    {
      missed: false,
      result: 'answered',
      duration: 30,
      duration_waiting: 5,
      user_id: system.fern.userIds.chiara,
      recorded: true,
    },
  ])
  await exchange.event({ phone, type: 'hangup', codes: ['101'], callExternalId: 'repair', hangupStatus: 'failed' })
  await exchange.event({ phone, type: 'in', codes: ['101'], callExternalId: 'repair' })
  expect(await stored(phone)).toMatchObject([{ result: 'answered', state: 'ended' }])
  const bruno = await system.fern.signIn('bruno')
  expect((await bruno.get('/workspace/call-cards')).body).toMatchObject({ cards: [] })
  await exchange.event({ phone: '+12025550208', type: 'in', codes: ['101'], callExternalId: 'lost-1' })
  await inFern((trx) => trx.updateTable('call').set({ state: 'lost' }).where('external_id', '=', 'lost-1').execute())
  await exchange.upload([record({ phone: '+12025550208', externalId: 'lost-1', result: 'busy' })])
  expect(await stored('+12025550208')).toMatchObject([{ state: 'ended', result: 'busy', missed: true }])
})

it('creates one task for all missed calls of a customer, and completes it when a user calls back', async () => {
  const phone = '+12025550210'
  const customer = await exchange.customer(phone)
  const missed = (n: number) => ({ phone, codes: ['101'], callExternalId: `missed-${n}` })
  for (const n of [1, 2]) {
    await exchange.event({ ...missed(n), type: 'in' })
    await exchange.event({ ...missed(n), type: 'hangup', hangupStatus: 'no answered' })
  }
  expect(await openTasks(customer)).toHaveLength(1)
  await exchange.event({ ...missed(3), type: 'out' })
  await exchange.event({ ...missed(3), type: 'hangup', hangupStatus: 'failed' })
  expect(await openTasks(customer)).toHaveLength(1)
  await exchange.event({ ...missed(4), type: 'out' })
  await exchange.event({ ...missed(4), type: 'hangup', hangupStatus: 'answered' })
  expect(await openTasks(customer)).toEqual([])
  expect(await lastReason(customer)).toBe('called back')
})

it('completes that task when the customer calls again and is answered, and creates another for the next missed call', async () => {
  const phone = '+12025550211'
  const customer = await exchange.customer(phone)
  const event = (id: string) => ({ phone, codes: ['101'], callExternalId: id })
  const miss = async (id: string) => {
    await exchange.event({ ...event(id), type: 'in' })
    await exchange.event({ ...event(id), type: 'hangup', hangupStatus: 'cancel' })
  }
  await miss('x1')
  await exchange.event({ ...event('x2'), type: 'in' })
  await exchange.event({ ...event('x2'), type: 'hangup', hangupStatus: 'answered' })
  expect(await openTasks(customer)).toEqual([])
  expect(await lastReason(customer)).toBe('called again and was answered')
  await miss('x3')
  expect(await openTasks(customer)).toHaveLength(1)
})

it('orders late records by their time: a missed call that a later call resolved gets no task', async () => {
  const phone = '+12025550212'
  const customer = await exchange.customer(phone)
  const at = (time: string, more: object) =>
    record({ phone, externalId: `late-${time}`, date: `2026-03-01 ${time}`, ...more })
  const upload = async (time: string, more: object) =>
    expect(await exchange.upload([at(time, more)])).toMatchObject({ status: 200, body: { processedCallsCount: 1 } })
  await upload('12:00:00', { type: 'out' })
  await upload('11:00:00', { result: 'no answer' })
  expect(await openTasks(customer)).toEqual([])
  await upload('13:00:00', { result: 'no answer' })
  await upload('12:30:00', { type: 'out' })
  expect(await openTasks(customer)).toHaveLength(1)
  await upload('13:30:00', { type: 'out' })
  expect(await openTasks(customer)).toEqual([])
  const kinds = await inFern((trx) =>
    trx.selectFrom('timeline').select('kind').where('customer_id', '=', customer).execute(),
  )
  expect(kinds).toHaveLength(5)
})

it('[D-25] an upload of many calls leaves the tasks that the same calls leave one by one, in any order', async () => {
  const [known, unknown] = ['+12025550213', '+12025550214']
  const customer = await exchange.customer(known)
  const at = (phone: string, time: string, more: object) =>
    record({ phone, externalId: `many-${phone}-${time}`, date: `2026-03-02 ${time}`, ...more })
  const missed = { result: 'no answer' }
  const tasks = () =>
    inFern((trx) =>
      trx
        .selectFrom('task')
        .select(['customer_id', 'done_because'])
        .where((eb) => eb.or([eb('customer_id', '=', customer), eb('phone', 'like', '%2025550214')]))
        .orderBy('id')
        .execute(),
    )
  const first = [known, unknown].flatMap((phone) => [
    at(phone, '12:00:00', missed),
    at(phone, '10:00:00', missed),
    at(phone, '11:00:00', { type: 'out' }),
  ])
  await exchange.upload(first)
  expect(await tasks()).toEqual(
    expect.arrayContaining([
      { customer_id: customer, done_because: null },
      { customer_id: null, done_because: null },
    ]),
  )
  await exchange.upload([at(known, '13:30:00', { type: 'in' }), at(known, '13:00:00', missed), ...first])
  await exchange.upload([at(unknown, '13:30:00', { type: 'out' }), at(unknown, '14:00:00', missed)])
  const [ofCustomer, ofNumber, ...more] = (await tasks()).toSorted((one) => (one.customer_id === null ? 1 : -1))
  expect(more).toEqual([])
  expect(ofCustomer?.done_because).toBe('called again and was answered')
  expect(ofNumber?.done_because).toBeNull()
  const entries = await inFern((trx) =>
    trx.selectFrom('timeline').select('kind').where('customer_id', '=', customer).where('kind', '=', 'call').execute(),
  )
  expect(entries).toHaveLength(5)
})

it('[D-23] finds the module by clientId, the key, the extension, or as the only one; else rejects with a text', async () => {
  const moduleOf = async (id: string) =>
    (
      await inFern((trx) =>
        trx
          .selectFrom('call')
          .innerJoin('integration_module as m', 'm.id', 'call.module_id')
          .select('m.code')
          .where('call.external_id', '=', id)
          .execute(),
      )
    ).map(({ code }) => code)
  const event = (id: string, codes: string[] = []) => ({ phone: '+12025550220', type: 'in', codes, callExternalId: id })
  const second = await startExchange(system, 'pbx-two')
  await second.register({ additionalCodes: [{ userId: system.fern.userIds.ada, code: '200' }] })
  // Both were registered with the same key, so the key is ambiguous.
  expect(await exchange.event(event('w1'))).toMatchObject({
    status: 400,
    body: { errorMsg: expect.stringContaining('clientId') },
  })
  await exchange.event(event('w2'), { clientId: 'client-pbx-two' })
  expect(await moduleOf('w2')).toEqual(['pbx-two'])
  expect((await exchange.event(event('w3'), { clientId: 'nobody' })).status).toBe(400)
  const key = await system.fern.newKey({ scopes: ['telephony_write'], moduleCode: 'pbx-two' })
  const bound = system.fern.stranger.with({ 'x-api-key': key.text })
  await bound.post('/api/v5/telephony/call/event', { event: event('w4') })
  expect(await moduleOf('w4')).toEqual(['pbx-two'])
  // A key that belongs to one module does not act for another.
  expect(
    (await bound.post('/api/v5/telephony/call/event', { event: event('w5'), clientId: 'client-pbx' })).status,
  ).toBe(400)
  await exchange.event(event('w6', ['200']))
  expect(await moduleOf('w6')).toEqual(['pbx-two'])
  await exchange.event(event('w7', ['101']))
  expect(await moduleOf('w7')).toEqual(['pbx'])
  await second.register({}, { active: false })
  await exchange.event(event('w8'))
  expect(await moduleOf('w8')).toEqual(['pbx'])
  expect(await moduleOf('w1')).toEqual([])
  const none = await system.kettle.api.post('/api/v5/telephony/call/event', { event: event('w9') })
  expect(none).toMatchObject({ status: 400, body: { errorMsg: 'Telephony not enabled' } })
  await second.close()
})

it('[D-29] finds calls by the number in any notation or by its last digits, the latest first', async () => {
  const dates = ['2026-02-03 10:00:00', '2026-02-04 10:00:00']
  await exchange.upload(dates.map((date, n) => record({ phone: '+1 (202) 555-0277', date, externalId: `found-${n}` })))
  await exchange.upload(record({ phone: '+12025550278', externalId: 'found-2' }))
  const bruno = await system.fern.signIn('bruno')
  const found = async (phone: string) => {
    const { calls } = (await bruno.get('/workspace/calls', { phone })).body as { calls: { startedAt: string }[] }
    return calls.map(({ startedAt }) => startedAt.slice(8, 10))
  }
  for (const text of ['+12025550277', '(202) 555-0277', '001 202 555 0277', '5550277', '0277'])
    expect(await found(text), text).toEqual(['04', '03'])
  expect(await found('0279')).toEqual([])
  expect(await found('nobody')).toEqual([])
  const other = await system.kettle.signIn(Object.keys(system.kettle.userIds)[0] as keyof typeof system.kettle.userIds)
  expect((await other.get('/workspace/calls', { phone: '0277' })).body).toMatchObject({ calls: [] })
})
