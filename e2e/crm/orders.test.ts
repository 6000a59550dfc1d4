// Creating and editing orders in the workspace.
import { json, type Receiver, startReceiver } from '@patchbay/testkit/receiver'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { connectExchange, fillShop } from '../support/demo.ts'
import { ADDRESS, type Desk, type Rig, startRig } from '../support/rig.ts'
import { screenshot, seriousViolations } from '../support/screenshots.ts'

let rig: Rig
let module: Receiver
let bruno: Desk
let customers: number[]
beforeAll(async () => {
  rig = await startRig()
  module = await startReceiver((_received, response) => json(response, 200, {}))
  await connectExchange(rig.api, module)
  ;({ customers } = await fillShop(rig.api))
  bruno = await rig.desk('bruno')
})
afterAll(async () => {
  await rig.close()
  await module.close()
})

const form = () => bruno.page.getByRole('main')
const items = () => bruno.page.getByRole('region', { name: 'Items' })

it('[D-28] opens a new order from the link of the manager lookup, and creates it by keyboard with the total shown', async () => {
  const { page } = bruno
  const lookup = await rig.api.get('/api/v5/telephony/manager', { phone: '+1 202 555 0177', details: '1' })
  const { newOrderLink } = (lookup.body as { links: { newOrderLink: string } }).links
  await page.goto(`${ADDRESS}${new URL(newOrderLink).pathname}${new URL(newOrderLink).search}`)
  await form().getByLabel('Phone').waitFor()
  expect(await form().getByLabel('Phone').inputValue()).toBe('+1 202 555 0177')
  await form().getByLabel('First name').fill('Ines')
  await form().getByLabel('Last name').fill('Costa')
  await items().getByLabel('Product').fill('Olive tree')
  await page.keyboard.press('Tab')
  await page.keyboard.type('49,90')
  await page.keyboard.press('Tab')
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type('2')
  await items().getByText('Total $99.80').waitFor()
  await items().getByLabel('Discount').fill('9.80')
  await items().getByText('Total $90.00').waitFor()
  await page.getByRole('combobox', { name: 'Delivery type' }).click()
  await page.getByRole('option', { name: 'Courier' }).click()
  await form().getByLabel('Delivery cost').fill('4.50')
  await form().getByLabel('City').fill('Lund')
  await form().getByLabel('Street').fill('Storgatan')
  await items().getByText('Total $94.50').waitFor()
  expect(await seriousViolations(page)).toEqual([])
  await screenshot(page, 'order-new')
  await page.keyboard.press('Enter')
  await page.getByText('Order created').waitFor()
  await page.getByRole('heading', { name: /^Order / }).waitFor()
  await page.getByRole('table', { name: 'Items' }).getByText('Olive tree').waitFor()
  await page.getByRole('link', { name: 'Ines Costa' }).waitFor()
  await page.getByRole('region', { name: 'Delivery' }).getByText('Lund, Storgatan').waitFor()
})

it('[D-41] shows what the server refuses at its field, and keeps what was typed', async () => {
  const { page } = bruno
  await page.goto(`${ADDRESS}/orders/add?customer=${customers[0]}`)
  await items().getByRole('button', { name: 'Add item' }).click()
  await items().getByRole('textbox').nth(3).fill('Fern')
  await items().getByRole('textbox').nth(4).fill('1.999')
  await page.getByRole('button', { name: 'Create order' }).click()
  await items().getByText('may have at most 2 digits').waitFor()
  await items().getByRole('textbox').nth(4).fill('1.99')
  await page.getByRole('button', { name: 'Create order' }).click()
  await page.getByText('Order created').waitFor()
})

it('[D-51] edits items, contact data and comments of an order, and the timeline shows the change', async () => {
  const { page } = bruno
  await page.getByRole('link', { name: 'Edit' }).click()
  await items().getByRole('button', { name: 'Add item' }).click()
  await items().getByLabel('Product').last().fill('Clay pot')
  await items().getByLabel('Price').last().fill('8')
  await form().getByLabel('Manager comment').fill('Wrap as a gift')
  await screenshot(page, 'order-edit')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Order saved').waitFor()
  await page.getByRole('table', { name: 'Items' }).getByText('Clay pot').waitFor()
  await page.getByText('Wrap as a gift').waitFor()
  await page.getByText('$9.99').first().waitFor()
  await page.getByRole('link', { name: 'Edit' }).click()
  await items().getByRole('button', { name: 'Remove Clay pot' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('$1.99').first().waitFor()
  expect(await page.getByText('Clay pot').count()).toBe(0)
  expect(bruno.browserErrors.filter((text) => !text.includes('400'))).toEqual([])
})
