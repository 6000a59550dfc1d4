// Money that can be trusted: what is owed, what was refused, and what an administrator says of an unknown result.
import { type Bank, startBank } from '@patchbay/testkit/bank'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { connectBank, orderToPay, paymentOf } from '../support/demo.ts'
import { ADDRESS, type Desk, type Rig, startRig } from '../support/rig.ts'
import { screenshot, seriousViolations } from '../support/screenshots.ts'

let rig: Rig
let bank: Bank
let bruno: Desk
let ada: Desk
beforeAll(async () => {
  rig = await startRig()
  bank = await startBank({ crm: () => rig.api, idempotent: false })
  await connectBank(rig.api, bank.url)
  bruno = await rig.desk('bruno')
  ada = await rig.desk('ada')
})
afterAll(async () => {
  await rig.close()
  await bank.close()
})

const invoice = (desk: Desk) => desk.page.getByRole('group', { name: 'Invoice' }).first()
const button = (desk: Desk, name: string) => desk.page.getByRole('button', { name, exact: true })
const dialogOf = (desk: Desk, name: string) => desk.page.getByRole('dialog', { name })
const open = (desk: Desk, orderId: number) => desk.page.goto(`${ADDRESS}/orders/${orderId}`)
const issued = async (desk: Desk): Promise<number> => {
  const id = await orderToPay(rig.api, 'bank-main')
  await open(desk, id)
  await button(desk, 'Issue invoice').click()
  await invoice(desk).getByText('Waiting for payment').waitFor()
  return id
}

it('[D-87] offers no invoice for a payment that is paid', async () => {
  const id = await orderToPay(rig.api, 'bank-main')
  await open(bruno, id)
  await button(bruno, 'Issue invoice').waitFor()
  const paymentId = await paymentOf(rig.api, id)
  await rig.api.post(`/api/v5/orders/payments/${paymentId}/edit`, { payment: { status: 'paid' } })
  await bruno.page.reload()
  await button(bruno, 'Payment actions').waitFor()
  await bruno.page.getByText('Paid', { exact: true }).first().waitFor()
  expect(await button(bruno, 'Issue invoice').count()).toBe(0)
})

it('[D-87] prefills no payment of nothing, and takes none', async () => {
  await open(bruno, await orderToPay(rig.api, 'cash'))
  await button(bruno, 'Add payment').click()
  const dialog = dialogOf(bruno, 'Add payment')
  expect(await dialog.getByLabel('Amount').inputValue()).toBe('')
  await dialog.getByRole('combobox', { name: 'Payment method' }).click()
  await bruno.page.getByRole('option', { name: 'Cash' }).click()
  await dialog.getByLabel('Amount').fill('0')
  await dialog.getByText('Enter an amount above zero').waitFor()
  expect(await dialog.getByRole('button', { name: 'Add', exact: true }).isDisabled()).toBe(true)
  await dialog.getByLabel('Amount').fill('100.01')
  await dialog.getByText('The order owes only $100.00').waitFor()
  await bruno.page.keyboard.press('Escape')
})

it('[D-51] changes a payment, and deletes it', async () => {
  await open(bruno, await orderToPay(rig.api, 'cash'))
  await button(bruno, 'Payment actions').click()
  await bruno.page.getByRole('menuitem', { name: 'Edit payment' }).click()
  const dialog = dialogOf(bruno, 'Edit payment')
  await dialog.getByLabel('Amount').fill('40')
  await dialog.getByLabel('Comment').fill('The rest at the door')
  expect(await seriousViolations(bruno.page)).toEqual([])
  await screenshot(bruno.page, 'payment-edit')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await bruno.page.getByText('Payment changed').waitFor()
  await bruno.page.getByText('The rest at the door').waitFor()
  await button(bruno, 'Payment actions').click()
  await bruno.page.getByRole('menuitem', { name: 'Delete payment' }).click()
  const question = dialogOf(bruno, 'Delete the payment of $40.00?')
  await question.getByRole('button', { name: 'Delete payment' }).click()
  await bruno.page.getByText('No payments yet').waitFor()
})

it('[D-87] reissues for what is owed now, or for less', async () => {
  const id = await issued(bruno)
  const payment = { order: { id }, type: 'cash', amount: 30, status: 'paid' }
  await rig.api.post('/api/v5/orders/payments/create', { payment })
  await invoice(bruno).getByRole('button', { name: 'Reissue' }).click()
  const dialog = dialogOf(bruno, 'Reissue this invoice?')
  await dialog.getByText('The order owes $70.00 now', { exact: false }).waitFor()
  expect(await dialog.getByLabel('Amount').inputValue()).toBe('70.00')
  await dialog.getByLabel('Amount').fill('80')
  await dialog.getByText('The order owes only $70.00').waitFor()
  expect(await dialog.getByRole('button', { name: 'Reissue' }).isDisabled()).toBe(true)
  await dialog.getByLabel('Amount').fill('50')
  await screenshot(bruno.page, 'invoice-reissue')
  await dialog.getByRole('button', { name: 'Reissue' }).click()
  await invoice(bruno).getByText('for $50.00').waitFor()
  await invoice(bruno).getByText('Waiting for payment').waitFor()
})

it('[P-21] says that an invoice was refused, and not that it was issued', async () => {
  await open(bruno, await orderToPay(rig.api, 'bank-main'))
  bank.behave('reject', { on: 'create' })
  await button(bruno, 'Issue invoice').click()
  await bruno.page.getByText('Not issued: The bank says no').waitFor()
  bank.behave('normal', { on: 'create' })
  expect(await bruno.page.getByText('Invoice issued').count()).toBe(0)
})

it('[P-16] asks for an address where the order has none, and sends the link there', async () => {
  const id = await orderToPay(rig.api, 'bank-main')
  await rig.api.post(`/api/v5/orders/${id}/edit`, { by: 'id', site: 'fern-online', order: { email: '' } })
  await open(bruno, id)
  await button(bruno, 'Issue invoice').click()
  await button(bruno, 'Email payment link').click()
  const dialog = dialogOf(bruno, 'Email payment link')
  expect(await dialog.getByRole('button', { name: 'Send' }).isDisabled()).toBe(true)
  await dialog.getByLabel('Email address').fill('nora@elsewhere.test')
  expect(await seriousViolations(bruno.page)).toEqual([])
  await dialog.getByRole('button', { name: 'Send' }).click()
  await bruno.page.getByText('Payment link sent to nora@elsewhere.test').waitFor()
})

it('[D-46] lets an administrator say what came of an unknown result, with a reason, on record', async () => {
  const id = await issued(ada)
  bank.behave('effect-then-reset', { on: 'cancel' })
  await invoice(ada).getByRole('button', { name: 'Cancel', exact: true }).click()
  await ada.page.getByRole('dialog').getByRole('button', { name: 'Cancel invoice' }).click()
  await invoice(ada)
    .getByText(/not confirmed yet/)
    .waitFor()
  bank.behave('normal', { on: 'cancel' })
  await open(bruno, id)
  await invoice(bruno).getByRole('button', { name: 'Check status' }).waitFor()
  expect(await button(bruno, 'Record result').count()).toBe(0)
  await invoice(ada).getByRole('button', { name: 'Record result' }).click()
  const dialog = dialogOf(ada, 'What happened to this request?')
  await dialog.getByLabel('It happened').check()
  expect(await dialog.getByRole('button', { name: 'Record result' }).isDisabled()).toBe(true)
  await dialog.getByLabel('How do you know?').fill('It is on the statement')
  expect(await seriousViolations(ada.page)).toEqual([])
  await screenshot(ada.page, 'invoice-resolve')
  await dialog.getByRole('button', { name: 'Record result' }).click()
  await invoice(ada).getByText('Cancelled').waitFor()
  await ada.page.goto(`${ADDRESS}/action-log`)
  await ada.page.getByText('$100.00 · recorded as done · It is on the statement').first().waitFor()
  await ada.page.getByRole('cell', { name: 'bruno@fern.test' }).first().waitFor()
  await screenshot(ada.page, 'action-log-payments')
})

it('[D-52][D-97] shows how many payments cannot be invoiced, when a shop is gone or its module is off', async () => {
  await orderToPay(rig.api, 'bank-garden')
  await connectBank(rig.api, bank.url, false)
  await ada.page.goto(`${ADDRESS}/payment-settings`)
  await ada.page.getByText(/Garden Centre was removed.*1 payment on open orders cannot be invoiced/).waitFor()
  const switchTo = (active: boolean) =>
    ada.page.evaluate(
      (body) =>
        fetch('/workspace/modules/bank/activity', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body,
        }).then(({ status }) => status),
      JSON.stringify({ active }),
    )
  expect(await switchTo(false)).toBe(200)
  await ada.page.reload()
  await ada.page
    .getByText(/The payment module of the shop Fern Online is off.*payments on open orders cannot be invoiced/)
    .waitFor()
  await screenshot(ada.page, 'payment-settings-module-off')
  expect(await switchTo(true)).toBe(200)
  expect([...ada.browserErrors, ...bruno.browserErrors]).toEqual([])
})
