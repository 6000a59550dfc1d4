// The life of a payment module like Stripe's, whose client posts multipart with the key in the body: the requests are
// files, with a place for the key and the invoice; the module's side of the callbacks is a server on a real socket.
import { readFileSync } from 'node:fs'
import { json, type Receiver, startReceiver } from '@patchbay/testkit/receiver'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { changeAddress } from '../../src/operator/commands.ts'
import { invoiceOf, order } from '../support/payment-cast.ts'
import { replay } from '../support/replay.ts'
import { type System, startSystem } from '../support/system.ts'

let system: System
let module: Receiver
let admin: Awaited<ReturnType<System['fern']['signIn']>>
let apiKey = ''
let uuid = ''

/** A recorded request with its values filled in. */
const send = (name: string) => {
  const text = readFileSync(new URL(`stripe/${name}.http`, import.meta.url), 'utf8')
    .replaceAll('{{apiKey}}', apiKey)
    .replaceAll('{{uuid}}', uuid)
    .replaceAll('{{module}}', module.url)
  const body = text.slice(text.indexOf('\r\n\r\n') + 4)
  return replay(system.origin, Buffer.from(text.replace('{{length}}', String(Buffer.byteLength(body)))))
}
/** What the module answers to its callbacks, and what it registers again when the address of the account changes. */
const registeredAgain: number[] = []
const handle: Parameters<Receiver['answer']>[0] = async ({ path, form }, response) => {
  if (path === '/config')
    return json(response, 200, { success: true, scopes: SCOPES, registerUrl: `${module.url}/register` })
  if (path === '/register') return json(response, 201, { success: true, accountUrl: `${module.url}/settings` })
  if (path === '/activity' && form.get('systemUrl') === 'https://moved.test') {
    registeredAgain.push((await send('edit')).status)
  }
  if (path === '/payment/create')
    return json(response, 200, {
      success: true,
      result: { paymentId: 'pi_1', invoiceUrl: 'https://pay.test/i/1', cancellable: true },
    })
  return json(response, 200, { success: true })
}
const SCOPES = ['integration_read', 'integration_write', 'payments_read', 'payments_write']
const lastOf = (path: string) => module.received.findLast((one) => one.path === path)

beforeAll(async () => {
  system = await startSystem({ accounts: ['fern'] })
  module = await startReceiver()
  module.answer(handle)
  admin = await system.fern.signIn('ada')
  await system.work()
})
afterAll(async () => {
  await system.close()
  await module.close()
})

it('[D-14][M-01] is connected in one step, finds its methods in the credentials, and registers all its currencies', async () => {
  const request = { registerUrl: `${module.url}/register`, secret: 'shared', scopes: SCOPES }
  expect((await admin.postJson('/workspace/module-connections', request)).status).toBeLessThan(300)
  apiKey = JSON.parse(lastOf('/register')?.form.get('register') ?? '{}').apiKey
  expect((await send('credentials')).body).toMatchObject({
    credentials: expect.arrayContaining([
      '/api/integration-modules/{code}',
      '/api/integration-modules/{code}/edit',
      '/api/payment/(updateInvoice|check)',
    ]),
    scopes: SCOPES,
  })
  expect((await send('system-info')).body).toMatchObject({ publicUrl: 'http://fern.test' })
  const registered = await send('edit')
  expect(registered).toMatchObject({ status: 201, body: { success: true } })
  expect(registered.body).not.toHaveProperty('warnings')
})

it('[P-20] issues an invoice, passes the check, holds, and charges when a manager approves', async () => {
  const { paymentId } = await order(system.fern, 'stripe-acct_1')
  const issued = await admin.postJson(`/workspace/payments/${paymentId}/invoice`, {})
  uuid = (issued.body as { invoice: { id: string } }).invoice.id
  const create = lastOf('/payment/create')
  expect(create?.form.get('clientId')).toBe('client-of-stripe')
  expect(JSON.parse(create?.form.get('create') ?? '{}')).toMatchObject({
    shopId: 'acct_1',
    invoiceUuid: uuid,
    amount: 100,
  })
  expect((await send('check')).body).toEqual({ success: true, result: { success: true } })
  expect(await send('hold')).toEqual({ status: 200, body: { success: true } })
  expect(await invoiceOf(system.fern, uuid)).toMatchObject({ status: 'waitingForCapture' })
  const approved = await admin.postJson(`/workspace/invoices/${uuid}/operations`, { kind: 'approve' })
  expect(approved.status, approved.text).toBe(200)
  expect(JSON.parse(lastOf('/payment/approve')?.form.get('approve') ?? '{}')).toMatchObject({ paymentId: 'pi_1' })
  expect(await send('paid')).toEqual({ status: 200, body: { success: true } })
  expect(await invoiceOf(system.fern, uuid)).toMatchObject({ status: 'succeeded' })
})

it('[P-20] refunds a part, which the module reports', async () => {
  const asked = await admin.postJson(`/workspace/invoices/${uuid}/operations`, { kind: 'refund', amount: '30.50' })
  expect(asked.status, asked.text).toBe(200)
  expect(JSON.parse(lastOf('/payment/refund')?.form.get('refund') ?? '{}')).toMatchObject({
    paymentId: 'pi_1',
    amount: 30.5,
  })
  expect(await send('refunded')).toEqual({ status: 200, body: { success: true } })
  expect(await invoiceOf(system.fern, uuid)).toMatchObject({ status: 'succeeded' })
})

it('[D-13] registers itself again inside the activity callback when the address of the account changes', async () => {
  await changeAddress(system.deps, system.fern.accountId, 'https://moved.test')
  await expect.poll(() => registeredAgain, { timeout: 120_000 }).toContain(201)
  expect((await system.fern.api.get('/api/v5/integration-modules/stripe')).body).toMatchObject({
    integrationModule: {
      active: true,
      integrations: { payment: { currencies: expect.arrayContaining(['MRO', 'STD']) } },
    },
  })
})
