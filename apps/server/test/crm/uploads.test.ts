// Several orders or customers in one request, as shops send them.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type System, startSystem } from '../support/system.ts'

let system: System
beforeAll(async () => {
  system = await startSystem()
})
afterAll(() => system.close())

const post = (path: string, body: Record<string, unknown>) => system.fern.api.post(`/api/v5/${path}`, body)

it('[D-93] creates fifty orders in one request, and names what is not kept once', async () => {
  const orders = Array.from({ length: 50 }, (_, place) => ({ externalId: `up-${place}`, shipped: true }))
  const reply = await post('orders/upload', { site: 'fern-garden', orders })
  expect(reply).toMatchObject({ status: 201, body: { success: true, failedOrders: [] } })
  const { uploadedOrders, warnings } = reply.body as { uploadedOrders: object[]; warnings: string[] }
  expect(uploadedOrders).toHaveLength(50)
  expect(uploadedOrders[7]).toEqual({ id: expect.any(Number), externalId: 'up-7' })
  expect(warnings).toEqual([expect.stringContaining('orders[].shipped')])
  expect((await post('orders/upload', { orders: [...orders, {}] })).status).toBe(400)
})

it('saves each order by itself: a refused one is named with its reason, and the answer is 460', async () => {
  const orders = [{ externalId: 'mixed-1' }, { externalId: 'mixed-2', status: 'nowhere' }, { externalId: 'mixed-1' }]
  expect(await post('orders/upload', { site: 'fern-garden', orders })).toMatchObject({
    status: 460,
    body: {
      success: false,
      errorMsg: 'Orders are loaded with errors',
      uploadedOrders: [{ externalId: 'mixed-1' }],
      failedOrders: [{ externalId: 'mixed-2' }, { externalId: 'mixed-1' }],
      errors: {
        '1.status': 'is not a status of orders: nowhere',
        '2.externalId': expect.stringContaining('is taken'),
      },
    },
  })
  expect((await system.fern.api.get('/api/v5/orders', { 'filter[externalIds][]': 'mixed-2' })).body).toMatchObject({
    orders: [],
  })
})

it('creates customers in one request, and refuses a second one with the same external id', async () => {
  const customers = [{ externalId: 'cu-1', firstName: 'Ines' }, { externalId: 'cu-1' }, { firstName: 'Nora' }]
  expect(await post('customers/upload', { site: 'fern-garden', customers })).toMatchObject({
    status: 460,
    body: {
      uploadedCustomers: [{ externalId: 'cu-1' }, { id: expect.any(Number) }],
      failedCustomers: [{ externalId: 'cu-1' }],
      errors: { '1.externalId': 'belongs to another customer of this shop already' },
    },
  })
})

it('[D-84] saves an upload once that is repeated with the same Idempotency-Key', async () => {
  const send = () =>
    system.fern.api
      .with({ 'idempotency-key': 'night-1' })
      .post('/api/v5/customers/upload', { customers: [{ externalId: 'once' }, { externalId: 'once' }] })
  const first = await send()
  expect(first.status).toBe(460)
  expect(await send()).toMatchObject({ status: 460, body: first.body })
})

it('[E-02] gives orders and customers other external ids, all or none, in its own account', async () => {
  const order = (await post('orders/create', { site: 'fern-garden', order: { externalId: 'old-o' } })).body as never
  const { id } = order as { id: number }
  const refused = await post('orders/fix-external-ids', {
    orders: [
      { id, externalId: 'new-o' },
      { id: 999_999, externalId: 'x' },
    ],
  })
  expect(refused).toMatchObject({ status: 400, body: { errors: { id: 'there is no order 999999' } } })
  const named = (externalId: string) => system.fern.api.get(`/api/v5/orders/${externalId}`)
  expect((await named('new-o')).status).toBe(404)
  expect((await post('orders/fix-external-ids', { orders: [{ id, externalId: 'new-o' }] })).body).toEqual({
    success: true,
  })
  expect((await named('new-o')).body).toMatchObject({ order: { id } })
  const customer = (await post('customers/create', { customer: { externalId: 'old-c' } })).body as never
  const pair = { id: (customer as { id: number }).id, externalId: 'new-c' }
  expect((await post('customers/fix-external-ids', { customers: [pair] })).status).toBe(200)
  expect((await system.fern.api.get('/api/v5/customers/new-c')).status).toBe(200)
  expect((await system.kettle.api.post('/api/v5/customers/fix-external-ids', { customers: [pair] })).status).toBe(400)
})

it('[D-05][E-02] shows the statuses of orders by both kinds of ids, within the shops of the key', async () => {
  const { api, newKey, stranger } = system.fern
  const made = (await post('orders/create', { site: 'fern-garden', order: { externalId: 'st-1' } })).body as never
  const { id } = made as { id: number }
  await post('orders/create', { site: 'fern-online', order: { externalId: 'st-2', status: 'confirmed' } })
  const query = { 'ids[]': String(id), 'externalIds[]': 'st-2' }
  expect((await api.get('/api/v5/orders/statuses', query)).body).toMatchObject({
    orders: [
      { id, externalId: 'st-1', status: 'new', group: 'new' },
      { externalId: 'st-2', status: 'confirmed', group: 'approval' },
    ],
  })
  expect((await api.get('/api/v5/orders/statuses')).body).toMatchObject({ orders: [] })
  const { text } = await newKey({ scopes: ['order_read'], sites: ['fern-online'] })
  expect((await stranger.get('/api/v5/orders/statuses', { ...query, apiKey: text })).body).toMatchObject({
    orders: [{ externalId: 'st-2' }],
  })
  expect((await system.kettle.api.get('/api/v5/orders/statuses', query)).body).toMatchObject({ orders: [] })
})

it('[D-92] filters orders by the name or external id of their customer, and customers by name and manager', async () => {
  const { api, userIds } = system.fern
  const customer = { externalId: 'fil-1', firstName: 'Ottilie', lastName: 'Quill', managerId: userIds.chiara }
  await post('customers/create', { site: 'fern-garden', customer })
  await post('customers/create', { site: 'fern-garden', customer: { firstName: 'Ottilie', lastName: 'Reed' } })
  await post('orders/create', {
    site: 'fern-garden',
    order: { externalId: 'fil-o', customer: { externalId: 'fil-1' } },
  })
  const found = async (path: string, filter: Record<string, string>) => {
    const query = Object.fromEntries(Object.entries(filter).map(([name, value]) => [`filter${name}`, value]))
    const reply = await api.get(`/api/v5/${path}`, query)
    expect(reply.status, reply.text).toBe(200)
    const listed = (reply.body as Record<string, { externalId?: string }[]>)[path] ?? []
    return listed.map(({ externalId }) => externalId)
  }
  expect(await found('orders', { '[customerExternalId]': 'fil-1' })).toEqual(['fil-o'])
  expect(await found('orders', { '[customer]': 'quill ottilie' })).toEqual(['fil-o'])
  expect(await found('orders', { '[customer]': 'Ottilie', '[customerExternalId]': 'nobody' })).toEqual([])
  await post('orders/payments/create', {
    payment: { order: { externalId: 'fil-o' }, type: 'cash', amount: 1, status: 'paid' },
  })
  const paid = (status: string) => found('orders', { '[paymentStatuses][]': status, '[customerExternalId]': 'fil-1' })
  expect([await paid('paid'), await paid('not-paid')]).toEqual([['fil-o'], []])
  expect(await found('customers', { '[name]': 'Ottilie Quill' })).toEqual(['fil-1'])
  expect(await found('customers', { '[name]': 'ottilie' })).toHaveLength(2)
  expect(await found('customers', { '[name]': 'ottilie', '[managers][]': String(userIds.chiara) })).toEqual(['fil-1'])
  expect(await found('customers', { '[name]': 'nobody-at-all' })).toEqual([])
})
