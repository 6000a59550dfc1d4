// The traces of a call, an invoice and a message, as an administrator opens them.
import { type Bank, startBank } from '@patchbay/testkit/bank'
import { json, type Receiver, startReceiver } from '@patchbay/testkit/receiver'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { connectBank, connectExchange, connectMessenger, fillShop, orderToPay, ring } from '../support/demo.ts'
import { ADDRESS, type Desk, type Rig, startRig } from '../support/rig.ts'

let rig: Rig
let module: Receiver
let bank: Bank
let ada: Desk
let bruno: Desk
beforeAll(async () => {
  rig = await startRig()
  module = await startReceiver((_received, response) => json(response, 200, {}))
  bank = await startBank({ crm: () => rig.api, idempotent: true })
  await connectExchange(rig.api, module)
  await connectBank(rig.api, bank.url)
  await fillShop(rig.api)
  ada = await rig.desk('ada')
  bruno = await rig.desk('bruno')
})
afterAll(async () => {
  await rig.close()
  await module.close()
  await bank.close()
})

const sentences = ({ page }: Desk) =>
  page.getByRole('list', { name: /^(Call|Invoice|Message) trace/ }).getByRole('listitem')
const openTrace = async ({ page }: Desk) => {
  await page.getByRole('link', { name: 'Trace' }).first().click()
  await page.getByRole('heading', { level: 1, name: /^(Call|Invoice|Message) trace/ }).waitFor()
}
const has = (text: string | RegExp) => sentences(ada).filter({ hasText: text }).first().waitFor()

it('[T-15] a call: the verdict first, then number recognised, customer found, extension mapped, card sent and shown', async () => {
  await bruno.page.goto(`${ADDRESS}/orders`, { waitUntil: 'networkidle' })
  await ring(rig.api, { phone: '+46 8 500 550 01', type: 'in', codes: ['102', '777'], callExternalId: 'one' })
  await bruno.page.getByRole('region', { name: /call \+46 8 500 550 01/i }).waitFor()
  await bruno.page.goto(`${ADDRESS}/calls`)
  await bruno.page.getByText('Nadia Petrova').first().waitFor()
  expect(await bruno.page.getByRole('link', { name: 'Trace' }).count()).toBe(0)
  await ada.page.goto(`${ADDRESS}/calls`)
  await openTrace(ada)
  const verdicts = ada.page.getByRole('list', { name: 'Result' }).getByRole('listitem')
  expect(await verdicts.allTextContents()).toEqual([
    'Call card shown to Bruno Costa',
    'No card: nobody has the extension 777',
  ])
  await has('The exchange reported an incoming call')
  await has(/Phone number recognised.*\+46850055001/)
  await has('Customers found by phone number')
  await has('Some extensions are not assigned: 102 → Bruno Costa, 777 → Unassigned')
  await has('Call card ready for Bruno Costa')
  await has('Call card shown in the browser of Bruno Costa')
})

it('links a step to its request', async () => {
  await sentences(ada)
    .filter({ hasText: 'The module sent POST /api/v5/telephony/call/event' })
    .getByRole('link')
    .click()
  await ada.page.getByRole('dialog', { name: 'Request and response' }).getByText('"success": true').waitFor()
})

it('[D-46] an invoice: requested (and by whom), sent, rejected by the module', async () => {
  bank.behave('reject', { on: 'create' })
  const id = await orderToPay(rig.api, 'bank-main')
  await bruno.page.goto(`${ADDRESS}/orders/${id}`)
  await bruno.page.getByRole('button', { name: 'Issue invoice' }).click()
  await bruno.page.getByText('Not issued', { exact: true }).waitFor()
  bank.behave('normal', { on: 'create' })
  await ada.page.goto(`${ADDRESS}/orders/${id}`)
  await openTrace(ada)
  await has('Bruno Costa requested the invoice')
  await has(/We sent POST .*\/pay\/create/)
  await has(/Module rejected the invoice.*The bank says no/)
})

it('[C-10] a message: who reacted, the webhook that was sent, and that the messenger accepted it', async () => {
  const messenger = await connectMessenger(rig, module.url)
  await messenger.say('hello', { type: 'text', text: 'Do you have olive trees?' })
  await bruno.page.goto(`${ADDRESS}/chats`)
  await bruno.page.getByRole('link', { name: /Vera/ }).click()
  await bruno.page.getByRole('button', { name: 'React', exact: true }).first().click()
  await bruno.page.getByRole('button', { name: 'React with 👍' }).click()
  await bruno.page
    .getByRole('button', { name: /👍.*Bruno Costa|👍/ })
    .first()
    .waitFor()
  await ada.page.goto(bruno.page.url())
  await expect.poll(() => module.received.filter(({ body }) => body.includes('reaction_add')).length).toBe(1)
  await openTrace(ada)
  await has('Message received from the messenger')
  await has('Bruno Costa reacted 👍')
  await has('Webhook queued: reaction_add 👍')
  await has(/Webhook accepted by the module.*HTTP 200/)
  await ada.page.getByRole('link', { name: 'Open conversation' }).click()
  await ada.page.getByText('Do you have olive trees?').first().waitFor()
})

it('logs no browser errors', () => {
  expect([...ada.browserErrors, ...bruno.browserErrors]).toEqual([])
})
