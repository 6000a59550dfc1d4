// A customer's page and the tasks follow what happens in chats and payments, without a reload.
import { type Bank, startBank } from '@patchbay/testkit/bank'
import { json, type Receiver, startReceiver } from '@patchbay/testkit/receiver'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  connectBank,
  connectExchange,
  connectMessenger,
  type Messenger,
  orderToPay,
  paymentOf,
  ring,
} from '../support/demo.ts'
import { ADDRESS, type Desk, type Rig, startRig } from '../support/rig.ts'

const PHONE = '+46 8 500 550 77'

let rig: Rig
let hooks: Receiver
let bank: Bank
let messenger: Messenger
let bruno: Desk
let vera: number
beforeAll(async () => {
  rig = await startRig()
  hooks = await startReceiver((_received, response) => json(response, 200, {}))
  bank = await startBank({ crm: () => rig.api, idempotent: true })
  await connectBank(rig.api, bank.url)
  await connectExchange(rig.api, hooks)
  messenger = await connectMessenger(rig, hooks.url)
  await messenger.say('hello', { type: 'text', text: 'Do you have olive trees?' })
  const { chats } = (await (await rig.wire('ada')).get('/workspace/chats')).body as { chats: { customerId: number }[] }
  vera = chats[0]?.customerId ?? 0
  const customer = { phones: [{ number: PHONE }] }
  const edited = await rig.api.post(`/api/v5/customers/${vera}/edit`, { by: 'id', customer })
  expect(edited.status, edited.text).toBe(200)
  bruno = await rig.desk('bruno')
})
afterAll(async () => {
  await rig.close()
  await hooks.close()
  await bank.close()
})

const timeline = () => bruno.page.getByRole('region', { name: 'Timeline' })

it('[D-61] a message and a reaction appear in the customer’s open timeline', async () => {
  await bruno.page.goto(`${ADDRESS}/customers/${vera}`)
  await timeline().getByText('Do you have olive trees?').waitFor()
  await messenger.say('white', { type: 'text', text: 'And in white pots?' })
  await timeline().getByText('And in white pots?').waitFor()
  await messenger.react('hello', '🔥')
  await timeline().getByText('Customer reacted 🔥').waitFor()
})

it('[D-61] a message of the customer completes the task of a missed call on an open page', async () => {
  const missed = { phone: PHONE, codes: ['102'], callExternalId: 'missed' }
  await ring(rig.api, { ...missed, type: 'in' })
  await ring(rig.api, { ...missed, type: 'hangup', hangupStatus: 'no answered' })
  await bruno.page.goto(`${ADDRESS}/tasks?of=all`)
  const task = bruno.page.getByRole('row').filter({ hasText: /Call back/ })
  await task.waitFor()
  // The page polls after 30 seconds; this waits for 20 at most.
  await messenger.say('wrote', { type: 'text', text: 'I tried to call you' })
  await task.waitFor({ state: 'detached' })
})

it('[P-18] an invoice appears in the customer’s open timeline, and what became of it', async () => {
  const orderId = await orderToPay(rig.api, 'bank-main')
  const { order } = (await rig.api.get(`/api/v5/orders/${orderId}`, { by: 'id' })).body as {
    order: { customer: { id: number } }
  }
  await bruno.page.goto(`${ADDRESS}/customers/${order.customer.id}`)
  await timeline()
    .getByText(/^Order .* created$/)
    .waitFor()
  const paymentId = await paymentOf(rig.api, orderId)
  const issued = await (await rig.wire('bruno')).postJson(`/workspace/payments/${paymentId}/invoice`, {})
  expect(issued.status, issued.text).toBeLessThan(300)
  await timeline()
    .getByText(/^Invoice for .* issued$/)
    .waitFor()
  await bank.pay([...bank.ledger.payments.keys()].at(-1) ?? '', 'no-hold')
  await timeline()
    .getByText(/100\.00 paid$/)
    .waitFor()
})
