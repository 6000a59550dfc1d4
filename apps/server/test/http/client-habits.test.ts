// What published clients and modules send beside the specification: withdrawn currencies, times without a zone, scalar
// filters, members that we do not keep, names of methods in the place of an id.
import { type Bank, startBank } from '@patchbay/testkit/bank'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { inAccount } from '../../src/lib/db/transaction.ts'
import { expireCaches } from '../support/clock.ts'
import { invoiceOf, issue, moduleOf, order, register } from '../support/payment-cast.ts'
import { startExchange } from '../support/phone-exchange.ts'
import { type System, startSystem } from '../support/system.ts'

/** The currencies that Stripe's module registered in 2024. */
const OF_STRIPE = `AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BIF BMD BND BOB BRL BSD BWP BYN BZD CAD CDF
  CHF CLP CNY COP CRC CVE CZK DJF DKK DOP DZD EGP ETB EUR FJD FKP GBP GEL GIP GMD GNF GTQ GYD HKD HNL HRK HTG HUF IDR ILS
  INR ISK JMD JPY KES KGS KHR KMF KRW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRO MUR MVR MWK MXN MYR MZN
  NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SEK SGD SHP SLE SLL SOS SRD STD SZL
  THB TJS TOP TRY TTD TWD TZS UAH UGX USD UYU UZS VND VUV WST XAF XCD XOF XPF YER ZAR ZMW`.split(/\s+/)

let system: System
let bank: Bank
beforeAll(async () => {
  system = await startSystem({ accounts: ['fern'] })
  bank = await startBank({ crm: () => system.fern.api, idempotent: false, autoReport: false })
  await inAccount(system.deps.db, system.fern.accountId, (trx) =>
    trx.updateTable('account').set({ timezone: 'Asia/Tokyo' }).execute(),
  )
  await expireCaches()
})
afterAll(async () => {
  await bank.close()
  await system.close()
})

const create = async (path: 'orders' | 'customers', entity: object) => {
  const name = path.slice(0, -1)
  const reply = await system.fern.api.post(`/api/v5/${path}/create`, { site: 'fern-garden', [name]: entity })
  expect(reply.status, reply.text).toBe(201)
  return reply.body as { id: number; warnings?: string[] }
}

it('[D-90] registers a module with withdrawn currencies, and issues no invoice in one', async () => {
  const { type } = await register(system.fern, 'stripe', bank.url, { currencies: OF_STRIPE })
  const wrong = moduleOf('stripe', bank.url, { currencies: ['EUR', 'ABC'] })
  expect(
    (await system.fern.api.post('/api/v5/integration-modules/stripe/edit', { integrationModule: wrong })).body,
  ).toMatchObject({
    errors: { 'integrations.payment.currencies': 'must be currencies of ISO 4217; these are not: ABC' },
  })
  expect(
    (await system.fern.api.post('/api/v5/reference/sites/fern-garden/edit', { site: { currency: 'MRO' } })).body,
  ).toMatchObject({ errors: { currency: 'is not a currency of ISO 4217' } })
  const { orderId, paymentId } = await order(system.fern, type)
  await inAccount(system.deps.db, system.fern.accountId, (trx) =>
    trx.updateTable('customer_order').set({ currency: 'MRO' }).where('id', '=', orderId).execute(),
  )
  expect(await system.fern.api.post('/api/v5/payment/create-invoice', { createInvoice: { paymentId } })).toMatchObject({
    status: 409,
    body: { errorMsg: 'The payment module does not support MRO' },
  })
})

it('[D-91] reads payment times without a zone in the account’s, and answers in it', async () => {
  const { type } = await register(system.fern, 'tokyo', bank.url)
  const { uuid } = await issue(system.fern, bank, type)
  const report = (updateInvoice: object) =>
    system.fern.api.post('/api/v5/payment/update-invoice', { updateInvoice: { invoiceUuid: uuid, ...updateInvoice } })
  expect((await report({ status: 'succeeded', paidAt: '2026-02-03 10:00:00' })).status).toBe(200)
  expect(await invoiceOf(system.fern, uuid)).toMatchObject({
    paidAt: '2026-02-03 10:00:00',
    createdAt: expect.stringMatching(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/),
  })
  await report({ expiredAt: '2026-02-03T10:00:00+00:00' })
  expect(await invoiceOf(system.fern, uuid)).toMatchObject({ expiredAt: '2026-02-03 19:00:00' })
  const stored = await inAccount(system.deps.db, system.fern.accountId, (trx) =>
    trx.selectFrom('invoice').select('paid_at').where('id', '=', uuid).executeTakeFirstOrThrow(),
  )
  expect(stored.paid_at?.toISOString()).toBe('2026-02-03T01:00:00.000Z')
})

it('[D-91] reads the times of an imported invoice in the account’s zone, and rejects a day that does not exist', async () => {
  const { type } = await register(system.fern, 'imports', bank.url)
  const importOne = async (more: object) => {
    const { paymentId } = await order(system.fern, type)
    const invoice = { paymentId, externalId: 'old', amount: 100, currency: 'USD', status: 'succeeded', ...more }
    return system.fern.api.post('/api/v5/payment/invoice/import', { invoice })
  }
  const { invoice } = (await importOne({ createdAt: '2026-1-2 10:00:00', paidAt: '2026-01-02T10:05:00Z' })).body as {
    invoice: { invoiceUuid: string }
  }
  expect(await invoiceOf(system.fern, invoice.invoiceUuid)).toMatchObject({
    createdAt: '2026-01-02 10:00:00',
    paidAt: '2026-01-02 19:05:00',
  })
  expect(await importOne({ paidAt: '2026-02-31 10:00:00' })).toMatchObject({
    status: 400,
    body: { errors: { paidAt: 'is not a time: 2026-02-31 10:00:00' } },
  })
})

it('[D-92] takes a scalar or empty filter for none, and lists the filters that work beside an unknown one', async () => {
  await create('orders', { firstName: 'Nora' })
  for (const path of ['orders', 'customers', 'users', 'customers/notes']) {
    const { api } = system.fern
    const all = (await api.get(`/api/v5/${path}`)).body as { pagination: { totalCount: number } }
    for (const filter of ['None', '', '0', 'null', '[]', '{}', '"x"'])
      expect((await api.get(`/api/v5/${path}`, { filter })).body, `${path} ${filter}`).toEqual(all)
  }
  expect((await system.fern.api.get('/api/v5/orders', { 'filter[packages]': '1' })).body).toMatchObject({
    errors: { packages: expect.stringMatching(/^is not known here; there are: ids, numbers, /) },
  })
})

it('[D-93] names the members of an order that are not kept, and keeps the rest', async () => {
  const entity = {
    firstName: 'Nora',
    orderType: 'eshop-individual',
    delivery: { code: 'courier', netCost: 3, address: { city: 'Lund', cityId: 7 } },
    items: [
      { productName: 'Fern', initialPrice: 5, purchasePrice: 2 },
      { productName: 'Moss', purchasePrice: 1 },
    ],
    payments: [{ type: 'cash', fiscal: true }],
    vip: null,
  }
  const { id, warnings } = await create('orders', entity)
  expect(warnings?.map((text) => text.split(' ')[0])).toEqual([
    'order.orderType',
    'order.delivery.netCost',
    'order.delivery.address.cityId',
    'order.items[].purchasePrice',
    'order.payments[].fiscal',
  ])
  const edited = await system.fern.api.post(`/api/v5/orders/${id}/edit`, {
    by: 'id',
    order: { shipped: 1 },
    _format: 'json',
  })
  expect(edited).toMatchObject({
    status: 200,
    body: { warnings: ['order.shipped is not kept: there is no such member here'] },
  })
  const clean = await system.fern.api.post(`/api/v5/orders/${id}/edit`, { by: 'id', order: { firstName: 'Vera' } })
  expect(clean.body).not.toHaveProperty('warnings')
  expect(clean.body).toMatchObject({ order: { items: [{ initialPrice: 5 }, { initialPrice: 0 }] } })
})

it('[D-93] names what a customer and a registration lose', async () => {
  const { warnings } = await create('customers', {
    firstName: 'Ines',
    birthday: '1990-01-01',
    sex: 'female',
    address: { city: 'Lund', regionId: 4 },
  })
  expect(warnings?.map((text) => text.split(' ')[0])).toEqual([
    'customer.birthday',
    'customer.sex',
    'customer.address.regionId',
  ])
  const telephony = {
    makeCallUrl: 'https://pbx.test/call',
    makeCallURL: 'https://pbx.test/call',
    additionalCodes: [{ userId: 1, code: '1', name: 'x' }],
  }
  const integrationModule = {
    code: 'typo',
    baseUrl: 'https://pbx.test',
    colour: 'red',
    actions: { activity: '/a' },
    integrations: { telephony, mgBot: { x: 1 } },
  }
  const reply = await system.fern.api.post('/api/v5/integration-modules/typo/edit', { integrationModule })
  expect(reply.status, reply.text).toBe(201)
  expect((reply.body as { warnings: string[] }).warnings.map((text) => text.split(' ')[0])).toEqual([
    'integrationModule.colour',
    'integrationModule.integrations.telephony.makeCallURL',
    'integrationModule.integrations.telephony.additionalCodes[].name',
    'baseUrl:',
    'integrations.telephony.makeCallUrl:',
  ])
})

it('[D-93] refuses a discount of an item, and says what to send instead', async () => {
  const items = [{ productName: 'Fern', initialPrice: 5, discountManualAmount: '1.50', discountManualPercent: 0 }]
  const reply = await system.fern.api.post('/api/v5/orders/create', { site: 'fern-garden', order: { items } })
  expect(reply).toMatchObject({
    status: 400,
    body: {
      errors: { 'items.0.discountManualAmount': expect.stringContaining('send initialPrice after the discount') },
    },
  })
})

it('[D-04] never takes the name of a method for an id', async () => {
  const { api } = system.fern
  await create('orders', { externalId: 'statuses' })
  for (const path of ['orders', 'customers'])
    for (const word of ['packs', 'combine', path === 'customers' ? 'statuses' : 'links']) {
      const replies = [
        await api.get(`/api/v5/${path}/${word}`),
        await api.post(`/api/v5/${path}/${word}`, {}),
        await api.post(`/api/v5/${path}/${word}/edit`, { [path.slice(0, -1)]: {} }),
      ]
      for (const reply of replies)
        expect(reply, `${path} ${word}`).toMatchObject({ status: 404, body: { errorMsg: 'API method not found' } })
    }
  expect((await api.post('/api/v5/orders/any-order', {})).status).toBe(405)
})

it('[D-05] lists the notes of all visible customers without a filter', async () => {
  const { id } = await create('customers', { firstName: 'Ines' })
  const { api } = system.fern
  for (const text of ['first', 'second'])
    await api.post('/api/v5/customers/notes/create', { note: { text, customer: { id } } })
  expect((await api.get('/api/v5/customers/notes')).body).toMatchObject({
    pagination: { totalCount: 2, totalPageCount: 1 },
    notes: [{ text: 'second', customer: { id } }, { text: 'first' }],
  })
  expect((await api.get('/api/v5/customers/notes', { page: '2' })).body).toMatchObject({ notes: [] })
  const other = await system.fern.newKey({ scopes: ['customer_read'], sites: ['fern-office'] })
  expect((await system.fern.stranger.get('/api/v5/customers/notes', { apiKey: other.text })).body).toMatchObject({
    pagination: { totalCount: 0 },
    notes: [],
  })
})

it('[D-06] lists as credentials only methods that are served', async () => {
  const { credentials } = (await system.fern.api.get('/api/credentials')).body as { credentials: string[] }
  expect(credentials).toEqual(
    expect.arrayContaining([
      '/api/integration-modules/{code}',
      '/api/integration-modules/{code}/edit',
      '/api/payment/(updateInvoice|check)',
    ]),
  )
  const wrong: string[] = []
  for (const pattern of credentials.filter((one) => !one.includes('('))) {
    const ask = (version: string) => {
      const path = pattern.replace('/api/', `/api/${version}/`).replace(/\{\w+\}/g, '1')
      return [system.fern.api.get(path), system.fern.api.post(path, {})]
    }
    // The settings of an exchange are served at the paths of older versions only.
    const replies = await Promise.all(['v3', 'v4', 'v5'].flatMap(ask))
    if (replies.every(({ text }) => /API method not found|Method Not Allowed/.test(text))) wrong.push(pattern)
  }
  expect(wrong).toEqual([])
})

it('[D-06] gives statuses a group and users the id that chats know', async () => {
  const { statuses } = (await system.fern.api.get('/api/v5/reference/statuses')).body as {
    statuses: Record<string, { group: string }>
  }
  expect(Object.entries(statuses).map(([code, { group }]) => `${code} ${group}`)).toEqual([
    'new new',
    'confirmed approval',
    'assembling assembling',
    'delivering delivery',
    'complete complete',
    'canceled cancel',
    'returned cancel',
  ])
  const { bruno } = system.fern.userIds
  expect((await system.fern.api.get(`/api/v5/users/${bruno}`)).body).toMatchObject({
    user: { id: bruno, mgUserId: bruno },
  })
})

it('[D-23] tells two exchanges of one key apart by clientId, as a parameter or a header', async () => {
  const [first, second] = [await startExchange(system, 'pbx-a'), await startExchange(system, 'pbx-b')]
  const ask = (headers: Record<string, string>, more: Record<string, string> = {}) =>
    system.fern.api.with(headers).get('/api/v5/telephony/manager', { phone: '+12025550188', ...more })
  expect((await ask({})).body).toMatchObject({ errorMsg: expect.stringContaining('clientId') })
  const asked = [
    await ask({}, { clientId: 'client-pbx-a' }),
    await ask({ Clientid: 'client-pbx-b' }),
    await ask({ 'X-Client-Id': 'client-pbx-b' }),
    await ask({ Clientid: 'nobody' }, { clientId: 'client-pbx-b' }),
  ]
  expect(asked.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  expect((await ask({ Clientid: 'nobody' })).status).toBe(400)
  await Promise.all([first.close(), second.close()])
})

it('[D-06] answers the reference lists that clients read when they connect', async () => {
  const read = async (name: string) => (await system.fern.api.get(`/api/v5/reference/${name}`)).body
  expect(await read('status-groups')).toMatchObject({
    statusGroups: { new: { process: true, statuses: ['new'] }, cancel: { statuses: ['canceled', 'returned'] } },
  })
  expect(await read('order-types')).toMatchObject({ orderTypes: { main: { active: true, defaultForApi: true } } })
  expect(await read('order-methods')).toMatchObject({ orderMethods: { api: { active: true } } })
  expect(await read('delivery-types')).toMatchObject({ deliveryTypes: { courier: { name: 'Courier', active: true } } })
  expect(await read('stores')).toEqual({ success: true, stores: [] })
  expect(await read('units')).toMatchObject({ units: [{ code: 'pc', default: true }] })
  expect(await read('countries')).toMatchObject({ countriesIso: expect.arrayContaining(['US']) })
  expect(await read('currencies')).toMatchObject({
    currencies: expect.arrayContaining([{ id: 1, code: 'USD', isBase: true }]),
  })
  expect(await read('price-types')).toMatchObject({ priceTypes: [{ code: 'base', default: true, currency: 'USD' }] })
})

it('[T-13] takes call events at the paths of older versions', async () => {
  const exchange = await startExchange(system, 'pbx-old')
  for (const version of ['v3', 'v4', 'v5']) {
    const event = { phone: '+12025550177', type: 'in', codes: ['101', '555'], callExternalId: version }
    const reply = await system.fern.api.post(`/api/${version}/telephony/call/event`, {
      event,
      clientId: 'client-pbx-old',
    })
    expect(reply, version).toMatchObject({ status: 200, body: { success: true, notExistCodes: ['555'] } })
  }
  const flat = { phone: '+12025550178', type: 'in', code: '555', hangupStatus: '', clientId: 'client-pbx-old' }
  expect(await system.fern.api.post('/api/v3/telephony/call/event', flat)).toMatchObject({
    status: 200,
    body: { success: true, notExistCodes: ['555'] },
  })
  expect(await system.fern.api.post('/api/v3/telephony/call/event', { phone: '1' })).toMatchObject({
    status: 400,
    body: { errorMsg: "Parameter 'event' is missing" },
  })
  await exchange.close()
})

it('[M-01][T-01] registers an exchange and shows its settings at the paths of versions 3 and 4', async () => {
  const { api, userIds } = system.fern
  const configuration = {
    code: 'pbx-v4',
    clientId: 'client-v4',
    name: 'Old exchange',
    image: 'https://pbx.test/logo.svg',
    active: 'true',
    makeCallUrl: 'https://pbx.test/call',
    allowEdit: true,
    inputEventSupported: true,
    additionalCodes: [{ userId: userIds.bruno, code: 101 }],
    colour: 'red',
  }
  const created = await api.post('/api/v4/telephony/setting/pbx-v4/edit', { configuration })
  expect(created).toMatchObject({
    status: 201,
    body: { success: true, warnings: expect.arrayContaining([expect.stringContaining('configuration.colour')]) },
  })
  for (const version of ['v3', 'v4'])
    expect((await api.get(`/api/${version}/telephony/setting/pbx-v4`)).body, version).toMatchObject({
      success: true,
      configuration: {
        ...{ code: 'pbx-v4', active: true, name: 'Old exchange', makeCallUrl: 'https://pbx.test/call' },
        ...{ allowEdit: true, inputEventSupported: true, outputEventSupported: false, externalPhones: [] },
        additionalCodes: [{ userId: String(userIds.bruno), code: '101' }],
      },
    })
  // Version 3 has plain parameters, and leaves what it does not know.
  const flat = {
    code: 'pbx-v4',
    clientId: 'client-v4',
    makeCallUrl: 'https://pbx.test/v3',
    active: 'True',
    name: 'Third',
  }
  expect(await api.post('/api/v3/telephony/settings/pbx-v4', { ...flat, image: '' })).toMatchObject({ status: 400 })
  expect((await api.post('/api/v3/telephony/settings/pbx-v4', flat)).status).toBe(201)
  expect((await api.get('/api/v5/integration-modules/pbx-v4')).body).toMatchObject({
    integrationModule: {
      name: 'Third',
      logo: 'https://pbx.test/logo.svg',
      integrations: { telephony: { makeCallUrl: 'https://pbx.test/v3', allowEdit: true, additionalCodes: [{}] } },
    },
  })
  expect((await api.get('/api/v4/telephony/setting/nobody')).status).toBe(404)
  await api.post('/api/v5/integration-modules/no-phone/edit', { integrationModule: { code: 'no-phone' } })
  expect((await api.get('/api/v4/telephony/setting/no-phone')).status).toBe(404)
})

it('[D-93] names what payment requests, tasks and notes lose', async () => {
  const { api } = system.fern
  const { type } = await register(system.fern, 'wordy', bank.url)
  const { uuid } = await issue(system.fern, bank, type)
  const { id } = await create('customers', { firstName: 'Ines' })
  const replies = [
    await api.post('/api/v5/payment/update-invoice', { updateInvoice: { invoiceUuid: uuid, livemode: true } }),
    await api.post('/api/v5/tasks/create', { task: { text: 'Call', tags: ['x'] } }),
    await api.post('/api/v5/customers/notes/create', { note: { text: 'Call', customer: { id }, pinned: true } }),
  ]
  expect(
    replies.map(({ body }) => (body as { warnings?: string[] }).warnings?.map((text) => text.split(' ')[0])),
  ).toEqual([['updateInvoice.livemode'], ['task.tags'], ['note.pinned']])
})

it('[D-114][D-05] a key that may only report calls cannot register an exchange at the paths of versions 3 and 4', async () => {
  const { newKey, stranger } = system.fern
  const { text: apiKey } = await newKey({ scopes: ['telephony_read', 'telephony_write'] })
  const configuration = { code: 'pbx-smuggled', name: 'Smuggled', makeCallUrl: 'https://pbx.test/call' }
  for (const [path, fields] of [
    ['/api/v4/telephony/setting/pbx-smuggled/edit', { configuration }],
    ['/api/v3/telephony/settings/pbx-smuggled', configuration],
  ] as const)
    expect((await stranger.post(path, { ...fields, apiKey })).status, path).toBe(403)
  expect((await system.fern.api.get('/api/v5/integration-modules/pbx-smuggled')).status).toBe(404)
})
