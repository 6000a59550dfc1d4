import { type Bank, type Flow, startBank } from '@patchbay/testkit/bank'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { connectBank, orderToPay } from './demo.ts'
import { barriers, screenshot } from './look.ts'
import { ADDRESS, type Desk, type Rig, startRig } from './rig.ts'

let rig: Rig
let bank: Bank
let bruno: Desk
beforeAll(async () => {
  rig = await startRig()
  bank = await startBank({ crm: () => rig.api, keyed: true })
  await connectBank(rig.api, bank.url)
  bruno = await rig.desk('bruno')
})
afterAll(async () => {
  await rig.close()
  await bank.close()
})

const invoice = () => bruno.page.getByRole('group', { name: 'Invoice' }).first()
const buttons = async (): Promise<string[]> =>
  (await invoice().getByRole('button').allTextContents()).filter((name) => name !== 'Copy the payment link')
const press = (name: string) => invoice().getByRole('button', { name, exact: true }).click()
const confirm = (name: string) => bruno.page.getByRole('dialog').getByRole('button', { name, exact: true }).click()
const says = (text: string) => invoice().getByText(text).first().waitFor()

const issueOne = async (): Promise<string> => {
  const id = await orderToPay(rig.api, 'bank-main')
  await bruno.page.goto(`${ADDRESS}/orders/${id}`)
  await bruno.page.getByRole('button', { name: 'Issue an invoice' }).click()
  await says('Waiting for payment')
  return [...bank.ledger.payments.keys()].at(-1) ?? ''
}

const pay = async (flow: Flow): Promise<string> => {
  const paymentId = await issueOne()
  const { checked } = await bank.pay(paymentId, flow)
  expect(checked.status).toBeLessThan(300)
  return paymentId
}

it('[P-16] without a hold: pending offers to cancel and to e-mail, paid offers a refund, and nothing else', async () => {
  await issueOne()
  expect((await buttons()).toSorted()).toEqual(['Cancel', 'E-mail the link'])
  expect(await barriers(bruno.page)).toEqual([])
  await screenshot(bruno.page, 'invoice-pending')
  await press('E-mail the link')
  await bruno.page.getByText('The link is on its way to nora@client.test').waitFor()
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

it('[P-16] a hold that a manager decides on: approve and cancel, then only a refund', async () => {
  await pay('hold-and-wait')
  await says('Held, to be approved')
  expect((await buttons()).toSorted()).toEqual(['Approve', 'Cancel'])
  await screenshot(bruno.page, 'invoice-held')
  await press('Approve')
  await confirm('Approve')
  await says('Paid')
  expect(await buttons()).toEqual(['Refund'])
})

it('[P-16] a hold that is captured by itself is paid, without a button on the way', async () => {
  await pay('hold-and-capture')
  await says('Paid')
  expect(await buttons()).toEqual(['Refund'])
})

it('a canceled invoice offers nothing, and makes room for another', async () => {
  await issueOne()
  await press('Cancel')
  await confirm('Cancel the invoice')
  await says('Cancelled')
  expect(await buttons()).toEqual([])
  expect(await bruno.page.getByRole('button', { name: 'Issue an invoice' }).count()).toBe(1)
})

it('[P-21] shows what the module says when it refuses, and the invoice stays as it was', async () => {
  await issueOne()
  bank.trouble('cancel', 'reject')
  await press('Cancel')
  await confirm('Cancel the invoice')
  await bruno.page.getByText('The bank says no').first().waitFor()
  await bruno.page.keyboard.press('Escape')
  await says('Waiting for payment')
  bank.trouble('cancel', 'none')
})

it('says that a press was sent and is not confirmed yet, and keeps it from being pressed again', async () => {
  await issueOne()
  bank.trouble('cancel', 'reset-after')
  await press('Cancel')
  await confirm('Cancel the invoice')
  await bruno.page
    .getByText(/not confirmed yet/)
    .first()
    .waitFor()
  await bruno.page.keyboard.press('Escape')
  await screenshot(bruno.page, 'invoice-unconfirmed')
  const cancel = invoice().getByRole('button', { name: 'Cancel', exact: true })
  if (await cancel.count()) expect(await cancel.getAttribute('aria-disabled')).toBe('true')
  bank.trouble('cancel', 'none')
})

it('[P-23] lets an administrator bind a payment type to a shop', async () => {
  const ada = await rig.desk('ada')
  await ada.page.goto(`${ADDRESS}/payment-settings`)
  await ada.page.getByRole('combobox', { name: 'Bank card' }).click()
  await ada.page.getByRole('option', { name: 'Paylane: Fern Online' }).click()
  await ada.page.getByText('The payment type is bound').waitFor()
  const body = await ada.page.evaluate(async () => (await fetch('/workspace/payment-shops')).json())
  expect(body).toMatchObject({
    types: expect.arrayContaining([expect.objectContaining({ code: 'bank-card', shopId: expect.any(Number) })]),
  })
  expect(ada.complaints).toEqual([])
  await ada.context.close()
})

it('[P-07][P-06] warns of an inactive shop, and shows a type whose shop is gone as unusable', async () => {
  const id = await orderToPay(rig.api, 'bank-garden')
  await bruno.page.goto(`${ADDRESS}/orders/${id}`)
  await bruno.page
    .getByText(/not active|inactive/i)
    .first()
    .waitFor()
  await screenshot(bruno.page, 'invoice-inactive-shop')
  await connectBank(rig.api, bank.url, false)
  await bruno.page.reload()
  const issue = bruno.page.getByRole('button', { name: 'Issue an invoice' })
  await issue.waitFor()
  expect(await issue.getAttribute('aria-disabled')).toBe('true')
})
