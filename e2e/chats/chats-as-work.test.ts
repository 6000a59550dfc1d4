// Chats as work: a visitor in the web chat and a manager in the workspace. The server, the worker, the chat and the bank
// are separate processes.
import type { HttpClient } from '@patchbay/testkit/http-client'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ADDRESS, type Desk, type Rig, startRig } from '../support/rig.ts'
import { screenshot, seriousViolations } from '../support/screenshots.ts'

let rig: Rig
let visitor: Desk
let bruno: Desk
let wire: HttpClient
beforeAll(async () => {
  rig = await startRig()
  const shop = await rig.module('webchat')
  await rig.module('bank')
  wire = await rig.wire('bruno')
  visitor = await rig.desk(undefined)
  bruno = await rig.desk('bruno')
  await visitor.page.goto(shop)
  await visitor.page.getByRole('button', { name: 'Chat' }).click()
  await say('Hello! Is the fern in stock?')
  await bruno.page.goto(`${ADDRESS}/chats`)
})
afterAll(() => rig?.close())

const log = ({ page }: Desk) => page.getByRole('log')
const list = () => bruno.page.getByRole('list', { name: 'Chats' })
const inList = () => list().getByRole('link')
const say = async (text: string) => {
  await visitor.page.getByRole('textbox', { name: 'Your message' }).fill(text)
  await visitor.page.keyboard.press('Enter')
  await log(visitor).getByText(text).waitFor()
}
const field = () => bruno.page.getByLabel('Write a message')
const showState = (name: string) => bruno.page.getByRole('radiogroup', { name: 'State' }).getByText(name).click()
const chat = async () => {
  const { chats } = (await wire.get('/workspace/chats')).body as { chats: { id: number; customerId: number }[] }
  return chats[0] ?? expect.fail('no chat is open')
}

it('shows the day, where the new messages begin, and links that lead out of the workspace', async () => {
  await inList().click()
  await log(bruno).getByText('Today', { exact: true }).waitFor()
  await log(bruno).getByText('New messages').waitFor()
  await say('I mean https://shop.fern.test/7 <b>bold</b>, or write to nora@client.test.')
  const link = log(bruno).getByRole('link', { name: 'https://shop.fern.test/7' })
  await link.waitFor()
  expect([await link.getAttribute('target'), await link.getAttribute('rel')]).toEqual(['_blank', 'noopener noreferrer'])
  expect(await log(bruno).getByRole('link', { name: 'nora@client.test' }).getAttribute('href')).toBe(
    'mailto:nora@client.test',
  )
  await log(bruno).getByText('<b>bold</b>', { exact: false }).waitFor()
  expect(await seriousViolations(bruno.page)).toEqual([])
})

it('snoozes a conversation; it leaves the list, and a new message of the customer brings it back', async () => {
  const { page } = bruno
  await page.getByRole('button', { name: 'Snooze' }).click()
  await page.getByRole('menuitem', { name: /In an hour/ }).click()
  await page.getByText(/Snoozed until .* by Bruno Costa/).waitFor()
  await page.getByText('All caught up').waitFor()
  await showState('Snoozed')
  await inList()
    .getByText(/^until /)
    .waitFor()
  await screenshot(page, 'chat-snoozed')
  await showState('Open')
  await say('Are you there?')
  await inList().filter({ hasText: 'Are you there?' }).waitFor()
  await page.getByRole('main').getByRole('button', { name: 'Close', exact: true }).waitFor()
  expect(await page.getByText(/Snoozed until .* by/).count()).toBe(0)
})

it('closes and reopens with the keyboard, and a new message reopens, too', async () => {
  const { page } = bruno
  await log(bruno).focus()
  await page.keyboard.press('e')
  await page.getByText(/Closed by Bruno Costa/).waitFor()
  await page.getByText('All caught up').waitFor()
  await page.keyboard.press('e')
  await inList().waitFor()
  await page.getByRole('main').getByRole('button', { name: 'Close', exact: true }).waitFor()
  await page.keyboard.press('s')
  await page.getByRole('menuitem', { name: /Tomorrow morning/ }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('main').getByRole('button', { name: 'Close', exact: true }).click()
  await page.getByText('All caught up').waitFor()
  await say('One more question')
  await inList().filter({ hasText: 'One more question' }).waitFor()
})

it('reopens by itself when the snooze runs out', async () => {
  const { id } = await chat()
  const until = new Date(Date.now() + 1_500).toISOString()
  await wire.postJson(`/workspace/chats/${id}/state`, { state: 'snoozed', until })
  await inList().waitFor({ state: 'detached' })
  await inList().waitFor()
})

it('a canned reply is created, chosen with / and the keyboard, filled in and sent', async () => {
  const { page } = bruno
  await page.goto(`${ADDRESS}/canned-replies`)
  await page.getByRole('button', { name: 'Create reply' }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel('Title').fill('Opening hours')
  await form.getByLabel('Shortcut').fill('hours')
  await form.getByLabel('Text').fill('Until 6 pm. Order: {{order.number}}, {{nothing}}. Regards, ')
  await form.getByRole('button', { name: 'Your first name' }).click()
  await form.getByText('Unknown variables: {{nothing}}').waitFor()
  expect(await seriousViolations(page)).toEqual([])
  await form.getByLabel('Text').fill('Until 6 pm. Order: {{order.number}}. Regards, {{manager.firstName}}')
  await form.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Canned reply created: Opening hours').waitFor()
  await page.goto(`${ADDRESS}/chats`)
  await inList().click()
  await field().focus()
  await page.keyboard.type('/op')
  const option = page.getByRole('option', { name: /Opening hours/, selected: true })
  await option.waitFor()
  expect(await seriousViolations(page)).toEqual([])
  await screenshot(page, 'chat-canned-replies')
  await page.keyboard.press('Escape')
  await option.waitFor({ state: 'detached' })
  await page.keyboard.type('e')
  await page.keyboard.press('Control+a')
  await page.keyboard.type('/hours')
  await option.waitFor()
  await page.keyboard.press('Enter')
  await expect.poll(() => field().inputValue()).toBe('Until 6 pm. Order: {{order.number}}. Regards, Bruno')
  // There is no order yet: nothing is sent before somebody has looked at it.
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: 'Send with variables that are not filled in?' }).waitFor()
  await page.keyboard.press('Escape')
  expect(await log(bruno).getByText('Until 6 pm').count()).toBe(0)
  await field().fill('Until 6 pm. Regards, Bruno')
  await page.keyboard.press('Enter')
  await log(visitor).getByText('Until 6 pm. Regards, Bruno').waitFor()
})

it('issues an invoice from the customer’s panel and sends its link into the chat; 👍 completes the task', async () => {
  const { page } = bruno
  const { customerId } = await chat()
  const created = await rig.api.post('/api/v5/orders/create', {
    site: 'fern-online',
    order: {
      customer: { id: customerId },
      firstName: 'Visitor',
      items: [{ productName: 'Fern', initialPrice: 50, quantity: 2 }],
      payments: [{ type: 'sandbox-bank-direct', amount: 100 }],
    },
  })
  expect(created.status).toBe(201)
  await page.reload()
  await page.getByRole('button', { name: 'Show customer' }).click()
  const panel = page.getByRole('dialog', { name: 'Customer' })
  await panel.getByRole('button', { name: 'Issue invoice' }).click()
  const send = panel.getByRole('button', { name: 'Send payment link · $100.00' })
  await send.waitFor()
  await panel.getByLabel('Create a task until the customer answers').check()
  expect(await seriousViolations(page)).toEqual([])
  await screenshot(page, 'chat-customer')
  await send.click()
  await page.getByText('Payment link sent').waitFor()
  await page.keyboard.press('Escape')
  await log(bruno).getByText('Waiting for an answer').waitFor()
  await log(bruno)
    .getByRole('link', { name: /^Order / })
    .waitFor()
  const link = log(visitor).getByText(/Payment for order/)
  await link.waitFor()
  const contents = async () =>
    ((await wire.get('/workspace/tasks')).body as { tasks: { content: { kind: string } }[] }).tasks.map(
      ({ content }) => content,
    )
  /** Without those of the demo. */
  const tasks = async () => (await contents()).filter(({ kind }) => kind === 'answer-pending')
  expect(await tasks()).toMatchObject([{ to: 'payment-link' }])
  await log(visitor).getByRole('button', { name: 'React with 👍' }).last().click()
  await log(bruno).getByText('Task completed: the customer reacted 👍').waitFor()
  expect(await tasks()).toEqual([])
  await screenshot(page, 'chat-payment-link-agreed')
})

it('a payment completes the task of a second link', async () => {
  const { page } = bruno
  await page.getByRole('button', { name: 'Show customer' }).click()
  const panel = page.getByRole('dialog', { name: 'Customer' })
  await panel.getByLabel('Create a task until the customer answers').check()
  await panel.getByRole('button', { name: /^Send payment link/ }).click()
  await page.getByText('Payment link sent').last().waitFor()
  await page.keyboard.press('Escape')
  await log(bruno).getByText('Waiting for an answer').waitFor()
  const address = await log(bruno)
    .getByRole('link', { name: /^https?:/ })
    .last()
    .getAttribute('href')
  const customer = await rig.desk(undefined)
  await customer.page.goto(address ?? '')
  await customer.page.getByRole('button', { name: 'Pay $100.00' }).click()
  await log(bruno).getByText('Task completed: the customer paid').waitFor()
  await customer.context.close()
})

it('on a phone one sees the list or the conversation, and the customer in a drawer', async () => {
  const { page } = bruno
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: 'Show customer' }).click()
  await page.getByRole('dialog', { name: 'Customer' }).getByText('Latest note').waitFor()
  expect(await seriousViolations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'All conversations' }).click()
  await inList().first().waitFor()
  expect(await seriousViolations(page)).toEqual([])
})

it('logs no browser errors', () => {
  expect([...bruno.browserErrors, ...visitor.browserErrors]).toEqual([])
})
