// Orders over HTTP, for both accounts.
import { openLiveStream } from '@patchbay/testkit/live-stream'
import { waitUntil } from '@patchbay/testkit/services'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listTimeline } from '../../src/crm/timeline/store.ts'
import { inAccount } from '../../src/lib/db/transaction.ts'
import { type System, startSystem } from '../support/system.ts'
import { connectTransport } from '../support/transport.ts'

let system: System
beforeAll(async () => {
  system = await startSystem()
})
afterAll(() => system.close())

type Side = System['fern'] | System['kettle']
type Order = {
  id: number
  number: string
  version: number
  items: { id: number; productName: string }[]
  customer?: { id: number }
  payments: Record<string, { id: number; amount: number; status: string; paidAt?: string }>
} & Record<string, unknown>

const make = async (side: Side, order: object, site?: string): Promise<Order> => {
  const reply = await side.api.post('/api/v5/orders/create', { order, ...(site && { site }) })
  expect(reply.status, reply.text).toBe(201)
  return (reply.body as { order: Order }).order
}
const read = async (side: Side, id: number): Promise<Order> =>
  ((await side.api.get(`/api/v5/orders/${id}`, { by: 'id' })).body as { order: Order }).order
const edit = (side: Side, id: number, order: object) => side.api.post(`/api/v5/orders/${id}/edit`, { by: 'id', order })
const history = (side: Side, orderId: number) =>
  inAccount(system.deps.db, side.accountId, (trx) => listTimeline(trx, { orderId }, { limit: 50 }))

const fernOrder = {
  externalId: 'W-1001',
  firstName: 'Greta',
  lastName: 'Holm',
  phone: '+1 (202) 555-0133',
  email: 'Greta@Holm.test',
  items: [
    { productName: 'Boston fern', initialPrice: 12.5, quantity: 2, offer: { externalId: 'fern-12' } },
    { productName: 'Potting soil, kg', initialPrice: '1.99', quantity: '2.5' },
  ],
  discountManualAmount: '3',
  payments: [{ type: 'cash', amount: 10, status: 'paid' }, { type: 'bank-card' }],
}

describe('an order', () => {
  it('[D-41] is created with its items, customer and payments, with a total exact to the cent', async () => {
    const order = await make(system.fern, fernOrder, 'fern-garden')
    expect(order).toMatchObject({
      externalId: 'W-1001',
      site: 'fern-garden',
      status: 'new',
      currency: 'USD',
      summ: 29.98,
      discountManualAmount: 3,
      totalSumm: 26.98,
      prepaySum: 10,
      version: 1,
      customer: { type: 'customer', firstName: 'Greta', lastName: 'Holm' },
      items: [
        { productName: 'Boston fern', initialPrice: 12.5, quantity: 2, externalId: 'fern-12', vatRate: 'none' },
        { productName: 'Potting soil, kg', initialPrice: 1.99, quantity: 2.5 },
      ],
    })
    expect(Object.values(order.payments)).toMatchObject([
      { type: 'cash', amount: 10, status: 'paid', paidAt: expect.any(String) },
      { type: 'bank-card', amount: 16.98, status: 'not-paid' },
    ])
    expect(await read(system.fern, order.id)).toEqual(order)
    expect((await system.fern.api.get('/api/v5/orders/W-1001')).body).toEqual({ success: true, order })
    expect((await system.fern.api.get('/api/v5/orders/W-1001', { site: 'fern-online' })).status).toBe(404)
  })

  it('gets the next number of its account unless one is sent', async () => {
    const first = await make(system.kettle, {})
    const second = await make(system.kettle, { number: '2A' })
    const third = await make(system.kettle, {})
    expect([first.number, second.number, third.number]).toEqual(['1A', '2A', '3A'])
    expect((await system.kettle.api.post('/api/v5/orders/create', { order: { number: '2A' } })).body).toMatchObject({
      errorMsg: 'Errors in the entity format',
      errors: { number: 'is taken: 2A' },
    })
    const numbers = (await Promise.all(Array.from({ length: 8 }, () => make(system.kettle, {})))).map(
      ({ number }) => number,
    )
    expect(new Set(numbers).size).toBe(8)
  })

  it('is linked to an existing customer by id or by the shop’s own id, and takes over the name', async () => {
    const { customer, id } = await make(system.fern, {
      firstName: 'Ivo',
      phone: '+12025550144',
      email: 'ivo@test.test',
    })
    const again = await make(system.fern, { customer: { id: customer?.id } })
    expect(again).toMatchObject({ customer: { id: customer?.id }, firstName: 'Ivo', phone: '+12025550144' })
    expect(again.id).not.toBe(id)
    for (const named of [{ id: 999_999_999 }, { externalId: 'nobody' }])
      expect((await system.fern.api.post('/api/v5/orders/create', { order: { customer: named } })).body).toMatchObject({
        errors: { customer: 'does not exist' },
      })
    const foreign = { customer: { id: customer?.id } }
    expect((await system.kettle.api.post('/api/v5/orders/create', { order: foreign })).status).toBe(400)
    expect((await make(system.fern, {})).customer).toBeUndefined()
  })

  it('[D-41] rejects amounts that are not exact, and names each wrong field', async () => {
    const order = {
      status: 'dreaming',
      managerId: 999_999_999,
      discountManualAmount: -1,
      items: [
        { productName: 'A', initialPrice: 1.005 },
        { productName: 'B', initialPrice: 1, quantity: 0 },
        { initialPrice: 'a lot', quantity: '1.2345' },
      ],
    }
    const reply = await system.fern.api.post('/api/v5/orders/create', { order })
    expect(reply).toMatchObject({
      status: 400,
      body: {
        errorMsg: 'Errors in the entity format',
        errors: {
          status: 'is not a status of orders: dreaming',
          managerId: 'is not a user: 999999999',
          discountManualAmount: 'must not be negative',
          'items.0.initialPrice': 'may have at most 2 digits behind the point: 1.005',
          'items.1.quantity': 'must be more than nothing',
          'items.2.productName': 'is missing',
          'items.2.initialPrice': 'is not a decimal number: a lot',
          'items.2.quantity': 'may have at most 3 digits behind the point: 1.2345',
        },
      },
    })
    const tooCheap = { items: [{ productName: 'A', initialPrice: 1 }], discountManualAmount: 2 }
    expect((await system.fern.api.post('/api/v5/orders/create', { order: tooCheap })).body).toMatchObject({
      errors: { discountManualAmount: 'is more than the items cost' },
    })
    const percent = { items: [{ productName: 'A', initialPrice: 1, discountManualPercent: 10 }] }
    expect((await system.fern.api.post('/api/v5/orders/create', { order: percent })).status).toBe(400)
    for (const wrong of [{ site: 'kettle' }, { createdAt: '2025-02-31' }])
      expect((await system.fern.api.post('/api/v5/orders/create', { order: wrong })).status).toBe(400)
    expect((await system.fern.api.post('/api/v5/orders/create')).body).toMatchObject({
      errorMsg: "Parameter 'order' is missing",
    })
  })

  it('[D-41] uses the currency of its shop', async () => {
    const site = { name: 'Tokyo', url: 'https://tokyo.test', currency: 'JPY' }
    await system.fern.api.post('/api/v5/reference/sites/fern-tokyo/edit', { site })
    const order = { items: [{ productName: 'Bonsai', initialPrice: '12000', quantity: 2 }] }
    expect(await make(system.fern, order, 'fern-tokyo')).toMatchObject({ currency: 'JPY', totalSumm: 24000 })
    const odd = { items: [{ productName: 'Bonsai', initialPrice: 12000.5 }] }
    expect(
      (await system.fern.api.post('/api/v5/orders/create', { order: odd, site: 'fern-tokyo' })).body,
    ).toMatchObject({
      errors: { 'items.0.initialPrice': 'may have no digits behind the point: 12000.5' },
    })
  })

  it('has an external id that is unique within its shop', async () => {
    await make(system.fern, { externalId: 'same' }, 'fern-garden')
    const online = await make(system.fern, { externalId: 'same' }, 'fern-online')
    expect(
      (await system.fern.api.post('/api/v5/orders/create', { order: { externalId: 'same' }, site: 'fern-online' }))
        .body,
    ).toMatchObject({
      errors: { externalId: `is taken: it is order ${online.id}` },
    })
    const found = await system.fern.api.get('/api/v5/orders/same', { site: 'fern-online' })
    expect((found.body as { order: Order }).order.id).toBe(online.id)
  })
})

describe('a change', () => {
  it('leaves absent fields unchanged, and is in the history field by field, with the actor', async () => {
    const { fern } = system
    const order = await make(fern, { ...fernOrder, externalId: 'W-2', managerId: fern.userIds.bruno }, 'fern-garden')
    const changed = await edit(fern, order.id, {
      status: 'confirmed',
      managerComment: 'Called',
      managerId: fern.userIds.chiara,
    })
    expect(changed.status, changed.text).toBe(200)
    expect((changed.body as { order: Order }).order).toMatchObject({
      status: 'confirmed',
      firstName: 'Greta',
      totalSumm: 26.98,
      version: 1,
    })
    const [latest, ...older] = await history(fern, order.id)
    expect(latest).toMatchObject({
      kind: 'order.changed',
      actor: expect.stringMatching(/^key:/),
      customerId: order.customer?.id,
    })
    expect(latest?.detail).toEqual({
      status: ['new', 'confirmed'],
      managerComment: ['', 'Called'],
      managerId: [fern.userIds.bruno, fern.userIds.chiara],
    })
    expect(older.map(({ kind }) => kind)).toEqual(['payment.added', 'payment.added', 'order.created'])
    expect(older.at(-1)?.detail).toMatchObject({ total: [null, '26.98'], firstName: [null, 'Greta'] })
    await edit(fern, order.id, { status: 'confirmed' })
    expect(await history(fern, order.id)).toHaveLength(4)
  })

  it('[D-51] increments the version only when the items or the total change', async () => {
    const { fern } = system
    const order = await make(fern, {
      items: [
        { productName: 'Ivy', initialPrice: 5 },
        { productName: 'Moss', initialPrice: 2 },
      ],
    })
    const [ivy] = order.items
    expect(await make(fern, {})).toMatchObject({ version: 1 })
    await edit(fern, order.id, { customerComment: 'Soon, please' })
    expect(await read(fern, order.id)).toMatchObject({ version: 1, totalSumm: 7 })
    await edit(fern, order.id, {
      items: [
        { id: ivy?.id, quantity: 3 },
        { productName: 'Pot', initialPrice: '0.99' },
      ],
    })
    const after = await read(fern, order.id)
    expect(after).toMatchObject({ version: 2, totalSumm: 15.99 })
    expect(after.items).toMatchObject([{ id: ivy?.id, productName: 'Ivy', quantity: 3 }, { productName: 'Pot' }])
    await edit(fern, order.id, { discountManualAmount: 1 })
    expect(await read(fern, order.id)).toMatchObject({ version: 3, totalSumm: 14.99, discountManualAmount: 1 })
    expect((await history(fern, order.id))[0]?.detail).toEqual({
      discount: ['0.00', '1.00'],
      total: ['15.99', '14.99'],
    })
    expect((await edit(fern, order.id, { items: [{ id: 1 }] })).body).toMatchObject({
      errors: { 'items.0.id': 'is not an item of this order' },
    })
    await edit(fern, order.id, { items: [], discountManualAmount: 0 })
    expect(await read(fern, order.id)).toMatchObject({ items: [], totalSumm: 0 })
  })

  it('[E-02] reaches no order of another account, by any id', async () => {
    const order = await make(system.fern, { externalId: 'secret', number: 'F-77', email: 'secret@fern.test' })
    const { api } = system.kettle
    expect((await api.get(`/api/v5/orders/${order.id}`, { by: 'id' })).status).toBe(404)
    expect((await api.get('/api/v5/orders/secret')).status).toBe(404)
    expect((await edit(system.kettle, order.id, { status: 'canceled' })).status).toBe(404)
    for (const filter of [
      { 'filter[ids][]': String(order.id) },
      { 'filter[numbers][]': 'F-77' },
      { 'filter[email]': 'secret@fern.test' },
      { 'filter[externalIds][]': 'secret' },
    ])
      expect((await api.get('/api/v5/orders', filter)).body).toMatchObject({
        pagination: { totalCount: 0 },
        orders: [],
      })
    expect(
      (await system.kettle.signIn('farid').then((farid) => farid.get(`/workspace/orders/${order.id}`))).status,
    ).toBe(404)
    expect(await read(system.fern, order.id)).toMatchObject({ status: 'new' })
  })

  it('concurrent with another loses nothing', async () => {
    const order = await make(system.fern, { items: [{ productName: 'Ivy', initialPrice: 5 }] })
    const changes = [
      { status: 'confirmed' },
      { customerComment: 'a' },
      { managerComment: 'b' },
      { discountManualAmount: 1 },
    ]
    await Promise.all(changes.map((change) => edit(system.fern, order.id, change)))
    expect(await read(system.fern, order.id)).toMatchObject({
      status: 'confirmed',
      customerComment: 'a',
      managerComment: 'b',
      totalSumm: 4,
    })
    expect(await history(system.fern, order.id)).toHaveLength(5)
  })
})

describe('managers in the workspace', () => {
  it('list, read and change orders; the history names the manager', async () => {
    const { fern } = system
    const order = await make(fern, { externalId: 'for-bruno', items: [{ productName: 'Ivy', initialPrice: 5 }] })
    const bruno = await fern.signIn('bruno')
    expect((await bruno.get('/workspace/orders', { 'filter[status]': 'new', limit: '20' })).body).toMatchObject({
      orders: expect.arrayContaining([expect.objectContaining({ id: order.id })]),
    })
    expect((await bruno.get(`/workspace/orders/${order.id}`)).body).toMatchObject({
      order: { externalId: 'for-bruno' },
    })
    const changed = await bruno.postJson(`/workspace/orders/${order.id}`, { order: { status: 'assembling' } })
    expect(changed.body).toMatchObject({ order: { status: 'assembling' } })
    expect((await history(fern, order.id))[0]).toMatchObject({
      actor: `user:${fern.userIds.bruno}`,
      detail: { status: ['new', 'assembling'] },
    })
    expect((await fern.stranger.get('/workspace/orders')).status).toBe(401)
  })
})

it('[E-02] publishes a changed order to the browsers of its account only', async () => {
  const { fern, kettle, origin } = system
  const bruno = await openLiveStream(origin, 'fern.test', await fern.cookie('bruno'))
  const farid = await openLiveStream(origin, 'kettle.test', await kettle.cookie('farid'))
  const order = await make(fern, {})
  await edit(fern, order.id, { status: 'confirmed' })
  const changes = () => bruno.events.filter((event) => event.type === 'order-changed')
  await waitUntil('Bruno gets two events', () => changes().length === 2)
  expect(changes()).toEqual([
    { type: 'order-changed', id: order.id },
    { type: 'order-changed', id: order.id },
  ])
  expect(farid.events.filter((event) => event.type === 'order-changed')).toEqual([])
  for (const browser of [bruno, farid]) browser.close()
})

it('[D-05] shows a key that is limited to shops only their orders', async () => {
  const { fern } = system
  const seen = await make(fern, { externalId: 'seen' }, 'fern-garden')
  const hidden = await make(fern, { externalId: 'hidden' }, 'fern-online')
  const { text } = await fern.newKey({ scopes: ['order_read', 'order_write'], sites: ['fern-garden'] })
  const api = fern.stranger.with({ 'x-api-key': text })
  const { orders } = (await api.get('/api/v5/orders', { limit: '100' })).body as { orders: Order[] }
  expect(orders.map(({ id }) => id)).toContain(seen.id)
  expect(new Set(orders.map(({ site }) => site))).toEqual(new Set(['fern-garden']))
  expect((await api.get(`/api/v5/orders/${hidden.id}`, { by: 'id' })).status).toBe(404)
  expect((await api.post(`/api/v5/orders/${hidden.id}/edit`, { by: 'id', order: { status: 'canceled' } })).status).toBe(
    404,
  )
  expect((await api.post('/api/v5/orders/create', { order: {}, site: 'fern-online' })).status).toBe(400)
  expect((await api.get('/api/v5/orders', { 'filter[sites][]': 'fern-online' })).body).toMatchObject({
    errors: { sites: 'there is no shop: fern-online' },
  })
  const made = (await api.post('/api/v5/orders/create', { order: {} })).body as { order: Order }
  expect(made.order.site).toBe('fern-garden')
  const { text: reader } = await fern.newKey({ scopes: ['order_read'] })
  expect((await fern.stranger.with({ 'x-api-key': reader }).post('/api/v5/orders/create', { order: {} })).status).toBe(
    403,
  )
})

it('[D-05] a key that is limited to shops orders for no customer of no shop, such as a chat makes', async () => {
  const { fern } = system
  const transport = await connectTransport(fern, 'telegram', 'http://127.0.0.1:9/hook')
  const customer = { external_id: 'hidden', first_name: 'Wanda', phone: '+12025550177', email: 'wanda@secret.test' }
  await transport.message(await transport.channel(), 'm-hidden', { chat: 'hidden', customer })
  const found = (await fern.api.get('/api/v5/customers', { 'filter[name]': 'Wanda' })).body as {
    customers: { id: number; site?: string; email?: string }[]
  }
  expect(found.customers).toMatchObject([{ email: 'wanda@secret.test' }])
  const [{ id = 0, site } = {}] = found.customers
  expect(site).toBeUndefined()
  const { text } = await fern.newKey({ scopes: ['order_read', 'order_write'], sites: ['fern-garden'] })
  const limited = { ...fern, api: fern.stranger.with({ 'x-api-key': text }) }
  const own = await make(limited, { firstName: 'Own' })
  const refused = [
    await limited.api.post('/api/v5/orders/create', { order: { customer: { id } } }),
    await edit(limited, own.id, { customer: { id } }),
  ]
  for (const { status, body } of refused) {
    expect(status).toBe(400)
    expect(body).toMatchObject({ errors: { customer: 'does not exist' } })
    expect(JSON.stringify(body)).not.toMatch(/Wanda|0177|secret/)
  }
  // A key without a limit links them; the key of the shop may send back what it reads of its order.
  expect((await edit(fern, own.id, { customer: { id } })).status).toBe(200)
  const sentBack = await edit(limited, own.id, { customer: { id }, customerComment: 'Thank you' })
  expect(sentBack.status, sentBack.text).toBe(200)
  expect(await read(fern, own.id)).toMatchObject({ customer: { id }, customerComment: 'Thank you' })
})
