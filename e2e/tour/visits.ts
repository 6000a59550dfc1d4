// Every page of the workspace, with what opens on it.
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { ring } from '../support/demo.ts'
import { ADDRESS, type Desk } from '../support/rig.ts'
import { settle } from '../support/screenshots.ts'
import { walk } from '../support/walk.ts'
import type { Shop } from './shop.ts'

export type Visit = {
  name: string
  path: string | ((shop: Shop) => string | Promise<string>)
  open?: (page: Page, shop: Shop) => Promise<unknown>
  /** Opens what exists only on a phone. */
  onPhone?: (page: Page) => Promise<unknown>
  /** Removes what would stay for the next page. */
  after?: (page: Page, shop: Shop) => Promise<unknown>
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

const transcriptOf = (page: Page) => page.getByRole('list').getByText('Good morning, Fern and Field').waitFor()

const showFilters = press('Filters')

const cardOf = (page: Page) => page.getByRole('region', { name: /^Incoming call/ })

/** A call to Ada with these events, and the state of its card; afterwards it is over and its card is closed. */
const callCard = (name: string, phone: string, events: object[], state: string): Visit => {
  const call = { phone, codes: ['101'], callExternalId: name, externalPhone: '+46850055000' }
  return {
    name,
    path: '/orders',
    open: async (page, { rig }) => {
      for (const event of [{ type: 'in' }, ...events]) {
        await ring(rig.api, { ...call, ...event })
        await cardOf(page).waitFor()
      }
      await cardOf(page).getByText(state).first().waitFor()
    },
    onPhone: press('Show call card'),
    after: async (page, { rig }) => {
      await press(/^(Dismiss|Hide call card)$/)(page)
      await cardOf(page).waitFor({ state: 'detached' })
      await ring(rig.api, { ...call, type: 'hangup', hangupStatus: 'failed' })
    },
  }
}

const ENDED = { type: 'hangup', hangupStatus: 'answered' }
const unknownCaller = (name: string, then: (page: Page) => Promise<unknown>): Visit => {
  const visit = callCard(name, '+46 8 500 559 99', [{ type: 'answer' }], 'Unknown caller')
  return { ...visit, open: async (page, shop) => visit.open?.(page, shop).then(() => then(page)) }
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
  await lookup.getByText('Responsible manager', { exact: true }).waitFor()
  await lookup.scrollIntoViewIfNeeded()
}

const rowOf = (name: string) => (page: Page) => press(name)(page).then(() => dialog(page))

/** The path of the page of a shared exchange. */
const sharedPath = async ({ rig }: Shop): Promise<string> => {
  const ada = await rig.wire('ada')
  const { exchanges } = (await ada.get('/workspace/traffic')).body as { exchanges: { id: number; request?: string }[] }
  const { id } = exchanges.find(({ request }) => request?.includes('not an address')) ?? expect.fail('no such exchange')
  const { shareToken } = (await ada.postJson(`/workspace/traffic/${id}/shares`, {})).body as { shareToken: string }
  return `/shared#${shareToken}`
}

/** At Bruno, so that no card of it covers Ada's pages. */
/** A call that rings at Bruno while the wall is open; a new one each time, since one that has ended does not ring again. */
const wallVisit = (): Visit => {
  let callExternalId = ''
  const send = (api: Shop['rig']['api'], event: object) =>
    ring(api, { phone: '+46 8 500 550 02', codes: ['102'], externalPhone: '+46850055000', callExternalId, ...event })
  return {
    name: 'wall',
    path: '/wall',
    open: async (page, { rig }) => {
      callExternalId = crypto.randomUUID()
      await send(rig.api, { type: 'in' })
      await page.getByRole('listitem').filter({ hasText: '••• 02' }).waitFor()
    },
    after: (_page, { rig }) => send(rig.api, { type: 'hangup', hangupStatus: 'failed' }),
  }
}

export const PAGES: Visit[] = [
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
  { name: 'customer-edit', path: ({ customer }) => `/customers/${customer}/edit` },
  { name: 'customer-merge', path: ({ customer }) => `/customers/${customer}`, open: ask('Merge duplicate') },
  { name: 'calls', path: '/calls' },
  { name: 'calls-filtered', path: '/calls?direction=in&result=answered', onPhone: showFilters },
  { name: 'call-log', path: '/calls', open: ask('Log call') },
  { name: 'call-logged', path: ({ logged }) => `/calls/${logged}` },
  { name: 'call-transcript', path: ({ transcribed }) => `/calls/${transcribed}`, open: transcriptOf },
  { name: 'call', path: '/calls', open: (page) => page.getByRole('link', { name: 'Details' }).first().click() },
  { name: 'tasks', path: '/tasks?of=all' },
  { name: 'task-new', path: '/tasks?new=true' },
  { name: 'report-calls', path: '/reports/calls' },
  { name: 'report-payments', path: '/reports/payments' },
  { name: 'report-chats', path: '/reports/chats' },
  { name: 'payment-days', path: '/reports/days' },
  { name: 'payment-day', path: ({ day }) => `/reports/days/${day}` },
  wallVisit(),
  { name: 'imports', path: '/imports' },
  { name: 'import-new', path: '/imports/add' },
  { name: 'import', path: '/imports', open: (page) => firstRow(page).then(() => heading(/^customers-of/)(page)) },
  { name: 'chats', path: '/chats' },
  { name: 'chats-found', path: '/chats?find=olive', open: firstChat },
  { name: 'chat-open', path: '/chats', open: firstChat },
  { name: 'payments', path: '/payments?list=held', onPhone: showFilters },
  { name: 'payment', path: '/payments?list=held', open: firstPanel },
  { name: 'payments-none', path: '/payments?list=unknown' },
  { name: 'orders-sorted', path: '/orders?sort=created&payment=unpaid', onPhone: showFilters },
  { name: 'chats-closed', path: '/chats?state=closed' },
  {
    name: 'chat-customer',
    path: '/chats',
    open: (page) => firstChat(page).then(() => ask('Show customer')(page)),
  },
  {
    name: 'chat-replies',
    path: '/chats',
    open: async (page) => {
      await firstChat(page)
      await page.getByRole('button', { name: 'Insert a canned reply' }).click()
      await page.getByRole('option').first().waitFor()
    },
  },
  { name: 'canned-replies', path: '/canned-replies' },
  { name: 'canned-reply', path: '/canned-replies', open: firstPanel },
  {
    name: 'chat-routing',
    path: '/chats',
    open: async (page) => {
      await page.locator('[data-row]').filter({ hasText: 'Nils' }).click()
      await press(/^Why (no one|not the others)/)(page)
      await page.getByText('does not have the workspace open').first().waitFor()
    },
  },
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
  { name: 'routing', path: '/routing' },
  { name: 'working-hours', path: '/routing', open: rowOf('Garden Centre') },
  { name: 'channel-routing', path: '/routing', open: rowOf('Fern on Telegram') },
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
  { name: 'order-invoiced', path: ({ invoiced }) => `/orders/${invoiced}` },
  { name: 'trace-call', path: '/calls', open: toTrace },
  { name: 'trace-invoice', path: ({ invoiced }) => `/orders/${invoiced}`, open: toTrace },
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

export const SIGNED_OUT: Visit[] = [
  { name: 'sign-in', path: '/sign-in' },
  { name: 'choose-password', path: '/choose-password' },
  { name: 'shared', path: sharedPath },
]

const load = (page: Page, path: string): Promise<unknown> => page.goto(`${ADDRESS}${path}`)

/** Comes from the page before, as by a link, unless something is open there that would stay open. */
export const comeFromThere = async (page: Page, path: string): Promise<unknown> =>
  page.url().startsWith(ADDRESS) && (await page.locator('[role=dialog], [role=menu]').count()) === 0
    ? walk(page, path)
    : load(page, path)

export const pathOf = async ({ path }: Visit, shop: Shop): Promise<string> =>
  typeof path === 'string' ? path : await path(shop)

/** Loads the page by its address, or comes to it in another way. */
export const visit = async (desk: Desk, shop: Shop, one: Visit, come = load): Promise<void> => {
  const { open } = one
  await come(desk.page, await pathOf(one, shop))
  await settle(desk)
  await open?.(desk.page, shop)
  await settle(desk)
}
