import { FERN } from '@patchbay/testkit/fixtures'
import { type Receiver, startReceiver } from '@patchbay/testkit/receiver'
import { setDeletedTo } from '@patchbay/testkit/retention'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { connectExchange, fillShop, ring } from '../support/demo.ts'
import { ADDRESS, type Desk, type Rig, startRig } from '../support/rig.ts'
import { screenshot } from '../support/screenshots.ts'

let rig: Rig
let exchange: Receiver
let ada: Desk
beforeAll(async () => {
  rig = await startRig()
  exchange = await startReceiver()
  await connectExchange(rig.api, exchange)
  await fillShop(rig.api)
  ada = await rig.desk('ada')
})
afterAll(async () => {
  await rig.close()
  await exchange.close()
})

const PHONE = '+46 8 500 551 77'
const call = (more: object) => ring(rig.api, { phone: PHONE, codes: ['101'], externalPhone: '+46850055000', ...more })

const tile = (name: RegExp) => ada.page.getByRole('main').getByRole('link', { name }).first()

/** Each call of the list has one. */
const rows = () => ada.page.getByRole('link', { name: 'Details' })

const figure = async (name: RegExp): Promise<number> =>
  Number((await tile(name).locator('span').nth(1).textContent())?.replace(/\D/g, ''))

it('[D-122] a missed call that is called back moves the figure, and a click opens exactly those calls', async () => {
  await ada.page.goto(`${ADDRESS}/reports/calls`)
  await tile(/^Missed/).waitFor()
  const [missed, returned] = [await figure(/^Missed/), await figure(/^Returned/)]

  await call({ type: 'in', callExternalId: 'report-1' })
  await call({ type: 'hangup', hangupStatus: 'no answered', callExternalId: 'report-1' })
  await expect.poll(() => figure(/^Missed/), { timeout: 60_000 }).toBe(missed + 1)
  expect(await figure(/^Returned/)).toBe(returned)

  await call({ type: 'out', callExternalId: 'report-2' })
  await call({ type: 'hangup', hangupStatus: 'answered', callExternalId: 'report-2' })
  await expect.poll(() => figure(/^Returned/), { timeout: 60_000 }).toBe(returned + 1)
  await screenshot(ada.page, 'report-calls')

  await tile(/^Returned/).click()
  await ada.page.getByText('Calls that a figure of a report counts').waitFor()
  await ada.page
    .getByText(/500 551 77/)
    .first()
    .waitFor()
  await expect.poll(() => rows().count()).toBe(returned + 1)
})

/** The bars of a series, as their hint says: "Nov 17, 2026 ⏎ Missed: 3"; those of durations begin with ≤ or >. */
const dayBar = (series: string) => ada.page.getByTitle(new RegExp(`^[^≤>][^\\n]*\\n${series}: \\d`)).last()
const returnBars = () => ada.page.locator('main a').and(ada.page.getByTitle(/^[≤>].*\nReturned: \d/))

const numberOf = async (bar: ReturnType<typeof dayBar>): Promise<number> =>
  Number((await bar.getAttribute('title'))?.split(': ').at(-1))

it('[D-122] a missed call is called back: the bars move, and a click on them opens exactly those calls', async () => {
  const other = { phone: '+46 8 500 551 88' }
  await ada.page.goto(`${ADDRESS}/reports/calls`)
  await tile(/^Missed/).waitFor()
  const [missed, returned] = [await numberOf(dayBar('Missed')), await figure(/^Returned/)]
  await call({ ...other, type: 'in', callExternalId: 'report-3' })
  await call({ ...other, type: 'hangup', hangupStatus: 'no answered', callExternalId: 'report-3' })
  await expect.poll(() => numberOf(dayBar('Missed')), { timeout: 60_000 }).toBe(missed + 1)
  await call({ ...other, type: 'out', callExternalId: 'report-4' })
  await call({ ...other, type: 'hangup', hangupStatus: 'answered', callExternalId: 'report-4' })
  await expect.poll(() => figure(/^Returned/), { timeout: 60_000 }).toBe(returned + 1)

  const quickest = returnBars().first()
  const count = await numberOf(quickest)
  await quickest.click({ force: true })
  await ada.page.getByText('Calls that a figure of a report counts').waitFor()
  await expect.poll(() => rows().count(), { timeout: 60_000 }).toBe(count)

  await ada.page.goBack()
  await tile(/^Missed/).waitFor()
  await dayBar('Missed').click({ force: true })
  await ada.page.waitForURL(/\/calls\?.*missed/)
  await expect.poll(() => rows().count(), { timeout: 60_000 }).toBe(missed + 1)
  await ada.page
    .getByText(/500 551 88/)
    .first()
    .waitFor()
})

it('[D-130] a report is limited to one thing at a time, and says its name', async () => {
  await ada.page.goto(`${ADDRESS}/reports/calls`)
  const table = ada.page.getByRole('table', { name: 'Modules' })
  const link = table.getByRole('row').nth(1).getByRole('link').first()
  const name = await link.textContent()
  await link.click()
  await ada.page.getByText(`Module: ${name}`).waitFor()
  await ada.page.getByText('One filter at a time. Clear it to choose another.').waitFor()
  await screenshot(ada.page, 'report-filter')
  await ada.page.getByRole('button', { name: 'Clear filter' }).click()
  await table.waitFor()
  expect(await ada.page.getByText(`Module: ${name}`).count()).toBe(0)
})

it('[D-122] the bar of a day opens the missed calls of that day; reports on payments and chats open as well', async () => {
  await ada.page.goto(`${ADDRESS}/reports/calls`)
  await tile(/^Missed/).waitFor()
  await ada.page.getByText('Show as table').first().click()
  const table = ada.page.getByRole('table', { name: 'Incoming calls by day' })
  const link = table.getByRole('row').last().getByRole('link').last()
  const count = Number(await link.textContent())
  await link.click()
  await ada.page.waitForURL(/\/calls\?/)
  await expect.poll(() => rows().count(), { timeout: 60_000 }).toBe(count)

  await ada.page.goto(`${ADDRESS}/reports/payments`)
  await ada.page.getByRole('heading', { level: 1, name: 'Payment report' }).waitFor()
  await screenshot(ada.page, 'report-payments')
  await ada.page.goto(`${ADDRESS}/reports/chats`)
  await tile(/^Opened/).waitFor()
  await screenshot(ada.page, 'report-chats')
  expect(ada.browserErrors).toEqual([])
})

it('[D-144] the calls and conversations that a figure opens say from when they are kept', async () => {
  await setDeletedTo(rig.installation.adminUrl, FERN.host, '2026-01-31T12:00:00Z')
  await ada.page.goto(`${ADDRESS}/chats?counted=opened&from=2026-01-01`)
  await ada.page.getByText('Messages before Jan 31, 2026 are no longer kept.').waitFor()
  await screenshot(ada.page, 'report-chats-no-longer-kept')
  await ada.page.goto(`${ADDRESS}/chats?counted=opened&from=2026-02-01`)
  await ada.page.getByText('Conversations that a figure of a report counts').waitFor()
  await ada.page.goto(`${ADDRESS}/calls?from=2026-01-01`)
  await ada.page.getByText('Calls before Jan 31, 2026 are no longer kept.').waitFor()
})
