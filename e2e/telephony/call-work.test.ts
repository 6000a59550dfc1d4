// Calls as work: a recorded call with its transcript, found by its words; a wrong customer changed in one click; a call logged by
// hand that completes a missed-call task; filters in the URL. The server, the worker and the exchange are separate processes.
import type { HttpClient } from '@patchbay/testkit/http-client'
import { waitUntil } from '@patchbay/testkit/services'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { fillShop } from '../support/demo.ts'
import { assignExtensions } from '../support/extensions.ts'
import { ADDRESS, type Desk, type Rig, startRig } from '../support/rig.ts'
import { screenshot, violations } from '../support/screenshots.ts'

const NADIA = '+46 8 500 550 01'
const STRANGER = '+46 8 500 559 77'

let rig: Rig
let phones: Desk
let bruno: Desk
let page: Page
let wire: HttpClient
beforeAll(async () => {
  rig = await startRig()
  const exchange = await rig.module('phones')
  await fillShop(rig.api)
  await assignExtensions(rig, 'phones', { bruno: '102' })
  phones = await rig.desk(undefined)
  bruno = await rig.desk('bruno')
  wire = await rig.wire('bruno')
  page = bruno.page
  await phones.page.goto(exchange)
  await page.goto(`${ADDRESS}/orders`, { waitUntil: 'networkidle' })
  await rig.online('bruno')
})
afterAll(() => rig?.close())

const phone102 = () =>
  phones.page.locator('section').filter({ has: phones.page.getByRole('heading', { name: 'Phone 102' }) })
const callTheShop = async (from: string) => {
  await phones.page.getByLabel('My number').fill(from)
  await phones.page.getByLabel('To').selectOption('102')
  await phones.page.getByRole('button', { name: 'Call', exact: true }).click()
}
const cardOf = (phone: string) => page.getByRole('region', { name: `Incoming call ${phone}` })
const rows = () => page.getByRole('table', { name: 'Calls' }).getByRole('row')
const filters = async () => {
  const button = page.getByRole('button', { name: 'Filters' })
  if ((await button.isVisible()) && (await button.getAttribute('aria-expanded')) === 'false') await button.click()
}

it('a recorded call has a transcript beside the player; a click plays from that moment and marks what is said', async () => {
  await callTheShop(NADIA)
  await cardOf(NADIA).waitFor()
  await phone102().getByRole('button', { name: 'Answer' }).click()
  await cardOf(NADIA).getByText('Talking').waitFor()
  // Long enough for a second turn of the speakers.
  await cardOf(NADIA)
    .getByRole('timer')
    .getByText(/^0:0[3-9]/)
    .waitFor()
  await phone102().getByRole('button', { name: 'Hang up' }).click()
  await cardOf(NADIA).getByRole('button', { name: 'Dismiss' }).click()
  await page.goto(`${ADDRESS}/calls`)
  await waitUntil('the record is uploaded', async () => {
    await page.reload({ waitUntil: 'networkidle' })
    return (await page.getByRole('button', { name: 'Listen' }).count()) > 0
  })
  await page.getByRole('link', { name: 'Details' }).first().click()
  const transcript = page.getByRole('list', { name: 'Transcript' })
  // The transcript follows its record, and the open page reads it.
  await transcript.getByText('Do you still have the olive tree').waitFor()
  expect(await page.locator('audio').count(), 'nothing is fetched before a click').toBe(0)
  await transcript.getByRole('button', { name: /olive tree/ }).click()
  const audio = page.locator('audio')
  await expect
    .poll(() => audio.evaluate((element) => (element as HTMLAudioElement).currentTime))
    .toBeGreaterThanOrEqual(1.6)
  await expect.poll(() => transcript.locator('[aria-current=true]').count()).toBe(1)
  await screenshot(page, 'call-transcript')
  expect(await violations(page)).toEqual([])
})

it('finds the call by what was said, in the palette and in the list, and leads to the moment', async () => {
  await page.goto(`${ADDRESS}/orders`, { waitUntil: 'networkidle' })
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').waitFor()
  await page.keyboard.type('olive catalogue')
  const found = page.getByRole('dialog').getByRole('button', { name: /olive tree from your catalogue/ })
  await found.waitFor()
  await screenshot(page, 'palette-said')
  await found.click()
  await page.getByRole('list', { name: 'Transcript' }).locator('[aria-current=true]').waitFor()
  expect(page.url()).toMatch(/\/calls\/\d+\?at=1\.6$/)
  await page.goto(`${ADDRESS}/calls`)
  await page.getByLabel('Number, or words of a transcript').fill('olive catal')
  await page.getByText('Found in transcripts: 1').waitFor()
  await rows().filter({ hasText: 'catalogue' }).waitFor()
  await page.getByLabel('Number, or words of a transcript').fill('begonia')
  await page.getByText('No transcript has these words').waitFor()
})

it('links the call to another customer from its page, and back', async () => {
  await page.goto(`${ADDRESS}/calls`, { waitUntil: 'networkidle' })
  await page.getByRole('link', { name: 'Details' }).first().click()
  await page.getByRole('link', { name: 'Nadia Petrova' }).waitFor()
  await page.getByRole('button', { name: 'Change customer' }).click()
  await page.getByLabel('Find customer').fill('jonas')
  await page.getByRole('button', { name: /Jonas Berg/ }).click()
  await page.getByText('Call linked to Jonas Berg').waitFor()
  await page.getByRole('link', { name: 'Jonas Berg' }).waitFor()
  // The customer with this number is one click away.
  await page.getByRole('button', { name: 'Link call to Nadia Petrova' }).click()
  await page.getByRole('link', { name: 'Nadia Petrova' }).waitFor()
  await page.getByRole('link', { name: 'Jonas Berg' }).waitFor({ state: 'detached' })
})

it('[D-25] a call logged by hand completes the missed-call task, and is marked in the list and the timeline', async () => {
  await callTheShop(NADIA)
  await cardOf(NADIA).waitFor()
  await phones.page.getByRole('button', { name: 'Hang up' }).first().click()
  await cardOf(NADIA).getByText('Missed').waitFor()
  await cardOf(NADIA).getByRole('button', { name: 'Hide call card' }).click()
  const openTasks = async () => {
    const { missedCalls } = (await wire.get('/workspace/missed-calls')).body as {
      missedCalls: { items: { phone: string }[] }
    }
    return missedCalls.items.filter(({ phone }) => phone === NADIA).length
  }
  await expect.poll(openTasks).toBe(1)
  await page.goto(`${ADDRESS}/calls`, { waitUntil: 'networkidle' })
  await page.getByRole('button', { name: 'Log call' }).click()
  const form = page.getByRole('dialog', { name: 'Log a call' })
  await form.getByLabel('Phone number').fill(NADIA)
  await form.getByLabel('Minutes of talk').fill('2.5')
  await form.getByRole('textbox', { name: 'Note' }).fill('Called from my mobile: comes on Saturday')
  await screenshot(page, 'log-call')
  await form.getByRole('button', { name: 'Save call' }).click()
  await page.getByText('Call logged', { exact: true }).waitFor()
  const row = rows().filter({ hasText: 'comes on Saturday' })
  await row.getByText('Logged by hand').waitFor()
  await row.getByText('2:30').waitFor()
  await expect.poll(openTasks).toBe(0)
  await row.getByRole('link', { name: 'Nadia Petrova' }).click()
  await page.getByText('Outgoing call · Answered · logged by hand').waitFor()
})

it('the author edits and deletes it, and the task is there again', async () => {
  await page.goto(`${ADDRESS}/calls`, { waitUntil: 'networkidle' })
  await rows().filter({ hasText: 'comes on Saturday' }).getByRole('link', { name: 'Details' }).click()
  await page.getByText('Logged by hand by Bruno Costa').waitFor()
  await page.getByRole('button', { name: 'Edit call' }).click()
  const form = page.getByRole('dialog', { name: 'Edit call' })
  await form.getByRole('textbox', { name: 'Note' }).fill('Comes on Sunday')
  await form.getByRole('button', { name: 'Save call' }).click()
  await page.getByText('Call updated').waitFor()
  await page.getByRole('button', { name: 'Delete call' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete call' }).click()
  await page.getByText('Call deleted').waitFor()
  await page.getByRole('heading', { level: 1, name: 'Calls' }).waitFor()
  await expect.poll(() => rows().filter({ hasText: 'Comes on Sunday' }).count()).toBe(0)
})

it('filters are in the URL, and narrow the list together', async () => {
  await callTheShop(STRANGER)
  await cardOf(STRANGER).waitFor()
  await phones.page.getByRole('button', { name: 'Hang up' }).first().click()
  await cardOf(STRANGER).getByText('Missed').waitFor()
  await page.goto(`${ADDRESS}/calls`, { waitUntil: 'networkidle' })
  await filters()
  await page.getByRole('combobox', { name: 'Result' }).click()
  await page.getByRole('option', { name: 'Answered' }).click()
  await page.getByRole('switch', { name: 'With recording' }).check({ force: true })
  await page.waitForURL(/result=answered.*recording=true/)
  await expect.poll(() => rows().count()).toBe(2)
  await page.getByRole('combobox', { name: 'Direction' }).click()
  await page.getByRole('option', { name: 'Outgoing' }).click()
  await page.getByText('No results for these filters').waitFor()
  await page.reload()
  await page.getByText('No results for these filters').waitFor()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect.poll(() => rows().count()).toBeGreaterThan(2)
  await page.setViewportSize({ width: 390, height: 844 })
  await filters()
  await screenshot(page, 'calls-filters-phone')
  await page.setViewportSize({ width: 1280, height: 800 })
})

it('logs no browser errors', () => {
  expect([...bruno.browserErrors, ...phones.browserErrors]).toEqual([])
})
