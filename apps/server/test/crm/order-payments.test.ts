// Payments of orders over HTTP, for both accounts.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { listTimeline } from '../../src/crm/timeline/store.ts'
import { inAccount } from '../../src/lib/db/transaction.ts'
import { type System, startSystem } from '../support/system.ts'

let system: System
beforeAll(async () => {
  system = await startSystem()
})
afterAll(() => system.close())

type Order = { id: number; number: string; prepaySum: number; payments: Record<string, Record<string, unknown>> }
type Side = System['fern'] | System['kettle']

const make = async (side: Side, order: object = {}, site?: string): Promise<Order> =>
  (
    (
      await side.api.post('/api/v5/orders/create', {
        order: { items: [{ productName: 'Ivy', initialPrice: '19.90' }], ...order },
        ...(site && { site }),
      })
    ).body as { order: Order }
  ).order
const read = async (side: Side, id: number): Promise<Order> =>
  ((await side.api.get(`/api/v5/orders/${id}`, { by: 'id' })).body as { order: Order }).order
const add = (side: Side, payment: object) => side.api.post('/api/v5/orders/payments/create', { payment })
const idOf = (reply: { body: unknown }) => (reply.body as { id: number }).id

it('[D-41] adds payments to an order by id, by the shop’s id or by number', async () => {
  const { fern } = system
  const order = await make(fern, { externalId: 'paid-1', number: 'P-1' })
  const replies = [
    await add(fern, { order: { id: order.id }, type: 'cash', amount: '5.5', comment: 'At the door' }),
    await add(fern, {
      order: { externalId: 'paid-1' },
      type: 'bank-card',
      externalId: 'ext-1',
      status: 'paid',
      amount: 4.4,
      paidAt: '2026-11-01 12:00:00',
    }),
    await add(fern, { order: { number: 'P-1' }, type: 'bank-transfer' }),
  ]
  expect(replies.map(({ status }) => status)).toEqual([201, 201, 201])
  const { payments, prepaySum } = await read(fern, order.id)
  expect(prepaySum).toBe(4.4)
  expect(Object.values(payments)).toEqual([
    { id: idOf(replies[0] as never), type: 'cash', status: 'not-paid', amount: 5.5, comment: 'At the door' },
    {
      id: idOf(replies[1] as never),
      externalId: 'ext-1',
      type: 'bank-card',
      status: 'paid',
      amount: 4.4,
      paidAt: '2026-11-01 12:00:00',
      comment: '',
    },
    { id: idOf(replies[2] as never), type: 'bank-transfer', status: 'not-paid', amount: 15.5, comment: '' },
  ])
})

it('updates a payment by its id or the shop’s, and records the change', async () => {
  const { fern } = system
  const order = await make(fern)
  const id = idOf(await add(fern, { order: { id: order.id }, type: 'cash', externalId: 'ext-2', amount: 1 }))
  expect(
    (await fern.api.post(`/api/v5/orders/payments/${id}/edit`, { payment: { amount: '2.50', status: 'paid' } })).body,
  ).toEqual({ success: true, id })
  expect(
    (await fern.api.post('/api/v5/orders/payments/ext-2/edit', { by: 'externalId', payment: { comment: 'Thanks' } }))
      .status,
  ).toBe(200)
  expect((await read(fern, order.id)).payments[id]).toMatchObject({
    amount: 2.5,
    status: 'paid',
    comment: 'Thanks',
    type: 'cash',
    paidAt: expect.any(String),
  })
  const entries = await inAccount(system.deps.db, fern.accountId, (trx) =>
    listTimeline(trx, { orderId: order.id }, { limit: 10 }),
  )
  expect(entries.map(({ kind }) => kind)).toEqual([
    'payment.changed',
    'payment.changed',
    'payment.added',
    'order.created',
  ])
  expect(entries[1]?.detail).toEqual({
    paymentId: id,
    currency: 'USD',
    amount: ['1.00', '2.50'],
    status: ['not-paid', 'paid'],
    paidAt: [null, expect.any(String)],
  })
})

it('deletes a payment', async () => {
  const { fern } = system
  const order = await make(fern)
  const id = idOf(await add(fern, { order: { id: order.id }, type: 'cash' }))
  expect((await fern.api.post(`/api/v5/orders/payments/${id}/delete`)).body).toEqual({ success: true })
  expect((await read(fern, order.id)).payments).toEqual({})
  expect((await fern.api.post(`/api/v5/orders/payments/${id}/delete`)).status).toBe(404)
  expect((await fern.api.post(`/api/v5/orders/payments/${id}/edit`, { payment: { amount: 1 } })).status).toBe(404)
})

it('rejects unknown references, a type of another shop, and an invalid amount', async () => {
  const { fern } = system
  const order = await make(fern, {}, 'fern-online')
  await fern.api.post('/api/v5/reference/payment-types/garden-card/edit', {
    paymentType: { name: 'G', sites: ['fern-garden'] },
  })
  await fern.api.post('/api/v5/reference/payment-types/old/edit', { paymentType: { name: 'Old', active: false } })
  const refused = async (payment: object) => (await add(fern, { order: { id: order.id }, ...payment })).body
  expect(await refused({})).toMatchObject({ errors: { type: 'is missing' } })
  expect(await refused({ type: 'shells' })).toMatchObject({ errors: { type: 'is not a payment type: shells' } })
  expect(await refused({ type: 'old' })).toMatchObject({ errors: { type: 'is switched off: old' } })
  expect(await refused({ type: 'garden-card' })).toMatchObject({
    errors: { type: 'is not for the shop fern-online: garden-card' },
  })
  expect(await refused({ type: 'cash', status: 'perhaps', amount: '1.001', paidAt: '2026-02-31' })).toMatchObject({
    errors: {
      status: 'is not a payment status: perhaps',
      amount: 'may have at most 2 digits behind the point: 1.001',
      paidAt: 'is not a time: 2026-02-31',
    },
  })
  expect(await refused({ type: 'cash', amount: -1 })).toMatchObject({ errors: { amount: 'must not be negative' } })
  expect((await add(fern, { order: {}, type: 'cash' })).status).toBe(400)
  expect((await add(fern, { order: { id: 999_999_999 }, type: 'cash' })).status).toBe(404)
})

it('[E-02][D-05] never reaches a payment of another account, or of a shop that the key does not see', async () => {
  const { fern, kettle } = system
  const order = await make(fern, { externalId: 'walled' }, 'fern-online')
  const id = idOf(await add(fern, { order: { id: order.id }, type: 'cash', externalId: 'ext-3', amount: 3 }))
  const { text } = await fern.newKey({ scopes: ['order_write', 'order_read'], sites: ['fern-garden'] })
  for (const api of [kettle.api, fern.stranger.with({ 'x-api-key': text })]) {
    for (const named of [{ id: order.id }, { externalId: 'walled' }, { number: order.number }])
      expect(
        (await api.post('/api/v5/orders/payments/create', { payment: { order: named, type: 'cash' } })).status,
      ).toBe(404)
    expect((await api.post(`/api/v5/orders/payments/${id}/edit`, { payment: { amount: 1 } })).status).toBe(404)
    expect(
      (await api.post('/api/v5/orders/payments/ext-3/edit', { by: 'externalId', payment: { amount: 1 } })).status,
    ).toBe(404)
    expect((await api.post(`/api/v5/orders/payments/${id}/delete`)).status).toBe(404)
  }
  expect((await read(fern, order.id)).payments[id]).toMatchObject({ amount: 3 })
})

it('[P-06] adds a payment in the workspace, for the whole total or a part, and not of a type whose shop was removed', async () => {
  const { fern, kettle } = system
  const bruno = await fern.signIn('bruno')
  const order = await make(fern)
  const addTo = (id: number, body: object) => bruno.postJson(`/workspace/orders/${id}/payments`, body)
  expect((await addTo(order.id, { type: 'cash' })).status).toBe(201)
  expect((await addTo(order.id, { type: 'bank-card', amount: '5.50' })).status).toBe(201)
  const { payments } = await read(fern, order.id)
  expect(Object.values(payments).map(({ type, amount }) => [type, amount])).toEqual([
    ['cash', 19.9],
    ['bank-card', 5.5],
  ])
  expect((await addTo(order.id, { type: 'cash', amount: '1.001' })).body).toMatchObject({
    errors: { amount: 'may have at most 2 digits behind the point: 1.001' },
  })
  const shops = (list: object[]) => ({
    integrationModule: {
      code: 'bank',
      baseUrl: 'https://bank.test',
      integrations: { payment: { actions: { create: '/create' }, shops: list } },
    },
  })
  await fern.api.post('/api/v5/integration-modules/bank/edit', shops([{ code: 'main', name: 'Main', active: true }]))
  expect((await addTo(order.id, { type: 'bank-main' })).status).toBe(201)
  await fern.api.post('/api/v5/integration-modules/bank/edit', shops([]))
  expect((await addTo(order.id, { type: 'bank-main' })).body).toMatchObject({ errorCode: 'payment_shop_gone' })
  const edith = await kettle.signIn('edith')
  expect((await edith.postJson(`/workspace/orders/${order.id}/payments`, { type: 'cash' })).status).toBe(404)
})

it('[D-51] changes and deletes a payment in the workspace, as the API does, and none of another account', async () => {
  const { fern, kettle } = system
  const [bruno, edith] = [await fern.signIn('bruno'), await kettle.signIn('edith')]
  const order = await make(fern)
  const id = idOf(await add(fern, { order: { id: order.id }, type: 'cash' }))
  const change = { amount: '5.50', status: 'paid', comment: 'At the door' }
  expect((await edith.postJson(`/workspace/payments/${id}`, change)).status).toBe(404)
  expect((await bruno.postJson(`/workspace/payments/${id}`, change)).body).toEqual({ success: true })
  expect((await read(fern, order.id)).payments[id]).toMatchObject({ ...change, amount: 5.5, type: 'cash' })
  expect((await edith.send('DELETE', `/workspace/payments/${id}`)).status).toBe(404)
  expect((await bruno.send('DELETE', `/workspace/payments/${id}`)).body).toEqual({ success: true })
  expect((await read(fern, order.id)).payments).toEqual({})
  const entries = await inAccount(system.deps.db, fern.accountId, (trx) =>
    listTimeline(trx, { orderId: order.id }, { limit: 2 }),
  )
  expect(entries.map(({ kind }) => kind)).toEqual(['payment.removed', 'payment.changed'])
})
