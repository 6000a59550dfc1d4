import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sign } from '@patchbay/sdk/signature'
import { type MockSystem, startMockSystem } from '@patchbay/sdk/verify/mock-system'
import { renderText } from '@patchbay/sdk/verify/report'
import { verifyModule } from '@patchbay/sdk/verify/run'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { startBank } from '../src/sandbox.ts'
import { freePort } from './free-port.ts'

let system: MockSystem
let folder: string
let url: string
let bank: Awaited<ReturnType<typeof startBank>>

const start = async (more: { holdMs?: number; linkMs?: number } = {}) => {
  const retry = { backoffMs: 10, maxAttempts: 3, timeoutMs: 20_000 }
  const { port } = new URL(url)
  bank = await startBank(
    {
      systemUrl: system.url,
      apiKey: system.apiKey,
      publicUrl: url,
      folder,
      port: Number(port),
      log: () => {},
      retry,
    },
    more,
  )
  await bank.registered
}

beforeEach(async () => {
  system = await startMockSystem()
  system.retryAfter = 0
  folder = mkdtempSync(join(tmpdir(), 'patchbay-bank-'))
  url = `http://127.0.0.1:${await freePort()}`
})
afterEach(async () => {
  await bank?.stop().catch(() => undefined)
  await system.close()
  rmSync(folder, { recursive: true })
})

const call = async (action: string, body: object, key: string = crypto.randomUUID()) => {
  const clientId = system.settings()?.clientId ?? ''
  const form = new URLSearchParams({ clientId, [action]: JSON.stringify(body) }).toString()
  const headers = {
    'content-type': 'application/x-www-form-urlencoded',
    'idempotency-key': key,
    ...sign([system.secret], key, new Date(), form),
  }
  const answer = await fetch(`${url}/payment/${action}`, { method: 'POST', headers, body: form })
  return (await answer.json()) as { success: boolean; errorMsg?: string; result: Record<string, unknown> }
}

const create = async (
  shopId: string,
  more: { amount?: number; siteUrl?: string; items?: object[] } = {},
  key?: string,
) => {
  const { amount = 25.5 } = more
  const invoiceUuid = crypto.randomUUID()
  system.invoices.set(invoiceUuid, { amount, currency: 'EUR' })
  const { result } = await call(
    'create',
    {
      shopId,
      invoiceUuid,
      invoiceType: 'link',
      amount,
      currency: 'EUR',
      orderNumber: '<b>7</b>',
      items: [],
      customer: {},
      ...more,
    },
    key,
  )
  return { invoiceUuid, paymentId: String(result.paymentId), invoiceUrl: String(result.invoiceUrl) }
}

const reports = (invoiceUuid: string) =>
  system.received
    .filter(({ path, status }) => path.endsWith('/update-invoice') && status === 200)
    .map(({ fields }) => fields.updateInvoice as Record<string, unknown>)
    .filter((update) => update.invoiceUuid === invoiceUuid)

const reported = async (invoiceUuid: string, status: string) => {
  await system.waitFor(() => reports(invoiceUuid).some((update) => update.status === status), 60_000)
  return reports(invoiceUuid).map((update) => update.status)
}

const pay = async (invoiceUrl: string) => (await fetch(invoiceUrl, { method: 'POST' })).text()

it.each([
  ['hold-auto', ['succeeded']],
  ['direct', ['succeeded']],
] as const)('%s: asked, charged, reported', async (shop, statuses) => {
  await start()
  const { invoiceUuid, invoiceUrl } = await create(shop)
  const page = await (await fetch(invoiceUrl)).text()
  expect(page).toContain('€25.50')
  expect(page).not.toContain('<b>7</b>')
  expect(await pay(invoiceUrl)).toContain('Payment received')
  expect(await reported(invoiceUuid, 'succeeded')).toEqual(statuses)
})

it('hold-manual: held, then confirmed by the manager, or rejected', async () => {
  await start()
  const one = await create('hold-manual')
  expect(await pay(one.invoiceUrl)).toContain('The amount is on hold')
  expect((await call('approve', { paymentId: one.paymentId })).success).toBe(true)
  expect(await reported(one.invoiceUuid, 'succeeded')).toEqual(['waitingForCapture', 'succeeded'])
  const two = await create('hold-manual')
  await pay(two.invoiceUrl)
  expect((await call('cancel', { paymentId: two.paymentId })).success).toBe(true)
  expect(await reported(two.invoiceUuid, 'canceled')).toEqual(['waitingForCapture', 'canceled'])
})

it('the page shows the shop and what is bought; declining it is reported', async () => {
  await start()
  const items = [
    { name: 'Olive <tree>', price: 10, quantity: 2 },
    { name: 'Pot', price: 5.5, quantity: 1 },
  ]
  const { invoiceUuid, invoiceUrl } = await create('direct', { siteUrl: 'https://shop.test/garden', items })
  const page = await (await fetch(invoiceUrl)).text()
  for (const text of ['shop.test', 'Olive &#60;tree&#62;', '× 2', '€20.00', 'Pot', '€5.50', 'Pay €25.50'])
    expect(page).toContain(text)
  const body = new URLSearchParams({ card: 'works', decline: '1' })
  const declined = await (await fetch(invoiceUrl, { method: 'POST', body })).text()
  expect(declined).toContain('You have not been charged')
  expect(declined).toContain('Declined by the customer')
  expect(await reported(invoiceUuid, 'canceled')).toEqual(['canceled'])
  expect(await pay(invoiceUrl)).toContain('This payment is canceled and cannot be paid')
})

it('charges nothing when the order has changed, and reports why', async () => {
  await start()
  const { invoiceUuid, invoiceUrl } = await create('hold-auto')
  system.invoices.set(invoiceUuid, { amount: 25.5, currency: 'EUR', orderChanged: true })
  expect(await pay(invoiceUrl)).toContain('The order has changed since the invoice was issued')
  expect(await reported(invoiceUuid, 'canceled')).toEqual(['canceled'])
})

it('lets holds and links expire', async () => {
  await start({ holdMs: 50 })
  const held = await create('hold-manual')
  await pay(held.invoiceUrl)
  expect(await reported(held.invoiceUuid, 'canceled')).toEqual(['waitingForCapture', 'canceled'])
  expect((await call('approve', { paymentId: held.paymentId })).errorMsg).toMatch(/is canceled and cannot be charged/)
})

it('test cards: one refuses refunds, and one whose hold would end soon says so', async () => {
  await start()
  const payWith = async (invoiceUrl: string, card: string) =>
    (await fetch(invoiceUrl, { method: 'POST', body: new URLSearchParams({ card }) })).text()
  const paid = await create('direct')
  expect(await (await fetch(paid.invoiceUrl)).text()).toContain(
    '<option value="refund-refused">Refuses refunds</option>',
  )
  expect(await payWith(paid.invoiceUrl, 'refund-refused')).toContain('Payment received')
  const refused = await call('refund', { paymentId: paid.paymentId })
  expect(refused).toMatchObject({ success: false, errorMsg: 'The bank of the customer refused the refund' })
  const held = await create('hold-manual')
  await payWith(held.invoiceUrl, 'short-hold')
  await reported(held.invoiceUuid, 'waitingForCapture')
  const until = Date.parse(String(reports(held.invoiceUuid).at(-1)?.expiredAt))
  expect(until - Date.now()).toBeLessThanOrEqual(30_000)
})

it('keeps its idempotency keys and its outbox after a restart', async () => {
  await start()
  const key = crypto.randomUUID()
  const payment = await create('direct', { amount: 20 }, key)
  system.queueResponses('/update-invoice', ...Array.from({ length: 3 }, () => 'busy' as const))
  await pay(payment.invoiceUrl)
  await system.waitFor(({ path }) => path.endsWith('/update-invoice'), 60_000)
  await bank.stop()
  system.clearResponses('/update-invoice')
  await start()
  expect(await reported(payment.invoiceUuid, 'succeeded')).toEqual(['succeeded'])
  const refundKey = crypto.randomUUID()
  const first = await call('refund', { paymentId: payment.paymentId, amount: 5 }, refundKey)
  await bank.stop()
  await start()
  const second = await call('refund', { paymentId: payment.paymentId, amount: 5 }, refundKey)
  expect(second.result).toEqual(first.result)
  expect((await call('refund', { paymentId: payment.paymentId, amount: 15.01 })).errorMsg).toMatch(/Only 15 EUR/)
  expect((await call('refund', { paymentId: payment.paymentId })).result).toMatchObject({ amount: 15 })
  expect(await reported(payment.invoiceUuid, 'refundSucceeded')).toEqual(['succeeded', 'succeeded', 'refundSucceeded'])
})

it.each([
  ['hold-auto', /./],
  ['hold-manual', /approve|refund|cancel|money/],
])('passes the conformance run in the shop %s, started as its README says', { timeout: 60_000 }, async (shop, only) => {
  const run = `exec "${process.execPath}" "${join(import.meta.dirname, '../src/main.ts')}"`
  const report = await verifyModule({
    kind: 'payment',
    url,
    run,
    hooks: { pay: '{invoiceUrl}', shop },
    only,
    waitMs: 8_000,
  })
  expect(
    report.outcomes.filter(({ result }) => result === 'failed'),
    renderText(report),
  ).toEqual([])
})
