// The bank's pay page, in a real browser.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ModuleRig, startModuleRig } from './module-rig.ts'

let rig: ModuleRig
beforeAll(async () => {
  rig = await startModuleRig('bank')
})
afterAll(() => rig?.close())

it('a client reads what is asked, pays, and is led back to the shop', async () => {
  const invoiceUuid = crypto.randomUUID()
  rig.system.invoices.set(invoiceUuid, { amount: 25.5, currency: 'EUR' })
  const paid = {
    shopId: 'hold-manual',
    invoiceUuid,
    invoiceType: 'link',
    amount: 25.5,
    currency: 'EUR',
    orderNumber: 'F-7',
  }
  const create = JSON.stringify({ ...paid, returnUrl: 'https://shop.test/thanks', items: [], customer: {} })
  const answer = await rig.send('/payment/create', { form: { create } })
  const { result } = (await answer.json()) as { result: { invoiceUrl: string } }
  const { page } = rig
  await page.goto(result.invoiceUrl)
  await page.getByRole('heading', { name: 'Order F-7' }).waitFor()
  expect(await rig.findings()).toEqual([])
  await page.getByRole('button', { name: 'Pay €25.50' }).click()
  await page.getByText('The money is reserved').waitFor()
  expect(await page.getByRole('button').count()).toBe(0)
  expect(await page.getByRole('link', { name: 'Back to the shop' }).getAttribute('href')).toBe(
    'https://shop.test/thanks',
  )
  const told = await rig.system.waitFor(({ path, status }) => path.endsWith('/update-invoice') && status === 200, 5_000)
  expect(told?.fields.updateInvoice).toMatchObject({ invoiceUuid, status: 'waitingForCapture', amount: 25.5 })
  expect(rig.complaints).toEqual([])
})
