// Calls on the page with the phones, from the first ring to the recording in the customer's timeline, with three managers
// in the workspace. The server, the worker and the exchange are separate processes.
import { FERN } from '@patchbay/testkit/fixtures'
import { waitUntil } from '@patchbay/testkit/services'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { fillShop } from '../support/demo.ts'
import { ADDRESS, type Desk, type Person, type Rig, startRig } from '../support/rig.ts'
import { screenshot, violations } from '../support/screenshots.ts'

const NADIA = '+46 8 500 550 01'
const STRANGER = '+46 8 500 559 99'

let rig: Rig
let phones: Desk
let ada: Desk
let bruno: Desk
let chiara: Desk
beforeAll(async () => {
  rig = await startRig()
  const exchange = await rig.module('phones')
  await fillShop(rig.api)
  phones = await rig.desk(undefined)
  ada = await rig.desk('ada')
  bruno = await rig.desk('bruno')
  chiara = await rig.desk('chiara')
  await phones.page.goto(exchange)
})
afterAll(() => rig?.close())

const cardOf = ({ page }: Desk, phone: string) => page.getByRole('region', { name: `Incoming call ${phone}` })
const phone = (code: string) =>
  phones.page.locator('section').filter({ has: phones.page.getByRole('heading', { name: `Phone ${code}` }) })
const callTheShop = async (from: string) => {
  await phones.page.getByLabel('My number').fill(from)
  await phones.page.getByRole('button', { name: 'Call', exact: true }).click()
}

/** The record is uploaded after the call: reload until the recording is there. */
const recordingOn = async (page: Page): Promise<Locator> => {
  const listen = page.getByRole('button', { name: 'Listen' })
  await waitUntil('the recording is there', async () => {
    await page.reload({ waitUntil: 'networkidle' })
    return (await listen.count()) > 0
  })
  return listen.first()
}

it('[T-03] an administrator assigns an extension to each manager', async () => {
  const { page } = ada
  await page.goto(`${ADDRESS}/modules/phones`)
  const codes = page.getByRole('region', { name: 'Additional codes' })
  for (const [index, [person, code]] of (
    [
      ['ada', '101'],
      ['bruno', '102'],
      ['chiara', '103'],
    ] as const satisfies [Person, string][]
  ).entries()) {
    await codes.getByRole('button', { name: 'Add' }).click()
    await codes.getByRole('textbox', { name: 'Extension' }).nth(index).fill(code)
    await codes.getByRole('combobox').nth(index).click()
    const { firstName, lastName } = FERN.people[person]
    await page.getByRole('option', { name: `${firstName} ${lastName}` }).click()
  }
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Settings saved').waitFor()
})

it('[T-15] a ring group: all managers get the card, one answers, transfers the call, and it ends', async () => {
  const managers = [ada, bruno, chiara]
  for (const { page } of managers) await page.goto(`${ADDRESS}/orders`, { waitUntil: 'networkidle' })
  await callTheShop(STRANGER)
  await Promise.all(managers.map((desk) => cardOf(desk, STRANGER).waitFor()))
  expect(await cardOf(bruno, STRANGER).textContent()).toContain('Unknown caller')
  expect(await violations(phones.page)).toEqual([])
  await phone('102').getByRole('button', { name: 'Answer' }).click()
  for (const desk of [ada, chiara]) await cardOf(desk, STRANGER).getByText('Answered elsewhere').waitFor()
  await cardOf(bruno, STRANGER).getByText('Talking').waitFor()
  await phone('102').getByRole('button', { name: 'Transfer to 103' }).click()
  await cardOf(bruno, STRANGER).getByText('Call transferred').waitFor()
  await cardOf(chiara, STRANGER).getByText('Talking').waitFor()
  await phone('103').getByRole('button', { name: 'Hang up' }).click()
  await cardOf(chiara, STRANGER).getByRole('button', { name: 'Dismiss' }).click()
  await cardOf(chiara, STRANGER).waitFor({ state: 'detached' })
})

it('[T-15][T-16] a customer’s call rings only at her manager’s phone, and is in her timeline with its recording', async () => {
  const { page } = ada
  await callTheShop(NADIA)
  await cardOf(ada, NADIA).waitFor()
  expect(await cardOf(bruno, NADIA).count()).toBe(0)
  await screenshot(phones.page, 'phones')
  await phone('101').getByRole('button', { name: 'Answer' }).click()
  await cardOf(ada, NADIA).getByRole('link', { name: 'Nadia Petrova' }).click()
  await page.getByRole('heading', { level: 1, name: 'Nadia Petrova' }).waitFor()
  await phone('101').getByRole('button', { name: 'Hang up' }).click()
  await cardOf(ada, NADIA).getByRole('button', { name: 'Dismiss' }).click()
  await cardOf(ada, NADIA).waitFor({ state: 'detached' })
  const call = page.getByText('Incoming call · Answered').first()
  await call.waitFor()
  const listen = await recordingOn(page)
  expect(await page.locator('audio').count(), 'nothing is fetched before the click on Listen').toBe(0)
  await listen.click()
  const audio = page.locator('audio')
  await expect.poll(() => audio.evaluate((element) => (element as HTMLAudioElement).duration)).toBeGreaterThan(0)
  await screenshot(page, 'customer-recording')
})

it('[T-05] a manager calls a customer with one click, and the answered call is in the list of calls', async () => {
  const { page } = bruno
  await page.goto(`${ADDRESS}/customers?find=${encodeURIComponent(NADIA)}`)
  await page.locator('[data-row]').first().click()
  await page.getByRole('button', { name: `Call ${NADIA}` }).click()
  await phones.page.getByText(/550 ?01: ringing/).waitFor()
  await phones.page.getByRole('button', { name: 'Answer' }).click()
  await phone('102').getByRole('button', { name: 'Hang up' }).click()
  await page.goto(`${ADDRESS}/calls`)
  await recordingOn(page)
  const row = page.getByRole('row').nth(1)
  await row.getByRole('img', { name: 'Outgoing call' }).waitFor()
  await row.getByText('Answered').waitFor()
  await row.getByRole('button', { name: 'Listen' }).waitFor()
})

it('logs no browser errors', () => {
  expect([phones, ada, bruno, chiara].flatMap(({ browserErrors }) => browserErrors)).toEqual([])
})
