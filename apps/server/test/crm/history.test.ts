// The history of orders and customers, as programs that keep two systems in step poll it.
import { type Bank, startBank } from '@patchbay/testkit/bank'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { invoiceOf, issue, register } from '../support/payment-cast.ts'
import { type System, startSystem } from '../support/system.ts'

type Change = { id: number; field: string; oldValue: unknown; newValue: unknown } & Record<string, unknown>
type History = { history: Change[]; pagination: { totalCount: number; totalPageCount: number } }

let system: System
let bank: Bank
beforeAll(async () => {
  system = await startSystem({ accounts: ['fern'] })
  bank = await startBank({ crm: () => system.fern.api, idempotent: false, autoReport: false })
})
afterAll(async () => {
  await bank.close()
  await system.close()
})

const read = async (of: 'orders' | 'customers', query: Record<string, string> = {}, api = system.fern.api) => {
  const reply = await api.get(`/api/v5/${of}/history`, query)
  expect(reply.status, reply.text).toBe(200)
  return reply.body as History
}
/** The id of the latest change. */
const latest = async (of: 'orders' | 'customers'): Promise<number> => {
  let since = 0
  for (;;) {
    const { history } = await read(of, { 'filter[sinceId]': String(since), limit: '250' })
    const last = history.at(-1)
    if (!last) return since
    since = last.id
  }
}
const since = async (of: 'orders' | 'customers', id: number) =>
  (await read(of, { 'filter[sinceId]': String(id), limit: '100' })).history
const post = async (path: string, fields: Record<string, unknown>): Promise<{ id: number }> => {
  const reply = await system.fern.api.post(`/api/v5/${path}`, fields)
  expect(reply.status, reply.text).toBeLessThan(300)
  return reply.body as { id: number }
}

it('[D-94] shows the life of an order: created, fields, items and payments, by whom', async () => {
  const start = await latest('orders')
  const items = [{ productName: 'Fern', initialPrice: 5, quantity: 2 }]
  const order = { externalId: 'h-1', firstName: 'Nora', items, payments: [{ type: 'cash', amount: 10 }] }
  const { id } = await post('orders/create', { site: 'fern-garden', order })
  const [created, paid] = await since('orders', start)
  expect(created).toMatchObject({
    id: start + 1,
    created: true,
    source: 'api',
    apiKey: { current: true },
    field: 'status',
    oldValue: null,
    newValue: { code: 'new' },
    order: { id, externalId: 'h-1', firstName: 'Nora', items: [{ productName: 'Fern' }] },
  })
  expect(paid).toMatchObject({
    id: start + 2,
    field: 'payments',
    newValue: { code: 'cash' },
    payment: { type: 'cash' },
  })
  const read = (await system.fern.api.get('/api/v5/orders/h-1')).body as {
    order: { items: { id: number }[]; payments: Record<string, { id: number }> }
  }
  const [item, payment] = [read.order.items[0], Object.values(read.order.payments)[0]]
  const manager = await system.fern.signIn('bruno')
  await manager.postJson(`/workspace/orders/${id}`, {
    order: { status: 'confirmed', managerId: system.fern.userIds.bruno },
  })
  await post(`orders/${id}/edit`, {
    by: 'id',
    order: {
      items: [
        { id: item?.id, quantity: 3 },
        { productName: 'Moss', initialPrice: 1 },
      ],
    },
  })
  await post(`orders/payments/${payment?.id}/edit`, { payment: { status: 'paid' } })
  await post(`orders/payments/${payment?.id}/delete`, {})
  const changes = await since('orders', start + 2)
  expect(changes.map(({ field, oldValue, newValue }) => [field, oldValue, newValue])).toEqual([
    ['manager', null, { id: system.fern.userIds.bruno }],
    ['status', { code: 'new' }, { code: 'confirmed' }],
    ['total_summ', '10.00', '16.00'],
    ['order_product.quantity', '2.000', '3.000'],
    ['order_product', null, { id: expect.any(Number), initialPrice: '1.00', quantity: '1.000' }],
    ['payments.status', { code: 'not-paid' }, { code: 'paid' }],
    ['payments.paid_at', null, expect.any(String)],
    ['payments', { code: 'cash' }, null],
  ])
  expect(changes[0]).toMatchObject({ source: 'user', user: { id: system.fern.userIds.bruno } })
  expect(changes[0]?.order).toEqual({
    ...{ id, externalId: 'h-1', number: expect.any(String), site: 'fern-garden', status: 'confirmed' },
    managerId: system.fern.userIds.bruno,
  })
  expect(changes.map((change) => change.id)).toEqual(Array.from({ length: 8 }, (_, place) => start + 3 + place))
})

it('[D-94] shows the life of a customer', async () => {
  const start = await latest('customers')
  const { id } = await post('customers/create', {
    site: 'fern-garden',
    customer: { externalId: 'h-c', firstName: 'Ines' },
  })
  await post(`customers/${id}/edit`, { by: 'id', customer: { lastName: 'Holm', phones: [{ number: '+12025550101' }] } })
  await post(`customers/${id}/edit`, { by: 'id', customer: { lastName: 'Holm' } })
  const changes = await since('customers', start)
  expect(changes.map(({ field, oldValue, newValue }) => [field, oldValue, newValue])).toEqual([
    ['id', null, id],
    ['last_name', '', 'Holm'],
    ['phones', [], ['+12025550101']],
  ])
  expect(changes[0]).toMatchObject({ created: true, customer: { id, firstName: 'Ines' } })
  expect(changes[1]?.customer).toEqual({ id, externalId: 'h-c', site: 'fern-garden' })
})

it('[D-94] shows a payment whose status followed its invoice', async () => {
  const { type } = await register(system.fern, 'history-bank', bank.url)
  const admin = await system.fern.signIn('ada')
  const mapped = await admin.send('PUT', '/workspace/payment-settings', {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ mappings: [{ invoiceStatus: 'succeeded', paymentStatus: 'paid' }] }),
  })
  const { uuid, orderId } = await issue(system.fern, bank, type)
  const start = await latest('orders')
  await post('payment/update-invoice', { updateInvoice: { invoiceUuid: uuid, status: 'succeeded' } })
  expect((await invoiceOf(system.fern, uuid)).status, mapped.text).toBe('succeeded')
  expect(await since('orders', start)).toMatchObject([
    { field: 'payments.status', newValue: { code: 'paid' }, source: 'code', order: { id: orderId }, payment: { type } },
    { field: 'payments.paid_at', oldValue: null },
  ])
})

it('[D-94] filters by order, customer and time, and pages with the limits of public clients', async () => {
  const { id } = await post('orders/create', { site: 'fern-garden', order: { externalId: 'h-2' } })
  for (let edit = 0; edit < 24; edit++)
    await post(`orders/${id}/edit`, { by: 'id', order: { customerComment: `${edit}` } })
  for (const filter of [{ 'filter[orderId]': String(id) }, { 'filter[orderExternalId]': 'h-2' }]) {
    const [first, second] = [await read('orders', filter), await read('orders', { ...filter, page: '2', limit: '20' })]
    expect(first.pagination).toMatchObject({ limit: 20, totalCount: 25, totalPageCount: 2 })
    expect([...first.history, ...second.history].map(({ newValue }) => newValue)).toEqual([
      { code: 'new' },
      ...Array.from({ length: 24 }, (_, edit) => `${edit}`),
    ])
  }
  expect((await read('orders', { 'filter[orderExternalId]': 'nobody' })).history).toEqual([])
  expect((await read('orders', { 'filter[startDate]': '2100-01-01 00:00:00' })).history).toEqual([])
  expect((await read('orders', { 'filter[endDate]': '2000-01-01 00:00:00' })).history).toEqual([])
  expect((await read('orders', { 'filter[startDate]': '2000-01-01 00:00:00' })).history).toHaveLength(20)
  expect((await system.fern.api.get('/api/v5/orders/history', { 'filter[startDate]': '2020-13-12' })).status).toBe(400)
})

it('[D-05][D-94] shows a key the changes of its shops only', async () => {
  await post('orders/create', { site: 'fern-garden', order: { firstName: 'Garden' } })
  const key = await system.fern.newKey({ scopes: ['order_read'], sites: ['fern-office'] })
  const limited = system.fern.stranger.with({ 'x-api-key': key.text })
  const { history } = await read('orders', { limit: '250' }, limited)
  expect(history).toEqual([])
})
