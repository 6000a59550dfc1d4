// A manager creates, finds, corrects and merges customers, by keyboard where it matters.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { fillShop } from '../support/demo.ts'
import { ADDRESS, type Desk, type Rig, startRig } from '../support/rig.ts'
import { screenshot, seriousViolations } from '../support/screenshots.ts'

let rig: Rig
let bruno: Desk
beforeAll(async () => {
  rig = await startRig()
  await fillShop(rig.api)
  bruno = await rig.desk('bruno')
})
afterAll(() => rig.close())

const heading = (name: string | RegExp) => bruno.page.getByRole('heading', { level: 1, name }).waitFor()
const press = (...keys: string[]) =>
  keys.reduce((done, key) => done.then(() => bruno.page.keyboard.press(key)), Promise.resolve())
const type = (text: string) => bruno.page.keyboard.type(text)

it('[D-29] an unknown caller becomes a customer, by keyboard alone', async () => {
  await bruno.page.goto(`${ADDRESS}/customers/add?phone=%2B46%208%20500%20588%2001`)
  await heading('New customer')
  expect(await bruno.page.getByLabel('Phone 1', { exact: true }).inputValue()).toBe('+46 8 500 588 01')
  expect(await seriousViolations(bruno.page)).toEqual([])
  await bruno.page.getByLabel('First name', { exact: true }).waitFor()
  await type('Zoë')
  await press('Tab')
  await type('Wahlström')
  await bruno.page.getByRole('button', { name: 'Add phone' }).focus()
  await press('Enter')
  await bruno.page.getByLabel('Phone 2', { exact: true }).and(bruno.page.locator(':focus')).waitFor()
  await type('08 500 588 02')
  await bruno.page.getByLabel('Email 1', { exact: true }).focus()
  await type('zoe@example.test')
  await bruno.page.getByLabel('Note', { exact: true }).focus()
  await type('Asked about olive trees')
  await bruno.page.getByRole('button', { name: 'Create customer' }).focus()
  await press('Enter')
  await heading('Zoë Wahlström')
  await bruno.page.getByText('Asked about olive trees').first().waitFor()
  await bruno.page.getByText('zoe@example.test').waitFor()
})

const palette = () => bruno.page.getByRole('dialog')
const searchFor = async (text: string) => {
  await press('Control+k')
  await palette()
    .getByPlaceholder('Search customers, orders, calls, messages')
    .and(bruno.page.locator(':focus'))
    .waitFor()
  await type(text)
}

it('finds customers and orders with Ctrl K, in any spelling, and has the command for a new customer', async () => {
  await bruno.page.goto(`${ADDRESS}/tasks`)
  await heading('Tasks')
  for (const text of ['wahls', 'Зое', '588 01', 'zoe@']) {
    await searchFor(text)
    await palette().getByText('Zoë Wahlström', { exact: true }).waitFor()
    if (text === 'wahls') await screenshot(bruno.page, 'search-palette')
    await press('Escape')
    await palette().waitFor({ state: 'detached' })
  }
  await searchFor('wahls')
  await palette().getByText('Zoë Wahlström', { exact: true }).waitFor()
  // Messages and calls are found by requests of their own.
  await bruno.idle()
  await press('ArrowDown', 'Enter')
  await heading('Zoë Wahlström')
  await searchFor('new cust')
  await palette().getByText('New customer', { exact: true }).waitFor()
  await bruno.idle()
  await press('ArrowDown', 'Enter')
  await heading('New customer')
})

it('finds rows in the lists of customers and orders', async () => {
  await bruno.page.goto(`${ADDRESS}/customers`)
  const customers = bruno.page.getByRole('table', { name: 'Customers' })
  await bruno.page.getByLabel('Name, phone or email').fill('wahlstr')
  await bruno.page.getByText('1 customer', { exact: true }).waitFor()
  await customers.getByRole('link', { name: 'Zoë Wahlström' }).waitFor()
  expect(new URL(bruno.page.url()).search).toBe('?find=wahlstr')
  await bruno.page.getByLabel('Name, phone or email').fill('nobody like this')
  await bruno.page.getByText('No results for these filters').waitFor()
  await bruno.page.goto(`${ADDRESS}/orders`)
  const orders = bruno.page.getByRole('table', { name: 'Orders' })
  const number = (await orders.getByRole('link').first().textContent()) ?? ''
  await bruno.page.getByLabel('Number, customer or product').fill(number)
  await bruno.page.getByText(/^\d+ orders?$/).waitFor()
  await orders.getByRole('link', { name: number, exact: true }).waitFor()
})

it('edits a customer: contacts, manager and name', async () => {
  await bruno.page.goto(`${ADDRESS}/customers?find=wahlstr`)
  await bruno.page.getByRole('link', { name: 'Zoë Wahlström' }).click()
  await bruno.page.getByRole('link', { name: 'Edit' }).click()
  await heading('Edit Zoë Wahlström')
  await bruno.page.getByLabel('Last name', { exact: true }).fill('Berg')
  await bruno.page.getByRole('button', { name: 'Remove phone 2' }).click()
  await bruno.page.getByRole('combobox', { name: 'Manager' }).click()
  await bruno.page.getByRole('option').first().click()
  await bruno.page.getByRole('button', { name: 'Add email' }).click()
  await bruno.page.getByLabel('Email 2', { exact: true }).fill('wrong')
  await bruno.page.getByRole('button', { name: 'Save' }).click()
  await bruno.page.getByRole('alert').waitFor()
  await bruno.page.getByLabel('Email 2', { exact: true }).fill('berg@example.test')
  await bruno.page.getByRole('button', { name: 'Save' }).click()
  await heading('Zoë Berg')
  await bruno.page.getByText('zoe@example.test, berg@example.test').first().waitFor()
  await bruno.page.getByText('Customer updated').first().waitFor()
})

it('warns of a duplicate, merges two customers and undoes it', async () => {
  await bruno.page.goto(`${ADDRESS}/customers/add?phone=%2B46850058801`)
  await bruno.page.getByRole('status').getByRole('link', { name: 'Zoë Berg' }).waitFor()
  await bruno.page.getByLabel('First name', { exact: true }).fill('Z.')
  await bruno.page.getByLabel('Note', { exact: true }).fill('Prefers to be called in the morning')
  await bruno.page.getByRole('button', { name: 'Create customer' }).click()
  await heading('Z.')
  const duplicate = new URL(bruno.page.url()).pathname
  await bruno.page.goto(`${ADDRESS}/customers?find=zoe%20berg`)
  await bruno.page.getByRole('link', { name: 'Zoë Berg' }).click()
  await heading('Zoë Berg')
  await bruno.page.getByRole('button', { name: 'Merge duplicate' }).click()
  const dialog = bruno.page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: 'Duplicate' }).fill('58801')
  await bruno.page.getByRole('option', { name: /^Z\. / }).click()
  await screenshot(bruno.page, 'merge-dialog')
  expect(await seriousViolations(bruno.page)).toEqual([])
  await dialog.getByRole('button', { name: 'Merge' }).click()
  await bruno.page.getByText('Z. was merged into this customer').waitFor()
  const timeline = bruno.page.getByRole('region', { name: 'Timeline' })
  await timeline.getByText('Prefers to be called in the morning').waitFor()
  await timeline.getByText('Merged with a duplicate: Z.').waitFor()
  await bruno.page.goto(`${ADDRESS}${duplicate}`)
  await heading('Zoë Berg')
  await bruno.page.getByRole('button', { name: 'Undo merge' }).click()
  await heading('Z.')
  await bruno.page.getByText('Prefers to be called in the morning').first().waitFor()
})

it('logs no browser errors', () => {
  // The rejected email address is one response with an error.
  expect(bruno.browserErrors.filter((error) => !error.includes('400'))).toEqual([])
})
