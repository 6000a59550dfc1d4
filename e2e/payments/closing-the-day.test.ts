// Closing the day: a bank with three planted differences over HTTP, the statement fetched by the worker, every difference found
// and acknowledged, the CSV for accounting, and a later refund that marks the closed day. The bank is a server of its own.
import { readFile } from 'node:fs/promises'
import { type Bank, startBank } from '@patchbay/testkit/bank'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { orderToPay, paymentOf } from '../support/demo.ts'
import { ADDRESS, type Rig, startRig } from '../support/rig.ts'
import { screenshot, violations } from '../support/screenshots.ts'

let rig: Rig
let bank: Bank
let page: Page
const paid: string[] = []

const MODULE = {
  code: 'harbour-bank',
  name: 'Harbour bank',
  clientId: 'harbour',
  integrations: {
    payment: {
      actions: { create: 'pay/create', approve: 'pay/approve', refund: 'pay/refund', statement: 'pay/statement' },
      currencies: ['USD', 'EUR'],
      shops: [{ code: 'main', name: 'Main', active: true }],
    },
  },
}

const pay = async (): Promise<string> => {
  const orderId = await orderToPay(rig.api, 'harbour-bank-main')
  const paymentId = await paymentOf(rig.api, orderId)
  const reply = await rig.api.post('/api/v5/payment/create-invoice', { createInvoice: { paymentId } })
  if (reply.status !== 200) throw new Error(reply.text)
  const id = [...bank.ledger.payments.keys()].at(-1) ?? ''
  const { reports } = await bank.pay(id, 'no-hold')
  if (reports.at(-1)?.status !== 200) throw new Error(reports.at(-1)?.text)
  return id
}

const paymentAt = (place: number) => {
  const payment = bank.ledger.payments.get(paid[place] ?? '')
  if (!payment) throw new Error(`no payment ${place}`)
  return payment
}

beforeAll(async () => {
  rig = await startRig()
  bank = await startBank({ crm: () => rig.api, idempotent: true })
  const integrationModule = { ...MODULE, baseUrl: bank.url }
  const reply = await rig.api.post('/api/v5/integration-modules/harbour-bank/edit', { integrationModule })
  if (reply.status !== 201) throw new Error(reply.text)
  for (let count = 0; count < 4; count++) paid.push(await pay())
  page = (await rig.desk('ada')).page
})
afterAll(async () => {
  await bank?.close()
  await rig?.close()
})

const rows = () => page.getByRole('table', { name: 'Differences' }).locator('tbody').getByRole('row')

it('finds the three planted differences, and closes the day when each is acknowledged', async () => {
  const stranger = { ...paymentAt(0), id: 'pay_unknown', invoiceUuid: crypto.randomUUID() }
  bank.ledger.payments.set(stranger.id, stranger)
  paymentAt(1).capturedAmount = 8_000
  paymentAt(2).refunds.push({ id: 're_unreported', amount: 2_500, key: 'none', at: new Date() })

  await page.goto(`${ADDRESS}/reports/payments`)
  await page.getByRole('link', { name: 'Close the day' }).click()
  await page.getByRole('heading', { name: 'Close the day' }).waitFor()
  await page.getByRole('button', { name: 'Open the day' }).click()
  await page.getByRole('button', { name: 'Fetch statement' }).click()
  await rows().nth(2).waitFor()
  expect(await rows().count()).toBe(3)
  await rows().filter({ hasText: 'Not known here' }).filter({ hasText: 'pay_unknown' }).waitFor()
  await rows()
    .filter({ hasText: 'Different amount' })
    .filter({ hasText: '$80.00' })
    .filter({ hasText: '$100.00' })
    .waitFor()
  await rows()
    .filter({ hasText: 'Not known here' })
    .filter({ hasText: 'Refund' })
    .filter({ hasText: '$25.00' })
    .waitFor()
  const close = page.getByRole('button', { name: 'Close the day' })
  expect(await close.isDisabled()).toBe(true)
  await screenshot(page, 'closing-the-day')
  expect(await violations(page)).toEqual([])

  await rows().filter({ hasText: 'Different amount' }).getByRole('button', { name: 'Acknowledge' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Note').fill('The bank charged a discount')
  await dialog.getByRole('button', { name: 'Acknowledge' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Acknowledge all 2' }).click()
  await dialog.getByLabel('Note').fill('Asked the bank')
  await dialog.getByRole('button', { name: 'Acknowledge' }).click()
  await dialog.waitFor({ state: 'detached' })
  await close.click()
  await page.getByText('Closed', { exact: true }).waitFor()
})

it('the CSV for accounting lists all payments, with the differences and what was written about them', async () => {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export' }).click(),
  ])
  const lines = (await readFile(await download.path(), 'utf8')).trim().split('\r\n')
  const different = lines.filter((line) => line.includes(',Different,'))
  expect(lines).toHaveLength(1 + 6)
  expect(different).toHaveLength(3)
  expect(different.find((line) => line.includes('pay_unknown'))).toContain('Asked the bank')
  expect(different.find((line) => line.includes('80.00'))).toContain('The bank charged a discount')
  expect(different.find((line) => line.includes('re_unreported'))).toContain('25.00')
})

it('a refund afterwards marks the closed day, which is reviewed and closed again', async () => {
  bank.ledger.execute('refund', { paymentId: paid[3], amount: 10 }, 'later')
  const [report] = await bank.sendReports()
  expect(report?.status).toBe(200)
  await page.getByText('Changed since closed').first().waitFor()
  const changes = page.getByRole('table', { name: 'Changed since closed' })
  await changes.getByRole('row').filter({ hasText: 'Refunded' }).filter({ hasText: '10.00' }).waitFor()
  await screenshot(page, 'closed-day-changed')
  expect(await violations(page)).toEqual([])

  await page.getByRole('button', { name: 'Review and close again' }).click()
  await page.getByRole('button', { name: 'Fetch again' }).click()
  await page.getByText(/7 lines/).waitFor()
  await page.getByRole('button', { name: 'Close the day' }).click()
  await page.getByText('Closed', { exact: true }).waitFor()
  await page.getByRole('link', { name: 'Close the day' }).click()
  await page.getByRole('table', { name: 'Days' }).getByText('Closed').waitFor()
  await screenshot(page, 'closed-days')
})
