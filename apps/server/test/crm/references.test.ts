// Order statuses, payment statuses and payment types, over HTTP, for both accounts.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { register } from '../support/payment-cast.ts'
import { type System, startSystem } from '../support/system.ts'

let system: System
beforeAll(async () => {
  system = await startSystem()
})
afterAll(() => system.close())

it('creates order statuses, payment statuses and payment types for a new account', async () => {
  for (const side of [system.fern, system.kettle]) {
    const { statuses } = (await side.api.get('/api/v5/reference/statuses')).body as { statuses: object }
    expect(statuses).toMatchObject({ new: { open: true, active: true }, complete: { open: false } })
    const { paymentStatuses } = (await side.api.get('/api/v5/reference/payment-statuses')).body as {
      paymentStatuses: object
    }
    expect(paymentStatuses).toMatchObject({
      'not-paid': { defaultForCrm: true, paymentComplete: false, paymentTypes: ['cash', 'bank-card', 'bank-transfer'] },
      paid: { paymentComplete: true },
    })
    const { paymentTypes } = (await side.api.get('/api/v5/reference/payment-types')).body as { paymentTypes: object }
    expect(paymentTypes).toMatchObject({
      cash: { defaultForCrm: true, sites: [], deliveryTypes: ['courier', 'self-delivery', 'post'] },
    })
  }
})

it('[E-02] creates and updates payment types and statuses, in its own account', async () => {
  const { fern, kettle } = system
  const edit = (code: string, paymentType: object) =>
    fern.api.post(`/api/v5/reference/payment-types/${code}/edit`, { paymentType })
  expect((await edit('voucher', {})).status).toBe(400)
  expect((await edit('voucher', { name: 'Voucher', sites: ['fern-garden'], defaultForCrm: 1 })).status).toBe(200)
  const types = async (side: typeof fern | typeof kettle) =>
    ((await side.api.get('/api/v5/reference/payment-types')).body as { paymentTypes: Record<string, object> })
      .paymentTypes
  expect(await types(fern)).toMatchObject({
    voucher: { name: 'Voucher', sites: ['fern-garden'], defaultForCrm: true },
    cash: { defaultForCrm: false },
  })
  expect((await edit('voucher', { active: 'false' })).status).toBe(200)
  expect((await types(fern)).voucher).toMatchObject({ name: 'Voucher', active: false, sites: ['fern-garden'] })
  expect(await types(kettle)).not.toHaveProperty('voucher')
  const { text } = await fern.newKey({ scopes: ['reference_read'], sites: ['fern-online'] })
  const bound = fern.stranger.with({ 'x-api-key': text })
  expect(
    ((await bound.get('/api/v5/reference/payment-types')).body as { paymentTypes: object }).paymentTypes,
  ).not.toHaveProperty('voucher')

  const status = { paymentStatus: { name: 'Half paid', paymentComplete: false, ordering: 15 } }
  expect((await fern.api.post('/api/v5/reference/payment-statuses/half/edit', status)).status).toBe(200)
  const statuses = async (side: typeof fern | typeof kettle) =>
    ((await side.api.get('/api/v5/reference/payment-statuses')).body as { paymentStatuses: object }).paymentStatuses
  expect(await statuses(fern)).toMatchObject({ half: { name: 'Half paid', ordering: 15, defaultForCrm: false } })
  expect(await statuses(kettle)).not.toHaveProperty('half')
})

it('names the payment module of a payment type', async () => {
  const { fern } = system
  await register(fern, 'list-bank', 'https://bank.test')
  const { paymentTypes } = (await fern.api.get('/api/v5/reference/payment-types')).body as {
    paymentTypes: Record<string, { integrationModule?: object }>
  }
  expect(paymentTypes['list-bank-main']?.integrationModule).toEqual({ active: true, name: 'Our bank' })
  expect(paymentTypes.cash).not.toHaveProperty('integrationModule')
})

it('[D-05] requires the scopes', async () => {
  const { text } = await system.fern.newKey({ scopes: ['order_read'] })
  const api = system.fern.stranger.with({ 'x-api-key': text })
  for (const path of ['sites', 'statuses', 'payment-types', 'payment-statuses'])
    expect((await api.get(`/api/v5/reference/${path}`)).status).toBe(403)
})

it('lets administrators edit payment statuses and payment types', async () => {
  const [ada, edith] = [await system.fern.signIn('ada'), await system.kettle.signIn('edith')]
  const status = { isNew: true, paymentStatus: { name: 'In dispute', paymentComplete: false } }
  const type = { isNew: true, paymentType: { name: 'Gift card', sites: ['fern-online'] } }
  expect((await ada.postJson('/workspace/payment-statuses/dispute', status)).status).toBe(200)
  expect((await ada.postJson('/workspace/payment-statuses/dispute', status)).status).toBe(409)
  expect((await ada.postJson('/workspace/payment-types/gift-card', type)).status).toBe(200)
  const change = { isNew: false, paymentType: { active: false } }
  expect((await ada.postJson('/workspace/payment-types/gift-card', change)).status).toBe(200)
  const listed = (await ada.get('/workspace/statuses')).body as Record<string, object[]>
  expect(listed.paymentStatuses).toContainEqual(expect.objectContaining({ code: 'dispute', name: 'In dispute' }))
  expect(listed.paymentTypes).toContainEqual(
    expect.objectContaining({ code: 'gift-card', active: false, sites: ['fern-online'] }),
  )
  expect(listed.orderStatuses).toContainEqual(expect.objectContaining({ code: 'new', open: true }))
  expect((await edith.postJson('/workspace/payment-types/gift-card', change)).status).toBe(404)
  expect((await edith.get('/workspace/statuses')).text).not.toContain('Gift card')
})

it('[D-30] lets administrators create, rename, order and hide order statuses, in their own account', async () => {
  const { fern, kettle } = system
  const ada = await fern.signIn('ada')
  const save = (code: string, orderStatus: object, isNew = false) =>
    ada.postJson(`/workspace/order-statuses/${code}`, { isNew, orderStatus })
  expect((await save('packed', { name: 'Packed', group: 'assembling', ordering: 35 }, true)).status).toBe(200)
  expect((await save('packed', { name: 'Again' }, true)).status).toBe(409)
  expect((await save('nowhere', { name: 'Nowhere' })).status).toBe(404)
  expect((await save('new', { name: 'Just in' })).status).toBe(200)
  expect((await save('returned', { active: false })).status).toBe(200)
  for (const [code, edit] of [
    ['complete', { group: 'delivery' }],
    ['new', { active: false }],
    ['packed', { name: '' }],
  ] as const)
    expect((await save(code, edit)).status, code).toBe(400)
  const { statuses } = (await fern.api.get('/api/v5/reference/statuses')).body as { statuses: Record<string, object> }
  expect(Object.keys(statuses)).toEqual([
    'new',
    'confirmed',
    'assembling',
    'packed',
    'delivering',
    'complete',
    'canceled',
    'returned',
  ])
  expect(statuses).toMatchObject({
    new: { name: 'Just in', open: true, active: true },
    packed: { name: 'Packed', group: 'assembling', open: true },
    returned: { active: false, open: false },
  })
  const { records } = (await ada.get('/workspace/action-log?recordType=References')).body as { records: object[] }
  expect(records.slice(0, 3)).toMatchObject([
    { action: 'order-status.changed', subject: 'returned', actor: 'ada@fern.test' },
    { action: 'order-status.changed', subject: 'new' },
    { action: 'order-status.created', subject: 'packed' },
  ])
  expect((await kettle.api.get('/api/v5/reference/statuses')).text).not.toContain('packed')
  const bruno = await fern.signIn('bruno')
  expect((await bruno.postJson('/workspace/order-statuses/new', { isNew: false, orderStatus: {} })).status).toBe(403)
})

it('[D-30] creates and updates an order status over the API', async () => {
  const edit = (code: string, status: object) =>
    system.fern.api.post(`/api/v5/reference/statuses/${code}/edit`, { status })
  expect((await edit('packing', { code: 'packing', group: 'assembling' })).status).toBe(400)
  const created = await edit('packing', { code: 'packing', name: 'Packing', group: 'assembling', vip: true })
  expect(created).toMatchObject({
    status: 200,
    body: { success: true, warnings: [expect.stringContaining('status.vip')] },
  })
  expect((await edit('packing', { ordering: 77 })).body).toEqual({ success: true })
  expect((await system.fern.api.get('/api/v5/reference/statuses')).body).toMatchObject({
    statuses: { packing: { name: 'Packing', group: 'assembling', ordering: 77, open: true } },
  })
})
