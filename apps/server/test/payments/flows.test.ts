// P-20: the three flows of interface 3.2, end to end over HTTP, against a module in a process of its own that keeps its
// own ledger, checks before it charges, and sends forms.
import type { Flow } from '@patchbay/testkit/bank'
import type { HttpClient } from '@patchbay/testkit/http-client'
import { type Simulator, startSimulator } from '@patchbay/testkit/simulator'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type BankModule, invoiceOf, order, register } from '../support/payment-cast.ts'
import { type System, startSystem } from '../support/system.ts'

type Payment = {
  id: string
  invoiceUuid: string
  state: string
  captures: number
  released: boolean
  refunds: object[]
}
type PaymentResult = { checked: { success: boolean; errorMsg?: string }; reports: { status: number; text: string }[] }

let system: System
let bank: Simulator
let module: BankModule
let bruno: HttpClient
beforeAll(async () => {
  system = await startSystem({ accounts: ['fern'] })
  const { origin, fern } = system
  bank = await startSimulator('bank', { origin, host: 'fern.test', apiKey: fern.apiKey, idempotent: false })
  module = await register(fern, 'bank', bank.url)
  bruno = await system.fern.signIn('bruno')
})
afterAll(async () => {
  await bank.stop()
  await system.close()
})

const booked = async (uuid: string): Promise<Payment> => {
  const { payments } = await bank.run<{ payments: Payment[] }>({ type: 'state' })
  const found = payments.find(({ invoiceUuid }) => invoiceUuid === uuid)
  if (!found) throw new Error(`the bank knows nothing of ${uuid}`)
  return found
}
const issued = async () => {
  const { paymentId, orderId } = await order(system.fern, module.type)
  const reply = await bruno.postJson(`/workspace/payments/${paymentId}/invoice`, {})
  const { invoice } = reply.body as { invoice: { id: string; link: string } }
  return { uuid: invoice.id, orderId, bankId: (await booked(invoice.id)).id }
}
const pay = (paymentId: string, flow: Flow) => bank.run<PaymentResult>({ type: 'pay', paymentId, flow })
const requestOperation = (uuid: string, kind: string) =>
  bruno.postJson(`/workspace/invoices/${uuid}/operations`, { kind })
const statusOf = async (uuid: string) => (await invoiceOf(system.fern, uuid)).status
const shrink = (orderId: number) =>
  system.fern.api.post(`/api/v5/orders/${orderId}/edit`, {
    by: 'id',
    order: { items: [{ productName: 'Fern', initialPrice: 10, quantity: 1 }] },
  })

it('[P-20] flow 1: hold, check, automatic charge', async () => {
  const { uuid, bankId } = await issued()
  const { checked, reports } = await pay(bankId, 'hold-and-capture')
  expect(checked).toEqual({ success: true, result: { success: true } })
  expect(reports.map(({ status }) => status)).toEqual([200])
  expect(await statusOf(uuid)).toBe('succeeded')
  expect(await booked(uuid)).toMatchObject({ state: 'captured', captures: 1 })
})

it('[P-20] flow 1, changed order: the check fails, and the bank releases the hold', async () => {
  const { uuid, bankId, orderId } = await issued()
  await shrink(orderId)
  const { checked } = await pay(bankId, 'hold-and-capture')
  expect(checked).toMatchObject({ success: false, errorMsg: 'The order has changed since the invoice was issued' })
  expect(await statusOf(uuid)).toBe('canceled')
  expect(await booked(uuid)).toMatchObject({ released: true, captures: 0 })
})

it('[P-20] flow 2: hold until a manager approves', async () => {
  const { uuid, bankId } = await issued()
  const { reports } = await pay(bankId, 'hold-and-wait')
  expect(reports.map(({ status }) => status)).toEqual([200])
  expect(await statusOf(uuid)).toBe('waitingForCapture')
  expect((await requestOperation(uuid, 'approve')).status).toBe(200)
  expect(await statusOf(uuid)).toBe('succeeded')
  expect(await booked(uuid)).toMatchObject({ state: 'captured', captures: 1 })
  expect((await requestOperation(uuid, 'refund')).status).toBe(200)
  expect(await statusOf(uuid)).toBe('refundSucceeded')
  expect((await booked(uuid)).refunds).toHaveLength(1)
})

it('[P-20] flow 2, rejected: a manager cancels, and the hold is released', async () => {
  const { uuid, bankId } = await issued()
  await pay(bankId, 'hold-and-wait')
  expect((await requestOperation(uuid, 'cancel')).status).toBe(200)
  expect(await statusOf(uuid)).toBe('canceled')
  expect(await booked(uuid)).toMatchObject({ released: true, captures: 0 })
})

it('[P-20] flow 3: check, then charge', async () => {
  const { uuid, bankId } = await issued()
  const { checked } = await pay(bankId, 'no-hold')
  expect(checked).toMatchObject({ success: true })
  expect(await statusOf(uuid)).toBe('succeeded')
  expect(await booked(uuid)).toMatchObject({ captures: 1 })
})
