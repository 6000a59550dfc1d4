// Home: a new account follows the checklist to its first call; then each list shows what waits, and its rows open it.
import { type Bank, startBank } from '@patchbay/testkit/bank'
import { escalateOperations } from '@patchbay/testkit/escalated-operations'
import { FERN } from '@patchbay/testkit/fixtures'
import { createHttpClient, type HttpClient } from '@patchbay/testkit/http-client'
import { type Receiver, startReceiver } from '@patchbay/testkit/receiver'
import { waitUntil } from '@patchbay/testkit/services'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  at,
  connectBank,
  connectExchange,
  connectMessenger,
  fillShop,
  type Messenger,
  orderToPay,
  paymentOf,
  ring,
} from '../support/demo.ts'
import { ADDRESS, type Desk, type Rig, startRig } from '../support/rig.ts'
import { overflow, screenshot, seriousViolations, settle, switchView, VIEWS } from '../support/screenshots.ts'

let rig: Rig
let api: HttpClient
let receiver: Receiver
let bank: Bank
let ada: Desk
let bruno: Desk
let customers: number[]
beforeAll(async () => {
  rig = await startRig()
  receiver = await startReceiver()
  bank = await startBank({ crm: () => api, idempotent: true })
  ada = await rig.desk('ada')
  bruno = await rig.desk('bruno')
})
afterAll(async () => {
  await rig?.close()
  await receiver?.close()
  await bank?.close()
})

const home = async ({ page }: Desk) => {
  await page.getByRole('navigation').getByRole('link', { name: 'Home' }).click()
  await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
}
const list = ({ page }: Desk, name: string | RegExp) => page.getByRole('region', { name })
const row = (desk: Desk, name: string | RegExp, text: string | RegExp) =>
  list(desk, name).getByRole('listitem').filter({ hasText: text })
const step = ({ page }: Desk, name: string, done = true) =>
  list({ page } as Desk, 'Set up your account')
    .getByRole('listitem')
    .filter({ hasText: done ? `Done: ${name}` : new RegExp(`^${name}`) })

/** Opens Home, follows the row with this text, and waits for the page that it leads to. */
const follows = async (desk: Desk, name: string | RegExp, text: string | RegExp, heading: string | RegExp) => {
  await row(desk, name, text).getByRole('link').first().click()
  await desk.page.getByRole('heading', { level: 1, name: heading }).waitFor()
  await home(desk)
}

it('leads a new account through the checklist to its first call, and checks off each step when it is done', async () => {
  const { page } = ada
  // An account without any key, as a new one is.
  const wire = await rig.wire('ada')
  const { apiKeys } = (await wire.get('/workspace/api-keys')).body as { apiKeys: { id: string }[] }
  for (const { id } of apiKeys) await wire.send('DELETE', `/workspace/api-keys/${id}`)
  await page.goto(ADDRESS)
  await page.getByText('0 of 15 steps done').first().waitFor()
  await settle(ada)
  for (const view of VIEWS) {
    await switchView(page, view)
    await screenshot(page, `home-empty-${view.name}`)
    expect.soft(await seriousViolations(page, view.colorScheme === 'dark'), view.name).toEqual([])
    expect.soft(await overflow(page), `${view.name} is wider than its screen`).toBe(0)
  }
  await switchView(page, VIEWS[0])

  await step(ada, 'Create an API key for your telephone exchange', false).getByRole('link').click()
  await page.getByRole('radio', { name: 'Telephony' }).check()
  await page.getByRole('button', { name: 'Create key' }).click()
  const key = await page.getByLabel('API key', { exact: true }).inputValue()
  await home(ada)
  await step(ada, 'Create an API key for your telephone exchange').waitFor()

  // The exchange registers itself while Home is open.
  const exchange = await rig.module('phones', key)
  await step(ada, 'Connect the exchange').waitFor()

  await step(ada, 'Assign extensions to your team', false).getByRole('link').click()
  const pair = async (name: string, field: string, choice: string, number: string) => {
    const section = page.getByRole('region', { name })
    await section.getByRole('button', { name: 'Add' }).click()
    await section.getByRole('combobox').last().click()
    await page.getByRole('option', { name: choice }).click()
    await section.getByRole('textbox', { name: field }).last().fill(number)
  }
  await pair('Additional codes', 'Extension', 'Bruno Costa', '102')
  await pair('External numbers', 'Number', FERN.shops[0].name, '+46850055000')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Settings saved').waitFor()
  await home(ada)
  await step(ada, 'Assign extensions to your team').waitFor()
  await step(ada, 'Assign your numbers to shops').waitFor()

  // Bruno is no administrator: of the area that is ready he sees what he can do.
  await bruno.page.goto(ADDRESS)
  await step(bruno, 'Receive the first call', false).waitFor()
  await expect.poll(() => list(bruno, 'Set up your account').getByRole('listitem').count()).toBe(1)

  await rig.online('bruno')
  const outside = await rig.desk(undefined)
  await outside.page.goto(exchange)
  await outside.page.getByLabel('My number').fill('+46 8 500 550 77')
  await outside.page.getByLabel(/^The shop's number/).fill('+46850055000')
  await outside.page.getByRole('button', { name: 'Call', exact: true }).click()
  await outside.page.getByRole('button', { name: 'Answer' }).first().click()
  await outside.page.getByRole('button', { name: 'Hang up' }).first().click()
  // What is finished takes one line.
  await page.getByRole('region', { name: 'Your first call' }).getByText('5 of 5 steps done').waitFor()
  await screenshot(page, 'home-first-area-done')
  await list(bruno, 'Set up your account').waitFor({ state: 'detached' })
})

it('lets an administrator hide the checklist and show it again', async () => {
  const { page } = ada
  await list(ada, 'Set up your account').getByRole('button', { name: 'Hide' }).click()
  await list(ada, 'Set up your account').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Show the setup checklist' }).click()
  await list(ada, 'Set up your account').waitFor()
})

const MISSED = 'Missed calls to return'

it('[D-25] shows a missed call to everyone as it happens, opens it, and drops it when it is returned', async () => {
  const key = await rig.installation.operator('key', FERN.host, 'again', '--several-modules')
  api = createHttpClient(rig.server.origin, { host: FERN.host, 'x-api-key': key })
  await connectExchange(api, receiver)
  ;({ customers } = await fillShop(api))
  await home(bruno)
  await list(bruno, MISSED).getByText('No calls to return').waitFor()
  const call = { phone: '+46 8 500 550 01', codes: ['101'], externalPhone: '+46850055000' }
  await ring(api, { ...call, type: 'in', callExternalId: 'missed' })
  await ring(api, { ...call, type: 'hangup', hangupStatus: 'no answered', callExternalId: 'missed' })
  await row(bruno, MISSED, /Nadia Petrova.*\+46 8 500 550 01/).waitFor()
  await row(bruno, MISSED, 'Nadia').getByRole('button', { name: 'Call +46 8 500 550 01' }).waitFor()
  await follows(bruno, MISSED, 'Nadia Petrova', 'Incoming call +46 8 500 550 01')

  await ring(api, { ...call, type: 'out', callExternalId: 'returned' })
  // A call back counts also when the customer does not answer.
  await ring(api, { ...call, type: 'hangup', hangupStatus: 'no answered', callExternalId: 'returned' })
  await list(bruno, MISSED).getByText('No calls to return').waitFor()
  await bruno.page.getByRole('table', { name: /^Incoming calls/ }).waitFor({ state: 'attached' })
})

const CHATS = 'Chats waiting for a reply'

it('shows who waits for a reply until somebody replies, or says that no reply is needed', async () => {
  const messenger: Messenger = await connectMessenger({ api, server: rig.server }, receiver.url)
  await messenger.say('one', { type: 'text', text: 'Is the olive tree still there?' })
  await row(bruno, CHATS, /Vera.*Is the olive tree still there/).waitFor()
  await row(bruno, CHATS, 'Vera').getByRole('link').click()
  // Reading is not replying.
  await bruno.page.getByLabel('Write a message').waitFor()
  await home(bruno)
  await row(bruno, CHATS, 'Vera').getByRole('link').click()
  await bruno.page.getByLabel('Write a message').fill('Yes, two of them')
  await bruno.page.keyboard.press('Enter')
  await bruno.page.getByRole('log').getByText('Yes, two of them').waitFor()
  await home(bruno)
  await list(bruno, CHATS).getByText('No one is waiting for a reply').waitFor()
  await messenger.say('two', { type: 'text', text: 'Thanks!' })
  await row(bruno, CHATS, 'Thanks!').getByRole('button', { name: 'No reply needed: Vera' }).click()
  await list(bruno, CHATS).getByText('No one is waiting for a reply').waitFor()
})

const HOLDS = 'Holds that expire within 24 hours'
const DECISIONS = 'Payments that need a decision'

const issue = async (): Promise<{ orderId: number; bankId: string; invoiceUuid: string }> => {
  const orderId = await orderToPay(api, 'bank-main')
  const paymentId = await paymentOf(api, orderId)
  await api.post('/api/v5/payment/create-invoice', { createInvoice: { paymentId } })
  const payment = [...bank.ledger.payments.values()].at(-1) ?? expect.fail('no invoice was issued')
  const { invoiceUuid, currency } = payment
  const check = { invoiceUuid, amount: payment.amount / 100, currency }
  // The modules of an API key are cached for a second.
  const isKnown = async () =>
    ((await api.post('/api/v5/payment/check', { check })).body as { success: boolean }).success
  await waitUntil('the key has access to the bank', isKnown)
  return { orderId, bankId: payment.id, invoiceUuid }
}

it('shows holds that expire soon and payments that need a person, and opens their orders', async () => {
  await connectBank(api, bank.url)
  const { bankId, invoiceUuid } = await issue()
  await bank.pay(bankId, 'hold-and-wait')
  await api.post('/api/v5/payment/update-invoice', { updateInvoice: { invoiceUuid, expiredAt: `${at(-3)}Z` } })
  await row(bruno, HOLDS, /\$100\.00 on hold.*Expires in [23] hours/).waitFor()
  await follows(bruno, HOLDS, '$100.00', /^Order /)

  const { invoiceUuid: unknown } = await issue()
  bank.behave('reset', { on: 'cancel' })
  await (await rig.wire('bruno')).postJson(`/workspace/invoices/${unknown}/operations`, { kind: 'cancel' })
  expect(await escalateOperations(rig.installation.adminUrl)).toBe(1)
  await bruno.page.reload()
  await row(bruno, DECISIONS, 'Cancellation of $100.00').waitFor()
  await follows(bruno, DECISIONS, 'Cancellation of $100.00', /^Order /)

  // A report that cannot be true, for administrators.
  await api.post('/api/v5/payment/update-invoice', {
    updateInvoice: { invoiceUuid, status: 'succeeded', amount: 7, currency: 'USD' },
  })
  await ada.page.goto(ADDRESS)
  await follows(ada, 'Discrepancies', /./, 'Discrepancies')
  expect(await list(bruno, 'Discrepancies').count()).toBe(0)
})

it('shows tasks that are due today, opens what they are about, and completes them; and who is here', async () => {
  await api.post('/api/v5/tasks/create', {
    task: { text: 'Send the spring catalogue', datetime: at(1), customer: { id: customers[1] } },
  })
  await row(bruno, 'Tasks due today', 'Send the spring catalogue').waitFor()
  await follows(bruno, 'Tasks due today', 'Send the spring catalogue', 'Jonas Berg')
  await row(bruno, 'Tasks due today', 'Send the spring catalogue').getByRole('button', { name: /^Done/ }).click()
  await list(bruno, 'Tasks due today').getByText('No tasks due today').waitFor()

  await row(bruno, 'Team', /Ada Lindqvist.*Available/).waitFor()
  await row(bruno, 'Team', /Chiara Neri.*Offline/).waitFor()
  await (await rig.wire('ada')).postJson('/workspace/me/status', { status: 'dinner' })
  await row(bruno, 'Team', /Ada Lindqvist.*Lunch/).waitFor()
})

it('logs no browser errors', () => {
  expect([ada, bruno].flatMap(({ browserErrors }) => browserErrors)).toEqual([])
})
