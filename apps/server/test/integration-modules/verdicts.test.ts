// D-98, D-99: each mistake of a module is explained in the request log, and what is safe is sent again from there.
import { createHash } from 'node:crypto'
import type { Exchange as LoggedExchange } from '@patchbay/contract/platform/workspace/traffic'
import type { HttpClient } from '@patchbay/testkit/http-client'
import {
  json,
  type ReceivedRequest,
  type Receiver,
  type ResponseHandler,
  startReceiver,
} from '@patchbay/testkit/receiver'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { order, register } from '../support/payment-cast.ts'
import { type Exchange, startExchange } from '../support/phone-exchange.ts'
import { type System, startSystem } from '../support/system.ts'

let system: System
let bank: Receiver
let exchange: Exchange
let ada: HttpClient
let bruno: HttpClient
beforeAll(async () => {
  system = await startSystem()
  bank = await startReceiver()
  exchange = await startExchange(system)
  ada = await system.fern.signIn('ada')
  bruno = await system.fern.signIn('bruno')
  await register(system.fern, 'bank', bank.url, { idempotent: true })
  await register(system.fern, 'simple', bank.url)
})
afterAll(async () => {
  await system.close()
  await exchange.close()
  await bank.close()
})

const latest = async (module: string): Promise<LoggedExchange> => {
  const { exchanges } = (await ada.get('/workspace/traffic', { module })).body as { exchanges: LoggedExchange[] }
  const [found] = exchanges.filter(({ direction }) => direction === 'out')
  if (!found) throw new Error(`nothing was sent to ${module}`)
  return found
}

const html: ResponseHandler = (_received, response) => {
  response.writeHead(200, { 'content-type': 'text/html' }).end('<html>It works</html>')
}
const empty: ResponseHandler = (_received, response) => {
  response.writeHead(200).end()
}
const says =
  (body: object, status = 200): ResponseHandler =>
  (_received, response) =>
    json(response, status, body)

const issueAt = async (module: string, handler: ResponseHandler): Promise<LoggedExchange> => {
  bank.answer(handler)
  const { paymentId } = await order(system.fern, `${module}-main`)
  await system.fern.api.post('/api/v5/payment/create-invoice', { createInvoice: { paymentId } })
  return latest(module)
}

it.each<[string, ResponseHandler, object]>([
  ['HTML', html, { code: 'not-understood', status: 200, why: 'html' }],
  ['an empty answer', empty, { code: 'not-understood', status: 200, why: 'empty' }],
  ['an answer of no agreed shape', says({ ok: 1 }), { code: 'not-understood', status: 200, why: 'no-success' }],
  [
    'success without a link',
    says({ success: true, result: { paymentId: 'p1' } }),
    { code: 'not-understood', status: 200, why: 'no-link' },
  ],
  [
    'a relative link',
    says({ success: true, result: { paymentId: 'p1', invoiceUrl: '/pay/p1' } }),
    { code: 'not-understood', status: 200, why: 'relative-link', value: '/pay/p1' },
  ],
  [
    '4xx with its own message',
    says({ message: 'shop is closed' }, 422),
    { code: 'not-understood', status: 422, why: 'http-status', value: 'shop is closed' },
  ],
  [
    '4xx with errorMsg',
    says({ success: false, errorMsg: 'No such shop' }, 400),
    { code: 'refused', status: 400, message: 'No such shop' },
  ],
])('[D-98] %s to a payment request: not green, with the reason', async (_name, handler, result) => {
  const logged = await issueAt('bank', handler)
  expect(logged).toMatchObject({ ok: false, result, purpose: { code: 'payment.create' } })
  const trace = await ada.get(`/workspace/invoices/${logged.about?.split('/')[1]}/trace`)
  const { steps } = (trace.body as { trace: { steps: { exchangeId?: number; ok: boolean; result?: object }[] } }).trace
  expect(steps.find(({ exchangeId }) => exchangeId === logged.id)).toMatchObject({ ok: false, result })
  const health = await ada.get('/workspace/modules/bank')
  expect((health.body as { module: object }).module).toMatchObject({ lastTraffic: { ok: false, result } })
})

it('[D-98] what is right is accepted, with the invoice that it led to', async () => {
  const right = { success: true, result: { paymentId: 'p9', invoiceUrl: 'https://pay.test/p9' } }
  expect(await issueAt('bank', says(right))).toMatchObject({
    ok: true,
    result: { code: 'accepted', status: 200 },
    about: expect.stringMatching(/^invoice\//),
  })
})

it('[D-44][D-98] a paymentId that another invoice of the module has is rejected, and issues nothing', async () => {
  const answer = { success: true, result: { paymentId: 'p9', invoiceUrl: 'https://pay.test/p9-again' } }
  const logged = await issueAt('bank', says(answer))
  expect(logged).toMatchObject({
    ok: false,
    result: { code: 'not-understood', why: 'payment-id-taken', value: expect.stringMatching(/^p9, order /) },
  })
  const invoice = await ada.get(`/workspace/invoices/${logged.about?.split('/')[1]}/trace`)
  expect(invoice.text).toContain('operation.unknown')
  const elsewhere = await issueAt('simple', says(answer))
  expect(elsewhere).toMatchObject({ ok: true })
})

const press = () => bruno.postJson('/workspace/calls', { pressId: crypto.randomUUID(), phone: '+12025550404' })

it('[T-08][D-98] a call: a refusal in the words of the exchange, another status than 200, no answer in time', async () => {
  await exchange.register()
  exchange.module.answer(says({ errorMsg: 'There is no phone 101' }, 400))
  const refusal = await press()
  expect(refusal.body).toMatchObject({
    errorMsg: 'The call could not be started: the exchange answered 400: There is no phone 101',
  })
  expect(await latest('pbx')).toMatchObject({
    ok: false,
    result: { code: 'refused', status: 400, message: 'There is no phone 101' },
  })
  exchange.module.answer(says({}, 201))
  await press()
  expect(await latest('pbx')).toMatchObject({
    ok: false,
    result: { code: 'not-understood', status: 201, why: 'not-200' },
  })
  exchange.module.answer(() => undefined)
  await press()
  const late = await latest('pbx')
  expect(late).toMatchObject({ ok: false, result: { code: 'timeout', seconds: 5 }, purpose: { code: 'call.make' } })
  expect(await ada.postJson(`/workspace/traffic/${late.id}/resend`, {})).toMatchObject({
    status: 409,
    body: { errorCode: 'resend_unsafe', errorValues: { why: 'rings-twice' } },
  })
})

it('[D-09] the log has what a signature is checked by: headers, and the digest of the bytes', async () => {
  const logged = await issueAt('bank', html)
  const { headers = {}, body = '' }: Partial<ReceivedRequest> = bank.received.at(-1) ?? {}
  expect(logged.sent).toMatchObject({
    headers: {
      'webhook-id': headers['webhook-id'],
      'webhook-timestamp': headers['webhook-timestamp'],
      'webhook-signature': headers['webhook-signature'],
    },
    bytes: Buffer.byteLength(body),
    sha256: createHash('sha256').update(body).digest('hex'),
  })
  expect(logged.sent?.raw).toContain('create=%7B%22shopId%22')
  expect(logged.sent?.raw).not.toContain('46701234567')
  expect(logged.received).toMatchObject({ headers: { 'content-type': 'text/html' }, bytes: 21 })
})

it('[D-99] an operation whose outcome is unknown is sent again with the same key, at an idempotent module only', async () => {
  const unsafe = await issueAt('simple', html)
  expect(await ada.postJson(`/workspace/traffic/${unsafe.id}/resend`, {})).toMatchObject({
    status: 409,
    body: { errorCode: 'module_not_idempotent' },
  })
  const logged = await issueAt('bank', html)
  const first = bank.received.at(-1)
  bank.answer(says({ success: true, result: { paymentId: 'p2', invoiceUrl: 'https://pay.test/p2' } }))
  expect((await ada.postJson(`/workspace/traffic/${logged.id}/resend`, {})).status).toBe(200)
  expect(bank.received.at(-1)).toMatchObject({
    body: first?.body,
    headers: { 'idempotency-key': first?.headers['idempotency-key'] },
  })
  expect(await latest('bank')).toMatchObject({ ok: true, about: logged.about })
  expect(await ada.postJson(`/workspace/traffic/${logged.id}/resend`, {})).toMatchObject({
    status: 409,
    body: { errorCode: 'operation_not_waiting' },
  })
})

it('[D-23] a request of a key with several modules is attributed by path, clientId and invoice', async () => {
  const moduleOfLast = async () => {
    const { exchanges } = (await ada.get('/workspace/traffic')).body as { exchanges: LoggedExchange[] }
    return exchanges.find(({ direction }) => direction === 'in')?.moduleCode
  }
  await system.fern.api.get('/api/v5/integration-modules/simple')
  expect(await moduleOfLast()).toBe('simple')
  const event = { phone: '+12025550499', type: 'in', codes: ['101'], callExternalId: 'attributed' }
  await system.fern.api.post('/api/v5/telephony/call/event', { clientId: 'client-pbx', event })
  expect(await moduleOfLast()).toBe('pbx')
  const { about } = await issueAt(
    'simple',
    says({ success: true, result: { paymentId: 's', invoiceUrl: 'https://s.test' } }),
  )
  const check = { invoiceUuid: about?.split('/')[1], amount: 100, currency: 'USD' }
  await system.fern.api.post('/api/v5/payment/check', { check })
  expect(await moduleOfLast()).toBe('simple')
})

it('each answer has a request id, which its entry in the request log has too', async () => {
  const reply = await system.fern.api.get('/api/v5/integration-modules/simple')
  const { exchanges } = (await ada.get('/workspace/traffic')).body as { exchanges: LoggedExchange[] }
  expect(reply.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
  expect(exchanges.find(({ direction }) => direction === 'in')?.requestId).toBe(reply.headers['x-request-id'])
})

it('a body that cannot be read is shown as it came', async () => {
  await system.fern.api.send('POST', '/api/v5/customers/create', {
    headers: { 'content-type': 'application/json' },
    body: '{"customer": ',
  })
  const { exchanges } = (await ada.get('/workspace/traffic')).body as { exchanges: LoggedExchange[] }
  expect(exchanges[0]).toMatchObject({ ok: false, sent: { raw: '{"customer":' } })
})
