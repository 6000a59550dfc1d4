import { afterAll, beforeAll, expect, it } from 'vitest'
import { ADDRESS, type Desk, type Rig, startRig } from '../support/rig.ts'
import { seriousViolations } from '../support/screenshots.ts'

let rig: Rig
let ada: Desk
beforeAll(async () => {
  rig = await startRig()
  ada = await rig.desk('ada')
})
afterAll(() => rig.close())

const dialog = () => ada.page.getByRole('dialog')
const currency = () =>
  dialog()
    .getByRole('textbox', { name: 'Currency' })
    .or(dialog().getByRole('combobox', { name: 'Currency' }))
const sites = async () =>
  ((await rig.api.get('/api/v5/reference/sites')).body as { sites: Record<string, object> }).sites

it('creates a shop, rejects a code that is in use, and deactivates the shop', async () => {
  await ada.page.goto(`${ADDRESS}/shops`)
  await ada.page.getByRole('button', { name: 'Create shop' }).click()
  await dialog().getByLabel('Name').fill('Fern Oslo')
  await dialog().getByLabel('Code').fill('fern-online')
  await dialog().getByText('This code is already in use').waitFor()
  await dialog().getByLabel('Code').fill('fern-oslo')
  await currency().click()
  await ada.page.getByRole('option', { name: 'NOK · Norwegian Krone' }).click()
  expect(await seriousViolations(ada.page)).toEqual([])
  await dialog().getByRole('button', { name: 'Create shop' }).click()
  await ada.page.getByText('Fern Oslo created').waitFor()
  expect((await sites())['fern-oslo']).toMatchObject({ name: 'Fern Oslo', currency: 'NOK', active: true })
  await ada.page.getByRole('button', { name: 'Fern Oslo' }).click()
  await dialog().getByRole('switch', { name: 'Active' }).click()
  await dialog().getByRole('button', { name: 'Save' }).click()
  await ada.page
    .getByRole('row', { name: /Fern Oslo/ })
    .getByText('Inactive')
    .waitFor()
  expect((await sites())['fern-oslo']).toMatchObject({ currency: 'NOK', active: false })
})

it('offers only currencies that exist', async () => {
  await ada.page.getByRole('button', { name: 'Fern Oslo' }).click()
  await currency().fill('ZZZ')
  await expect.poll(() => ada.page.getByRole('option').count()).toBe(0)
  await currency().fill('')
  await ada.page.getByRole('option', { name: 'SEK · Swedish Krona' }).waitFor()
  await ada.page.keyboard.press('Escape')
  await ada.page.keyboard.press('Escape')
})

it('creates, renames and hides order statuses; each user reads the built-in ones in their own language', async () => {
  await ada.page.goto(`${ADDRESS}/statuses`)
  await ada.page.getByRole('button', { name: 'Create order status' }).click()
  await dialog().getByLabel('Name').fill('Packed')
  await dialog().getByLabel('Code').fill('packed')
  await dialog()
    .getByRole('textbox', { name: 'Group' })
    .or(dialog().getByRole('combobox', { name: 'Group' }))
    .click()
  await ada.page.getByRole('option', { name: 'Assembly' }).click()
  expect(await seriousViolations(ada.page)).toEqual([])
  await dialog().getByRole('button', { name: 'Save' }).click()
  await ada.page.getByText('Packed created').waitFor()

  await ada.page.getByRole('button', { name: 'Confirmed' }).click()
  await dialog().getByLabel('Name').fill('Approved by phone')
  await dialog().getByRole('button', { name: 'Save' }).click()
  await ada.page.getByRole('button', { name: 'Approved by phone' }).waitFor()
  await ada.page.getByRole('table', { name: 'Order statuses' }).getByRole('button', { name: 'Returned' }).click()
  await dialog().getByRole('switch', { name: 'Available for orders' }).click()
  await dialog().getByRole('button', { name: 'Save' }).click()
  await ada.page
    .getByRole('row', { name: /Returned.*returned/ })
    .getByText('Hidden')
    .waitFor()
  // Only what was changed is stored: the others keep their built-in names.
  const { statuses } = (await rig.api.get('/api/v5/reference/statuses')).body as { statuses: object }
  expect(statuses).toMatchObject({
    new: { name: 'New' },
    confirmed: { name: 'Approved by phone' },
    packed: { name: 'Packed', group: 'assembling', open: true },
    returned: { name: 'Returned', active: false },
  })

  for (const [locale, own] of [
    ['es-ES', 'Nuevo'],
    ['ru-RU', 'Новый'],
  ] as const) {
    const { page, context } = await rig.desk('bruno', { locale })
    await page.goto(`${ADDRESS}/orders/add`)
    const status = page
      .getByRole('combobox', { name: /^(Estado|Статус)/ })
      .or(page.getByRole('textbox', { name: /^(Estado|Статус)/ }))
    await status.first().click()
    for (const name of [own, 'Approved by phone', 'Packed']) await page.getByRole('option', { name }).waitFor()
    await expect.poll(() => page.getByRole('option', { name: /^(Devuelto|Возвращён)$/ }).count()).toBe(0)
    await context.close()
  }
})

it('creates a payment type for one shop and a status that counts as paid, and both can be used', async () => {
  await ada.page.goto(`${ADDRESS}/statuses`)
  await ada.page.getByRole('button', { name: 'Create type' }).click()
  await dialog().getByLabel('Name').fill('Gift card')
  await dialog().getByLabel('Code').fill('gift-card')
  await dialog()
    .getByRole('textbox', { name: 'Shops' })
    .or(dialog().getByRole('combobox', { name: 'Shops' }))
    .click()
  await ada.page.getByRole('option', { name: 'Fern & Field Online' }).click()
  await ada.page.keyboard.press('Escape')
  await dialog().getByRole('button', { name: 'Save' }).click()
  await ada.page.getByText('Gift card created').waitFor()
  const types = (await rig.api.get('/api/v5/reference/payment-types')).body as { paymentTypes: object }
  expect(types.paymentTypes).toMatchObject({ 'gift-card': { name: 'Gift card', sites: ['fern-online'], active: true } })

  await ada.page.getByRole('button', { name: 'Create status' }).click()
  await dialog().getByLabel('Name').fill('Paid at the till')
  await dialog().getByLabel('Code').fill('till')
  await dialog().getByRole('switch', { name: 'Counts as paid' }).click()
  await dialog().getByRole('button', { name: 'Save' }).click()
  await ada.page.getByRole('button', { name: 'Paid at the till' }).waitFor()
  const statuses = (await rig.api.get('/api/v5/reference/payment-statuses')).body as { paymentStatuses: object }
  expect(statuses.paymentStatuses).toMatchObject({ till: { paymentComplete: true } })

  await ada.page.goto(`${ADDRESS}/payment-settings`)
  await ada.page.getByRole('combobox', { name: 'Paid', exact: true }).click()
  await ada.page.getByRole('option', { name: 'Paid at the till' }).waitFor()
  expect(ada.browserErrors).toEqual([])
})
