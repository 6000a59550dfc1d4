// Notifications in real browsers: sounds, desktop notifications, badges, the notification centre and Web Push. The server,
// the worker, the exchange and the web chat are separate processes. Headless Chromium has no push service of its own, so a
// local one takes its place.
import type { HttpClient } from '@patchbay/testkit/http-client'
import { type PushService, startPushService } from '@patchbay/testkit/push-service'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { at, fillShop } from '../support/demo.ts'
import { assignExtensions } from '../support/extensions.ts'
import { ADDRESS, type Desk, type Person, type Rig, startRig } from '../support/rig.ts'
import { screenshot } from '../support/screenshots.ts'
import { createVisitor, type Visitor } from '../support/visitors.ts'

type Seen = { tones: number; notifications: { title: string; body: string | undefined }[] }

let rig: Rig
let phones: Desk
let shop: string
let visitor: Visitor
let push: PushService
let bruno: Desk
let phone: Desk
beforeAll(async () => {
  rig = await startRig({ isSecure: true })
  push = await startPushService()
  const exchange = await rig.module('phones')
  shop = await rig.module('webchat')
  await assignExtensions(rig, 'phones', { ada: '101', bruno: '102' })
  await fillShop(rig.api)
  visitor = createVisitor(shop)
  phones = await rig.desk(undefined)
  await phones.page.goto(exchange)
  await completeTasks(await rig.wire('ada'))
})
afterAll(async () => {
  await rig.close()
  await push.close()
})

/** The tasks of the demo are overdue: within a minute a worker would notify their assignees. */
const completeTasks = async (ada: HttpClient): Promise<void> => {
  const { tasks } = (await ada.get('/workspace/tasks', { of: 'all' })).body as { tasks: { id: number }[] }
  for (const { id } of tasks) {
    const reply = await ada.postJson(`/workspace/tasks/${id}/complete`, {})
    if (reply.status !== 200) throw new Error(reply.text)
  }
}

/** Counts the tones and records the desktop notifications of every page of this browser. */
const record = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(() => {
    const seen: Seen = { tones: 0, notifications: [] }
    Object.assign(window, { seen })
    const start = OscillatorNode.prototype.start
    OscillatorNode.prototype.start = function (when) {
      seen.tones++
      start.call(this, when)
    }
    window.Notification = class extends window.Notification {
      constructor(title: string, options?: NotificationOptions) {
        super(title, options)
        seen.notifications.push({ title, body: options?.body })
      }
    }
  })

const seenBy = (page: Page): Promise<Seen> => page.evaluate(() => (window as unknown as { seen: Seen }).seen)
const tonesOf = async (page: Page): Promise<number> => (await seenBy(page)).tones

/** Opens a page and clicks on it: only then do browsers allow sounds. Waits until it leads, or another tab does. */
const sitDown = async (page: Page, path: string, tabs = 1): Promise<void> => {
  await page.goto(`${ADDRESS}${path}`, { waitUntil: 'networkidle' })
  await page.getByRole('heading', { level: 1 }).click()
  const locks = () =>
    page.evaluate(async () => {
      const { held = [], pending = [] } = await navigator.locks.query()
      return [...held, ...pending].filter(({ name }) => name?.startsWith('patchbay.sounds')).length
    })
  await expect.poll(locks).toBe(tabs)
}

const openDesk = async (person: Person): Promise<Desk> => {
  const desk = await rig.desk(person, { permissions: ['notifications'] })
  await record(desk.context)
  return desk
}

const bell = (page: Page, unread: number) =>
  page.getByRole('button', { name: unread > 0 ? `Notifications, ${unread} unread` : /^Notifications$/ })
/** What the web chat calls a visitor. */
const VISITOR = expect.stringMatching(/^Visitor \w+$/)
const NADIA = '+46 8 500 550 01'
const callFromNadia = async (extension: string): Promise<void> => {
  await phones.page.getByLabel('My number').fill(NADIA)
  await phones.page.getByLabel('To').selectOption(extension)
  await phones.page.getByRole('button', { name: 'Call', exact: true }).click()
}
/** What the buttons of the phones do not cover: calls that fail, and calls reported late. */
const report = (event: object) => rig.api.post('/api/v5/telephony/call/event', { event: { phone: NADIA, ...event } })
const pressOnPhones = (name: string) => phones.page.getByRole('button', { name, exact: true }).click()
const card = (page: Page) => page.getByRole('region', { name: /call \+46 8 500 550 01/i })

it('of two open tabs one rings, until the call ends; when it is closed, the other one does', async () => {
  const { page: first, context } = await openDesk('ada')
  const second = await context.newPage()
  await sitDown(first, '/orders')
  await sitDown(second, '/customers', 2)
  await callFromNadia('101')
  await card(first).waitFor()
  await card(second).waitFor()
  await expect.poll(() => tonesOf(first)).toBeGreaterThan(0)
  expect(await tonesOf(second)).toBe(0)
  await expect
    .poll(async () => (await seenBy(first)).notifications)
    .toEqual([{ title: 'Incoming call', body: 'Nadia Petrova · +46 8 500 550 01' }])
  await pressOnPhones('Hang up')
  await bell(second, 1).waitFor()
  await expect.poll(async () => (await seenBy(first)).notifications.at(-1)?.title).toBe('Missed call')
  await first.close()
  await expect.poll(() => second.evaluate(async () => (await navigator.locks.query()).pending?.length)).toBe(0)
  await callFromNadia('101')
  await expect.poll(() => tonesOf(second)).toBeGreaterThan(0)
  await pressOnPhones('Answer')
  await card(second).getByText('Talking').waitFor()
  await phones.page.locator('#calls').getByRole('button', { name: 'Hang up' }).click()
  await context.close()
})

it('a message that arrives on another page: counts, title, icon, sound and desktop notification', async () => {
  bruno = await openDesk('bruno')
  const { page } = bruno
  await sitDown(page, '/orders')
  await expect.poll(() => page.title()).toBe('Orders · Patchbay')
  const icon = () => page.locator('link[rel*=icon][href^="data:"]').last().getAttribute('href')
  expect(await icon()).not.toContain(encodeURIComponent('<text'))
  await visitor.say('Is the olive tree still there?')
  await bell(page, 1).waitFor()
  await page.getByRole('navigation').getByRole('link', { name: 'Chats 1 new' }).waitFor()
  await expect.poll(() => page.title()).toBe('(1) Orders · Patchbay')
  expect(await icon()).toContain(encodeURIComponent('>1</text>'))
  await expect.poll(() => tonesOf(page)).toBeGreaterThan(0)
  await expect
    .poll(async () => (await seenBy(page)).notifications)
    .toEqual([{ title: VISITOR, body: 'Is the olive tree still there?' }])
  await screenshot(page, 'notification-badges')
})

it('what is read on one device is read on the other; the notification centre opens with N and leads to the chat', async () => {
  phone = await rig.desk('bruno', { viewport: { width: 390, height: 844 } })
  await phone.page.goto(`${ADDRESS}/orders`, { waitUntil: 'networkidle' })
  await bell(phone.page, 1).waitFor()
  const { page } = bruno
  await page.keyboard.press('n')
  const centre = page.getByRole('dialog', { name: 'Notifications' })
  await centre.getByText(/^(Today|Yesterday)$/).waitFor()
  await screenshot(page, 'notification-centre')
  await centre.getByRole('link', { name: /Visitor/ }).click()
  await page.getByRole('log').getByText('Is the olive tree still there?').waitFor()
  await bell(page, 0).waitFor()
  await bell(phone.page, 0).waitFor()
  await expect.poll(() => phone.page.title()).toBe('Orders · Patchbay')
  await page.goto(`${ADDRESS}/orders`)
  await visitor.say('I could come by on Saturday')
  await visitor.say('Or on Sunday')
  await createVisitor(shop).say('Good morning')
  await bell(page, 2).waitFor()
  await bell(phone.page, 2).click()
  const list = phone.page.getByRole('dialog', { name: 'Notifications' })
  await list.getByText(/^Visitor \w+ · 2 messages$/).waitFor()
  await screenshot(phone.page, 'notification-centre-phone')
  await list.getByRole('button', { name: 'Mark all read' }).click()
  await bell(page, 0).waitFor()
  await phone.context.close()
})

it('a card that is closed in one tab stops ringing in every tab; a call that rings stays unread on the page of calls', async () => {
  const { context, page: first } = bruno
  const second = await context.newPage()
  await sitDown(first, '/calls')
  await sitDown(second, '/orders', 2)
  await report({ type: 'in', codes: ['102'], callExternalId: 'closed' })
  await expect.poll(async () => (await tonesOf(first)) + (await tonesOf(second))).toBeGreaterThan(0)
  // The page of calls is open and visible, and still the call is new until somebody does something about it.
  const calls = second.getByRole('link', { name: /^Calls/ })
  await calls.getByRole('img', { name: '1 new' }).waitFor()
  await second.getByRole('button', { name: 'Hide call card' }).click()
  await first.getByRole('region', { name: /^Incoming call/ }).waitFor({ state: 'detached' })
  await calls.getByRole('img', { name: '1 new' }).waitFor({ state: 'detached' })
  const rung = async () => (await tonesOf(first)) + (await tonesOf(second))
  const before = await rung()
  // A later call rings again: until then the closed one has made no sound.
  await report({ type: 'hangup', hangupStatus: 'failed', callExternalId: 'closed' })
  expect(await rung()).toBe(before)
  await report({ type: 'in', codes: ['102'], callExternalId: 'after-closed' })
  await expect.poll(rung).toBeGreaterThan(before)
  await report({ type: 'hangup', codes: ['102'], hangupStatus: 'failed', callExternalId: 'after-closed' })
  await second.close()
})

it('a call that is reported late makes no sound', async () => {
  const { page } = bruno
  await sitDown(page, '/customers')
  // What an exchange reports that was offline for an hour.
  await report({ type: 'in', codes: ['102'], callExternalId: 'late', date: at(1) })
  await card(page).waitFor()
  await bell(page, 1).waitFor()
  // A message after it does: so the worker has announced the call, too.
  const before = await tonesOf(page)
  expect(before).toBe(0)
  await visitor.say('Hello?')
  await expect.poll(() => tonesOf(page)).toBeGreaterThan(0)
  expect((await seenBy(page)).notifications.map(({ body }) => body)).toEqual(['Hello?'])
})

it('in quiet hours nothing sounds or appears, and the list still has it; sounds can be tested', async () => {
  const { page } = bruno
  await sitDown(page, '/notification-settings')
  await page.getByRole('button', { name: 'Test sound: Ringtone' }).click()
  await expect.poll(() => tonesOf(page)).toBeGreaterThan(0)
  await page.getByRole('switch', { name: 'Use quiet hours' }).click()
  await page.getByLabel('From').fill('00:00')
  await page.getByLabel('Until').fill('23:59')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Saved').first().waitFor()
  await sitDown(page, '/customers')
  const { notifications } = await seenBy(page)
  const unread = async () => Number(/\d+/.exec((await page.title()) ?? '')?.[0] ?? 0)
  const before = await unread()
  await createVisitor(shop).say('At night')
  await expect.poll(unread).toBe(before + 1)
  expect(await seenBy(page)).toEqual({ tones: 0, notifications })
})

it('pushes to a closed workspace; a browser that is gone (410) is forgotten', async () => {
  const chiara = await openDesk('chiara')
  await chiara.context.addInitScript((subscription) => {
    let current: unknown = null
    const json = { ...subscription, toJSON: () => subscription, unsubscribe: async () => true }
    PushManager.prototype.subscribe = async () => {
      current = json
      return json as unknown as PushSubscription
    }
    PushManager.prototype.getSubscription = async () => current as PushSubscription | null
  }, push.browser('chiara'))
  const { page } = chiara
  await page.goto(`${ADDRESS}/notification-settings`)
  const device = page.getByRole('region', { name: 'This device' })
  await device.getByRole('button', { name: 'Turn on' }).click()
  await page.getByText('Push notifications are on').waitFor()
  await screenshot(page, 'notification-settings-push')
  await page.close()
  const received = () => push.received.map(({ message }) => message.content.text)
  const pia = createVisitor(shop)
  await pia.say('Anybody there?')
  await expect.poll(received).toEqual(['Anybody there?'])
  expect(push.received[0]).toMatchObject({
    headers: { 'content-encoding': 'aes128gcm' },
    claims: { aud: push.url },
    message: { content: { kind: 'message', from: VISITOR }, language: 'en', accountName: 'Fern & Field' },
  })
  push.answer(410)
  await pia.say('Gone?')
  await expect.poll(received).toEqual(['Anybody there?', 'Gone?'])
  push.answer(201)
  // Another browser gets the next message, chiara's no longer.
  const ada = await rig.wire('ada')
  const subscribed = await ada.postJson('/workspace/me/push-subscriptions', { ...push.browser('ada'), language: 'en' })
  expect(subscribed.status).toBe(200)
  await pia.say('Later')
  await expect.poll(received).toContain('Later')
  expect(push.received.filter(({ path }) => path === '/chiara')).toHaveLength(2)
  await chiara.context.close()
})

it('the service worker shows a push in the user’s language; the workspace can be installed', async () => {
  const { page, context } = await openDesk('bruno')
  await page.goto(`${ADDRESS}/orders`)
  const manifest = await page.evaluate(async () => (await fetch('/manifest.webmanifest')).json())
  expect(manifest).toMatchObject({ display: 'standalone', start_url: '/' })
  const worker = await context.newCDPSession(page)
  const registered = new Promise<string>((resolve) =>
    worker.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [one] = registrations
      if (one) resolve(one.registrationId)
    }),
  )
  await worker.send('ServiceWorker.enable')
  await page.evaluate(async () => {
    await navigator.serviceWorker.register('/service-worker.js')
    await navigator.serviceWorker.ready
  })
  const registrationId = await registered
  await page.goto('about:blank')
  const content = { kind: 'payment-held', orderId: 7, orderNumber: 'F-1040', amount: '48.50', currency: 'EUR' }
  const data = JSON.stringify({ content, count: 1, language: 'es', accountName: 'Fern & Field' })
  await worker.send('ServiceWorker.deliverPushMessage', { origin: ADDRESS, registrationId, data })
  await page.goto(`${ADDRESS}/orders`)
  const shown = () =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready
      return (await registration.getNotifications()).map(({ title, body, tag }) => ({ title, body, tag }))
    })
  await expect.poll(shown).toEqual([
    {
      title: 'Pago retenido, pendiente de aprobación · Fern & Field',
      body: expect.stringMatching(/^Pedido F-1040 · 48,50/),
      tag: '/orders/7',
    },
  ])
  await context.close()
})

it('logs no browser errors', () => {
  expect(bruno.browserErrors).toEqual([])
})
