// Addresses and deliveries over HTTP, as published clients send and read them.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type System, startSystem } from '../support/system.ts'

let system: System
beforeAll(async () => {
  system = await startSystem()
})
afterAll(() => system.close())

type Change = { field: string; oldValue: unknown; newValue: unknown }

const post = async (path: string, fields: Record<string, unknown>, status = 201) => {
  const reply = await system.fern.api.post(`/api/v5/${path}`, fields)
  expect(reply.status, reply.text).toBe(status)
  return reply.body as { id: number; order: Record<string, unknown>; errors: Record<string, string> }
}
const changed = async (of: 'orders' | 'customers', field: string): Promise<Change[]> => {
  const { body } = await system.fern.api.get(`/api/v5/${of}/history`, { limit: '100' })
  return (body as { history: Change[] }).history.filter((change) => change.field.startsWith(field))
}

const items = [{ productName: 'Fern', initialPrice: 10, quantity: 2 }]
const address = { countryIso: 'SE', city: 'Lund', street: 'Storgatan', building: '7', flat: '3', index: '222 22' }

it('[D-110][D-111] keeps the delivery of an order, and counts its cost in the total', async () => {
  const time = { from: '10:00', to: '12:00' }
  const delivery = { code: 'courier', cost: '4.50', date: '2026-11-20', time, address: { ...address, notes: 'Ring' } }
  const { id, order } = await post('orders/create', { order: { externalId: 'd-1', items, delivery } })
  expect(order).toMatchObject({
    summ: 20,
    totalSumm: 24.5,
    delivery: {
      ...{ code: 'courier', cost: 4.5, date: '2026-11-20', time },
      address: { ...address, notes: 'Ring', text: '222 22, SE, Lund, Storgatan, 7, 3' },
    },
  })
  const edit = (change: object) => post(`orders/${id}/edit`, { by: 'id', order: { delivery: change } }, 200)
  const { order: moved } = await edit({ address: { city: 'Malmö', flat: '' } })
  expect(moved).toMatchObject({
    version: 1,
    delivery: { cost: 4.5, address: { city: 'Malmö', text: '222 22, SE, Malmö, Storgatan, 7' } },
  })
  const { order: dearer } = await edit({ cost: 6 })
  expect(dearer).toMatchObject({ version: 2, totalSumm: 26, delivery: { code: 'courier', cost: 6 } })
  const none = { code: '', cost: 0, date: '', time: { from: '', to: '' } }
  const cleared = Object.fromEntries([...Object.keys(address), 'notes'].map((name) => [name, '']))
  const { order: without } = await edit({ ...none, address: cleared })
  expect(without).toMatchObject({ totalSumm: 20, delivery: { cost: 0, address: {} } })
  expect(without.delivery).toEqual({ cost: 0, address: {} })
})

it('[D-94][D-111] the history names delivery and address as published clients read them', async () => {
  const { id } = await post('orders/create', { order: { externalId: 'd-2', items } })
  const delivery = { code: 'post', cost: 3, date: '2026-12-01', address: { city: 'Lund', countryIso: 'SE' } }
  await post(`orders/${id}/edit`, { by: 'id', order: { delivery } }, 200)
  const changes = await changed('orders', 'delivery_')
  expect(changes.slice(-5).map(({ field, oldValue, newValue }) => [field, oldValue, newValue])).toEqual([
    ['delivery_type', null, { code: 'post' }],
    ['delivery_cost', null, '3.00'],
    ['delivery_date', null, '2026-12-01'],
    ['delivery_address.city', null, 'Lund'],
    ['delivery_address.country', null, 'SE'],
  ])
})

it('[D-111] keeps the address of a customer, and the history names its members', async () => {
  const { id } = await post('customers/create', { customer: { externalId: 'd-3', firstName: 'Nora', address } })
  const read = async () => (await system.fern.api.get(`/api/v5/customers/${id}`, { by: 'id' })).body
  expect(await read()).toMatchObject({ customer: { address: { ...address, text: expect.stringMatching(/Lund/) } } })
  const edit = { address: { city: 'Malmö', text: 'Poste restante, Malmö' } }
  await post(`customers/${id}/edit`, { by: 'id', customer: edit }, 200)
  expect(await read()).toMatchObject({ customer: { address: { city: 'Malmö', text: 'Poste restante, Malmö' } } })
  const fields = (await changed('customers', 'address.')).map(({ field, newValue }) => [field, newValue])
  expect(fields).toEqual([
    ['address.city', 'Malmö'],
    ['address.text', 'Poste restante, Malmö'],
  ])
  await post(`customers/${id}/edit`, { by: 'id', customer: { firstName: 'Nora-Lee' } }, 200)
  expect(await read()).toMatchObject({ customer: { address: { city: 'Malmö' } } })
})

it('[D-111] refuses a delivery type that does not exist, and takes one that was added', async () => {
  const order = (code: string) => ({ order: { items, delivery: { code } } })
  expect((await post('orders/create', order('drone'), 400)).errors).toEqual({
    'delivery.code': 'is not a delivery type: drone',
  })
  await post('reference/delivery-types/drone/edit', { deliveryType: { code: 'drone', name: 'Drone' } }, 200)
  expect((await post('orders/create', order('drone'))).order).toMatchObject({ delivery: { code: 'drone' } })
  const { body } = await system.kettle.api.get('/api/v5/reference/delivery-types')
  expect(Object.keys((body as { deliveryTypes: object }).deliveryTypes)).toEqual(['courier', 'self-delivery', 'post'])
})
