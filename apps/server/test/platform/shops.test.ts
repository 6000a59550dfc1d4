// Shops, over HTTP, for both accounts.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type System, startSystem } from '../support/system.ts'

let system: System
beforeAll(async () => {
  system = await startSystem()
})
afterAll(() => system.close())

const sites = async (side: System['fern'] | System['kettle']) =>
  ((await side.api.get('/api/v5/reference/sites')).body as { sites: Record<string, Record<string, unknown>> }).sites

it('[E-02] lists the shops of the account as a map by code, and of no other', async () => {
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

it('[D-05] shows a key that is limited to shops only these, and lets it change no other', async () => {
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

it('[D-03] creates a shop, changes it, and leaves fields that an edit does not name', async () => {
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

it('lets administrators create and change shops, telling a new code from an existing one', async () => {
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
