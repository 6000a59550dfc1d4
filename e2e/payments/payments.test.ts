import { type Bank, type Flow, startBank } from '@patchbay/testkit/bank'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { connectBank, orderToPay, paymentOf } from '../support/demo.ts'
import { ADDRESS, type Desk, type Rig, startRig } from '../support/rig.ts'
import { screenshot, seriousViolations } from '../support/screenshots.ts'

let rig: Rig
let bank: Bank
let bruno: Desk
beforeAll(async () => {
  rig = await startRig()
  bank = await startBank({ crm: () => rig.api, idempotent: true })
  await connectBank(rig.api, bank.url)
  bruno = await rig.desk('bruno')
})
afterAll(async () => {
  await rig.close()
  await bank.close()
})

const invoice = () => bruno.page.getByRole('group', { name: 'Invoice' }).first()
const buttons = async (): Promise<string[]> =>
  (await invoice().getByRole('button').allTextContents()).filter((name) => name !== 'Copy payment link')
const press = (name: string) => invoice().getByRole('button', { name, exact: true }).click()
const confirm = (name: string) => bruno.page.getByRole('dialog').getByRole('button', { name, exact: true }).click()
const says = (text: string) => invoice().getByText(text).first().waitFor()

const issueOne = async (): Promise<string> => {
  const id = await orderToPay(rig.api, 'bank-main')
  await bruno.page.goto(`${ADDRESS}/orders/${id}`)
  await bruno.page.getByRole('button', { name: 'Issue invoice' }).click()
  await says('Waiting for payment')
  return [...bank.ledger.payments.keys()].at(-1) ?? ''
}

const pay = async (flow: Flow): Promise<string> => {
  const paymentId = await issueOne()
  const { checked } = await bank.pay(paymentId, flow)
  expect(checked.status).toBeLessThan(300)
  return paymentId
}

it('[P-16] without a hold: a pending invoice has only Cancel and Email payment link, a paid one only Refund', async () => {
  await issueOne()
  expect((await buttons()).toSorted()).toEqual(['Cancel', 'Email payment link'])
  expect(await seriousViolations(bruno.page)).toEqual([])
  await screenshot(bruno.page, 'invoice-pending')
  await press('Email payment link')
  await bruno.page.getByText('Payment link sent to nora@client.test').waitFor()
  await bank.pay([...bank.ledger.payments.keys()].at(-1) ?? '', 'no-hold')
  await says('Paid')
  expect(await buttons()).toEqual(['Refund'])
  await press('Refund')
  await bruno.page.getByLabel('Amount').fill('40')
  await screenshot(bruno.page, 'invoice-refund')
  await confirm('Refund')
  await invoice()
    .getByText(/40\.00 refunded/)
    .waitFor()
})

it('[P-16] a hold that needs approval: Approve and Cancel, then only Refund', async () => {
  await pay('hold-and-wait')
  await says('On hold, awaiting approval')
  expect((await buttons()).toSorted()).toEqual(['Approve', 'Cancel'])
  await screenshot(bruno.page, 'invoice-held')
  await press('Approve')
  await confirm('Approve')
  await says('Paid')
  expect(await buttons()).toEqual(['Refund'])
})

it('[P-16] a hold that is captured automatically is paid without a button', async () => {
  await pay('hold-and-capture')
  await says('Paid')
  expect(await buttons()).toEqual(['Refund'])
})

it('a cancelled invoice has no buttons, and a new one can be issued', async () => {
  await issueOne()
  await press('Cancel')
  // "Cancel" beside "Cancel invoice" would leave open which of them cancels what.
  const names = await bruno.page.getByRole('dialog').getByRole('button').allInnerTexts()
  expect(names.filter(Boolean)).toEqual(['Keep invoice', 'Cancel invoice'])
  await confirm('Cancel invoice')
  await says('Cancelled')
  expect(await buttons()).toEqual([])
  expect(await bruno.page.getByRole('button', { name: 'Issue invoice' }).count()).toBe(1)
})

it('[P-21] shows the error of a module that rejects an operation, and does not change the invoice', async () => {
  await issueOne()
  bank.behave('reject', { on: 'cancel' })
  await press('Cancel')
  await confirm('Cancel invoice')
  await bruno.page.getByText('The bank says no').first().waitFor()
  await bruno.page.keyboard.press('Escape')
  await says('Waiting for payment')
  bank.behave('normal', { on: 'cancel' })
})

it('shows that an operation is not confirmed yet, and disables its button', async () => {
  await issueOne()
  bank.behave('effect-then-reset', { on: 'cancel' })
  await press('Cancel')
  await confirm('Cancel invoice')
  await bruno.page
    .getByText(/not confirmed yet/)
    .first()
    .waitFor()
  await bruno.page.keyboard.press('Escape')
  await screenshot(bruno.page, 'invoice-unconfirmed')
  const cancel = invoice().getByRole('button', { name: 'Cancel', exact: true })
  if (await cancel.count()) expect(await cancel.getAttribute('aria-disabled')).toBe('true')
  bank.behave('normal', { on: 'cancel' })
})

it('[P-23] lets an administrator connect a payment type to a shop', async () => {
  const ada = await rig.desk('ada')
  await ada.page.goto(`${ADDRESS}/payment-settings`)
  await ada.page.getByRole('combobox', { name: 'Bank card' }).click()
  await ada.page.getByRole('option', { name: 'Paylane: Fern Online' }).click()
  await ada.page.getByText('Payment type updated').waitFor()
  const body = await ada.page.evaluate(async () => (await fetch('/workspace/payment-shops')).json())
  expect(body).toMatchObject({
    types: expect.arrayContaining([expect.objectContaining({ code: 'bank-card', shopId: expect.any(Number) })]),
  })
  expect(ada.browserErrors).toEqual([])
  await ada.context.close()
})

it('[P-07][P-06] warns of an inactive shop, and disables invoices of a type whose shop was removed', async () => {
  const id = await orderToPay(rig.api, 'bank-garden')
  await bruno.page.goto(`${ADDRESS}/orders/${id}`)
  await bruno.page
    .getByText(/not active|inactive/i)
    .first()
    .waitFor()
  await screenshot(bruno.page, 'invoice-inactive-shop')
  await connectBank(rig.api, bank.url, false)
  await bruno.page.reload()
  const issue = bruno.page.getByRole('button', { name: 'Issue invoice' })
  await issue.waitFor()
  expect(await issue.getAttribute('aria-disabled')).toBe('true')
})

it('[P-07][P-06] adds a payment for the balance due, warns of an inactive shop, and disables a type whose shop was removed', async () => {
  await connectBank(rig.api, bank.url)
  const id = await orderToPay(rig.api, 'cash', 40)
  await bruno.page.goto(`${ADDRESS}/orders/${id}`)
  await bruno.page.getByRole('button', { name: 'Add payment' }).click()
  const dialog = bruno.page.getByRole('dialog', { name: 'Add payment' })
  expect(await dialog.getByLabel('Amount').inputValue()).toBe('60.00')
  await dialog.getByRole('combobox', { name: 'Payment method' }).click()
  await bruno.page.getByRole('option', { name: /Garden Centre/ }).click()
  await dialog.getByText(/Garden Centre is not active/).waitFor()
  expect(await seriousViolations(bruno.page)).toEqual([])
  await screenshot(bruno.page, 'payment-add')
  await dialog.getByRole('combobox', { name: 'Payment method' }).click()
  await bruno.page.getByRole('option', { name: 'Paylane: Fern Online' }).click()
  expect(await dialog.getByText(/not active/).count()).toBe(0)
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await bruno.page.getByText('Payment added').waitFor()
  await bruno.page.getByRole('button', { name: 'Issue invoice' }).click()
  await says('Waiting for payment')
  await invoice().getByText('for $60.00').waitFor()
  await connectBank(rig.api, bank.url, false)
  await bruno.page.reload()
  await bruno.page.getByRole('button', { name: 'Add payment' }).click()
  await dialog.getByRole('combobox', { name: 'Payment method' }).click()
  const gone = bruno.page.getByRole('option', { name: /Garden Centre, no longer available/ })
  expect(await gone.getAttribute('data-combobox-disabled')).toBe('true')
  await bruno.page.keyboard.press('Escape')
  await connectBank(rig.api, bank.url)
})

it('[D-51] shows that an invoice is stale, and reissues it for the current order', async () => {
  const old = await issueOne()
  const orderId = Number(new URL(bruno.page.url()).pathname.split('/').at(-1))
  const items = [{ productName: 'Olive tree, 80 cm', initialPrice: 45, quantity: 2 }]
  await rig.api.post(`/api/v5/orders/${orderId}/edit`, { by: 'id', site: 'fern-online', order: { items } })
  const paymentId = await paymentOf(rig.api, orderId)
  await rig.api.post(`/api/v5/orders/payments/${paymentId}/edit`, { payment: { amount: 90 } })
  await says('The order has changed since this invoice was issued.')
  expect((await buttons()).toSorted()).toEqual(['Cancel', 'Email payment link', 'Reissue'])
  await screenshot(bruno.page, 'invoice-stale')
  await press('Reissue')
  await confirm('Reissue')
  await invoice().getByText('for $90.00').waitFor()
  await says('Waiting for payment')
  await bruno.page.getByText('Cancelled').first().waitFor()
  expect(bank.ledger.payments.get(old)?.state).toBe('canceled')
})

it('counts down until a hold expires', async () => {
  const paymentId = await pay('hold-and-wait')
  await says('On hold, awaiting approval')
  const expiredAt = new Date(Date.now() + 3 * 3_600_000).toISOString()
  const invoiceUuid = bank.ledger.payments.get(paymentId)?.invoiceUuid
  await rig.api.post('/api/v5/payment/update-invoice', { updateInvoice: { invoiceUuid, expiredAt } })
  await bruno.page.reload()
  const timer = invoice().getByRole('timer')
  await timer.getByText(/The hold expires in 2:59:\d\d/).waitFor()
  const first = await timer.textContent()
  await expect.poll(() => timer.textContent()).not.toBe(first)
  await screenshot(bruno.page, 'invoice-countdown')
})
