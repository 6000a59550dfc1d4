import { type Receiver, startReceiver } from '@patchbay/testkit/receiver'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { connectExchange, connectMessenger, fillShop, type Messenger, ring } from '../support/demo.ts'
import { ADDRESS, type Desk, type Rig, startRig } from '../support/rig.ts'
import { overflow, screenshot, seriousViolations } from '../support/screenshots.ts'

let rig: Rig
let exchange: Receiver
let messenger: Messenger
let wall: Desk
const TV = { width: 1920, height: 1080 }
beforeAll(async () => {
  rig = await startRig({ isSecure: true })
  exchange = await startReceiver()
  await connectExchange(rig.api, exchange)
  messenger = await connectMessenger(rig, exchange.url)
  await fillShop(rig.api)
  wall = await rig.desk('ada', { viewport: TV })
  await wall.page.goto(`${ADDRESS}/wall`)
  await panel('Calls ringing').getByText('No call is ringing').waitFor()
})
afterAll(async () => {
  await rig.close()
  await exchange.close()
})

const panel = (name: string) => wall.page.getByRole('region', { name })
const call = (more: object) =>
  ring(rig.api, {
    phone: '+46 8 500 550 01',
    codes: ['102'],
    callExternalId: 'wall-1',
    externalPhone: '+46850055000',
    ...more,
  })

const figure = (name: string) =>
  panel('Today')
    .locator('dl > div')
    .filter({ has: wall.page.locator('dt', { hasText: new RegExp(`^${name}$`) }) })
    .locator('dd')

/** The text of a list entry, without the time that runs. */
const row = (name: string, text: string) => panel(name).getByRole('listitem').filter({ hasText: text })

it('[D-131] a call that rings is on the wall, moves to the manager who answers it, and is counted when it is over', async () => {
  // The figures arrive after the page: until then each is a dash.
  await expect.poll(() => figure('Answered').textContent()).toMatch(/^\d+$/)
  const answered = Number(await figure('Answered').textContent())
  await call({ type: 'in' })
  const ringing = row('Calls ringing', '••• 01')
  await ringing.getByText('Rings at Bruno Costa').waitFor()
  await ringing.locator('time').waitFor()
  await screenshot(wall.page, 'wall-ringing')
  // The customer is known, but not to those who pass the screen.
  const shown = (await wall.page.locator('body').textContent()) ?? ''
  expect(shown).not.toContain('Nadia')
  expect(shown.replace(/\D/g, '')).not.toContain('50055001')

  await call({ type: 'answer' })
  await row('Team', 'Bruno Costa').getByText('On a call').waitFor()
  await panel('Calls ringing').getByText('No call is ringing').waitFor()
  await call({ type: 'hangup', hangupStatus: 'answered' })
  await row('Team', 'Bruno Costa').waitFor({ state: 'detached' })
  await expect.poll(() => figure('Answered').textContent(), { timeout: 60_000 }).toBe(String(answered + 1))
})

it('[D-131] a manager who takes a break is shown so, and the user of the wall is not there', async () => {
  const bruno = await rig.desk('bruno')
  await bruno.page.goto(`${ADDRESS}/orders`)
  await bruno.page.getByRole('heading', { level: 1 }).waitFor()
  const wire = await rig.wire('bruno')
  for (const [status, text] of [
    ['free', 'Available'],
    ['break', 'Break'],
  ] as const) {
    await wire.postJson('/workspace/me/status', { status })
    await row('Team', 'Bruno Costa').getByText(text).waitFor()
  }
  expect(await row('Team', 'Ada Lindqvist').count()).toBe(0)
  await screenshot(wall.page, 'wall-break')
  await bruno.context.close()
})

it('[D-131] a chat that waits is on the wall, with its channel and without its customer', async () => {
  await messenger.say('wall-m1', { type: 'text', text: 'Is the olive tree still there?' })
  const waiting = row('Chats waiting', 'Fern on Telegram')
  await waiting.getByText('Unassigned').waitFor()
  await expect.poll(() => figure('Chats opened').textContent(), { timeout: 60_000 }).toBe('1')
  const shown = await wall.page.locator('body').textContent()
  expect(shown).not.toContain('Vera')
  expect(shown).not.toContain('olive')
})

it('[D-131] is read from five metres: large letters, nothing scrolls, and it is accessible', async () => {
  const smallest = await wall.page.evaluate(() =>
    Math.min(
      ...[...document.querySelectorAll('main *')]
        .filter((element) => [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim()))
        .map((element) => Number.parseFloat(getComputedStyle(element).fontSize)),
    ),
  )
  // 26 of 1080 lines: 16 millimetres on a screen of 55 inches.
  expect(smallest).toBeGreaterThanOrEqual(25)
  expect(await overflow(wall.page)).toBe(0)
  expect(await wall.page.evaluate(() => document.documentElement.scrollHeight - window.innerHeight)).toBe(0)
  for (const colorScheme of ['light', 'dark'] as const) {
    await wall.page.emulateMedia({ colorScheme })
    await wall.page.locator(`html[data-mantine-color-scheme=${colorScheme}]`).waitFor()
    expect(await seriousViolations(wall.page)).toEqual([])
    await screenshot(wall.page, `wall-tv-${colorScheme}`)
  }
})

it('[D-131] fills the screen, keeps it awake, and reconnects by itself', async () => {
  const { page } = wall
  await page.getByRole('button', { name: 'Full screen' }).click()
  await page.getByRole('button', { name: 'Exit full screen' }).waitFor()
  expect(await page.evaluate(() => document.fullscreenElement?.tagName)).toBe('HTML')
  await page.getByRole('button', { name: 'Exit full screen' }).click()
  await page.getByRole('button', { name: 'Full screen', exact: true }).waitFor()

  await page.addInitScript(() => {
    const requests: string[] = []
    Object.assign(globalThis, { wakeLocks: requests })
    const { wakeLock } = navigator
    const request = wakeLock.request.bind(wakeLock)
    wakeLock.request = (type) => {
      requests.push(type ?? '')
      return request(type)
    }
  })
  await page.reload()
  await panel('Calls ringing').getByText('No call is ringing').waitFor()
  expect(await page.evaluate(() => (globalThis as unknown as { wakeLocks: string[] }).wakeLocks)).toContain('screen')

  await rig.server.kill('SIGKILL')
  await page.getByText('Reconnecting…').waitFor()
  await rig.installation.startServer({ PORT: String(rig.server.port) })
  await page.getByText('Reconnecting…').waitFor({ state: 'detached' })
  await call({ type: 'in', callExternalId: 'wall-2' })
  await row('Calls ringing', '••• 01').waitFor()
  await call({ type: 'hangup', hangupStatus: 'no answered', callExternalId: 'wall-2' })
  await panel('Calls ringing').getByText('No call is ringing').waitFor()
})
