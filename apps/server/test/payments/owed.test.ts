// What an order owes decides what can be paid, invoiced, reissued and charged.

import { type Bank, startBank } from '@patchbay/testkit/bank'
import type { HttpClient, Reply } from '@patchbay/testkit/http-client'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type BankModule, invoiceOf, issue, order, register } from '../support/payment-cast.ts'
import { type System, startSystem } from '../support/system.ts'

type Shown = { id: string; status?: string; amount: string; stale: boolean; owed: string; offers: string[] }
type Payments = Record<string, { id: number; amount: number; status: string }>

let system: System
let bank: Bank
let module: BankModule
let bruno: HttpClient
let ada: HttpClient
beforeAll(async () => {
  system = await startSystem({ accounts: ['fern'] })
  bank = await startBank({ crm: () => system.fern.api, idempotent: false, autoReport: false })
  bruno = await system.fern.signIn('bruno')
  ada = await system.fern.signIn('ada')
})
beforeEach(async () => {
  module = await register(system.fern, 'bank', bank.url)
})
afterAll(async () => {
  await bank.close()
  await system.close()
})

const listed = async (orderId: number): Promise<Shown[]> =>
  ((await bruno.get(`/workspace/orders/${orderId}/invoices`)).body as { invoices: Shown[] }).invoices
const paymentsOf = async (orderId: number) =>
  ((await system.fern.api.get(`/api/v5/orders/${orderId}`, { by: 'id' })).body as { order: { payments: Payments } })
    .order.payments
const addPaid = (orderId: number, amount: number) =>
  system.fern.api.post('/api/v5/orders/payments/create', {
    payment: { order: { id: orderId }, type: 'cash', amount, status: 'paid' },
  })
const setPrice = (orderId: number, price: number) =>
  system.fern.api.post(`/api/v5/orders/${orderId}/edit`, {
    by: 'id',
    order: { items: [{ productName: 'Fern', initialPrice: price, quantity: 2 }] },
  })
const reissue = (uuid: string, body: object = {}) => bruno.postJson(`/workspace/invoices/${uuid}/reissue`, body)
const check = async (uuid: string) => {
  const asked = { check: { invoiceUuid: uuid, amount: 100, currency: 'USD' } }
  return (await system.fern.api.post('/api/v5/payment/check', asked)).body
}
const shownOf = (reply: Reply): Shown => {
  if (reply.status !== 200) throw new Error(reply.text)
  return (reply.body as { invoice: Shown }).invoice
}
const switchTo = async (active: boolean) => {
  expect((await ada.postJson(`/workspace/modules/${module.code}/activity`, { active })).status).toBe(200)
}

describe('a payment', () => {
  it('[D-87] that is paid cannot be invoiced, by nobody, and stays paid', async () => {
    const { orderId, paymentId } = await order(system.fern, module.type)
    await system.fern.api.post(`/api/v5/orders/payments/${paymentId}/edit`, { payment: { status: 'paid' } })
    const before = bank.calls.length
    for (const reply of [
      await bruno.postJson(`/workspace/payments/${paymentId}/invoice`, {}),
      await system.fern.api.post('/api/v5/payment/create-invoice', { createInvoice: { paymentId } }),
    ]) {
      expect(reply.status).toBe(409)
      expect(reply.body).toMatchObject({ errorCode: 'payment_paid' })
    }
    expect(bank.calls.length).toBe(before)
    expect((await paymentsOf(orderId))[paymentId]).toMatchObject({ status: 'paid' })
  })

  it('[D-87] above what the order owes is not invoiced', async () => {
    const { orderId, paymentId } = await order(system.fern, module.type)
    await addPaid(orderId, 30)
    const reply = await bruno.postJson(`/workspace/payments/${paymentId}/invoice`, {})
    expect(reply.body).toMatchObject({
      errorCode: 'payment_above_owed',
      errorMsg: 'The order owes 70.00 USD, so 100.00 USD cannot be invoiced',
    })
  })

  it('[D-87] of nothing, or of more than the order owes, is refused with a sentence', async () => {
    const { orderId, paymentId } = await order(system.fern, 'cash')
    await addPaid(orderId, 30)
    const wrong = (reply: Reply) => (reply.body as { errors?: Record<string, string> }).errors
    for (const amount of [0, '70.01']) {
      const reason = { amount: expect.stringMatching(amount === 0 ? /more than nothing/ : /owes: 70\.00 USD$/) }
      expect(wrong(await bruno.postJson(`/workspace/orders/${orderId}/payments`, { type: 'cash', amount }))).toEqual(
        reason,
      )
      expect(wrong(await bruno.postJson(`/workspace/payments/${paymentId}`, { amount }))).toEqual(reason)
      const payment = { order: { id: orderId }, type: 'cash', amount }
      const fromShop = await system.fern.api.post('/api/v5/orders/payments/create', { payment })
      // A shop's payment may cover costs that we do not keep, such as delivery.
      if (amount === 0) expect(wrong(fromShop)).toEqual(reason)
      else expect(fromShop.status, fromShop.text).toBe(201)
    }
    expect((await bruno.postJson(`/workspace/orders/${orderId}/payments`, { type: 'cash', amount: 70 })).status).toBe(
      201,
    )
  })
})

describe('a reissued invoice', () => {
  it('[D-51][D-87] is for what the order owes now, and its payment with it', async () => {
    const { orderId, paymentId, uuid, bankId } = await issue(system.fern, bank, module.type)
    await setPrice(orderId, 45)
    await addPaid(orderId, 30)
    expect((await listed(orderId))[0]).toMatchObject({
      stale: true,
      owed: '60.00',
      offers: ['cancel', 'email', 'reissue'],
    })
    const next = shownOf(await reissue(uuid))
    expect(next).toMatchObject({ status: 'pending', stale: false, amount: '60.00' })
    expect(bank.ledger.payments.get(bankId)?.state).toBe('canceled')
    expect((await paymentsOf(orderId))[paymentId]).toMatchObject({ amount: 60 })
  })

  it('[D-87] is for less if the manager says so, and never for more', async () => {
    const { orderId, uuid, bankId } = await issue(system.fern, bank, module.type)
    await setPrice(orderId, 45)
    const refused = await reissue(uuid, { amount: '90.01' })
    expect(refused.body).toMatchObject({ errors: { amount: 'is more than the order owes: 90.00 USD' } })
    expect((await reissue(uuid, { amount: 0 })).body).toMatchObject({ errors: { amount: 'must be more than nothing' } })
    expect(bank.ledger.payments.get(bankId)?.state).toBe('pending')
    expect(shownOf(await reissue(uuid, { amount: '50' }))).toMatchObject({ status: 'pending', amount: '50.00' })
  })

  it('[D-87] is refused when nothing is owed any more, and the old one stays', async () => {
    const { orderId, uuid, bankId } = await issue(system.fern, bank, module.type)
    await addPaid(orderId, 100)
    expect((await reissue(uuid)).body).toMatchObject({ errorCode: 'payment_amount_zero' })
    expect(bank.ledger.payments.get(bankId)?.state).toBe('pending')
    expect((await listed(orderId)).map(({ status }) => status)).toEqual(['pending'])
  })
})

describe('a check', () => {
  const refused = (reason: string) => ({
    success: false,
    errorMsg: reason,
    result: { success: false, errorMsg: reason },
  })

  it('[D-89] fails when the order no longer owes the sum: paid otherwise, or its total fell', async () => {
    const { orderId, uuid } = await issue(system.fern, bank, module.type)
    expect(await check(uuid)).toMatchObject({ success: true })
    await addPaid(orderId, 30)
    expect(await check(uuid)).toEqual(refused('The order no longer owes this sum, only 70.00 USD'))
    expect((await listed(orderId))[0]).toMatchObject({ stale: true })
    const elsewhere = await order(system.fern, module.type)
    const invoice = {
      paymentId: elsewhere.paymentId,
      externalId: 'e-1',
      amount: 100,
      currency: 'USD',
      status: 'pending',
    }
    const imported = await system.fern.api.post('/api/v5/payment/invoice/import', { invoice })
    const { invoiceUuid } = (imported.body as { invoice: { invoiceUuid: string } }).invoice
    expect(await check(invoiceUuid)).toMatchObject({ success: true })
    await setPrice(elsewhere.orderId, 45)
    expect(await check(invoiceUuid)).toEqual(refused('The order no longer owes this sum, only 90.00 USD'))
  })

  it('[D-89] fails when the payment is paid already', async () => {
    const { paymentId, uuid } = await issue(system.fern, bank, module.type)
    await system.fern.api.post(`/api/v5/orders/payments/${paymentId}/edit`, { payment: { status: 'paid' } })
    expect(await check(uuid)).toEqual(refused('The payment is already paid'))
  })

  it('[D-89][D-97] fails while the module is off, and passes again when it is on', async () => {
    const { orderId, uuid } = await issue(system.fern, bank, module.type)
    await switchTo(false)
    expect(await check(uuid)).toEqual(refused('The payment module is switched off'))
    expect((await listed(orderId))[0]).toMatchObject({ status: 'pending', offers: [] })
    await switchTo(true)
    expect(await check(uuid)).toMatchObject({ success: true })
    expect((await listed(orderId))[0]).toMatchObject({ offers: ['cancel', 'email'] })
  })

  it('[D-89][P-06] fails when its shop is deleted, and its link is not mailed', async () => {
    const { orderId, uuid } = await issue(system.fern, bank, module.type)
    await register(system.fern, 'bank', bank.url, { shops: [{ code: 'other', name: 'Other', active: true }] })
    expect(await check(uuid)).toEqual(refused('The shop that it was to be paid through was removed'))
    const mailed = await bruno.postJson(`/workspace/invoices/${uuid}/letter`, {})
    expect(mailed.status).toBe(409)
    expect(mailed.body).toMatchObject({ errorCode: 'payment_shop_gone', errorMsg: expect.stringContaining('Main') })
    expect((await listed(orderId))[0]).toMatchObject({ offers: ['cancel'] })
    expect(await invoiceOf(system.fern, uuid)).toMatchObject({ status: 'pending' })
  })
})

it('[D-97] a shop whose module is off is unusable, with a warning; nothing is added, bound or invoiced by it', async () => {
  const { orderId, paymentId } = await order(system.fern, module.type)
  type Seen = {
    shops: { id: number; moduleOff: boolean }[]
    types: { code: string; usable: boolean; warning?: object }[]
  }
  const seen = async () => (await bruno.get('/workspace/payment-shops')).body as Seen
  const typeOf = async () => (await seen()).types.find(({ code }) => code === module.type)
  expect(await typeOf()).toMatchObject({ usable: true })
  await switchTo(false)
  expect(await typeOf()).toMatchObject({ usable: false, warning: { code: 'module-off', shop: 'Main' } })
  const off = (await seen()).shops.find(({ moduleOff }) => moduleOff)
  for (const reply of [
    await bruno.postJson(`/workspace/orders/${orderId}/payments`, { type: module.type, amount: 1 }),
    await bruno.postJson(`/workspace/payments/${paymentId}/invoice`, {}),
    await ada.send('PUT', '/workspace/payment-types/cash/shop', {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ shopId: off?.id }),
    }),
  ])
    expect(reply.body).toMatchObject({ errorCode: 'module_inactive' })
  await switchTo(true)
  expect(await typeOf()).not.toHaveProperty('warning')
})
