// A customer's timeline, and the tasks that calls create.
import { type Bank, startBank } from '@patchbay/testkit/bank'
import { json, type Receiver, startReceiver } from '@patchbay/testkit/receiver'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { at, connectBank, connectExchange, connectMessenger, fillShop, orderToPay, ring } from '../support/demo.ts'
import { ADDRESS, type Desk, type Rig, startRig } from '../support/rig.ts'
import { screenshot, seriousViolations } from '../support/screenshots.ts'

let rig: Rig
let module: Receiver
let bank: Bank
let bruno: Desk
let customers: number[]
beforeAll(async () => {
  rig = await startRig()
  module = await startReceiver((_received, response) => json(response, 200, {}))
  bank = await startBank({ crm: () => rig.api, idempotent: true })
  await connectExchange(rig.api, module)
  await connectBank(rig.api, bank.url)
  ;({ customers } = await fillShop(rig.api))
  bruno = await rig.desk('bruno')
})
afterAll(async () => {
  await rig.close()
  await module.close()
  await bank.close()
})

const timeline = () => bruno.page.getByRole('region', { name: 'Timeline' })
const tasks = () => bruno.page.getByRole('table', { name: 'Tasks' })
const task = (text: string) => tasks().getByRole('row').filter({ hasText: text })

it('[D-47] shows invoices in the timeline with their amounts', async () => {
  const id = await orderToPay(rig.api, 'bank-main')
  await bruno.page.goto(`${ADDRESS}/orders/${id}`)
  await bruno.page.getByRole('button', { name: 'Issue invoice' }).click()
  await bruno.page.getByText('Waiting for payment').waitFor()
  await bank.pay([...bank.ledger.payments.keys()].at(-1) ?? '', 'no-hold')
  await bruno.page.getByRole('button', { name: 'Refund' }).click()
  await bruno.page.getByLabel('Amount').fill('40')
  await bruno.page.getByRole('dialog').getByRole('button', { name: 'Refund' }).click()
  await bruno.page.getByText('$40.00 refunded').waitFor()
  await bruno.page.getByRole('link', { name: 'Nora Berg' }).click()
  for (const sentence of [
    '$40.00 refunded',
    '$100.00 paid',
    'Invoice for $100.00 issued',
    'Payment of $100.00 added: Paylane: Fern Online',
  ])
    await timeline().getByRole('link', { name: sentence }).waitFor()
  await screenshot(bruno.page, 'timeline-invoices')
})

it('[D-68] shows messages and reactions of the customer, with a link to the conversation', async () => {
  const messenger = await connectMessenger(rig, module.url)
  await messenger.say('hello', { type: 'text', text: 'Do you have olive trees?' })
  await messenger.react('hello', '🔥')
  await messenger.show('picture', 'My terrace')
  await bruno.page.goto(`${ADDRESS}/chats`)
  await bruno.page.getByRole('link', { name: /Vera/ }).click()
  await bruno.page.getByRole('button', { name: 'Show customer' }).click()
  await bruno.page.getByRole('link', { name: 'Open customer' }).click()
  await timeline().getByText('to “Do you have olive trees?”').waitFor()
  expect(await timeline().getByRole('link').allTextContents()).toEqual([
    'Message from the customer',
    'Customer reacted 🔥',
    'Message from the customer',
    'Customer created',
  ])
  await timeline().getByText('Image', { exact: true }).waitFor()
  await timeline().getByRole('link', { name: 'Customer reacted 🔥' }).click()
  await bruno.page.getByRole('log').getByText('Do you have olive trees?').waitFor()
})

it('sorts a call that is uploaded late by its own time', async () => {
  const call = { type: 'in', phone: '+46 8 500 550 02', code: '102', result: 'answered', duration: 61 }
  const calls = [{ ...call, date: at(30 * 24), externalId: 'late' }]
  await rig.api.post('/api/v5/telephony/calls/upload', { calls, clientId: 'fern-4711' })
  await bruno.page.goto(`${ADDRESS}/customers/${customers[1]}`)
  await timeline().getByText('Incoming call · Answered').waitFor()
  await timeline()
    .getByText(/· 1:01$/)
    .waitFor()
  const times = await timeline()
    .locator('time')
    .evaluateAll((elements) => elements.map((time) => time.getAttribute('datetime') ?? ''))
  expect(times).toEqual(times.toSorted().toReversed())
  expect(await timeline().locator('li, .mantine-Timeline-item').first().textContent()).not.toContain('Incoming call')
})

it('lists overdue tasks first, shows a task for a missed call, and completes a task with one click', async () => {
  const soon = { text: 'Send the catalogue', datetime: at(-48), customer: { id: customers[2] } }
  await rig.api.post('/api/v5/tasks/create', { task: { ...soon, performerId: await idOf('Bruno') } })
  await rig.api.post('/api/v5/tasks/create', { task: { text: 'Only for Ada', performerId: await idOf('Ada') } })
  const missed = { phone: '+46 8 500 550 05', codes: ['101', '102'], callExternalId: 'missed' }
  await ring(rig.api, { ...missed, type: 'in' })
  await ring(rig.api, { ...missed, type: 'hangup', hangupStatus: 'no answered' })
  await bruno.page.goto(`${ADDRESS}/orders`)
  await bruno.page.getByRole('navigation').getByRole('link', { name: 'Tasks' }).click()
  const callBack = task('Call back Irina Sokolova')
  await callBack.getByText('Missed call').waitFor()
  await callBack.getByText(/^Due in/).waitFor()
  await callBack.getByRole('link', { name: 'Irina Sokolova' }).waitFor()
  await callBack.getByRole('button', { name: 'Call +46 8 500 550 05' }).first().waitFor()
  const texts = await tasks().getByRole('row').allTextContents()
  expect(texts.findIndex((row) => row.includes('Call back'))).toBeLessThan(
    texts.findIndex((row) => row.includes('Send the catalogue')),
  )
  expect(texts.join()).not.toContain('Only for Ada')
  expect(await seriousViolations(bruno.page)).toEqual([])
  await bruno.page.getByText('Team', { exact: true }).click()
  await task('Only for Ada').waitFor()
  expect(new URL(bruno.page.url()).search).toBe('?of=all')
  const assignee = task('Call back')
    .getByRole('combobox', { name: /^Assignee/ })
    .first()
  await assignee.click()
  await bruno.page.getByRole('option', { name: /^Ada/ }).click()
  await bruno.page.getByText('Task assigned').waitFor()
  expect(await assignee.inputValue()).toMatch(/^Ada/)
  await task('Call back').getByRole('button', { name: /^Done/ }).click()
  await bruno.page.getByText('Task completed: Call back Irina Sokolova').waitFor()
  await task('Call back').waitFor({ state: 'detached' })
})

const idOf = async (firstName: string): Promise<number> => {
  const { users } = (await rig.api.get('/api/v5/users')).body as { users: { id: number; firstName: string }[] }
  return users.find((one) => one.firstName === firstName)?.id ?? expect.unreachable()
}

it('logs no browser errors', () => {
  expect(bruno.browserErrors).toEqual([])
})
