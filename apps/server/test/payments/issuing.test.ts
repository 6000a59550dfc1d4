// Issuing and importing invoices over HTTP.
import { type Bank, startBank } from '@patchbay/testkit/bank'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inAccount } from '../../src/lib/db/transaction.ts'
import { type BankModule, invoiceOf, issue, order, register } from '../support/payment-cast.ts'
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

describe('an invoice', () => {
  it('[P-08][D-40][D-48] is created at the module with all data, and its link is stored', async () => {
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

  it('[D-48] returns the same link on a repeat, and rejects a second invoice once it is paid', async () => {
    const { paymentId, link, uuid } = await issue(system.fern, bank, module.type)
    const again = await system.fern.api.post('/api/v5/payment/create-invoice', { createInvoice: { paymentId } })
    expect(again.body).toEqual({ success: true, result: { link } })
    await update(uuid, { status: 'succeeded' })
    const third = await system.fern.api.post('/api/v5/payment/create-invoice', { createInvoice: { paymentId } })
    expect(third.status).toBe(409)
    expect(third.body).toMatchObject({ errorCode: 'invoice_exists' })
  })

  it('[P-21] shows the error text of a module unchanged', async () => {
    const { paymentId } = await order(system.fern, module.type)
    bank.behave('reject', { on: 'create' })
    const reply = await system.fern.api.post('/api/v5/payment/create-invoice', { createInvoice: { paymentId } })
    bank.behave('normal', { on: 'create' })
    expect(reply.status).toBe(400)
    expect(reply.body).toMatchObject({ success: false, errorMsg: 'The bank says no' })
    // It has failed: another attempt is another invoice.
    expect(
      (await system.fern.api.post('/api/v5/payment/create-invoice', { createInvoice: { paymentId } })).status,
    ).toBe(200)
  })

  it('[P-22][D-46] logs an invalid response in the Action Log, and does not treat it as a failure', async () => {
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
      action: 'operation.invalid-reply',
      detail: { kind: 'create', answer: expect.stringContaining('It works!') },
    })
    // No second one can be issued while the first may exist.
    const again = await system.fern.api.post('/api/v5/payment/create-invoice', { createInvoice: { paymentId } })
    expect(again.body).toMatchObject({ errorCode: 'invoice_exists' })
    // A check of the module proves that the invoice exists, and update-invoice brings its link.
    const payment = [...bank.ledger.payments.values()].at(-1)
    expect((await check(payment?.invoiceUuid ?? '')).body).toMatchObject({ success: true })
    expect(await statusOf(payment?.invoiceUuid ?? '')).toBe('pending')
  })

  it('[D-48] is imported with its refunds', async () => {
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
      paidAt: '2026-01-02 10:05:00',
      createdAt: '2026-01-02 10:00:00',
      refundable: true,
      refunds: [{ externalId: 'r-1', amount: '30.00', status: 'succeeded', comment: 'broken pot' }],
    })
    expect((await system.fern.api.post('/api/v5/payment/invoice/import', { invoice })).status).toBe(409)
  })
})
