// Payments over HTTP: registration, the methods of the API, and what modules are told. Both accounts.
import { type Bank, startBank } from '@patchbay/testkit/bank'
import { createHttpClient } from '@patchbay/testkit/http-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inAccount } from '../../src/lib/db/transaction.ts'
import { expireCaches } from '../support/clock.ts'
import { type BankModule, invoiceOf, issue, moduleOf, order, register } from '../support/payment-cast.ts'
import { type System, startSystem } from '../support/system.ts'

let system: System
let bank: Bank
let module: BankModule
beforeAll(async () => {
  system = await startSystem()
  bank = await startBank({ crm: () => system.fern.api, idempotent: false, autoReport: false })
  module = await register(system.fern, 'bank', bank.url)
})
afterAll(async () => {
  await bank.close()
  await system.close()
})

const update = (uuid: string, more: object, side: Pick<System['fern'], 'api'> = system.fern) =>
  side.api.post('/api/v5/payment/update-invoice', { updateInvoice: { invoiceUuid: uuid, ...more } })
const check = (
  uuid: string,
  amount: unknown = 100,
  currency = 'USD',
  side: Pick<System['fern'], 'api'> = system.fern,
) => side.api.post('/api/v5/payment/check', { check: { invoiceUuid: uuid, amount, currency } })
const statusOf = async (uuid: string) => (await invoiceOf(system.fern, uuid)).status
const discrepancies = (uuid: string) =>
  inAccount(system.deps.db, system.fern.accountId, (trx) =>
    trx.selectFrom('discrepancy').select(['kind', 'resolved_at']).where('invoice_id', '=', uuid).execute(),
  )
const edit = (code: string, payment: object) =>
  system.fern.api.post(`/api/v5/integration-modules/${code}/edit`, {
    integrationModule: moduleOf(code, bank.url, { ...payment }),
  })
const types = async () =>
  Object.keys(
    ((await system.fern.api.get('/api/v5/reference/payment-types')).body as { paymentTypes: object }).paymentTypes,
  )

describe('a registration', () => {
  it('[P-01] is refused without create, and says so', async () => {
    const reply = await edit('no-create', { actions: { approve: '/a' } })
    expect(reply.status).toBe(400)
    expect(reply.body).toMatchObject({
      success: false,
      errors: { 'integrations.payment.actions.create': 'is missing' },
    })
  })

  it('[P-02] is refused with a currency that ISO 4217 does not know', async () => {
    const reply = await edit('odd', { currencies: ['USD', 'XYZ', 'ABC'] })
    expect(reply.status).toBe(400)
    expect(reply.body).toMatchObject({ errors: { 'integrations.payment.currencies': 'not in ISO 4217: XYZ, ABC' } })
  })

  it('[P-03] knows one type of invoice', async () => {
    expect((await edit('odd', { invoiceTypes: ['qr'] })).status).toBe(400)
    expect((await edit('odd', { invoiceTypes: ['link'] })).status).toBe(201)
  })

  it('[P-04][P-05] replaces the shops by the list passed; a new one gets a payment type of its own', async () => {
    const shops = (...codes: string[]) => codes.map((code) => ({ code, name: `Shop ${code}`, active: true }))
    await edit('bank-b', { shops: shops('one', 'two') })
    expect(await types()).toEqual(expect.arrayContaining(['bank-b-one', 'bank-b-two']))
    await edit('bank-b', { shops: shops('two', 'three') })
    const after = await types()
    expect(after.filter((code) => code.startsWith('bank-b-')).sort()).toEqual([
      'bank-b-one',
      'bank-b-three',
      'bank-b-two',
    ])
  })

  it('[P-06][D-52] tells what a missing shop made unusable, and lets nothing more be paid through it', async () => {
    await register(system.fern, 'bank-c', bank.url, { shops: [{ code: 'one', name: 'One', active: true }] })
    const { paymentId, orderId } = await order(system.fern, 'bank-c-one')
    const open = await issue(system.fern, bank, 'bank-c-one')
    expect((await check(open.uuid)).body).toMatchObject({ success: true })
    const reply = await edit('bank-c', { shops: [] })
    expect((reply.body as { info: object }).info).toMatchObject({
      payment: { removedShops: ['one'], unusablePaymentTypes: ['bank-c-one'], unusablePayments: 2 },
    })
    // No new invoice, no old link, no new payment, and a client who has the link is not charged.
    const gone = { status: 409, body: { errorCode: 'payment_shop_gone' } }
    const create = (id: number) =>
      system.fern.api.post('/api/v5/payment/create-invoice', { createInvoice: { paymentId: id } })
    expect(await create(paymentId)).toMatchObject(gone)
    expect(await create(open.paymentId)).toMatchObject({ status: 409, body: { errorCode: 'invoice_exists' } })
    const bruno = await system.fern.signIn('bruno')
    expect(await bruno.postJson(`/workspace/payments/${paymentId}/invoice`, {})).toMatchObject(gone)
    expect(await bruno.postJson(`/workspace/orders/${orderId}/payments`, { type: 'bank-c-one' })).toMatchObject(gone)
    const errorMsg = 'The shop that it was to be paid through was removed'
    expect((await check(open.uuid)).body).toEqual({ success: false, errorMsg, result: { success: false, errorMsg } })
    // A shop that comes back brings its payment type back to life, and no second one.
    await edit('bank-c', { shops: [{ code: 'one', name: 'One', active: true }] })
    expect((await types()).filter((code) => code.startsWith('bank-c-'))).toEqual(['bank-c-one'])
    expect((await create(paymentId)).status).toBe(200)
    expect((await check(open.uuid)).body).toMatchObject({ success: true })
  })
})

describe('an invoice', () => {
  it('[P-08][D-40][D-48] is created at the module with everything it needs, and its link is kept', async () => {
    const { uuid, link, paymentId, orderId, bankId } = await issue(system.fern, bank, module.type)
    expect(await invoiceOf(system.fern, uuid)).toMatchObject({
      invoiceUuid: uuid,
      status: 'pending',
      link,
      externalId: bankId,
      amount: '100.00',
      currency: 'USD',
      paymentId,
      orderId,
      email: 'nora@client.test',
      refunds: [],
      cancellable: true,
      refundable: false,
    })
    const [sent] = await inAccount(system.deps.db, system.fern.accountId, (trx) =>
      trx.selectFrom('payment_operation').selectAll().where('invoice_id', '=', uuid).execute(),
    )
    expect(JSON.parse(sent?.sent_text ?? '')).toMatchObject({
      shopId: 'main',
      invoiceUuid: uuid,
      invoiceType: 'link',
      amount: 100,
      currency: 'USD',
      orderId,
      siteUrl: 'https://shop.fern.test',
      items: [{ name: 'Fern', price: 50, quantity: 2, vat: 'none', paymentMethod: 'full_prepayment' }],
      customer: { email: 'nora@client.test', firstName: 'Nora', contragentType: 'individual' },
    })
    expect(sent?.sent_text).not.toContain('null')
    expect(bank.calls.at(-1)).toMatchObject({ action: 'create', key: sent?.id })
    expect(sent).toMatchObject({ state: 'confirmed', tries: 1 })
  })

  it('[D-48] gives the same link to who asks again, and refuses a second one once it is paid', async () => {
    const { paymentId, link, uuid } = await issue(system.fern, bank, module.type)
    const again = await system.fern.api.post('/api/v5/payment/create-invoice', { createInvoice: { paymentId } })
    expect(again.body).toEqual({ success: true, result: { link } })
    await update(uuid, { status: 'succeeded' })
    const third = await system.fern.api.post('/api/v5/payment/create-invoice', { createInvoice: { paymentId } })
    expect(third.status).toBe(409)
    expect(third.body).toMatchObject({ errorCode: 'invoice_exists' })
  })

  it('[P-21] shows the words of a module that refuses, as they came', async () => {
    const { paymentId } = await order(system.fern, module.type)
    bank.behave('reject', { on: 'create' })
    const reply = await system.fern.api.post('/api/v5/payment/create-invoice', { createInvoice: { paymentId } })
    bank.behave('normal', { on: 'create' })
    expect(reply.status).toBe(400)
    expect(reply.body).toMatchObject({ success: false, errorMsg: 'The bank says no' })
    // It is over: another try is another invoice.
    expect(
      (await system.fern.api.post('/api/v5/payment/create-invoice', { createInvoice: { paymentId } })).status,
    ).toBe(200)
  })

  it('[P-22][D-46] writes an invalid answer into the Action Log, and does not take it for a failure', async () => {
    const { paymentId } = await order(system.fern, module.type)
    bank.behave('effect-then-garbage', { on: 'create' })
    const reply = await system.fern.api.post('/api/v5/payment/create-invoice', { createInvoice: { paymentId } })
    bank.behave('normal', { on: 'create' })
    expect(reply.status).toBe(409)
    expect(reply.body).toMatchObject({ errorCode: 'invoice_unconfirmed' })
    const ada = await system.fern.signIn('ada')
    const log = await ada.get('/workspace/action-log', { recordType: 'Integration payments' })
    expect((log.body as { records: object[] }).records[0]).toMatchObject({
      recordType: 'Integration payments',
      actor: 'module bank',
      action: 'sent an invalid response',
      detail: { kind: 'create', answer: expect.stringContaining('It works!') },
    })
    // Nobody may issue a second one while the first may exist.
    const again = await system.fern.api.post('/api/v5/payment/create-invoice', { createInvoice: { paymentId } })
    expect(again.body).toMatchObject({ errorCode: 'invoice_exists' })
    // The module proves that it exists by asking about it, and brings its link by update-invoice.
    const payment = [...bank.ledger.payments.values()].at(-1)
    expect((await check(payment?.invoiceUuid ?? '')).body).toMatchObject({ success: true })
    expect(await statusOf(payment?.invoiceUuid ?? '')).toBe('pending')
  })

  it('[D-48] comes in from elsewhere with its refunds', async () => {
    const { paymentId } = await order(system.fern, module.type)
    const invoice = {
      paymentId,
      externalId: 'old-1',
      amount: '100.00',
      currency: 'USD',
      status: 'succeeded',
      createdAt: '2026-01-02 10:00:00',
      paidAt: '2026-01-02 10:05:00',
      refunds: [{ externalId: 'r-1', status: 'succeeded', amount: 30, comment: 'broken pot' }],
    }
    const reply = await system.fern.api.post('/api/v5/payment/invoice/import', { invoice })
    expect(reply.status).toBe(201)
    const { invoiceUuid } = (reply.body as { invoice: { invoiceUuid: string } }).invoice
    expect(await invoiceOf(system.fern, invoiceUuid)).toMatchObject({
      status: 'succeeded',
      externalId: 'old-1',
      paidAt: '2026-01-02T10:05:00.000Z',
      createdAt: '2026-01-02T10:00:00.000Z',
      refundable: true,
      refunds: [{ externalId: 'r-1', amount: '30.00', status: 'succeeded', comment: 'broken pot' }],
    })
    expect((await system.fern.api.post('/api/v5/payment/invoice/import', { invoice })).status).toBe(409)
  })
})

describe('update-invoice', () => {
  it('[P-09][P-17] charges a pending invoice, with the data passed', async () => {
    const { uuid } = await issue(system.fern, bank, module.type)
    const reply = await update(uuid, {
      status: 'succeeded',
      amount: '100.00',
      paidAt: '2026-03-04T05:06:07Z',
      refundable: true,
    })
    expect(reply.status).toBe(200)
    expect(reply.body).toEqual({ success: true })
    expect(await invoiceOf(system.fern, uuid)).toMatchObject({
      status: 'succeeded',
      paidAt: '2026-03-04T05:06:07.000Z',
    })
  })

  it('[P-10] holds a pending invoice', async () => {
    const { uuid } = await issue(system.fern, bank, module.type)
    await update(uuid, { status: 'waitingForCapture', expiredAt: '2026-12-24 18:00:00' })
    expect(await invoiceOf(system.fern, uuid)).toMatchObject({
      status: 'waitingForCapture',
      expiredAt: '2026-12-24T18:00:00.000Z',
    })
  })

  it('[D-42] takes a repeat and old news as harmless, and an expired link as canceled', async () => {
    const { uuid } = await issue(system.fern, bank, module.type)
    for (const status of ['waitingForCapture', 'succeeded', 'succeeded', 'waitingForCapture', 'pending']) {
      expect((await update(uuid, { status })).body).toEqual({ success: true })
    }
    expect(await statusOf(uuid)).toBe('succeeded')
    const expired = await issue(system.fern, bank, module.type)
    expect((await update(expired.uuid, { status: 'canceled', cancellationDetails: 'expired' })).status).toBe(200)
    expect(await invoiceOf(system.fern, expired.uuid)).toMatchObject({
      status: 'canceled',
      cancellationDetails: 'expired',
    })
  })

  it('[P-15][D-42] keeps what cannot be as a discrepancy, changes nothing, and says so', async () => {
    const refused: [object, string, object][] = [
      [{ status: 'canceled' }, 'forbidden-move', { status: 'succeeded' }],
      [{}, 'too-early', { status: 'refundSucceeded' }],
      [{}, 'wrong-amount', { status: 'succeeded', amount: 99.99 }],
      [{}, 'wrong-amount', { status: 'succeeded', amount: '99.999' }],
      [{}, 'wrong-currency', { status: 'succeeded', amount: 100, currency: 'EUR' }],
      [{ status: 'succeeded' }, 'refund-too-large', { refund: { id: 'r', status: 'succeeded', amount: 100.01 } }],
    ]
    for (const [first, kind, then] of refused) {
      const { uuid } = await issue(system.fern, bank, module.type)
      if (Object.keys(first).length > 0) await update(uuid, first)
      const before = await statusOf(uuid)
      const reply = await update(uuid, then)
      expect(reply.status, kind).toBe(400)
      expect(reply.body).toMatchObject({ success: false, errorCode: 'invoice_disagrees' })
      expect(await statusOf(uuid), kind).toBe(before)
      expect((await discrepancies(uuid)).map((found) => found.kind)).toEqual([kind])
    }
  })

  it('[D-42] answers 400 to a status that does not exist, 404 to an invoice that does not, and keeps both facts', async () => {
    const { uuid } = await issue(system.fern, bank, module.type)
    const odd = await update(uuid, { status: 'requires_capture' })
    expect(odd.status).toBe(400)
    expect(odd.body).toMatchObject({ errorMsg: 'There is no invoice status requires_capture' })
    const nothing = crypto.randomUUID()
    for (const unknown of [nothing, 'not-a-uuid']) {
      const reply = await update(unknown, { status: 'succeeded' })
      expect(reply.status).toBe(404)
      expect(reply.body).toMatchObject({ errorMsg: 'Not found' })
    }
    expect([...(await discrepancies(uuid)), ...(await discrepancies(nothing))].map(({ kind }) => kind)).toEqual([
      'unknown-status',
      'unknown-invoice',
    ])
  })

  it('[D-42] knows no invoice of another module or another account, and says 404', async () => {
    const { uuid } = await issue(system.fern, bank, module.type)
    const other = await system.fern.newKey({ scopes: ['payments_write'], moduleCode: 'other-bank' })
    const stranger = { api: system.fern.stranger.with({ 'x-api-key': other.text }) }
    expect((await update(uuid, { status: 'succeeded' }, stranger)).status).toBe(404)
    expect((await check(uuid, 100, 'USD', stranger)).body).toMatchObject({ success: false })
    expect((await update(uuid, { status: 'succeeded' }, system.kettle)).status).toBe(404)
    expect((await check(uuid, 100, 'USD', system.kettle)).body).toMatchObject({ success: false })
    expect((await system.kettle.api.get(`/api/v5/payment/invoice/${uuid}`)).status).toBe(404)
    expect(await statusOf(uuid)).toBe('pending')
  })

  it('[D-42] applies what came too early as soon as its predecessor is here', async () => {
    const { uuid } = await issue(system.fern, bank, module.type)
    await update(uuid, { status: 'refundSucceeded', refund: { id: 'r1', status: 'succeeded', amount: 100 } })
    await update(uuid, { status: 'succeeded' })
    expect(await invoiceOf(system.fern, uuid)).toMatchObject({
      status: 'refundSucceeded',
      refunds: [{ externalId: 'r1', amount: '100.00' }],
    })
    expect((await discrepancies(uuid))[0]?.resolved_at).not.toBeNull()
  })

  it('[D-47] lists partial refunds by the module’s id and is refunded when the sum is used up', async () => {
    const { uuid } = await issue(system.fern, bank, module.type)
    await update(uuid, { status: 'succeeded' })
    const refund = (id: string, amount: number) => update(uuid, { refund: { id, status: 'succeeded', amount } })
    await refund('a', 30)
    await refund('a', 30)
    expect(await invoiceOf(system.fern, uuid)).toMatchObject({ status: 'succeeded', refunds: [{ externalId: 'a' }] })
    await refund('b', 70)
    const after = await invoiceOf(system.fern, uuid)
    expect(after).toMatchObject({ status: 'refundSucceeded' })
    expect((after.refunds as object[]).length).toBe(2)
  })
})

describe('check', () => {
  it('[P-19][D-43] passes while order, payment and sums are what the invoice was issued for', async () => {
    const { uuid } = await issue(system.fern, bank, module.type)
    for (const amount of [100, '100', '100.00']) {
      const reply = await check(uuid, amount)
      expect(reply.status).toBe(200)
      expect(reply.body).toEqual({ success: true, result: { success: true } })
    }
  })

  it('[P-19][D-43] fails with 200 and a reason in both places: another sum, a changed order, a canceled invoice', async () => {
    const refused = async (uuid: string, reason: string, amount: unknown = 100, currency = 'USD') => {
      const reply = await check(uuid, amount, currency)
      expect(reply.status).toBe(200)
      expect(reply.body).toEqual({ success: false, errorMsg: reason, result: { success: false, errorMsg: reason } })
    }
    const { uuid, orderId, paymentId } = await issue(system.fern, bank, module.type)
    await refused(uuid, 'The amount is not the invoice’s', 99.99)
    await refused(uuid, 'The invoice is in USD, not in EUR', 100, 'EUR')
    await refused(crypto.randomUUID(), 'There is no such invoice')
    // A comment changes nothing that is paid for.
    await system.fern.api.post(`/api/v5/orders/${orderId}/edit`, { by: 'id', order: { managerComment: 'call first' } })
    expect((await check(uuid)).body).toMatchObject({ success: true })
    await system.fern.api.post(`/api/v5/orders/${orderId}/edit`, {
      by: 'id',
      order: { items: [{ productName: 'Fern', initialPrice: 40, quantity: 2 }] },
    })
    await refused(uuid, 'The order has changed since the invoice was issued')
    const other = await issue(system.fern, bank, module.type)
    await system.fern.api.post(`/api/v5/orders/payments/${other.paymentId}/delete`)
    await refused(other.uuid, 'The payment no longer exists')
    const third = await issue(system.fern, bank, module.type)
    await update(third.uuid, { status: 'canceled' })
    await refused(third.uuid, 'The invoice is canceled')
    expect(paymentId).toBeGreaterThan(0)
  })

  it('[D-53] answers 503 with Retry-After, never 500, 502 or 429, when the fault is ours', async () => {
    const { uuid } = await issue(system.fern, bank, module.type)
    const { db } = system.deps
    // A database that fails in a way nobody foresaw.
    Object.assign(system.deps, { db: { connection: () => ({ execute: () => Promise.reject(new Error('odd')) }) } })
    try {
      for (const reply of [await check(uuid), await update(uuid, { status: 'succeeded' })]) {
        expect(reply.status).toBe(503)
        expect(reply.headers['retry-after']).toBe('2')
        expect(reply.body).toMatchObject({ success: false, errorCode: 'unavailable' })
      }
    } finally {
      Object.assign(system.deps, { db })
    }
    expect(await statusOf(uuid)).toBe('pending')
  })

  it('[D-53] has a limit of its own, and beyond it answers 503 with Retry-After', async () => {
    const slow = await startSystem({ accounts: ['fern'] })
    try {
      await inAccount(slow.deps.db, slow.fern.accountId, (trx) =>
        trx
          .updateTable('account')
          .set({ limits: JSON.stringify({ payment: 2 }) })
          .execute(),
      )
      await expireCaches()
      const api = createHttpClient(slow.origin, { host: 'fern.test', 'x-api-key': slow.fern.apiKey })
      const replies = await Promise.all(
        Array.from({ length: 8 }, () => api.post('/api/v5/payment/check', { check: { invoiceUuid: 'x', amount: 1 } })),
      )
      const limited = replies.filter(({ status }) => status !== 200)
      expect(limited.length).toBeGreaterThan(0)
      expect(new Set(limited.map(({ status }) => status))).toEqual(new Set([503]))
      expect(limited.every(({ headers }) => Number(headers['retry-after']) > 0)).toBe(true)
    } finally {
      await slow.close()
    }
  })
})
