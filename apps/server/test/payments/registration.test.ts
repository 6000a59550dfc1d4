// Registration of payment modules over HTTP.
import { type Bank, startBank } from '@patchbay/testkit/bank'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { moduleOf, order } from '../support/payment-cast.ts'
import { type System, startSystem } from '../support/system.ts'

let system: System
let bank: Bank
beforeAll(async () => {
  system = await startSystem()
  bank = await startBank({ crm: () => system.fern.api, keyed: false, tells: false })
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
    await edit('bank-c', { shops: [{ code: 'one', name: 'One', active: true }] })
    const { paymentId } = await order(system.fern, 'bank-c-one')
    const reply = await edit('bank-c', { shops: [] })
    expect((reply.body as { info: object }).info).toMatchObject({
      payment: { removedShops: ['one'], unusablePaymentTypes: ['bank-c-one'], unusablePayments: 1 },
    })
    const refused = await system.fern.api.post('/api/v5/payment/create-invoice', { createInvoice: { paymentId } })
    expect(refused.status).toBe(409)
    expect(refused.body).toMatchObject({ errorCode: 'payment_shop_gone' })
    // A shop that comes back brings its payment type back to life, and no second one.
    await edit('bank-c', { shops: [{ code: 'one', name: 'One', active: true }] })
    expect((await types()).filter((code) => code.startsWith('bank-c-'))).toEqual(['bank-c-one'])
    expect(
      (await system.fern.api.post('/api/v5/payment/create-invoice', { createInvoice: { paymentId } })).status,
    ).toBe(200)
  })
})
