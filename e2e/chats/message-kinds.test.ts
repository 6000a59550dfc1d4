// A manager sends a product, an order, a template and quick replies; the visitor sees them on the shop's page and answers.
// The web chat is a separate process, and so are server and worker.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ADDRESS, type Desk, type Rig, startRig } from '../support/rig.ts'
import { overflow, screenshot, seriousViolations, switchView, VIEWS, violations } from '../support/screenshots.ts'

const READY = {
  ...{ code: 'ready', name: 'Order is ready', type: 'text', lang: 'en' },
  body: 'Hello {{first_name}}, your order {{number}} is ready to be picked up.',
  footer: 'Fern & Co',
  buttons: { items: [{ type: 'plain', label: 'I come today' }] },
}

const folder = mkdtempSync(join(tmpdir(), 'patchbay-e2e-'))
let rig: Rig
let visitor: Desk
let bruno: Desk
let number: string
let customerId: number
beforeAll(async () => {
  rig = await startRig()
  process.env.SETUP_FILE = join(folder, 'setup.json')
  writeFileSync(process.env.SETUP_FILE, JSON.stringify({ conversations: [], templates: [READY] }))
  const shop = await rig.module('webchat')
  visitor = await rig.desk(undefined)
  bruno = await rig.desk('bruno')
  await visitor.page.goto(shop)
  await visitor.page.getByRole('button', { name: 'Chat' }).click()
  await visitor.page.getByRole('textbox', { name: 'Your message' }).fill('Is my order ready?')
  await visitor.page.keyboard.press('Enter')
  await bruno.page.goto(`${ADDRESS}/chats`)
  await bruno.page.getByRole('link', { name: /1 unread/ }).waitFor()
  number = await createOrder()
  await bruno.page.getByRole('link', { name: /Is my order ready/ }).click()
  await log(bruno).getByText('Is my order ready?').waitFor()
}, 300_000)
afterAll(async () => {
  delete process.env.SETUP_FILE
  await rig?.close()
  rmSync(folder, { recursive: true, force: true })
})

const log = ({ page }: Desk) => page.getByRole('log')
const last = (desk: Desk, text: string) => log(desk).getByText(text).last()
const dialog = () => bruno.page.getByRole('dialog')

/** Of the visitor's customer. */
const createOrder = async (): Promise<string> => {
  const wire = await rig.wire('bruno')
  const { chats } = (await wire.get('/workspace/chats')).body as {
    chats: { customerId: number; lastMessage?: { text: string } }[]
  }
  customerId = chats.find(({ lastMessage }) => lastMessage?.text === 'Is my order ready?')?.customerId ?? 0
  const order = {
    customer: { id: customerId },
    items: [
      { productName: 'Boston fern', initialPrice: 24.5, quantity: 2 },
      { productName: 'Terracotta pot', initialPrice: 9, quantity: 1 },
    ],
    delivery: { code: 'courier', cost: 5, address: { city: 'Porto', street: 'Rua das Flores 1' } },
    payments: [{ type: 'bank-card', amount: 63, status: 'paid' }],
  }
  const created = await rig.api.post('/api/v5/orders/create', { site: 'fern-online', order })
  const { id } = created.body as { id: number }
  return ((await wire.get(`/workspace/orders/${id}`)).body as { order: { number: string } }).order.number
}

const openMenu = async (item: string): Promise<void> => {
  await bruno.page.getByRole('button', { name: 'Send something else' }).click()
  await bruno.page.getByRole('menuitem', { name: item }).click()
}
const send = async (): Promise<void> => {
  await dialog().getByRole('button', { name: 'Send', exact: true }).click()
  await dialog().waitFor({ state: 'detached' })
}
const look = async (name: string): Promise<void> => {
  for (const view of VIEWS) {
    await switchView(bruno.page, view)
    await screenshot(bruno.page, `cards-${name}-${view.name}`)
    expect(await overflow(bruno.page)).toBe(0)
    expect(await seriousViolations(bruno.page, true)).toEqual([])
  }
  await switchView(bruno.page, VIEWS[0])
}

it('[D-116] sends a product that the customer has ordered, with another price', async () => {
  await openMenu('Send product')
  await dialog().getByRole('combobox', { name: 'From the customer’s orders' }).click()
  await bruno.page.getByRole('option', { name: 'Boston fern' }).click()
  await dialog().getByLabel('Price').fill('22,50')
  await dialog().getByLabel('Quantity').fill('3')
  await dialog().getByLabel('Link', { exact: true }).fill('shop.test')
  await dialog().getByRole('button', { name: 'Send', exact: true }).click()
  await dialog().getByText('Enter an address that starts with https://').waitFor()
  await dialog().getByLabel('Link', { exact: true }).fill('https://shop.test/fern')
  await look('product')
  await send()
  await log(bruno).getByRole('link', { name: 'Boston fern' }).waitFor()
  const card = log(visitor).getByRole('link', { name: 'Boston fern' })
  expect(await card.getAttribute('href')).toBe('https://shop.test/fern')
  await log(visitor).getByText('$22.50 × 3').waitFor()
  await bruno.page.getByRole('link', { name: /Product: Boston fern/ }).waitFor()
})

it('[D-116] sends the card of an order', async () => {
  await openMenu('Send order')
  await dialog().getByText('Boston fern × 2, Terracotta pot').waitFor()
  await look('order')
  await send()
  for (const desk of [bruno, visitor]) {
    await last(desk, `Order ${number}`).waitFor()
    await last(desk, 'Courier, Porto, Rua das Flores 1').waitFor()
    await last(desk, 'Bank card · Paid').waitFor()
    await last(desk, '63.00').waitFor()
  }
})

it('[D-117] fills in a template, shows a preview and sends it', async () => {
  await openMenu('Send template')
  await dialog().getByRole('combobox', { name: 'Template' }).click()
  await bruno.page.getByRole('option', { name: 'Order is ready (en)' }).click()
  const preview = dialog().getByRole('region', { name: 'Preview' })
  await preview.getByText('your order {{number}} is ready').waitFor()
  expect(await dialog().getByRole('button', { name: 'Send', exact: true }).isDisabled()).toBe(true)
  await dialog().getByLabel('Customer’s first name').fill('Vera')
  await dialog().getByLabel('Variable number').fill(number)
  await preview.getByText(`Hello Vera, your order ${number} is ready to be picked up.`).waitFor()
  await look('template')
  await send()
  await last(visitor, `Hello Vera, your order ${number} is ready to be picked up.`).waitFor()
  await last(bruno, 'Template: Order is ready').waitFor()
  await log(visitor).getByRole('button', { name: 'I come today' }).click()
  await log(bruno).getByText('I come today').nth(1).waitFor()
})

const addReply = async (type: string, title: string, link?: string): Promise<void> => {
  await openMenu('Add quick reply')
  await dialog().getByText(type, { exact: true }).click()
  if (title !== '') await dialog().getByLabel('Text on the button').fill(title)
  if (link !== undefined) await dialog().getByRole('textbox', { name: 'Link' }).fill(link)
  await dialog().getByRole('button', { name: 'Add', exact: true }).click()
  await dialog().waitFor({ state: 'detached' })
}

it('[D-116] attaches quick replies to a text; a click of the visitor comes back as a message', async () => {
  await bruno.page.getByLabel('Write a message').fill('Shall we deliver it?')
  await addReply('Reply', 'Yes, please')
  await addReply('Reply', 'No')
  await addReply('Link', 'Our shop', 'https://shop.test/')
  await addReply('Phone', '')
  await bruno.page.getByRole('button', { name: 'Remove No' }).click()
  await look('composer')
  await bruno.page.getByRole('button', { name: 'Send', exact: true }).click()
  await last(visitor, 'Shall we deliver it?').waitFor()
  const replies = log(visitor).getByRole('group', { name: 'Quick replies' }).last()
  expect(await replies.getByRole('link', { name: 'Our shop' }).getAttribute('href')).toBe('https://shop.test/')
  await replies.getByRole('button', { name: 'Send my phone number' }).click()
  expect(await visitor.page.getByPlaceholder('Your phone number').count()).toBe(1)
  await replies.getByRole('button', { name: 'Yes, please' }).click()
  await log(bruno).getByText('Yes, please').nth(1).waitFor()
  await screenshot(visitor.page, 'cards-shop')
  await look('conversation')
})

/** A messenger that delivers only templates to Lena, whose message is old. */
const connectMessenger = async (): Promise<void> => {
  const integrationModule = { code: 'messenger', integrations: { mgTransport: { webhookUrl: 'http://127.0.0.1:9' } } }
  const registered = await rig.api.post('/api/v5/integration-modules/messenger/edit', { integrationModule })
  const { info } = registered.body as { info: { mgTransport: { token: string } } }
  const wire = rig.api.with({ 'x-transport-token': info.mgTransport.token })
  const settings = { text: { creating: 'both' }, sending_policy: { after_reply_timeout: 'template' } }
  const created = await wire.postJson('/api/transport/v1/channels', { type: 'whatsapp', name: 'WhatsApp', settings })
  const { id: channel } = created.body as { id: number }
  await wire.postJson(`/api/transport/v1/channels/${channel}/templates`, READY)
  await wire.postJson('/api/transport/v1/messages', {
    channel,
    customer: { external_id: 'lena', nickname: 'Lena' },
    message: { type: 'text', external_id: 'old', text: 'Are you open today?' },
    reply_deadline: '2026-01-02T10:00:00Z',
  })
}

it('[D-118] says that the time to reply is over, and offers templates; a text can still be sent', async () => {
  await connectMessenger()
  await bruno.page.goto(`${ADDRESS}/chats`)
  await bruno.page.getByRole('link', { name: /Are you open today/ }).click()
  const notice = bruno.page.getByRole('status').filter({ hasText: 'The messenger delivers only templates' })
  await notice.getByText('The time to reply ended on').waitFor()
  await look('reply-time')
  await notice.getByRole('button', { name: 'Send template' }).click()
  await dialog().getByRole('combobox', { name: 'Template' }).waitFor()
  await dialog().getByRole('button', { name: 'Cancel' }).click()
  await bruno.page.getByRole('button', { name: 'Send something else' }).click()
  await bruno.page.getByRole('menuitem', { name: 'Send template' }).waitFor()
  expect(await bruno.page.getByRole('menuitem').count()).toBe(1)
  await bruno.page.keyboard.press('Escape')
  await bruno.page.getByLabel('Write a message').fill('We are')
  await bruno.page.keyboard.press('Enter')
  await log(bruno).getByText('We are').waitFor()
})

it('the customer’s timeline names what was sent; no violations and no browser errors', async () => {
  expect(await violations(visitor.page)).toEqual([])
  await bruno.page.goto(`${ADDRESS}/customers/${customerId}`)
  await bruno.page.getByText('Product: Boston fern').first().waitFor()
  await bruno.page.getByText(`Order ${number}`).first().waitFor()
  expect([...visitor.browserErrors, ...bruno.browserErrors]).toEqual([])
})
