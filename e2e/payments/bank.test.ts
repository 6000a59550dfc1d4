// An order that is paid on the bank's own page: issued in the workspace, paid by a client, decided on by a manager. The
// server, the worker and the bank are processes of their own.
import { FERN } from '@patchbay/testkit/fixtures'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { orderToPay } from '../support/demo.ts'
import { ADDRESS, type Desk, type Rig, startRig } from '../support/rig.ts'
import { screenshot, violations } from '../support/screenshots.ts'

let rig: Rig
let bruno: Desk
let client: Desk
beforeAll(async () => {
  rig = await startRig()
  await rig.module('bank')
  bruno = await rig.desk('bruno', { permissions: ['clipboard-read', 'clipboard-write'] })
  client = await rig.desk(undefined)
})
afterAll(() => rig?.close())

const invoice = () => bruno.page.getByRole('group', { name: 'Invoice' }).first()
const press = (name: string) => invoice().getByRole('button', { name, exact: true }).click()
const confirm = (name: string) => bruno.page.getByRole('dialog').getByRole('button', { name, exact: true }).click()
const says = (text: string) => invoice().getByText(text).first().waitFor()
const buttons = async () => (await invoice().getByRole('button').allTextContents()).toSorted()

/** Issues an invoice with the buttons of the workspace, and takes the client to where its link leads. */
const issue = async (shop: string): Promise<number> => {
  const orderId = await orderToPay(rig.api, `sandbox-bank-${shop}`)
  await bruno.page.goto(`${ADDRESS}/orders/${orderId}`)
  await bruno.page.getByRole('button', { name: 'Issue invoice' }).click()
  await says('Waiting for payment')
  await press('Copy payment link')
  await client.page.goto(await bruno.page.evaluate(() => navigator.clipboard.readText()))
  return orderId
}

const pay = async (thanks: string): Promise<void> => {
  await client.page.getByRole('button', { name: 'Pay $100.00' }).click()
  await client.page.getByText(thanks).waitFor()
  expect(await client.page.getByRole('button').count(), 'nobody pays twice').toBe(0)
}

/** The status of the order's one payment, as any other program would read it. */
const paymentOf = async (orderId: number): Promise<string | undefined> => {
  const reply = await rig.api.get(`/api/v5/orders/${orderId}?by=id`)
  const { order } = reply.body as { order: { payments: Record<string, { status: string }> } }
  return Object.values(order.payments)[0]?.status
}

it('[D-50] an administrator says that a paid invoice makes a paid payment', async () => {
  const ada = await rig.desk('ada')
  await ada.page.goto(`${ADDRESS}/payment-settings`)
  await ada.page.getByRole('combobox', { name: 'Paid', exact: true }).click()
  await ada.page.getByRole('option', { name: 'Paid', exact: true }).click()
  await ada.page.getByText('Settings saved').waitFor()
  expect(ada.complaints).toEqual([])
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

it('[P-20] hold-manual: the money is reserved, the manager approves, the order is paid; refunded, it is given back', async () => {
  const orderId = await issue('hold-manual')
  await client.page.getByRole('heading', { name: /^Order / }).waitFor()
  expect(await violations(client.page)).toEqual([])
  await screenshot(client.page, 'pay-page')
  await pay('The amount is on hold')
  const back = client.page.getByRole('link', { name: 'Back to the shop' })
  expect(await back.getAttribute('href')).toBe(FERN.shops[0].url)
  await says('On hold, awaiting approval')
  expect(await paymentOf(orderId)).toBe('not-paid')
  await press('Approve')
  await confirm('Approve')
  await says('Paid')
  await expect.poll(() => paymentOf(orderId)).toBe('paid')
  await client.page.reload()
  await client.page.getByText('Payment received').waitFor()
  await press('Refund')
  await confirm('Refund')
  await says('Refunded')
  await client.page.reload()
  await client.page.getByText('Payment refunded').waitFor()
})

it('[P-20] hold-manual: the manager cancels, and the client reads that nothing was taken', async () => {
  const orderId = await issue('hold-manual')
  await pay('The amount is on hold')
  await says('On hold, awaiting approval')
  await press('Cancel')
  await confirm('Cancel invoice')
  await says('Cancelled')
  await client.page.reload()
  await client.page.getByText('You have not been charged').waitFor()
  expect(await paymentOf(orderId)).not.toBe('paid')
})

it('the bank takes nothing for an order that has changed meanwhile, and the workspace shows why', async () => {
  const orderId = await issue('direct')
  const items = [{ productName: 'Fern', initialPrice: 10, quantity: 1 }]
  await rig.api.post(`/api/v5/orders/${orderId}/edit`, { by: 'id', site: FERN.shops[0].code, order: { items } })
  await client.page.getByRole('button', { name: 'Pay $100.00' }).click()
  await client.page.getByText('You have not been charged').waitFor()
  await says('Cancelled')
  expect(await paymentOf(orderId)).not.toBe('paid')
})

it('no browser complained', () => {
  expect([...bruno.complaints, ...client.complaints]).toEqual([])
})
