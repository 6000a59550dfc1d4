// The call card beside the page: who is calling and why it rings here, the right customer, missed calls, several calls at once.
import { type Receiver, startReceiver } from '@patchbay/testkit/receiver'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { connectExchange, fillShop, ring } from '../support/demo.ts'
import { ADDRESS, type Desk, type Rig, startRig } from '../support/rig.ts'
import { screenshot } from '../support/screenshots.ts'

const NADIA = '+46 8 500 550 01'
const JONAS = '+46 8 500 550 02'

let rig: Rig
let exchange: Receiver
let ada: Desk
let customers: number[]
beforeAll(async () => {
  rig = await startRig()
  exchange = await startReceiver()
  await connectExchange(rig.api, exchange)
  ;({ customers } = await fillShop(rig.api))
  ada = await rig.desk('ada')
  await ada.page.goto(`${ADDRESS}/orders`, { waitUntil: 'networkidle' })
})
afterAll(async () => {
  await rig.close()
  await exchange.close()
})

const card = (phone: string) => ada.page.getByRole('region', { name: `Incoming call ${phone}` })
const call = (phone: string, callExternalId: string) => ({ phone, type: 'in', codes: ['101'], callExternalId })
const hangUp = (phone: string, callExternalId: string, hangupStatus: string) =>
  ring(rig.api, { ...call(phone, callExternalId), type: 'hangup', hangupStatus })

it('[T-15][D-30] shows the name above the number, the last note, and why it rings here', async () => {
  await ring(rig.api, call(NADIA, 'why'))
  const shown = card(NADIA)
  await shown.getByText('Rings here because your extension 101 was dialled and you manage the open order.').waitFor()
  expect(await shown.textContent()).toMatch(/^Nadia Petrova\+46 8 500 550 01/)
  await shown.getByText('Prefers calls in the morning').waitFor()
  await shown.getByRole('link', { name: 'F-1040' }).waitFor()
  await shown.getByRole('timer').waitFor()
})

it('does not cover the page that it links to', async () => {
  await card(NADIA).getByRole('link', { name: 'Nadia Petrova' }).click()
  await ada.page.getByRole('heading', { level: 1, name: 'Nadia Petrova' }).waitFor()
  // Fails if the card is above it.
  await ada.page.getByRole('link', { name: 'Edit' }).click({ trial: true })
  await ada.page.setViewportSize({ width: 390, height: 844 })
  await ada.page.getByRole('link', { name: 'Edit' }).click({ trial: true })
  const body = card(NADIA).getByText('Prefers calls in the morning')
  expect(await body.isVisible(), 'on a phone the card is a bar').toBe(false)
  await card(NADIA).getByRole('button', { name: 'Show call card' }).click()
  await body.waitFor()
  await card(NADIA).getByRole('button', { name: 'Collapse call card' }).click()
  await body.waitFor({ state: 'hidden' })
  await ada.page.setViewportSize({ width: 1280, height: 800 })
})

it('links a wrong match to the right customer with one click, and offers to add the number', async () => {
  const shown = card(NADIA)
  await shown.getByRole('button', { name: 'Change customer' }).click()
  await shown.getByRole('textbox', { name: 'Find the right customer' }).fill('Jonas')
  await shown.getByRole('button', { name: /^Jonas Berg/ }).click()
  await shown.getByRole('link', { name: 'Jonas Berg' }).waitFor()
  await screenshot(ada.page, 'call-card-linked')
  await shown.getByText(`${NADIA} is not one of their phones.`).waitFor()
  await shown.getByRole('button', { name: 'Add number' }).click()
  await ada.page.getByText('Number added').waitFor()
  await shown.getByLabel('Call note').fill('Calls from the office of Nadia')
  await shown.getByRole('button', { name: 'Save note' }).click()
  await ada.page.getByText('Note saved').waitFor()
  await hangUp(NADIA, 'why', 'answered')
  await shown.waitFor({ state: 'detached' })
  await ada.page.goto(`${ADDRESS}/customers/${customers[1]}`)
  await ada.page.getByRole('region', { name: 'Timeline' }).getByText('Calls from the office of Nadia').waitFor()
  await ada.page.getByRole('region', { name: 'Contacts' }).getByText(NADIA).waitFor()
})

it('[D-29] of several customers with the number another is linked with one click, also after the call', async () => {
  await ring(rig.api, call(NADIA, 'several'))
  const shown = card(NADIA)
  await shown.getByText('Also have this number').waitFor()
  await ring(rig.api, { ...call(NADIA, 'several'), type: 'answer' })
  await hangUp(NADIA, 'several', 'answered')
  await shown.getByText('Call ended').waitFor()
  const other = await shown.getByRole('button', { name: /^Link to / }).getAttribute('aria-label')
  const name = other?.replace('Link to ', '') ?? ''
  await shown.getByRole('button', { name: other ?? '' }).click()
  await shown.getByRole('link', { name }).first().waitFor()
  await ada.page.getByText(`Call linked to ${name}`).waitFor()
  await shown.getByRole('button', { name: 'Dismiss' }).click()
  await shown.waitFor({ state: 'detached' })
})

it('[D-25] says "Missed" when nobody answered, until it is hidden', async () => {
  await ring(rig.api, call(JONAS, 'missed'))
  await card(JONAS).waitFor()
  await hangUp(JONAS, 'missed', 'no answered')
  await card(JONAS).getByText('Missed').waitFor()
  expect(await card(JONAS).evaluate((element) => getComputedStyle(element).opacity)).toBe('1')
  await card(JONAS)
    .getByRole('button', { name: `Call ${JONAS}` })
    .waitFor()
  await screenshot(ada.page, 'call-card-missed')
  await card(JONAS).getByRole('button', { name: 'Hide call card' }).click()
  await card(JONAS).waitFor({ state: 'detached' })
})

it('shows two calls at once, each with its own card and note; F2 goes from one to the other and Escape back', async () => {
  await ring(rig.api, call(NADIA, 'first'))
  await card(NADIA).waitFor()
  await ring(rig.api, call(JONAS, 'second'))
  await card(JONAS).waitFor()
  await card(NADIA).getByLabel('Call note').fill('Of the first')
  await card(JONAS).getByLabel('Call note').fill('Of the second')
  await ada.page.getByRole('heading', { level: 1 }).click()
  const isFocused = (phone: string) => card(phone).evaluate((element) => element === document.activeElement)
  await ada.page.keyboard.press('F2')
  expect(await isFocused(NADIA)).toBe(true)
  await ada.page.keyboard.press('F2')
  expect(await isFocused(JONAS)).toBe(true)
  await ada.page.keyboard.press('Escape')
  expect(await isFocused(JONAS)).toBe(false)
  await hangUp(NADIA, 'first', 'answered')
  await card(NADIA).getByText('Call ended').waitFor()
  await expect.poll(() => card(JONAS).getByText('Ringing').count()).toBe(1)
  expect(await card(NADIA).getByLabel('Call note').inputValue()).toBe('Of the first')
  expect(await card(JONAS).getByLabel('Call note').inputValue()).toBe('Of the second')
})

it('logs no browser errors', () => {
  expect(ada.browserErrors).toEqual([])
})
