// An unknown caller becomes a customer with an order and a paid invoice, while the call goes on and by the keyboard alone.
// The server, the worker, the exchange and the bank are separate processes.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { pasteFrom } from '../support/clipboard.ts'
import { assignExtensions } from '../support/extensions.ts'
import { type Keyboard, keyboardOf } from '../support/keyboard.ts'
import { ADDRESS, type Desk, type Rig, startRig } from '../support/rig.ts'
import { screenshot, violations } from '../support/screenshots.ts'

const STRANGER = '+46 8 500 559 99'

let rig: Rig
let phones: Desk
let bruno: Desk
let buyer: Desk
let page: Page
let keys: Keyboard
beforeAll(async () => {
  rig = await startRig()
  const exchange = await rig.module('phones')
  await rig.module('bank')
  await assignExtensions(rig, 'phones', { bruno: '102' })
  phones = await rig.desk(undefined)
  buyer = await rig.desk(undefined)
  bruno = await rig.desk('bruno')
  page = bruno.page
  keys = keyboardOf(page)
  await phones.page.goto(exchange)
  await page.goto(`${ADDRESS}/orders`, { waitUntil: 'networkidle' })
  await rig.online('bruno')
})
afterAll(() => rig?.close())

const card = () => page.getByRole('region', { name: `Incoming call ${STRANGER}` })
const phone102 = () =>
  phones.page.locator('section').filter({ has: phones.page.getByRole('heading', { name: 'Phone 102' }) })

it('[T-15] says why it rings here, and F2 reaches the card from anywhere', async () => {
  await phones.page.getByLabel('My number').fill(STRANGER)
  await phones.page.getByLabel('To').selectOption('102')
  await phones.page.getByRole('button', { name: 'Call', exact: true }).click()
  await card().getByText('Unknown caller').waitFor()
  await card().getByText('Rings here because your extension 102 was dialled.').waitFor()
  await phone102().getByRole('button', { name: 'Answer' }).click()
  await card().getByText('Talking').waitFor()
  await keys.press('Control+k')
  await page.getByRole('dialog').waitFor()
  await keys.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await keys.press('F2')
  expect(await card().evaluate((element) => element === document.activeElement)).toBe(true)
})

it('creates the customer in the card, and the call is theirs', async () => {
  await keys.activate('Create customer')
  await card().getByRole('form', { name: 'Create customer' }).waitFor()
  await screenshot(page, 'unknown-caller-form')
  await keys.type('Vera')
  await keys.enter('Last name', 'Lindholm')
  await keys.press('Enter')
  await card().getByRole('link', { name: 'Vera Lindholm' }).waitFor()
  await card().getByText('Talking').waitFor()
})

it('creates an order beside the card, which stays usable', async () => {
  await keys.activate('Create order')
  const form = page.getByRole('dialog', { name: 'New order · Vera Lindholm' })
  await form.getByLabel('Product').waitFor()
  expect(await form.getByLabel('Phone').inputValue()).toBe(STRANGER)
  await keys.enter('Product', 'Olive tree, 80 cm')
  await keys.enter('Price', '100')
  await screenshot(page, 'unknown-caller-order')
  expect(await violations(page)).toEqual([])
  await keys.press('F2')
  await keys.enter('Call note', 'Wants an olive tree')
  await keys.activate('Save note')
  await page.getByText('Note saved').waitFor()
  await keys.activate('Create order')
  await form.waitFor({ state: 'detached' })
})

it('issues an invoice from the order, and the caller pays it on the bank’s page during the call', async () => {
  const order = card().getByRole('link', { name: /^\S+$/ }).filter({ hasNotText: 'Vera' })
  await order.waitFor()
  const number = (await order.textContent()) ?? ''
  await keys.activate(number)
  await page.getByRole('heading', { level: 1, name: `Order ${number}` }).waitFor()
  await keys.activate('Add payment', 'Shift+Tab')
  await page.getByRole('dialog', { name: 'Add payment' }).waitFor()
  await keys.choose(/without a hold/)
  await keys.activate('Add')
  await page.getByRole('button', { name: 'Issue invoice' }).waitFor()
  await keys.activate('Issue invoice')
  await page.getByText('Waiting for payment').first().waitFor()
  await keys.activate('Copy payment link', 'Shift+Tab')
  await buyer.page.goto(await pasteFrom(page))
  await buyer.page.getByRole('button', { name: 'Pay $100.00' }).click()
  await buyer.page.getByText('Payment received').waitFor()
  await page.getByRole('group', { name: 'Invoice' }).getByText('Paid').first().waitFor()
  await card().getByText('Talking').waitFor()
  await screenshot(page, 'unknown-caller-paid')
})

it('the timeline of the new customer shows the call with its note, the order and the payment', async () => {
  await keys.press('F2')
  await keys.activate('Vera Lindholm')
  await page.getByRole('heading', { level: 1, name: 'Vera Lindholm' }).waitFor()
  await phone102().getByRole('button', { name: 'Hang up' }).click()
  await card().waitFor({ state: 'detached' })
  const timeline = page.getByRole('region', { name: 'Timeline' })
  await timeline.getByText('Incoming call · Answered').waitFor()
  await timeline.getByText('Wants an olive tree').waitFor()
  await timeline.getByText(/^Order \S+ created$/).waitFor()
  await timeline.getByText('$100.00 paid').waitFor()
  await screenshot(page, 'unknown-caller-timeline')
})

it('a second call of that number shows the customer', async () => {
  await phones.page.getByRole('button', { name: 'Call', exact: true }).click()
  await card().getByRole('link', { name: 'Vera Lindholm' }).waitFor()
  await card().getByText('Wants an olive tree').waitFor()
  await phones.page.getByRole('button', { name: 'Hang up' }).first().click()
  await card().getByText('Missed').waitFor()
})

it('logs no browser errors', () => {
  expect([...bruno.browserErrors, ...phones.browserErrors, ...buyer.browserErrors]).toEqual([])
})
