// An order that is paid on the bank's own page: issued in the workspace, paid by a customer, approved by a manager. The
// server, the worker and the bank are separate processes.
import { FERN } from '@patchbay/testkit/fixtures'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { pasteFrom } from '../support/clipboard.ts'
import { orderToPay } from '../support/demo.ts'
import { ADDRESS, type Desk, type Rig, startRig } from '../support/rig.ts'
import { screenshot, violations } from '../support/screenshots.ts'

let rig: Rig
let bruno: Desk
let customer: Desk
beforeAll(async () => {
  rig = await startRig()
  await rig.module('bank')
  bruno = await rig.desk('bruno')
  customer = await rig.desk(undefined)
})
afterAll(() => rig?.close())

const invoice = () => bruno.page.getByRole('group', { name: 'Invoice' }).first()
const press = (name: string) => invoice().getByRole('button', { name, exact: true }).click()
const confirm = (name: string) => bruno.page.getByRole('dialog').getByRole('button', { name, exact: true }).click()
const says = (text: string) => invoice().getByText(text).first().waitFor()
const buttons = async () => (await invoice().getByRole('button').allTextContents()).toSorted()

/** Issues an invoice in the workspace, and opens its payment link in the customer's browser. */
const issue = async (shop: string): Promise<number> => {
  const orderId = await orderToPay(rig.api, `sandbox-bank-${shop}`)
  await bruno.page.goto(`${ADDRESS}/orders/${orderId}`)
  await bruno.page.getByRole('button', { name: 'Issue invoice' }).click()
  await says('Waiting for payment')
  await press('Copy payment link')
  await customer.page.goto(await pasteFrom(bruno.page))
  return orderId
}

const pay = async (thanks: string): Promise<void> => {
  await customer.page.getByRole('button', { name: 'Pay $100.00' }).click()
  await customer.page.getByText(thanks).waitFor()
  expect(await customer.page.getByRole('button').count(), 'no second payment is possible').toBe(0)
}

/** The status of the order's only payment, read through the API. */
const paymentOf = async (orderId: number): Promise<string | undefined> => {
  const reply = await rig.api.get(`/api/v5/orders/${orderId}?by=id`)
  const { order } = reply.body as { order: { payments: Record<string, { status: string }> } }
  return Object.values(order.payments)[0]?.status
}

it('[D-50][D-88] a paid invoice is mapped to a paid payment from the start', async () => {
  const ada = await rig.desk('ada')
  await ada.page.goto(`${ADDRESS}/payment-settings`)
  await expect.poll(() => ada.page.getByRole('combobox', { name: 'Paid', exact: true }).inputValue()).toBe('Paid')
  expect(ada.browserErrors).toEqual([])
  await ada.context.close()
})

it.each([
  ['hold-auto', 'held, checked and charged at once'],
  ['direct', 'checked and charged without a hold'],
])('[P-20] an order is paid on the bank’s page, %s: %s', async (shop) => {
  const orderId = await issue(shop)
  expect(await paymentOf(orderId)).toBe('not-paid')
  await pay('Payment received')
  await says('Paid')
  expect(await buttons()).toEqual(['Refund'])
  await expect.poll(() => paymentOf(orderId)).toBe('paid')
})

it('[P-20] hold-manual: the money is held, the manager approves, the order is paid and refunded', async () => {
  const orderId = await issue('hold-manual')
  await customer.page.getByRole('heading', { name: /^Order / }).waitFor()
  expect(await violations(customer.page)).toEqual([])
  await screenshot(customer.page, 'pay-page')
  await pay('The amount is on hold')
  const back = customer.page.getByRole('link', { name: 'Back to the shop' })
  expect(await back.getAttribute('href')).toBe(FERN.shops[0].url)
  await says('On hold, awaiting approval')
  expect(await paymentOf(orderId)).toBe('wait-approved')
  await press('Approve')
  await confirm('Approve')
  await says('Paid')
  await expect.poll(() => paymentOf(orderId)).toBe('paid')
  await customer.page.reload()
  await customer.page.getByText('Payment received').waitFor()
  await press('Refund')
  await confirm('Refund')
  await says('Refunded')
  await customer.page.reload()
  await customer.page.getByText('Payment refunded').waitFor()
})

it('[P-20] hold-manual: the manager cancels, and the customer sees that nothing was charged', async () => {
  const orderId = await issue('hold-manual')
  await pay('The amount is on hold')
  await says('On hold, awaiting approval')
  await press('Cancel')
  await confirm('Cancel invoice')
  await says('Cancelled')
  await customer.page.reload()
  await customer.page.getByText('You have not been charged').waitFor()
  expect(await paymentOf(orderId)).not.toBe('paid')
})

it('the bank charges nothing for an order that has changed, and the workspace shows the invoice as cancelled', async () => {
  const orderId = await issue('direct')
  const items = [{ productName: 'Fern', initialPrice: 10, quantity: 1 }]
  await rig.api.post(`/api/v5/orders/${orderId}/edit`, { by: 'id', site: FERN.shops[0].code, order: { items } })
  await customer.page.getByRole('button', { name: 'Pay $100.00' }).click()
  await customer.page.getByText('You have not been charged').waitFor()
  await says('Cancelled')
  expect(await paymentOf(orderId)).not.toBe('paid')
})

it('logs no browser errors', () => {
  expect([...bruno.browserErrors, ...customer.browserErrors]).toEqual([])
})
