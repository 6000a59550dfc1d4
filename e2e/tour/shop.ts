// A shop whose every page has something to show: calls, chats, tasks, payments, a module that fails, working hours.
import { type Bank, startBank } from '@patchbay/testkit/bank'
import type { HttpClient } from '@patchbay/testkit/http-client'
import { json, type Receiver, startReceiver } from '@patchbay/testkit/receiver'
import { waitUntil } from '@patchbay/testkit/services'
import { expect } from 'vitest'
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
} from '../support/demo.ts'

import { describeCalls } from '../support/demo-calls.ts'
import { type Rig, startRig } from '../support/rig.ts'

type Ids = { customer: number; invoiced: number; logged: number; transcribed: number; day: number }
export type Shop = Ids & { rig: Rig; close: () => Promise<void> }

export const startShop = async (): Promise<Shop> => {
  const rig = await startRig()
  const module = await startReceiver()
  const bank = await startBank({ crm: () => rig.api, idempotent: true })
  const ids = await populate(rig, module, bank)
  const close = async () => {
    await rig.close()
    await module.close()
    await bank.close()
  }
  return { rig, close, ...ids }
}

const populate = async (rig: Rig, module: Receiver, bank: Bank): Promise<Ids> => {
  await connectExchange(rig.api, module)
  await connectPayments(rig.api, module)
  const { customers } = await fillShop(rig.api)
  const customer = customers[0] ?? expect.fail('the shop has no customers')
  await uploadCalls(rig.api)
  const { logged, transcribed } = await describeCalls(rig)
  const messenger = await connectMessenger(rig, module.url)
  await setUpRouting(await rig.wire('ada'))
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
  const invoiced = await orderToPay(rig.api, 'bank-main')
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
  // Nobody has the workspace open: the router assigns it when somebody comes.
  await messenger.say('routed', { type: 'text', text: 'Which fern likes shade?' }, 'Nils')
  await messenger.say('four', { type: 'text', text: 'And on Saturdays?' }, 'Omar')
  await rig.api.post('/api/v5/integration-modules/paylane/edit', {
    integrationModule: { code: 'paylane', baseUrl: 'not an address' },
  })
  const day = await compareDay(await rig.wire('ada'))
  return { customer, invoiced, logged, transcribed, day }
}

/** The day before, with a statement of the bank in which nothing is as here. */
const compareDay = async (ada: HttpClient): Promise<number> => {
  const day = at(24).slice(0, 10)
  const opened = await ada.postJson('/workspace/payment-days', { module: 'bank', day })
  const { id } = opened.body as { id: number }
  const csv = [
    'payment id,type,amount,currency,date',
    `pay_2041,payment,100.00,USD,${day} 12:30`,
    `pay_2042,payment,64.50,USD,${day} 14:10`,
    `pay_2042,refund,12.00,USD,${day} 16:05`,
  ].join('\r\n')
  const uploaded = await ada.send('POST', `/workspace/payment-statements?dayId=${id}&name=paylane.csv`, { body: csv })
  expect(uploaded.body).toEqual({ success: true })
  return id
}

const setUpRouting = async (ada: HttpClient): Promise<void> => {
  const office = [{ from: '09:00', until: '18:00' }]
  const saturday = [
    { from: '10:00', until: '12:30' },
    { from: '13:30', until: '16:00' },
  ]
  const weekly = [office, office, office, office, office, saturday, []]
  const dates = [
    { date: '2030-12-24', name: 'Christmas Eve', hours: [{ from: '09:00', until: '13:00' }] },
    { date: '2030-12-25', name: 'Christmas Day', hours: [] },
  ]
  await ada.postJson('/workspace/user-groups/sales', { name: 'Sales', userIds: [] })
  await ada.postJson('/workspace/routing', { enabled: true, escalateMinutes: 15 })
  const hours = { hours: { weekly, dates }, awayText: 'We reply as soon as we open again.' }
  await ada.postJson('/workspace/working-hours/fern-garden', hours)
}
