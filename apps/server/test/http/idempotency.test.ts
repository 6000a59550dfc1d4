// D-84: a POST with an Idempotency-Key has its effect once, over HTTP.
import { openLiveStream } from '@patchbay/testkit/live-stream'
import { waitUntil } from '@patchbay/testkit/services'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type System, startSystem } from '../support/system.ts'

let system: System
let admin: pg.Client
beforeAll(async () => {
  system = await startSystem()
  admin = new pg.Client({ connectionString: system.adminUrl })
  await admin.connect()
})
afterAll(async () => {
  await admin.end()
  await system.close()
})

const keyed = (key: string, api = system.fern.api) => api.with({ 'idempotency-key': key })
const create = (key: string, order: object, api = system.fern.api) =>
  keyed(key, api).post('/api/v5/orders/create', { order })
const countOrders = async (externalId: string): Promise<number> =>
  (await admin.query('select count(*)::int as n from customer_order where external_id = $1', [externalId])).rows[0].n

it('[D-84] a repeat gets the same answer and creates nothing', async () => {
  const order = {
    externalId: 'once',
    firstName: 'Greta',
    items: [{ productName: 'Fern', initialPrice: 5, quantity: 1 }],
  }
  const first = await create('k-once', order)
  expect(first.status, first.text).toBe(201)
  expect(first.headers['idempotent-replayed']).toBeUndefined()
  const again = await create('k-once', order)
  expect([again.status, again.body]).toEqual([201, first.body])
  expect(again.headers['idempotent-replayed']).toBe('true')
  expect(await countOrders('once')).toBe(1)
})

it('[D-84] twenty at once create one order, and all get its answer', async () => {
  const replies = await Promise.all(Array.from({ length: 20 }, () => create('k-race', { externalId: 'race' })))
  expect(new Set(replies.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
  expect(replies[0]?.status).toBe(201)
  expect(replies.filter(({ headers }) => headers['idempotent-replayed'] === undefined)).toHaveLength(1)
  expect(await countOrders('race')).toBe(1)
})

it('[D-84] another body, query or path under the same key is refused with 409 and changes nothing', async () => {
  await create('k-reused', { externalId: 'reused' })
  for (const reply of [
    await create('k-reused', { externalId: 'reused-2' }),
    await keyed('k-reused').post('/api/v5/orders/create?site=fern-garden', { order: { externalId: 'reused' } }),
    await keyed('k-reused').post('/api/v5/customers/create', { customer: { firstName: 'Ida' } }),
  ]) {
    expect(reply.status, reply.text).toBe(409)
    expect(reply.body).toMatchObject({ success: false, errorMsg: expect.stringContaining('Idempotency-Key') })
  }
  expect(await countOrders('reused-2')).toBe(0)
})

it('[D-84] keys of other callers are other keys', async () => {
  const other = await system.fern.newKey({ scopes: ['order_write'] })
  const api = system.fern.stranger.with({ 'x-api-key': other.text })
  expect((await create('k-callers', { externalId: 'caller-1' })).status).toBe(201)
  expect((await create('k-callers', { externalId: 'caller-2' }, api)).status).toBe(201)
  expect((await create('k-callers', { externalId: 'caller-3' }, system.kettle.api)).status).toBe(201)
})

it('[D-84] a refused request is not stored: the corrected one is carried out under the same key', async () => {
  expect((await create('k-refused', { externalId: 'corrected', status: 'no-such-status' })).status).toBe(400)
  expect((await create('k-refused', { externalId: 'corrected' })).status).toBe(201)
})

it('[D-84] the answer is stored in the transaction of the change: without one there is not the other', async () => {
  await admin.query(`create function refuse_answer() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$;
    create trigger refuse_answer before update on idempotent_request for each row execute function refuse_answer()`)
  const failed = await create('k-atomic', { externalId: 'atomic' })
  await admin.query('drop function refuse_answer() cascade')
  expect(failed.status).toBe(500)
  expect(await countOrders('atomic')).toBe(0)
  expect((await create('k-atomic', { externalId: 'atomic' })).status).toBe(201)
})

it('[D-84] browsers get the live event of the change, after the commit', async () => {
  const stream = await openLiveStream(system.origin, 'fern.test', await system.fern.cookie('chiara'))
  const { id } = ((await create('k-live', { externalId: 'live' })).body as { order: { id: number } }).order
  await waitUntil('the event arrived', () =>
    stream.events.some((event) => event.type === 'order-changed' && (event as { id?: number }).id === id),
  )
  stream.close()
})

it('[D-84] a key is free again after 24 hours', async () => {
  await create('k-day', { externalId: 'day-1' })
  await admin.query(
    `update idempotent_request set created_at = now() - interval '24 hours 1 second' where key = 'k-day'`,
  )
  expect((await create('k-day', { externalId: 'day-2' })).status).toBe(201)
  expect(await countOrders('day-2')).toBe(1)
})

it('[D-84] answers are sealed in the database: some contain a secret', async () => {
  const integrationModule = {
    code: 'sealed',
    clientId: 'c',
    integrations: { mgTransport: { webhookUrl: 'http://127.0.0.1:1/' } },
  }
  const register = () => keyed('k-sealed').post('/api/v5/integration-modules/sealed/edit', { integrationModule })
  const first = await register()
  const { token } = (first.body as { info: { mgTransport: { token: string } } }).info.mgTransport
  const { rows } = await admin.query(`select answer from idempotent_request where key = 'k-sealed'`)
  expect(rows[0].answer.includes(token)).toBe(false)
  expect((await register()).body).toEqual(first.body)
})

it('[D-84] a repeatable request gets the first answer again too, and its key belongs to it', async () => {
  const integrationModule = {
    code: 'pbx',
    clientId: 'pbx',
    integrations: { telephony: { makeCallUrl: 'http://127.0.0.1:1/' } },
  }
  await system.fern.api.post('/api/v5/integration-modules/pbx/edit', { integrationModule })
  const lookup = (phone: string) => keyed('k-lookup').post('/api/v5/telephony/manager', { phone })
  const first = await lookup('+12025550133')
  expect(first.status, first.text).toBe(200)
  const again = await lookup('+12025550133')
  expect([again.body, again.headers['idempotent-replayed']]).toEqual([first.body, 'true'])
  expect((await lookup('+12025550134')).status).toBe(409)
})

it('[D-84] a key that no header should carry is refused', async () => {
  expect((await create('x'.repeat(256), { externalId: 'long' })).status).toBe(400)
  expect((await create('two words', { externalId: 'words' })).status).toBe(400)
})
