import { afterAll, beforeAll, expect, it } from 'vitest'
import { inAccount } from '../../src/lib/db/transaction.ts'
import { type System, startSystem } from '../support/system.ts'

let system: System
beforeAll(async () => {
  system = await startSystem()
})
afterAll(() => system.close())

type HttpClient = System['fern']['api']
type Shown = { id: number; firstName: string; site?: string; phones: { number: string }[] }

const create = async (wire: HttpClient, customer: Record<string, unknown>, site?: string): Promise<number> => {
  const reply = await wire.post('/api/v5/customers/create', { customer, ...(site && { site }) })
  expect(reply, reply.text).toMatchObject({ status: 201, body: { success: true } })
  return (reply.body as { id: number }).id
}

const list = async (wire: HttpClient, query: Record<string, string> = {}) => {
  const reply = await wire.get('/api/v5/customers', query)
  expect(reply.status, reply.text).toBe(200)
  return reply.body as { customers: Shown[]; pagination: Record<string, number> }
}

const names = async (wire: HttpClient, query: Record<string, string>) =>
  (await list(wire, query)).customers.map(({ firstName }) => firstName)

it('creates a customer and returns them, by our id and by the caller’s own', async () => {
  const { bruno } = system.fern.userIds
  const id = await create(
    system.fern.api,
    {
      externalId: 'ext-1',
      firstName: 'Olga',
      lastName: 'Petrova',
      phones: [{ number: '8 (495) 123-45-67' }, { number: '+1 415 555 0100' }, { number: '(415) 555-0100' }],
      email: 'Olga@example.test',
      managerId: String(bruno),
      createdAt: '2026-01-02 03:04:05',
      favouriteColour: 'green',
    },
    'fern-garden',
  )
  const expected = {
    id,
    type: 'customer',
    externalId: 'ext-1',
    site: 'fern-garden',
    createdAt: '2026-01-02 03:04:05',
    firstName: 'Olga',
    lastName: 'Petrova',
    patronymic: '',
    email: 'Olga@example.test',
    emails: ['Olga@example.test'],
    phones: [
      { number: '8 (495) 123-45-67', e164: expect.any(String) },
      { number: '+1 415 555 0100', e164: '+14155550100' },
    ],
    managerId: bruno,
  }
  for (const path of [
    '/api/v5/customers/ext-1',
    '/api/v5/customers/ext-1?by=externalId&site=fern-garden',
    `/api/v5/customers/${id}?by=id`,
  ])
    expect((await system.fern.api.get(path)).body, path).toEqual({ success: true, customer: expected })
  for (const path of [
    '/api/v5/customers/ext-1?site=fern-online',
    '/api/v5/customers/1x?by=id',
    '/api/v5/customers/ext-2',
    '/api/v5/customers/999999?by=id',
  ])
    expect(await system.fern.api.get(path), path).toMatchObject({
      status: 404,
      body: { success: false, errorMsg: 'Not found' },
    })
})

it('updates only the given fields, and records who changed what in the history', async () => {
  const id = await create(system.fern.api, {
    externalId: 'ext-3',
    firstName: 'Ivo',
    phones: [{ number: '4155550133' }],
    email: 'ivo@example.test',
  })
  const edit = (path: string, fields: Record<string, unknown>) =>
    system.fern.api.post(`/api/v5/customers/${path}/edit`, fields)
  expect(
    await edit('ext-3', { customer: { lastName: 'Novak', emails: ['a@example.test', 'b@example.test'] } }),
  ).toMatchObject({ status: 200, body: { id } })
  expect(await edit(String(id), { by: 'id', customer: { phones: [{ number: '4155550134' }] } })).toMatchObject({
    status: 200,
  })
  expect(await edit(String(id), { by: 'id', customer: { phones: [{ number: '4155550134' }] } })).toMatchObject({
    status: 200,
  })
  const bruno = await system.fern.signIn('bruno')
  const card = (await bruno.get(`/workspace/customers/${id}`)).body as { customer: Shown }
  expect(card.customer).toMatchObject({ firstName: 'Ivo', lastName: 'Novak', email: 'a@example.test' })
  const { entries } = (await bruno.get(`/workspace/customers/${id}/timeline`)).body as { entries: object[] }
  expect(entries).toMatchObject([
    { kind: 'customer.changed', detail: { phones: [['4155550133'], ['4155550134']] } },
    {
      kind: 'customer.changed',
      detail: { lastName: ['', 'Novak'], emails: [['ivo@example.test'], ['a@example.test', 'b@example.test']] },
    },
    { kind: 'customer.created', actor: expect.stringMatching(/^key:/), detail: { firstName: [null, 'Ivo'] } },
  ])
  const first = (await bruno.get(`/workspace/customers/${id}/timeline`, { limit: '2' })).body as { next: number }
  expect(
    (await bruno.get(`/workspace/customers/${id}/timeline`, { limit: '2', before: String(first.next) })).body,
  ).toMatchObject({ entries: [{ kind: 'customer.created' }] })
})

it('[E-01] rejects invalid fields, each with its name and a reason', async () => {
  const { api } = system.fern
  const refused = async (customer: Record<string, unknown>, site?: string) =>
    (await api.post('/api/v5/customers/create', { customer, ...(site && { site }) })).body
  expect(await refused({ email: 'nowhere' })).toMatchObject({
    errorMsg: 'Errors in the entity format',
    errors: { email: expect.stringContaining('nowhere') },
  })
  expect(await refused({ managerId: 999_999 })).toMatchObject({ errors: { managerId: 'there is no such user' } })
  expect(await refused({ managerId: system.kettle.userIds.farid })).toMatchObject({
    errors: { managerId: 'there is no such user' },
  })
  expect(await refused({ firstName: 'x' }, 'kettle')).toMatchObject({ errors: { site: 'there is no such shop' } })
  expect(await refused({ phones: 'none' })).toMatchObject({ success: false, errors: { phones: expect.any(String) } })
  expect(await refused({ externalId: 'ext-1' }, 'fern-garden')).toMatchObject({
    errors: { externalId: expect.stringContaining('another customer') },
  })
  expect(await api.post('/api/v5/customers/ext-3/edit', { customer: { email: '@' } })).toMatchObject({ status: 400 })
  expect(await api.post('/api/v5/customers/create', {})).toMatchObject({
    status: 400,
    body: { errorMsg: "Parameter 'customer' is missing" },
  })
})

it('[E-01] rejects an unsupported filter, and lists the supported ones', async () => {
  const reply = await system.fern.api.get('/api/v5/customers', { 'filter[firstName]': 'Olga' })
  expect(reply).toMatchObject({
    status: 400,
    body: {
      success: false,
      errorMsg: 'Errors in the input parameters',
      errors: {
        firstName:
          'is not known here; there are: ids, externalIds, phone, email, sites, managerId, managers, name, city, dateFrom, dateTo',
      },
    },
  })
  expect(await system.fern.api.get('/api/v5/customers', { limit: '7' })).toMatchObject({ status: 400 })
  expect(await system.fern.api.get('/api/v5/customers', { page: '0' })).toMatchObject({ status: 400 })
})

it('[D-29] finds customers by phone in any written form, and by ids, email, manager and shop', async () => {
  const { api, userIds } = system.fern
  for (const phone of ['+1 415 555 0100', '+14155550100', ' 14155550100', '415-555-0100', '0014155550100'])
    expect(await names(api, { 'filter[phone]': phone }), phone).toEqual(['Olga'])
  expect(await names(api, { 'filter[phone]': '+74951234567' })).toEqual(['Olga'])
  expect(await names(api, { 'filter[phone]': '+1 415 555 0199' })).toEqual([])
  expect((await system.fern.api.get('/api/v5/customers?filter[phone]=+14155550100')).body).toMatchObject({
    customers: [{ firstName: 'Olga' }],
  })
  expect(await names(api, { 'filter[email]': 'OLGA@example.test' })).toEqual(['Olga'])
  expect(await names(api, { 'filter[externalIds][]': 'ext-3' })).toEqual(['Ivo'])
  expect(await names(api, { 'filter[managerId]': String(userIds.bruno) })).toEqual(['Olga'])
  expect(await names(api, { 'filter[managerId]': String(userIds.bruno), 'filter[sites][]': 'fern-online' })).toEqual([])
  expect(await names(api, { 'filter[sites][]': 'fern-garden' })).toEqual(['Olga'])
  expect(await names(api, { 'filter[phone]': '+14155550100', 'filter[sites][]': 'fern-online' })).toEqual([])
  const { id } = (await list(api, { 'filter[email]': 'a@example.test' })).customers[0] as Shown
  expect(await names(api, { 'filter[ids][]': String(id), 'filter[sites][]': 'fern-online' })).toEqual(['Ivo'])
})

it('pages through customers from either end, with the total count', async () => {
  const { api } = system.kettle
  for (let count = 0; count < 45; count++) await create(api, { firstName: `N${count}` })
  const pages = await Promise.all([1, 2, 3, 4].map((page) => list(api, { page: String(page) })))
  expect(pages.map(({ customers }) => customers.length)).toEqual([20, 20, 5, 0])
  expect(pages[0]?.pagination).toEqual({ limit: 20, totalCount: 45, currentPage: 1, totalPageCount: 3 })
  const all = pages.flatMap(({ customers }) => customers.map(({ firstName }) => firstName))
  expect(all).toEqual(Array.from({ length: 45 }, (_, index) => `N${44 - index}`))
  expect((await list(api, { 'filter[sites][]': 'kettle', limit: '50' })).customers).toHaveLength(45)
  const { farid } = system.kettle.userIds
  await inAccount(system.deps.db, system.kettle.accountId, (trx) =>
    trx.updateTable('customer').set({ manager_id: farid }).where('first_name', '<', 'N3').execute(),
  )
  const mine = await list(api, { 'filter[managerId]': String(farid), page: '2' })
  expect(mine.pagination).toMatchObject({ totalCount: 23, totalPageCount: 2 })
  expect(mine.customers).toHaveLength(3)
  expect((await list(api, { 'filter[managerId]': String(farid), page: '9' })).pagination).toMatchObject({
    totalCount: 23,
  })
})

it('shows no customer twice on later pages while new ones are created', async () => {
  const { api } = system.kettle
  const first = await list(api, { limit: '20' })
  for (let count = 0; count < 3; count++) await create(api, { firstName: `New${count}` })
  const second = await list(api, { limit: '20', page: '2' })
  const ids = [...first.customers, ...second.customers].map(({ id }) => id)
  expect(new Set(ids).size).toBe(40)
  expect(second.customers[0]?.firstName).toBe('N24')
  expect(second.pagination).toMatchObject({ totalCount: 48 })
})

it('[D-05] limits a key of some shops to customers of these shops', async () => {
  const key = await system.fern.newKey({ scopes: ['customer_read', 'customer_write'], sites: ['fern-online'] })
  const bound = system.fern.stranger.with({ 'x-api-key': key.text })
  expect((await list(bound)).customers.map(({ site }) => site)).toEqual(['fern-online'])
  expect((await list(bound)).pagination).toMatchObject({ totalCount: 1 })
  expect(await names(bound, { 'filter[phone]': '+14155550100' })).toEqual([])
  expect(await names(bound, { 'filter[sites][]': 'fern-garden' })).toEqual([])
  expect(await names(bound, { 'filter[email]': 'olga@example.test' })).toEqual([])
  expect((await bound.get('/api/v5/customers/ext-1')).status).toBe(404)
  expect((await bound.post('/api/v5/customers/ext-1/edit', { customer: { firstName: 'X' } })).status).toBe(404)
  expect(
    (await bound.post('/api/v5/customers/create', { customer: { firstName: 'X' }, site: 'fern-garden' })).status,
  ).toBe(400)
  const id = await create(bound, { firstName: 'Bound' })
  expect((await system.fern.api.get(`/api/v5/customers/${id}?by=id`)).body).toMatchObject({
    customer: { site: 'fern-online' },
  })
})

it('stores notes about a customer, from modules and from managers', async () => {
  const { api, userIds } = system.fern
  const bruno = await system.fern.signIn('bruno')
  const { id } = ((await api.get('/api/v5/customers/ext-1')).body as { customer: Shown }).customer
  const note = { text: 'Prefers e-mail', customer: { externalId: 'ext-1' } }
  expect(await api.post('/api/v5/customers/notes/create', { note })).toMatchObject({
    status: 201,
    body: { id: expect.any(Number) },
  })
  expect((await bruno.postJson(`/workspace/customers/${id}/notes`, { text: 'Likes ferns' })).status).toBe(201)
  expect((await api.get('/api/v5/customers/notes', { 'filter[customerIds][]': String(id) })).body).toMatchObject({
    pagination: { totalCount: 2 },
    notes: [{ text: 'Likes ferns', customer: { id }, managerId: userIds.bruno }, { text: 'Prefers e-mail' }],
  })
  expect((await bruno.get(`/workspace/customers/${id}`)).body).toMatchObject({
    notes: [{ text: 'Likes ferns', authorId: userIds.bruno }, {}],
  })
  expect((await bruno.get(`/workspace/customers/${id}/timeline`)).body).toMatchObject({
    entries: [{ kind: 'customer.note', actor: `user:${userIds.bruno}` }, {}, {}],
  })
  for (const wrong of [
    { text: 'x', customer: { id: 999_999 } },
    { text: 'x', customer: {} },
  ])
    expect(await api.post('/api/v5/customers/notes/create', { note: wrong })).toMatchObject({ status: 404 })
})

it('[E-02] shows and changes nothing of another account', async () => {
  const { id } = ((await system.fern.api.get('/api/v5/customers/ext-1')).body as { customer: Shown }).customer
  const { api } = system.kettle
  const farid = await system.kettle.signIn('farid')
  expect(await names(api, { 'filter[ids][]': String(id) })).toEqual([])
  expect(await names(api, { 'filter[phone]': '+14155550100' })).toEqual([])
  expect(await names(api, { 'filter[sites][]': 'fern-garden' })).toEqual([])
  expect((await api.get(`/api/v5/customers/${id}?by=id`)).status).toBe(404)
  expect(
    (await api.post(`/api/v5/customers/${id}/edit`, { by: 'id', customer: { firstName: 'Mallory' } })).status,
  ).toBe(404)
  expect((await api.post('/api/v5/customers/notes/create', { note: { text: 'x', customer: { id } } })).status).toBe(404)
  expect((await api.get('/api/v5/customers/notes', { 'filter[customerIds][]': String(id) })).body).toMatchObject({
    notes: [],
  })
  for (const path of ['', '/timeline']) expect((await farid.get(`/workspace/customers/${id}${path}`)).status).toBe(404)
  expect((await farid.postJson(`/workspace/customers/${id}/notes`, { text: 'x' })).status).toBe(404)
  expect((await system.fern.api.get('/api/v5/customers/ext-1')).body).toMatchObject({ customer: { firstName: 'Olga' } })
  const elsewhere = system.kettle.stranger.with({ 'x-api-key': system.fern.apiKey })
  for (const path of ['/api/v5/customers', '/api/v5/customers/ext-1', '/api/v5/customers/notes'])
    expect(await elsewhere.get(path), path).toMatchObject({ status: 403, body: { errorMsg: 'Wrong "apiKey" value.' } })
})

it('[D-05] requires the scope', async () => {
  const key = await system.fern.newKey({ scopes: ['order_read'] })
  const wire = system.fern.stranger.with({ 'x-api-key': key.text })
  expect(await wire.get('/api/v5/customers')).toMatchObject({ status: 403, body: { errorMsg: 'Access denied.' } })
  expect((await wire.post('/api/v5/customers/create', { customer: {} })).status).toBe(403)
})
