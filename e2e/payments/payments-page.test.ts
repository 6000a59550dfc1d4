// The payments page: invoices of all orders by what they wait for, live, with sums, the history of an invoice and the actions of
// the order page. The server, the worker and the bank are separate processes.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { orderToPay, paymentOf } from '../support/demo.ts'
import { ADDRESS, type Desk, type Rig, startRig } from '../support/rig.ts'
import { screenshot, seriousViolations, violations } from '../support/screenshots.ts'

let rig: Rig
let bruno: Desk
let customer: Desk
let page: Page
beforeAll(async () => {
  rig = await startRig()
  await rig.module('bank')
  bruno = await rig.desk('bruno')
  customer = await rig.desk(undefined)
  page = bruno.page
})
afterAll(() => rig?.close())

/** Issues an invoice by the API; returns its payment link. */
const issue = async (shop: string): Promise<string> => {
  const orderId = await orderToPay(rig.api, `sandbox-bank-${shop}`)
  const paymentId = await paymentOf(rig.api, orderId)
  const reply = await rig.api.post('/api/v5/payment/create-invoice', { createInvoice: { paymentId } })
  if (reply.status !== 200) throw new Error(reply.text)
  return (reply.body as { result: { link: string } }).result.link
}
const tab = (name: string) => page.getByRole('tab', { name }).click()
const rows = () => page.getByRole('table', { name: 'Payments' }).getByRole('row')
const sums = () => page.getByRole('region', { name: 'Totals' })
const panel = () => page.getByRole('dialog')
const invoice = () => panel().getByRole('group', { name: 'Invoice' })

it('what waits for payment is listed with its sum, and goes when it is paid', async () => {
  const links = [await issue('direct'), await issue('hold-manual'), await issue('hold-manual')]
  await page.goto(`${ADDRESS}/`)
  await page.getByRole('navigation').getByRole('link', { name: 'Payments' }).click()
  await sums().getByText('$300.00').waitFor()
  await sums().getByText('3 invoices').waitFor()
  await screenshot(page, 'payments')
  expect(await violations(page)).toEqual([])
  for (const link of links) {
    await customer.page.goto(link)
    await customer.page.getByRole('button', { name: 'Pay $100.00' }).click()
    await customer.page.getByText(/Payment received|The amount is on hold/).waitFor()
  }
  await page.getByText('No results for these filters').waitFor()
})

it('a hold is approved from the list; the history says who did it and what the bank reported', async () => {
  await tab('On hold')
  await sums().getByText('$200.00').waitFor()
  await page.locator('[data-row]').first().click()
  await invoice().getByText('On hold, awaiting approval').waitFor()
  await invoice().getByRole('button', { name: 'Approve', exact: true }).click()
  await page
    .getByRole('dialog', { name: /Charge/ })
    .getByRole('button', { name: 'Approve', exact: true })
    .click()
  await invoice().getByText('Paid', { exact: true }).waitFor()
  const history = panel().getByRole('region', { name: 'History' })
  await history
    .getByText(/Bruno Costa/)
    .first()
    .waitFor()
  await history.getByText('Invoice status: Paid').first().waitFor()
  await screenshot(page, 'payments-invoice')
  expect(await seriousViolations(page, false)).toEqual([])
  await page.reload()
  await panel().getByRole('region', { name: 'History' }).waitFor()
  await page.keyboard.press('Escape')
  await panel().waitFor({ state: 'detached' })
  await expect.poll(() => rows().count()).toBe(2)
})

it('a refund moves the invoice to the refunded ones, with the refunded sum', async () => {
  await tab('All')
  await page.locator('[data-row]').filter({ hasText: /Order/ }).first().waitFor()
  const paid = rows().filter({ hasText: 'Paid' }).first()
  await paid.locator('[data-row]').click()
  await invoice().getByRole('button', { name: 'Refund', exact: true }).click()
  const question = page.getByRole('dialog', { name: 'Refund payment' })
  await question.getByLabel('Amount').fill('40.50')
  await question.getByRole('button', { name: 'Refund', exact: true }).click()
  await invoice().getByText('$40.50 refunded').first().waitFor()
  await page.keyboard.press('Escape')
  await tab('Refunded')
  await sums().getByText('1 invoice · $40.50 refunded').waitFor()
})

it('filters by amount, period and order number, in the URL', async () => {
  await tab('All')
  await page.getByLabel('Amount from').fill('100.01')
  await page.waitForURL(/least=(%22)?100\.01/)
  await page.getByText('No results for these filters').waitFor()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect.poll(() => rows().count()).toBe(4)
  const number = ((await page.locator('[data-row]').first().textContent()) ?? '').replace('Order ', '')
  await page.getByLabel('Order number or customer').fill(number)
  await expect.poll(() => rows().count()).toBe(2)
  await page.setViewportSize({ width: 390, height: 844 })
  await screenshot(page, 'payments-phone')
  await page.setViewportSize({ width: 1280, height: 800 })
})

it('orders can be sorted by a column and filtered by their payment state', async () => {
  await page.goto(`${ADDRESS}/orders`, { waitUntil: 'networkidle' })
  await page.getByRole('columnheader', { name: 'Amount' }).getByRole('button').click()
  await page.waitForURL(/sort=total.*direction=desc/)
  await expect.poll(() => page.locator('th[aria-sort=descending]').count()).toBe(1)
  const amounts = async () =>
    (await page.locator('tbody tr td:last-child').allTextContents()).map((text) =>
      Number(/[\d,]+\.\d\d/.exec(text)?.[0].replaceAll(',', '')),
    )
  await expect
    .poll(async () => {
      const all = await amounts()
      return all.length > 0 && all.every((one, index) => index === 0 || one <= (all[index - 1] ?? 0))
    })
    .toBe(true)
  await page.getByRole('combobox', { name: 'Payment' }).click()
  await page.getByRole('option', { name: 'Paid', exact: true }).click()
  await page.waitForURL(/payment=paid/)
  // Until the answer is there, the rows of the list before are shown.
  const states = () => page.locator('tbody tr td:nth-child(6)').allTextContents()
  await expect.poll(async () => [...new Set(await states())]).toEqual(['Paid'])
  await screenshot(page, 'orders-sorted')
})

it('logs no browser errors', () => {
  expect([...bruno.browserErrors, ...customer.browserErrors]).toEqual([])
})
