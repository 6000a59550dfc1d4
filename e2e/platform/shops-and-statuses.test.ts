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
const sites = async () =>
  ((await rig.api.get('/api/v5/reference/sites')).body as { sites: Record<string, object> }).sites

it('creates a shop, rejects a code that is in use, and deactivates the shop', async () => {
  await ada.page.goto(`${ADDRESS}/shops`)
  await ada.page.getByRole('button', { name: 'Create shop' }).click()
  await dialog().getByLabel('Name').fill('Fern Oslo')
  await dialog().getByLabel('Code').fill('fern-online')
  await dialog().getByText('This code is already in use').waitFor()
  await dialog().getByLabel('Code').fill('fern-oslo')
  await dialog().getByLabel('Currency').fill('nok')
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

it('shows what is wrong with a currency that does not exist', async () => {
  await ada.page.getByRole('button', { name: 'Fern Oslo' }).click()
  await dialog().getByLabel('Currency').fill('ZZZ')
  await dialog().getByRole('button', { name: 'Save' }).click()
  await dialog()
    .getByText(/currency: is not a currency of ISO 4217/)
    .waitFor()
  // The browser logs an error response as a failed request.
  expect(ada.browserErrors.splice(0)).toEqual([expect.stringContaining('/workspace/shops/fern-oslo')])
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
