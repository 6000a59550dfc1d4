import { gzipSync } from 'node:zlib'
import { type Bank, startBank } from '@patchbay/testkit/bank'
import { json, startReceiver } from '@patchbay/testkit/receiver'
import { waitUntil } from '@patchbay/testkit/services'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  answerAll,
  at,
  connectBank,
  connectExchange,
  connectMessenger,
  connectPayments,
  fillShop,
  orderToPay,
  paymentOf,
  ring,
  uploadCalls,
} from './support/demo.ts'
import { controls, englishIn } from './support/page-texts.ts'
import { ADDRESS, type Desk, type Rig, startRig } from './support/rig.ts'
import { overflow, screenshot, seriousViolations, settle, switchView, VIEWS } from './support/screenshots.ts'

let rig: Rig
let module: Awaited<ReturnType<typeof startReceiver>>
let bank: Bank
let invoiced: number
let customer: number
beforeAll(async () => {
  rig = await startRig()
  module = await startReceiver()
  bank = await startBank({ crm: () => rig.api, idempotent: true })
  await populate()
})
afterAll(async () => {
  await rig.close()
  await module.close()
  await bank.close()
})

const populate = async (): Promise<void> => {
  await connectExchange(rig.api, module)
  await connectPayments(rig.api, module)
  const { customers } = await fillShop(rig.api)
  customer = customers[0] ?? expect.fail('the shop has no customers')
  await uploadCalls(rig.api)
  const messenger = await connectMessenger(rig, module.url)
  await messenger.say('one', { type: 'text', text: 'Good morning! Is the olive tree still there?' })
  await messenger.say('two', { type: 'text', text: 'I could come by on Saturday' })
  await messenger.react('two', '🔥')
  await ring(rig.api, {
    phone: '+46 8 500 550 01',
    type: 'in',
    codes: ['101', '109'],
    externalPhone: '+46850055000',
    callExternalId: 'traced',
  })
  await ring(rig.api, { phone: '+46 8 500 550 01', type: 'hangup', hangupStatus: 'answered', callExternalId: 'traced' })
  await rig.api.post('/api/v5/tasks/create', {
    task: {
      text: 'Send the spring catalogue',
      commentary: 'The printed one',
      datetime: at(-30),
      customer: { id: customers[0] },
    },
  })
  await connectBank(rig.api, bank.url)
  invoiced = await orderToPay(rig.api, 'bank-main')
  const paymentId = await paymentOf(rig.api, invoiced)
  await rig.api.post('/api/v5/payment/create-invoice', { createInvoice: { paymentId } })
  const payment = [...bank.ledger.payments.values()].at(-1) ?? expect.fail('no invoice was issued')
  // The modules of an API key are cached for a second; until then it has no access to this invoice.
  const { invoiceUuid, currency } = payment
  const check = { invoiceUuid, amount: payment.amount / 100, currency }
  const isKnown = async () =>
    ((await rig.api.post('/api/v5/payment/check', { check })).body as { success: boolean }).success
  await waitUntil('the key has access to the bank', isKnown)
  await bank.pay(payment.id, 'hold-and-wait')
  // Home: a hold that expires soon, and a call to return.
  await rig.api.post('/api/v5/payment/update-invoice', { updateInvoice: { invoiceUuid, expiredAt: `${at(-3)}Z` } })
  await messenger.say('three', { type: 'text', text: 'Do you deliver on Sundays?' }, 'Omar')
  // Webhooks about Omar's chat fail and are retried later.
  module.answer(({ body }, response) => json(response, body.includes('chat-omar') ? 503 : 200, { success: true }))
  await answerAll(await rig.wire('bruno'), 'Good morning! We look and write back at once')
  await messenger.say('four', { type: 'text', text: 'And on Saturdays?' }, 'Omar')
  await rig.api.post('/api/v5/integration-modules/paylane/edit', {
    integrationModule: { code: 'paylane', baseUrl: 'not an address' },
  })
}

/** The path of the page of a shared exchange. */
const sharedPath = async (): Promise<string> => {
  const ada = await rig.wire('ada')
  const { exchanges } = (await ada.get('/workspace/traffic')).body as { exchanges: { id: number; request?: string }[] }
  const { id } = exchanges.find(({ request }) => request?.includes('not an address')) ?? expect.fail('no such exchange')
  const { shareToken } = (await ada.postJson(`/workspace/traffic/${id}/shares`, {})).body as { shareToken: string }
  return `/shared#${shareToken}`
}

type Visit = {
  name: string
  path: string | (() => string | Promise<string>)
  open?: (page: Page) => Promise<unknown>
  /** Opens what exists only on a phone. */
  onPhone?: (page: Page) => Promise<unknown>
  /** Removes what would stay for the next page. */
  after?: (page: Page) => Promise<unknown>
}

const press = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().click()

const dialog = (page: Page) => page.getByRole('dialog').waitFor()

const ask = (name: string) => (page: Page) => press(name)(page).then(() => dialog(page))

const firstRow = (page: Page) => page.locator('[data-row]').first().click()

const firstPanel = (page: Page) => firstRow(page).then(() => dialog(page))

const heading = (name: RegExp) => (page: Page) => page.getByRole('heading', { name }).waitFor()

const firstChat = (page: Page) => firstRow(page).then(() => page.getByRole('log').waitFor())

const toTrace = async (page: Page) => {
  await page.getByRole('link', { name: 'Trace' }).first().click()
  await heading(/^(Call|Invoice|Message) trace/)(page)
}

const search = async (page: Page, text: string) => {
  await page.keyboard.press('Control+k')
  await dialog(page)
  await page.keyboard.type(text)
  await page.getByRole('dialog').getByText(/\+46/).first().waitFor()
}

const showFilters = press('Filters')

const cardOf = (page: Page) => page.getByRole('region', { name: /^Incoming call/ })

/** A call to Ada with these events, and the state of its card; afterwards it is over and its card is closed. */
const callCard = (name: string, phone: string, events: object[], state: string): Visit => {
  const call = { phone, codes: ['101'], callExternalId: name, externalPhone: '+46850055000' }
  return {
    name,
    path: '/orders',
    open: async (page) => {
      for (const event of [{ type: 'in' }, ...events]) {
        await ring(rig.api, { ...call, ...event })
        await cardOf(page).waitFor()
      }
      await cardOf(page).getByText(state).first().waitFor()
    },
    onPhone: press('Show call card'),
    after: async (page) => {
      await press(/^(Dismiss|Hide call card)$/)(page)
      await cardOf(page).waitFor({ state: 'detached' })
      await ring(rig.api, { ...call, type: 'hangup', hangupStatus: 'failed' })
    },
  }
}

const ENDED = { type: 'hangup', hangupStatus: 'answered' }
const unknownCaller = (name: string, then: (page: Page) => Promise<unknown>): Visit => {
  const visit = callCard(name, '+46 8 500 559 99', [{ type: 'answer' }], 'Unknown caller')
  return { ...visit, open: async (page) => visit.open?.(page).then(() => then(page)) }
}

const CALL_CARDS: Visit[] = [
  callCard('call-card-ringing', '+46 8 500 550 01', [], 'Ringing'),
  callCard('call-card-talking', '+46 8 500 550 01', [{ type: 'answer' }], 'Talking'),
  callCard('call-card-wrap-up', '+46 8 500 550 01', [{ type: 'answer' }, ENDED], 'Call ended'),
  callCard('call-card-missed', '+46 8 500 550 01', [{ type: 'hangup', hangupStatus: 'no answered' }], 'Missed'),
  unknownCaller('call-card-unknown', async (page) => {
    await press('Create customer')(page)
    await page.getByRole('form', { name: 'Create customer' }).waitFor()
  }),
  unknownCaller('call-card-order', async (page) => {
    await press('Create order')(page)
    await page.getByRole('dialog').getByLabel('Product').waitFor()
  }),
]

const openExtension = async (page: Page) => {
  await press('Actions for Bruno Costa')(page)
  await page.getByRole('menuitem', { name: 'Change extension' }).click()
  await dialog(page)
}

const lookUp = async (page: Page) => {
  await page.getByLabel('Phone number').fill('+46 8 500 550 01')
  await press('Check')(page)
  const lookup = page.getByRole('region', { name: 'Manager lookup' })
  await lookup.getByText('Responsible manager').waitFor()
  await lookup.scrollIntoViewIfNeeded()
}

const PAGES: Visit[] = [
  { name: 'home', path: '/' },
  { name: 'notifications', path: '/modules', open: (page) => page.keyboard.press('n').then(() => dialog(page)) },
  { name: 'notification-settings', path: '/notification-settings' },
  { name: 'orders', path: '/orders' },
  { name: 'orders-filtered', path: '/orders?site=fern-garden', onPhone: showFilters },
  { name: 'order', path: '/orders', open: (page) => firstRow(page).then(() => heading(/^Order /)(page)) },
  { name: 'customers', path: '/customers' },
  {
    name: 'customer',
    path: '/customers?find=%2B46850055001',
    open: (page) => firstRow(page).then(() => heading(/^Nadia/)(page)),
  },
  {
    name: 'customer-new',
    path: '/customers/add?phone=%2B46850055001',
    open: (page) => page.getByRole('status').getByRole('link').waitFor(),
  },
  { name: 'customer-edit', path: () => `/customers/${customer}/edit` },
  { name: 'customer-merge', path: () => `/customers/${customer}`, open: ask('Merge duplicate') },
  { name: 'calls', path: '/calls' },
  { name: 'call', path: '/calls', open: (page) => page.getByRole('link', { name: 'Details' }).first().click() },
  { name: 'tasks', path: '/tasks' },
  { name: 'chats', path: '/chats' },
  { name: 'chats-found', path: '/chats?find=olive', open: firstChat },
  { name: 'chat-open', path: '/chats', open: firstChat },
  { name: 'modules', path: '/modules' },
  { name: 'module', path: '/modules/switchboard' },
  { name: 'module-payment', path: '/modules/paylane' },
  { name: 'module-chats', path: '/modules/messenger' },
  { name: 'channels', path: '/modules/messenger/channels' },
  { name: 'channels-none', path: '/modules/paylane/channels' },
  { name: 'webhooks', path: '/modules/messenger/webhooks' },
  { name: 'webhook', path: '/modules/messenger/webhooks', open: firstPanel },
  { name: 'webhooks-none', path: '/modules/messenger/webhooks?state=failed', onPhone: showFilters },
  { name: 'webhooks-replay', path: '/modules/messenger/webhooks', open: ask('Replay') },
  { name: 'connect', path: '/modules/connect' },
  {
    name: 'connect-key',
    path: '/modules/connect',
    open: (page) => press('Create key')(page).then(() => page.getByLabel('API key', { exact: true }).waitFor()),
  },
  { name: 'payment-settings', path: '/payment-settings' },
  { name: 'discrepancies', path: '/discrepancies' },
  { name: 'shops', path: '/shops' },
  { name: 'shop', path: '/shops', open: firstPanel },
  { name: 'shop-new', path: '/shops', open: ask('Create shop') },
  { name: 'statuses', path: '/statuses' },
  { name: 'order-status', path: '/statuses', open: firstPanel },
  { name: 'order-status-new', path: '/statuses', open: ask('Create order status') },
  { name: 'payment-status-new', path: '/statuses', open: ask('Create status') },
  { name: 'api-keys', path: '/api-keys' },
  { name: 'api-key-new', path: '/api-keys', open: ask('Create key') },
  { name: 'users', path: '/users' },
  { name: 'user-extension', path: '/users', open: openExtension },
  { name: 'manager-lookup', path: '/users', open: lookUp },
  { name: 'profile', path: '/profile' },
  { name: 'account', path: '/account' },
  { name: 'security', path: '/security' },
  { name: 'user-invite', path: '/users', open: ask('Invite') },
  { name: 'action-log', path: '/action-log' },
  { name: 'action-log-none', path: '/action-log?since=2030-01-01', onPhone: showFilters },
  { name: 'traffic', path: '/traffic' },
  { name: 'traffic-exchange', path: '/traffic?failed=true', open: firstPanel },
  { name: 'order-invoiced', path: () => `/orders/${invoiced}` },
  { name: 'trace-call', path: '/calls', open: toTrace },
  { name: 'trace-invoice', path: () => `/orders/${invoiced}`, open: toTrace },
  { name: 'trace-message', path: '/chats', open: (page) => firstChat(page).then(() => toTrace(page)) },
  { name: 'palette', path: '/modules', open: (page) => page.keyboard.press('Control+k').then(() => dialog(page)) },
  { name: 'palette-found', path: '/modules', open: (page) => search(page, 'nadia') },
  { name: 'shortcuts', path: '/modules', open: (page) => page.keyboard.press('Shift+?').then(() => dialog(page)) },
  {
    name: 'menu',
    path: '/modules',
    onPhone: (page) => press('Menu')(page).then(() => page.getByRole('button', { name: /^Ada Lindqvist/ }).click()),
  },
  { name: 'not-found', path: '/nowhere' },
  ...CALL_CARDS,
]

const SIGNED_OUT: Visit[] = [
  { name: 'sign-in', path: '/sign-in' },
  { name: 'choose-password', path: '/choose-password' },
  { name: 'shared', path: () => sharedPath() },
]

/** Loads the page once and switches through all views: pages adapt to width and colour scheme without a reload. */
const checkPage = async (desk: Desk, { name, path, open, onPhone, after }: Visit): Promise<void> => {
  const { page, browserErrors } = desk
  await page.setViewportSize(VIEWS[0].viewport)
  await page.goto(`${ADDRESS}${typeof path === 'string' ? path : await path()}`)
  await settle(desk)
  await open?.(page)
  await settle(desk)
  for (const view of VIEWS) {
    await switchView(page, view)
    if (view.name === 'phone-light') await onPhone?.(page)
    await screenshot(page, `${name}-${view.name}`)
    expect.soft(await seriousViolations(page, view.colorScheme === 'dark'), `${name} ${view.name}`).toEqual([])
    expect.soft(await overflow(page), `${name} ${view.name} is wider than its screen`).toBe(0)
  }
  await after?.(page)
  expect.soft(browserErrors.splice(0), `${name} logs browser errors`).toEqual([])
}

describe('has no accessibility violations, browser errors or horizontal scrolling in any width and colour scheme', () => {
  let signedIn: Desk
  let signedOut: Desk
  beforeAll(async () => {
    ;[signedIn, signedOut] = await Promise.all([rig.desk('ada'), rig.desk(undefined)])
  })
  afterAll(() => Promise.all([signedIn.context.close(), signedOut.context.close()]))

  it.each(PAGES)('$name', (visit) => checkPage(signedIn, visit))
  it.each(SIGNED_OUT)('$name, signed out', (visit) => checkPage(signedOut, visit))
})

/** Opened without a button that would change something, and without the words of one language. */
const READING = ['order', 'customer', 'call', 'chat-open', 'palette', 'shortcuts']
const isReading = ({ name, open }: Visit): boolean => !open || READING.includes(name)

const visit = async (desk: Desk, { path, open }: Visit): Promise<void> => {
  await desk.page.goto(`${ADDRESS}${typeof path === 'string' ? path : await path()}`)
  await settle(desk)
  await open?.(desk.page)
  await settle(desk)
}

describe('shows a read-only user nothing that changes something', () => {
  let rosa: Desk
  beforeAll(async () => {
    rosa = await rig.desk('rosa')
  })
  afterAll(() => rosa.context.close())

  /** What one may do to oneself: the own profile, sign-in and notifications. */
  const OWN = ['profile', 'security', 'notification-settings']
  const visits = PAGES.filter(({ name }) => !OWN.includes(name))
  it.each(visits)('$name', async (one) => {
    await visit(rosa, isReading(one) ? one : { ...one, open: () => Promise.resolve() })
    expect(await controls(rosa.page)).toEqual([])
  })
})

describe.each(['es-ES', 'ru-RU'] as const)('has no English left in %s', (locale) => {
  let ada: Desk
  beforeAll(async () => {
    ada = await rig.desk('ada', { locale })
  })
  afterAll(() => ada.context.close())

  const neutral = (one: Visit) =>
    !one.open || ['chat-open', 'palette', 'shortcuts', 'shop', 'order-status'].includes(one.name)
  it.each([...PAGES.filter(neutral), ...SIGNED_OUT.filter(({ name }) => name === 'shared')])('$name', async (one) => {
    await visit(ada, one)
    await screenshot(ada.page, `${one.name}-${locale.slice(0, 2)}`)
    expect(await englishIn(ada.page, locale.slice(0, 2) as 'es' | 'ru')).toEqual([])
  })
})

it('is translated into Spanish and Russian', async () => {
  for (const [locale, title] of [
    ['es-ES', 'Módulos'],
    ['ru-RU', 'Модули'],
  ] as const) {
    const { page, context, browserErrors } = await rig.desk('ada', { locale })
    await page.goto(`${ADDRESS}/modules`)
    await page.getByRole('heading', { level: 1, name: title }).waitFor()
    await screenshot(page, `modules-${locale.slice(0, 2)}`)
    expect(browserErrors).toEqual([])
    await context.close()
  }
})

it('loads at most 200 kB of gzipped script at first, and shows visited pages from its cache without the server', async () => {
  const { page, context } = await rig.desk('ada')
  const sizes: Promise<number>[] = []
  page.on('response', (response) => {
    if (!response.url().endsWith('.js')) return
    sizes.push(response.body().then((body) => gzipSync(body).length))
  })
  await page.goto(`${ADDRESS}/`, { waitUntil: 'networkidle' })
  const total = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
  const link = (name: string) => page.getByRole('navigation').getByRole('link', { name })
  for (const name of ['Users', 'Modules']) {
    await link(name).click()
    await page.getByRole('heading', { level: 1, name }).waitFor()
  }
  console.log(`first load ${(total / 1000).toFixed(1)} kB of gzipped script`)
  expect(total).toBeLessThan(200_000)
  // From here on no request gets a response: neither scripts nor data.
  await page.route('**/*', () => undefined)
  for (const [name, shown] of [
    ['Users', 'Bruno Costa'],
    ['Modules', 'Paylane Cards'],
  ] as const) {
    await link(name).click()
    await page.getByRole('heading', { level: 1, name }).waitFor()
    await page.getByRole('main').getByText(shown).filter({ visible: true }).first().waitFor()
  }
  await context.close()
})
