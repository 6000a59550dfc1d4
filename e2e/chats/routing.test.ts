// The router, explained on a chat and on a call. The server, the worker, the web chat and the exchange are separate processes.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { assignExtensions } from '../support/extensions.ts'
import { ADDRESS, type Desk, type Rig, startRig } from '../support/rig.ts'
import { screenshot, violations } from '../support/screenshots.ts'

const AWAY = 'We are closed and reply on Monday.'
const STRANGER = '+46 8 500 559 88'

let rig: Rig
let shop: string
let phones: Desk
let ada: Desk
let bruno: Desk
const visitors: Desk[] = []
beforeAll(async () => {
  rig = await startRig()
  shop = await rig.module('webchat')
  const exchange = await rig.module('phones')
  await assignExtensions(rig, 'phones', { bruno: '102' })
  phones = await rig.desk(undefined)
  ada = await rig.desk('ada')
  bruno = await rig.desk('bruno')
  await phones.page.goto(exchange)
  await ada.page.goto(`${ADDRESS}/routing`, { waitUntil: 'networkidle' })
  await bruno.page.goto(`${ADDRESS}/chats`, { waitUntil: 'networkidle' })
  await rig.online('ada', 'bruno')
})
afterAll(() => rig?.close())

const visitor = async (text: string): Promise<Page> => {
  const desk = await rig.desk(undefined)
  visitors.push(desk)
  const { page } = desk
  await page.goto(shop)
  await page.getByRole('button', { name: 'Chat' }).click()
  await page.getByRole('textbox', { name: 'Your message' }).fill(text)
  await page.keyboard.press('Enter')
  await page.getByRole('log').getByText(text).waitFor()
  return page
}

const saved = ({ page }: Desk) => page.getByText('Saved').last().waitFor()

it('an administrator switches routing on and takes no chats herself', async () => {
  const { page } = ada
  await page.getByLabel('Assign chats automatically').check()
  await page.getByRole('button', { name: 'Save' }).click()
  await saved(ada)
  await page.goto(`${ADDRESS}/users`, { waitUntil: 'networkidle' })
  await page.getByRole('button', { name: 'Actions for Ada Lindqvist' }).click()
  await page.getByRole('menuitem', { name: 'Change chat limit' }).click()
  await page.getByLabel('Open chats at most').fill('0')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  const chiara = await rig.wire('chiara')
  expect((await chiara.postJson('/workspace/me/status', { status: 'dinner' })).status).toBe(200)
})

it('a visitor writes: the chat is assigned, and says to whom, why, and why not to the others', async () => {
  await visitor('Do you have ferns?')
  const { page } = bruno
  await page.getByRole('link', { name: /1 unread/ }).click()
  await page.getByText('Assigned to Bruno Costa: next in turn').waitFor()
  const why = page.getByRole('button', { name: 'Why not the others?' })
  await why.focus()
  await page.keyboard.press('Enter')
  const reasons = page.getByRole('dialog')
  await reasons.getByText('Ada Lindqvist: takes no chats').waitFor()
  await reasons.getByText('Chiara Neri: does not have the workspace open').waitFor()
  await screenshot(page, 'routing-chat')
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await reasons.waitFor({ state: 'detached' })
})

const openHours = async () => {
  await ada.page.goto(`${ADDRESS}/routing`, { waitUntil: 'networkidle' })
  await ada.page.getByRole('button', { name: 'Fern & Field Online' }).click()
  return ada.page.getByRole('dialog', { name: 'Working hours of Fern & Field Online' })
}

it('outside the working hours a visitor gets the away reply, and the chat waits until the shop opens', async () => {
  const closing = await openHours()
  await closing.getByLabel('Always open').uncheck()
  for (const day of ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'])
    await closing.getByLabel(day, { exact: true }).uncheck()
  await closing.getByRole('textbox', { name: 'Away reply' }).fill(AWAY)
  await screenshot(ada.page, 'routing-hours')
  await closing.getByRole('button', { name: 'Save' }).click()
  await closing.waitFor({ state: 'detached' })
  const page = await visitor('Are you open?')
  await page.getByRole('log').getByText(AWAY).waitFor()
  await bruno.page.goto(`${ADDRESS}/chats`, { waitUntil: 'networkidle' })
  await bruno.page.getByRole('link', { name: /1 unread/ }).click()
  await bruno.page.getByText('Waiting for a manager: closed').waitFor()
  await bruno.page
    .getByRole('log')
    .getByText(/Automatic reply/)
    .waitFor()
  await bruno.page.getByRole('button', { name: 'Why no one?' }).click()
  await bruno.page.getByText('available, but the shop is closed').waitFor()
  await screenshot(bruno.page, 'routing-away')
  await bruno.page.keyboard.press('Escape')
  const opening = await openHours()
  await opening.getByLabel('Always open').check()
  await opening.getByRole('button', { name: 'Save' }).click()
  await opening.waitFor({ state: 'detached' })
  await bruno.page.getByText('Assigned to Bruno Costa: next in turn').waitFor()
})

it('[T-15] a call says why it rings here, whom the router chooses and why not the others', async () => {
  await phones.page.getByLabel('My number').fill(STRANGER)
  await phones.page.getByLabel('To').selectOption('102')
  await phones.page.getByRole('button', { name: 'Call', exact: true }).click()
  const card = bruno.page.getByRole('region', { name: `Incoming call ${STRANGER}` })
  await card.getByText('Rings here because your extension 102 was dialled.').waitFor()
  await card.getByText('Router’s choice: Bruno Costa, next in turn').waitFor()
  await card.getByRole('button', { name: 'Why not the others?' }).click()
  await bruno.page.getByText('Ada Lindqvist: no extension').waitFor()
  await screenshot(bruno.page, 'routing-call')
  expect(await violations(bruno.page)).toEqual([])
  await bruno.page.keyboard.press('Escape')
  await phones.page.getByRole('button', { name: 'Hang up' }).first().click()
})

it('the traces of the call and of the message show the decision', async () => {
  const { page } = ada
  await page.goto(`${ADDRESS}/calls`, { waitUntil: 'networkidle' })
  await page.getByRole('link', { name: 'Trace' }).first().click()
  await page.getByText('Router’s choice: Bruno Costa').waitFor()
  await page.getByText('Ada Lindqvist: no extension').waitFor()
  await screenshot(page, 'routing-trace')
  await page.goto(`${ADDRESS}/chats`, { waitUntil: 'networkidle' })
  await page
    .getByRole('link', { name: /Are you open|closed/ })
    .first()
    .click()
  await page.getByRole('log').getByText('Are you open?').waitFor()
  await page.getByRole('link', { name: 'Trace' }).first().click()
  await page.getByText('No one can take the chat now: it waits').waitFor()
})

it('logs no browser errors', () => {
  expect([ada, bruno, phones, ...visitors].flatMap(({ browserErrors }) => browserErrors)).toEqual([])
})
