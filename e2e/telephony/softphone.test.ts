// The softphone of an exchange in the workspace: docked, in one tab of several, with its buttons on the call card of each.
import { verifyModule } from '@patchbay/sdk/verify/run'
import { waitUntil } from '@patchbay/testkit/services'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { fillShop } from '../support/demo.ts'
import { assignExtensions } from '../support/extensions.ts'
import { ADDRESS, type Desk, type Rig, startRig } from '../support/rig.ts'
import { screenshot, settle, switchView, VIEWS, violations } from '../support/screenshots.ts'

const NADIA = '+46 8 500 550 01'
const WAIT = { timeout: 60_000 }

let rig: Rig
let exchange: string
let ada: Desk
let second: Page
beforeAll(async () => {
  rig = await startRig({ isSecure: true })
  exchange = await rig.module('phones')
  await assignExtensions(rig, 'phones', { ada: '101', bruno: '102' })
  await fillShop(rig.api)
  ada = await rig.desk('ada')
  await ada.page.goto(`${ADDRESS}/orders`)
})
afterAll(() => rig?.close())

const act = async (body: object): Promise<void> => {
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(`${exchange}/act`, { method: 'POST', headers, body: JSON.stringify(body) })
  expect(answer.ok, await answer.text()).toBe(true)
}
const dock = (page: Page) => page.getByRole('region', { name: 'Phone 101' })
const card = (page: Page, phone = NADIA) => page.getByRole('region', { name: `Incoming call ${phone}` })
const frameOf = (page: Page) => page.frameLocator('iframe[title="Phone 101"]')

it('[D-120] a manager with an extension has the softphone docked; one without has none', async () => {
  await dock(ada.page).getByText('Ready').waitFor(WAIT)
  const frame = ada.page.locator('iframe')
  expect(await frame.getAttribute('sandbox')).toBe('allow-scripts allow-same-origin')
  expect(await frame.getAttribute('allow')).toBe('microphone; autoplay; speaker-selection')
  const response = await ada.page.request.get(`${rig.server.origin}/orders`, {
    headers: { host: new URL(ADDRESS).host },
  })
  expect(response.headers()['content-security-policy']).toContain(`frame-src ${new URL(exchange).origin}`)
  const chiara = await rig.desk('chiara')
  await chiara.page.goto(`${ADDRESS}/orders`)
  await settle(chiara)
  expect(await chiara.page.getByRole('region', { name: /^Phone/ }).count()).toBe(0)
  await chiara.context.close()
})

it('[D-120] another tab shows the same phone without a second frame', async () => {
  second = await ada.context.newPage()
  await second.goto(`${ADDRESS}/customers`)
  await dock(second).getByText('Ready').waitFor(WAIT)
  expect(await second.locator('iframe').count()).toBe(0)
})

it('[D-120] answers, mutes, holds and hangs up on the card, from either tab', async () => {
  await act({ act: 'call-in', phone: NADIA, to: '101' })
  await card(second).getByRole('button', { name: 'Answer' }).click(WAIT)
  await card(ada.page).getByText('Talking').waitFor(WAIT)
  await dock(ada.page).getByText(`In a call: ${NADIA}`).waitFor(WAIT)
  await card(ada.page).getByRole('button', { name: 'Mute' }).click()
  await card(second).getByRole('button', { name: 'Mute', pressed: true }).waitFor(WAIT)
  await card(second).getByRole('button', { name: 'Hold' }).click()
  await card(ada.page).getByRole('button', { name: 'Hold', pressed: true }).waitFor(WAIT)
  await dock(ada.page)
    .getByRole('button', { name: /Phone 101/ })
    .click()
  await frameOf(ada.page).getByText(`In a call with ${NADIA}`).waitFor(WAIT)
  for (const view of VIEWS) {
    await switchView(ada.page, view)
    await screenshot(ada.page, `softphone-${view.name}`)
    expect(await violations(ada.page), view.name).toEqual([])
  }
  await switchView(ada.page, VIEWS[0])
  await dock(ada.page)
    .getByRole('button', { name: /Phone 101/ })
    .click()
})

it('[D-120] closing the tab with the phone in a call asks first, and another tab takes the phone over', async () => {
  const asked = ada.page.waitForEvent('dialog', WAIT)
  // Browsers ask only on pages that the user has touched.
  await ada.page.getByRole('heading', { level: 1 }).click()
  const closed = ada.page.close({ runBeforeUnload: true })
  const dialog = await asked
  expect(dialog.type()).toBe('beforeunload')
  await dialog.accept()
  await closed
  await waitUntil('the other tab has the frame', async () => (await second.locator('iframe').count()) === 1)
  await dock(second).getByText(`In a call: ${NADIA}`).waitFor(WAIT)
  await card(second).getByRole('button', { name: 'Hang up' }).click()
  await dock(second).getByText('Ready').waitFor(WAIT)
  await card(second).getByText('Call ended').waitFor(WAIT)
  expect(ada.browserErrors).toEqual([])
})

it('[D-120] a declined call stops ringing here, and goes on for the others', async () => {
  await act({ act: 'call-in', phone: '+46 8 500 559 98', to: '700' })
  await card(second, '+46 8 500 559 98').getByRole('button', { name: 'Decline' }).click(WAIT)
  await dock(second).getByText('Ready').waitFor(WAIT)
  expect(await card(second, '+46 8 500 559 98').getByRole('button', { name: 'Answer' }).count()).toBe(0)
  const state = (await (await fetch(`${exchange}/events?softphone`)).body?.getReader().read())?.value
  expect(Buffer.from(state ?? []).toString()).toContain('"codes":["102","103"]')
})

it('[D-120] patchbay verify --dock exchanges the messages in a browser', { timeout: 120_000 }, async () => {
  const run = `exec "${process.execPath}" "${import.meta.dirname}/../../modules/phones/src/main.ts"`
  const port = 40_000 + (process.pid % 20_000)
  const url = `http://127.0.0.1:${port}`
  const only = /dock|softphone/
  const report = await verifyModule({ kind: 'telephony', url, run, hooks: { dock: true }, only, waitMs: 60_000 })
  expect(report.outcomes.filter(({ result }) => result !== 'passed')).toEqual([])
  expect(report.outcomes.map(({ name }) => name)).toContain('exchanges the messages of the dock in a browser')
})
