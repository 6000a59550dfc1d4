// Registration of payment modules over HTTP.
import { type Bank, startBank } from '@patchbay/testkit/bank'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { issue, moduleOf, order, register } from '../support/payment-cast.ts'
import { type System, startSystem } from '../support/system.ts'

let system: System
let bank: Bank
beforeAll(async () => {
  system = await startSystem()
  bank = await startBank({ crm: () => system.fern.api, idempotent: false, autoReport: false })
})
afterAll(async () => {
  await bank.close()
  await system.close()
})

const edit = (code: string, payment: object) =>
  system.fern.api.post(`/api/v5/integration-modules/${code}/edit`, {
    integrationModule: moduleOf(code, bank.url, { ...payment }),
  })
const types = async () =>
  Object.keys(
    ((await system.fern.api.get('/api/v5/reference/payment-types')).body as { paymentTypes: object }).paymentTypes,
  )

const check = (uuid: string) =>
  system.fern.api.post('/api/v5/payment/check', { check: { invoiceUuid: uuid, amount: 100, currency: 'USD' } })

describe('a registration', () => {
  it('[P-01] is rejected without create, with a reason', async () => {
    const reply = await edit('no-create', { actions: { approve: '/a' } })
    expect(reply.status).toBe(400)
    expect(reply.body).toMatchObject({
      success: false,
      errors: { 'integrations.payment.actions.create': 'is missing' },
    })
  })

  it('[P-02] is rejected with a currency that is not in ISO 4217', async () => {
    const reply = await edit('odd', { currencies: ['USD', 'XYZ', 'ABC'] })
    expect(reply.status).toBe(400)
    expect(reply.body).toMatchObject({
      errors: { 'integrations.payment.currencies': 'must be currencies of ISO 4217; these are not: XYZ, ABC' },
    })
  })

  it('[P-03] accepts one type of invoice', async () => {
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

  it('[P-06][D-52] reports what became unusable without a removed shop, and accepts no more payments of it', async () => {
    await register(system.fern, 'bank-c', bank.url, { shops: [{ code: 'one', name: 'One', active: true }] })
    const { paymentId, orderId } = await order(system.fern, 'bank-c-one')
    const open = await issue(system.fern, bank, 'bank-c-one')
    expect((await check(open.uuid)).body).toMatchObject({ success: true })
    const reply = await edit('bank-c', { shops: [] })
    expect((reply.body as { info: object }).info).toMatchObject({
      payment: { removedShops: ['one'], unusablePaymentTypes: ['bank-c-one'], unusablePayments: 2 },
    })
    // No new invoice, no old link, no new payment, and a customer who has the link is not charged.
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
    // A restored shop gets its payment type back, and no second one.
    await edit('bank-c', { shops: [{ code: 'one', name: 'One', active: true }] })
    expect((await types()).filter((code) => code.startsWith('bank-c-'))).toEqual(['bank-c-one'])
    expect((await create(paymentId)).status).toBe(200)
    expect((await check(open.uuid)).body).toMatchObject({ success: true })
  })
})
