// Shops and the lists behind orders and payments, over HTTP, for both accounts.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { register } from '../support/payment-cast.ts'
import { type System, startSystem } from '../support/system.ts'

let system: System
beforeAll(async () => {
  system = await startSystem()
})
afterAll(() => system.close())

const sites = async (side: System['fern'] | System['kettle']) =>
  ((await side.api.get('/api/v5/reference/sites')).body as { sites: Record<string, Record<string, unknown>> }).sites

it('[E-02] lists the shops of the account as a map by code, and nobody else’s', async () => {
  expect(Object.keys(await sites(system.fern)).sort()).toEqual(['fern-garden', 'fern-online'])
  expect(await sites(system.kettle)).toEqual({
    kettle: expect.objectContaining({
      code: 'kettle',
      name: 'Copper Kettle',
      defaultForCrm: true,
      countryIso: 'US',
      currency: 'USD',
    }),
  })
})

it('[D-05] shows a key that is bound to shops only these, and lets it change no other', async () => {
  const { text } = await system.fern.newKey({ scopes: ['reference_read', 'reference_write'], sites: ['fern-garden'] })
  const api = system.fern.stranger.with({ 'x-api-key': text })
  expect(Object.keys(((await api.get('/api/v5/reference/sites')).body as { sites: object }).sites)).toEqual([
    'fern-garden',
  ])
  expect((await api.post('/api/v5/reference/sites/fern-online/edit', { site: { name: 'Mine' } })).status).toBe(403)
  expect((await api.post('/api/v5/reference/sites/fern-new/edit', { site: { name: 'Mine' } })).status).toBe(403)
  expect((await api.post('/api/v5/reference/payment-types/x/edit', { paymentType: { name: 'X' } })).status).toBe(403)
  expect((await api.post('/api/v5/reference/sites/fern-garden/edit', { site: { description: 'Wet' } })).status).toBe(
    200,
  )
})

it('[D-03] opens a shop, changes it, and keeps what an edit does not name', async () => {
  const { api } = system.fern
  const path = '/api/v5/reference/sites/fern-berlin/edit'
  expect(await api.post(path, { site: { url: 'https://berlin.test' } })).toMatchObject({
    status: 400,
    body: { errorMsg: 'Errors in the entity format', errors: { name: 'is missing' } },
  })
  const site = { code: 'fern-berlin', name: 'Berlin', url: 'https://berlin.test', currency: 'EUR', countryIso: 'DE' }
  expect((await api.post(path, { site: { ...site, unknown: 1 } })).body).toEqual({ success: true })
  expect((await api.post(path, { site: { ordering: '7', url: null } })).status).toBe(200)
  expect((await sites(system.fern))['fern-berlin']).toMatchObject({ ...site, ordering: 7, active: true })
  expect(await api.post(path, { site: { currency: 'XXX' } })).toMatchObject({
    status: 400,
    body: { errors: { currency: 'is not a currency of ISO 4217' } },
  })
  expect((await api.post(path, { site: { code: 'another' } })).body).toMatchObject({
    errors: { code: expect.any(String) },
  })
  expect(await sites(system.kettle)).not.toHaveProperty('fern-berlin')
})

it('gives a new account statuses of orders, statuses of payments, and ways to pay', async () => {
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
    expect(paymentTypes).toMatchObject({ cash: { defaultForCrm: true, sites: [], deliveryTypes: [] } })
  }
})

it('[E-02] makes and changes ways and statuses of payments, in its own account', async () => {
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

it('names the module through which a payment type is paid', async () => {
  const { fern } = system
  await register(fern, 'list-bank', 'https://bank.test')
  const { paymentTypes } = (await fern.api.get('/api/v5/reference/payment-types')).body as {
    paymentTypes: Record<string, { integrationModule?: object }>
  }
  expect(paymentTypes['list-bank-main']?.integrationModule).toEqual({ active: true, name: 'Our bank' })
  expect(paymentTypes.cash).not.toHaveProperty('integrationModule')
})

it('[D-05] needs the scopes', async () => {
  const { text } = await system.fern.newKey({ scopes: ['order_read'] })
  const api = system.fern.stranger.with({ 'x-api-key': text })
  for (const path of ['sites', 'statuses', 'payment-types', 'payment-statuses'])
    expect((await api.get(`/api/v5/reference/${path}`)).status).toBe(403)
})

it('lets administrators open and change shops, each meaning either a new one or one that is there', async () => {
  const [ada, bruno] = [await system.fern.signIn('ada'), await system.fern.signIn('bruno')]
  const keep = (code: string, isNew: boolean, shop: object) => ada.postJson(`/workspace/shops/${code}`, { isNew, shop })
  expect((await keep('fern-oslo', false, { name: 'Oslo' })).status).toBe(404)
  expect((await keep('fern-oslo', true, { name: 'Oslo', currency: 'NOK' })).status).toBe(200)
  expect(await keep('fern-oslo', true, { name: 'Another' })).toMatchObject({
    status: 409,
    body: { errorCode: 'code_taken' },
  })
  expect((await keep('fern-oslo', false, { active: false })).status).toBe(200)
  expect((await sites(system.fern))['fern-oslo']).toMatchObject({ name: 'Oslo', currency: 'NOK', active: false })
  const { shops } = (await ada.get('/workspace/shops')).body as { shops: object[] }
  expect(shops).toContainEqual(expect.objectContaining({ code: 'fern-oslo', name: 'Oslo' }))
  const { records } = (await ada.get('/workspace/action-log?recordType=Shops')).body as { records: object[] }
  expect(records[0]).toMatchObject({ actor: 'ada@fern.test', action: 'shop.changed', subject: 'fern-oslo' })
  expect((await bruno.get('/workspace/shops')).status).toBe(403)
  expect((await bruno.postJson('/workspace/shops/x', { isNew: true, shop: { name: 'X' } })).status).toBe(403)
})

it('lets administrators keep the statuses of payments and the ways to pay', async () => {
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
