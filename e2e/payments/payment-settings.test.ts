import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Bank, startBank } from '@patchbay/testkit/bank'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { connectBank, orderToPay } from '../support/demo.ts'
import { ADDRESS, type Desk, type Rig, startRig } from '../support/rig.ts'
import { screenshot, seriousViolations } from '../support/screenshots.ts'

let rig: Rig
let bank: Bank
let ada: Desk
beforeAll(async () => {
  rig = await startRig()
  bank = await startBank({ crm: () => rig.api, idempotent: true })
  await connectBank(rig.api, bank.url)
  const paymentStatus = { name: 'Paid at the bank', paymentComplete: true }
  await rig.api.post('/api/v5/reference/payment-statuses/at-the-bank/edit', { paymentStatus })
  ada = await rig.desk('ada')
})
afterAll(async () => {
  await rig.close()
  await bank.close()
})

const lastPayment = () => [...bank.ledger.payments.keys()].at(-1) ?? expect.fail('the bank has no payment')

const issueOne = async (): Promise<number> => {
  const id = await orderToPay(rig.api, 'bank-main')
  await ada.page.goto(`${ADDRESS}/orders/${id}`)
  await ada.page.getByRole('button', { name: 'Issue invoice' }).click()
  await ada.page.getByText('Waiting for payment').first().waitFor()
  return id
}

const sentEmails = async (): Promise<string[]> => {
  const folder = rig.installation.env.MAIL_FOLDER ?? ''
  const names = (await readdir(folder)).filter((name) => name.endsWith('.eml'))
  return Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))
}

it('[D-50] maps an invoice status to a payment status, and applies it to the next payment', async () => {
  await ada.page.goto(`${ADDRESS}/payment-settings`)
  const mapping = ada.page
    .getByRole('region', { name: /invoice/i })
    .getByRole('combobox', { name: 'Paid', exact: true })
  await mapping.click()
  await ada.page.getByRole('option', { name: 'Paid at the bank' }).click()
  await ada.page.getByText('Settings saved').waitFor()
  await ada.page.reload()
  await expect.poll(() => mapping.inputValue()).toBe('Paid at the bank')
  const id = await issueOne()
  await bank.pay(lastPayment(), 'no-hold')
  await ada.page.getByText('Paid at the bank').waitFor()
  const { order } = (await rig.api.get(`/api/v5/orders/${id}`, { by: 'id' })).body as {
    order: { payments: Record<string, { status: string }> }
  }
  expect(Object.values(order.payments).map(({ status }) => status)).toEqual(['at-the-bank'])
})

it('[D-50] has a different mapping for one payment type', async () => {
  await ada.page.goto(`${ADDRESS}/payment-settings`)
  const region = ada.page.getByRole('region', { name: /invoice/i })
  const held = region.getByRole('combobox', { name: 'On hold, awaiting approval' })
  await region.getByRole('combobox', { name: 'Payment type', exact: true }).click()
  await ada.page.getByRole('option', { name: 'Paylane: Fern Online' }).click()
  // A type without its own mapping uses the mapping of all types.
  await expect
    .poll(() => region.getByRole('combobox', { name: 'Paid', exact: true }).getAttribute('placeholder'))
    .toBe('Paid at the bank')
  await held.click()
  await ada.page.getByRole('option', { name: 'Invoice issued' }).click()
  await ada.page.getByText('Settings saved').waitFor()
  const settings = await ada.page.evaluate(async () => (await fetch('/workspace/payment-settings')).json())
  expect((settings as { settings: { mappings: object[] } }).settings.mappings).toContainEqual({
    paymentType: 'bank-main',
    invoiceStatus: 'waitingForCapture',
    paymentStatus: 'invoice',
  })
  await issueOne()
  await bank.pay(lastPayment(), 'hold-and-wait')
  await ada.page.getByRole('main').getByText('Invoice issued').first().waitFor()
})

it('[P-16] sends the payment link email with the account’s own text', async () => {
  await ada.page.goto(`${ADDRESS}/payment-settings`)
  await ada.page.getByLabel('Subject').fill('Your ferns, order {order}')
  await ada.page.getByLabel('Text', { exact: true }).fill('Dear {name}, please pay')
  await ada.page.getByText('Add {link} where the payment link should appear').waitFor()
  expect(await ada.page.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true)
  await ada.page.getByLabel('Text', { exact: true }).fill('Dear {name}, please pay {amount} {currency}:\n{link}')
  await ada.page.getByRole('button', { name: 'Save' }).click()
  await ada.page.getByText('Settings saved').waitFor()
  expect(await seriousViolations(ada.page)).toEqual([])
  await issueOne()
  await ada.page.getByRole('button', { name: 'Email payment link' }).click()
  await ada.page.getByText('Payment link sent to nora@client.test').waitFor()
  await expect.poll(async () => (await sentEmails()).length).toBe(1)
  const [email = ''] = await sentEmails()
  expect(email).toContain('To: nora@client.test')
  expect(email).toMatch(/Subject: Your ferns, order \S+/)
  expect(email).toMatch(/Dear Nora[^,]*, please pay 100\.00 USD:/)
  expect(email).toMatch(/https:\/\/pay\.test\/pay_\w+/)
})

it('[D-42] shows a report that does not match its invoice, and saves how it was resolved', async () => {
  await issueOne()
  const paymentId = lastPayment()
  const invoiceUuid = bank.ledger.payments.get(paymentId)?.invoiceUuid
  const report = { invoiceUuid, paymentId, status: 'succeeded', amount: 1, currency: 'USD' }
  const reply = await rig.api.post('/api/v5/payment/update-invoice', { updateInvoice: report })
  expect(reply.body).toMatchObject({ success: false })
  await ada.page.goto(`${ADDRESS}/discrepancies`)
  const row = ada.page.getByRole('row').filter({ hasText: String(invoiceUuid) })
  await row.getByRole('button', { name: 'Resolve' }).click()
  const dialog = ada.page.getByRole('dialog')
  await dialog.getByLabel('What did you do about it?').fill('The bank corrected its report by phone')
  await screenshot(ada.page, 'discrepancy-settle')
  expect(await seriousViolations(ada.page)).toEqual([])
  await dialog.getByRole('button', { name: 'Resolve' }).click()
  await row.waitFor({ state: 'detached' })
  await ada.page.getByRole('radiogroup').getByText('Resolved').click()
  await row.getByText(/The bank corrected its report by phone.*ada@fern\.test/).waitFor()
  expect(ada.browserErrors).toEqual([])
})
