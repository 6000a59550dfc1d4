// The integration orders of the specification (interface, section 1), end to end: from the API key that an administrator
// creates in the workspace to the call card and to the paid order. The modules are separate processes with only that key.
import { FERN } from '@patchbay/testkit/fixtures'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { pasteFrom } from '../support/clipboard.ts'
import { fillShop, orderToPay } from '../support/demo.ts'
import { ADDRESS, type Desk, type Rig, startRig } from '../support/rig.ts'

let rig: Rig
let ada: Desk
let bruno: Desk
let outside: Desk
beforeAll(async () => {
  rig = await startRig()
  await fillShop(rig.api)
  ada = await rig.desk('ada')
  bruno = await rig.desk('bruno')
  outside = await rig.desk(undefined)
})
afterAll(() => rig?.close())

/** (1) The user supplies an API key: created with one click, shown once. */
const keyFor = async (kind: 'Telephony' | 'Payments'): Promise<string> => {
  const { page } = ada
  await page.goto(`${ADDRESS}/modules/connect`)
  await page.getByRole('radio', { name: kind }).check()
  await page.getByRole('button', { name: 'Create key' }).click()
  const key = await page.getByLabel('API key', { exact: true }).inputValue()
  expect(key.length).toBeGreaterThan(20)
  await page.getByRole('link', { name: 'Go to modules' }).click()
  return key
}

it('[M-01][T-03][T-04][T-15][T-16][T-17][T-20] telephony: from the key to the call card and the history', async () => {
  const { page } = ada
  const exchange = await rig.module('phones', await keyFor('Telephony'))

  // (2) The exchange has registered itself.
  await page.reload()
  await page.getByRole('link', { name: 'Phones on a page' }).click()

  // (3), (4) Extensions and external numbers are set by the user.
  const section = (name: string) => page.getByRole('region', { name })
  const pair = async (name: string, field: string, choice: string, number: string) => {
    await section(name).getByRole('button', { name: 'Add' }).click()
    await section(name).getByRole('combobox').last().click()
    await page.getByRole('option', { name: choice }).click()
    await section(name).getByRole('textbox', { name: field }).last().fill(number)
  }
  await pair('Additional codes', 'Extension', 'Bruno Costa', '102')
  await pair('External numbers', 'Number', FERN.shops[0].name, '+46850055000')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Settings saved').waitFor()

  // (6), (7) A customer of Bruno calls: the exchange looks up the responsible manager, rings there, and reports it.
  await bruno.page.goto(`${ADDRESS}/orders`, { waitUntil: 'networkidle' })
  await rig.online('bruno')
  await outside.page.goto(exchange)
  await outside.page.getByLabel('My number').fill('+46 8 500 550 02')
  await outside.page.getByLabel(/^The shop's number/).fill('+46850055000')
  await outside.page.getByRole('button', { name: 'Call', exact: true }).click()
  const card = bruno.page.getByRole('region', { name: 'Incoming call +46 8 500 550 02' })
  await card.waitFor()
  expect(await card.textContent()).toMatch(/Jonas Berg[\s\S]*to Fern & Field Online/)
  expect(await page.getByRole('region', { name: /Incoming call/ }).count()).toBe(0)
  await outside.page.getByRole('button', { name: 'Answer' }).click()
  await outside.page.getByText(/^In a call with \+46 ?8/).waitFor()
  await outside.page.getByRole('button', { name: 'Hang up' }).first().click()
  await card.getByRole('button', { name: 'Dismiss' }).click()
  await card.waitFor({ state: 'detached' })

  // (5) Its record is uploaded: it is in the history with a recording.
  await expect
    .poll(
      async () => {
        await bruno.page.goto(`${ADDRESS}/calls?of=me`, { waitUntil: 'networkidle' })
        return bruno.page.getByRole('button', { name: 'Listen' }).count()
      },
      { timeout: 120_000 },
    )
    .toBe(1)
  await bruno.page.getByRole('row', { name: /Jonas Berg.*Answered/ }).waitFor()
})

it('[M-01][P-05][P-23][P-08][P-09][P-18] payments: from the key to the paid order', async () => {
  const { page } = ada
  // (2), (3) The bank registers itself with its shops; its own settings are on its own page.
  await rig.module('bank', await keyFor('Payments'))
  await page.reload()
  await page.getByRole('link', { name: /bank/i }).first().click()
  await page.getByText('direct').first().waitFor()

  // (4) The user connects a payment type to a shop, and maps paid invoices to a payment status.
  await page.goto(`${ADDRESS}/payment-settings`)
  await page.getByRole('combobox', { name: 'Bank card' }).click()
  await page
    .getByRole('option', { name: /direct|without a hold/i })
    .first()
    .click()
  await page.getByText('Payment type updated').waitFor()
  await expect.poll(() => page.getByRole('combobox', { name: 'Paid', exact: true }).inputValue()).toBe('Paid')

  // (5) A manager adds the payment and issues the invoice; the module creates a payment link, and the customer pays.
  const orderId = await orderToPay(rig.api)
  await bruno.page.goto(`${ADDRESS}/orders/${orderId}`)
  await bruno.page.getByRole('button', { name: 'Add payment' }).click()
  const dialog = bruno.page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: 'Payment method' }).click()
  await bruno.page.getByRole('option', { name: 'Bank card' }).click()
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await bruno.page.getByRole('button', { name: 'Issue invoice' }).click()
  await bruno.page.getByRole('button', { name: 'Copy payment link' }).click()
  await outside.page.goto(await pasteFrom(bruno.page))
  await outside.page.getByRole('button', { name: 'Pay $100.00' }).click()
  await outside.page.getByText('Payment received').waitFor()

  // (6) The module reports, and the order is paid.
  const invoice = bruno.page.getByRole('group', { name: 'Invoice' })
  await invoice.getByText('Paid').first().waitFor()
  await bruno.page.getByRole('heading', { level: 1 }).locator('..').getByText('Paid', { exact: true }).waitFor()
})

it('logs no browser errors', () => {
  expect([ada, bruno, outside].flatMap(({ browserErrors }) => browserErrors)).toEqual([])
})
