// The mistakes that authors of modules make, each with the message that its author reads. Where `patchbay verify` judges the same
// request, it must say the same. What a module answers wrongly is in verdicts.test.ts, addresses and duplicates in registration.test.ts.
import { type MockSystem, startMockSystem } from '@patchbay/sdk/verify/mock-system'
import { createHttpClient, type HttpClient } from '@patchbay/testkit/http-client'
import { json, type Receiver, startReceiver } from '@patchbay/testkit/receiver'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { order, register } from '../support/payment-cast.ts'
import { type System, startSystem } from '../support/system.ts'

let system: System
let mock: MockSystem
let live: HttpClient
let verify: HttpClient
let bank: Receiver

const SCOPES = ['integration_read', 'integration_write', 'telephony_read', 'telephony_write'] as const

type Body = Record<string, unknown>
type Request = { path: string; body: Body }

const edit = (more: object): Request => ({
  path: '/api/v5/integration-modules/pbx/edit',
  body: { integrationModule: { code: 'pbx', clientId: 'client-pbx', ...more } },
})
const telephony = (settings: object): Request => edit({ integrations: { telephony: settings } })
const payment = (settings: object): Request => {
  const right = { actions: { create: '/create' }, currencies: ['EUR'], shops: [{ code: 'a', name: 'A', active: true }] }
  return edit({ baseUrl: 'https://bank.test', integrations: { payment: { ...right, ...settings } } })
}
const event = (more: object, clientId = 'client-pbx'): Request => ({
  path: '/api/v5/telephony/call/event',
  body: { event: { phone: '+12025550100', type: 'in', codes: ['101'], callExternalId: 'call', ...more }, clientId },
})
const upload = (more: object): Request => {
  const call = { date: '2026-02-03 10:00:00', type: 'in', phone: '+12025550100', code: '101', result: 'answered' }
  return {
    path: '/api/v5/telephony/calls/upload',
    body: { calls: [{ ...call, externalId: 'record', ...more }], clientId: 'client-pbx' },
  }
}
const invalid = (fields: Record<string, string>) => ({ errorMsg: 'Errors in the entity format', errors: fields })

beforeAll(async () => {
  system = await startSystem({ accounts: ['fern'] })
  const { text } = await system.fern.newKey({ scopes: SCOPES, moduleCode: 'pbx' })
  live = system.fern.stranger.with({ 'x-api-key': text })
  mock = await startMockSystem()
  mock.users = new Set(Object.values(system.fern.userIds))
  mock.sites = new Set(['fern-online', 'fern-garden'])
  verify = createHttpClient(mock.url, { 'x-api-key': mock.apiKey })
  const { path, body } = telephony({ additionalCodes: [{ userId: system.fern.userIds.ada, code: '101' }] })
  for (const side of [live, verify]) expect((await side.post(path, body)).status).toBe(201)
  bank = await startReceiver()
})
afterAll(async () => {
  await bank.close()
  await mock.close()
  await system.close()
})

/** What both sides say to the same request. */
const sendToBoth = async ({ path, body }: Request) => {
  const [said, verified] = [await live.post(path, body), await verify.post(path, body)]
  const { info: _live, ...liveBody } = said.body as Body
  const { info: _mock, ...mockBody } = verified.body as Body
  expect({ status: verified.status, body: mockBody }).toEqual({ status: said.status, body: liveBody })
  return { status: said.status, body: liveBody, reported: mock.received.at(-1) }
}

describe('is refused with a sentence, and verify reports it', () => {
  const [ONE, TWO] = [
    { userId: 1, code: '101' },
    { userId: 2, code: '102' },
  ]
  it.each<[string, Request, { errorMsg: string; errors?: Record<string, string> }]>([
    [
      'externalPhones without siteCode',
      telephony({ externalPhones: [{ externalPhone: '+4685000000' }] }),
      invalid({ 'integrations.telephony.externalPhones.0.siteCode': 'is missing' }),
    ],
    [
      'an extension without userId',
      telephony({ additionalCodes: [{ code: '101' }] }),
      invalid({ 'integrations.telephony.additionalCodes.0.userId': 'is missing' }),
    ],
    [
      'a userId that is a name',
      telephony({ additionalCodes: [{ userId: 'ada', code: '101' }] }),
      invalid({
        'integrations.telephony.additionalCodes.0.userId':
          'must be the id of a user: a whole number, without leading zeros',
      }),
    ],
    [
      'one user with two codes',
      telephony({ additionalCodes: [ONE, { ...ONE, code: '102' }] }),
      invalid({
        'integrations.telephony.additionalCodes': 'has the user 1 twice: a user has one extension in a module',
      }),
    ],
    [
      'one code of two users',
      telephony({ additionalCodes: [ONE, { ...TWO, code: '101' }] }),
      invalid({
        'integrations.telephony.additionalCodes': 'has the extension 101 twice: an extension belongs to one user',
      }),
    ],
    [
      'a baseUrl without a scheme',
      edit({ baseUrl: 'pbx.test' }),
      invalid({ baseUrl: 'must be an absolute URL that begins with http:// or https://' }),
    ],
    [
      'a baseUrl of another scheme',
      edit({ baseUrl: 'ftp://pbx.test' }),
      invalid({ baseUrl: 'must be an absolute URL that begins with http:// or https://' }),
    ],
    [
      'relative paths without a baseUrl',
      edit({ actions: { activity: '/activity' } }),
      invalid({ baseUrl: 'is needed, since there are actions with relative paths' }),
    ],
    [
      'the currency XXQ',
      payment({ currencies: ['XXQ'] }),
      invalid({ 'integrations.payment.currencies': 'must be currencies of ISO 4217; these are not: XXQ' }),
    ],
    [
      'the currency "euro"',
      payment({ currencies: ['euro'] }),
      invalid({ 'integrations.payment.currencies.0': 'must be a currency of ISO 4217 in capitals, such as EUR' }),
    ],
    [
      'a payment module without create',
      payment({ actions: {} }),
      invalid({ 'integrations.payment.actions.create': 'is missing' }),
    ],
    [
      '31 February',
      upload({ date: '2026-02-31 10:00:00' }),
      invalid({ '0.date': 'is not a date of the calendar: 2026-02-31 10:00:00' }),
    ],
    [
      'a date in words',
      upload({ date: 'yesterday' }),
      invalid({ '0.date': 'must be a time such as 2026-11-15 10:00:00, or 2026-11-15T10:00:00Z' }),
    ],
    [
      'a result that does not exist',
      upload({ result: 'talked' }),
      invalid({
        '0.result': 'must be one of: answered, no answer, busy, failed, not allowed, unknown, no answered',
      }),
    ],
    [
      'an event of an unknown type',
      event({ type: 'ringing' }),
      invalid({ type: 'must be one of: in, out, answer, hangup' }),
    ],
    ['an event without a phone', event({ phone: '' }), invalid({ phone: 'must not be empty' })],
    [
      'the clientId of nobody',
      event({}, 'client-of-nobody'),
      { errorMsg: 'No telephony module of this API key has this clientId' },
    ],
    [
      'a request without its parameter',
      { path: '/api/v5/telephony/call/event', body: {} },
      { errorMsg: "Parameter 'event' is missing" },
    ],
    [
      'JSON that ends too early',
      { path: '/api/v5/integration-modules/pbx/edit', body: { integrationModule: '{"code":' } },
      { errorMsg: "Parameter 'integrationModule' is not valid JSON: Unexpected end of JSON input" },
    ],
  ])('%s', async (_mistake, request, said) => {
    const { status, body, reported } = await sendToBoth(request)
    expect(status).toBe(400)
    expect({ errorMsg: body.errorMsg, ...(body.errors !== undefined && { errors: body.errors }) }).toEqual(said)
    // The sentence of `sends nothing that the system would refuse`, with the place and the reason.
    for (const text of [said.errorMsg, ...Object.entries(said.errors ?? {}).flat()])
      expect(reported?.problem).toContain(text)
  })
})

describe('is taken, with a warning', () => {
  it.each<[string, Request, string]>([
    [
      'a hangup without a status',
      event({ type: 'hangup' }),
      'The hangup has no hangupStatus, so the result of the call is not known from it.',
    ],
    [
      'an event without codes',
      event({ codes: undefined }),
      'The event names nobody, so no card is shown: send codes or userIds.',
    ],
    [
      'an event with no codes',
      event({ codes: [] }),
      'The event names nobody, so no card is shown: send codes or userIds.',
    ],
    [
      'the phone "anonymous"',
      event({ phone: 'anonymous', callExternalId: 'hidden' }),
      'The phone "anonymous" has no digits, so no customer is found by it.',
    ],
    [
      'a member with a typo',
      edit({ nmae: 'Exchange' }),
      'integrationModule.nmae is not kept: there is no such member here',
    ],
  ])('%s', async (_mistake, request, warning) => {
    const { status, body, reported } = await sendToBoth(request)
    expect(status).toBeLessThan(300)
    expect(body.warnings).toEqual([warning])
    expect(reported).toMatchObject({ warnings: [warning] })
    expect(reported?.problem).toBeUndefined()
  })

  it('an extension that nobody has is named', async () => {
    const { body } = await sendToBoth(event({ codes: ['101', '999'], callExternalId: 'nobody' }))
    expect(body).toEqual({ success: true, notExistCodes: ['999'] })
  })

  it.each([
    [
      'an ISO date',
      upload({ date: '2026-02-03T10:00:00Z', externalId: 'iso' }),
      'calls.0.date is 2026-02-03T10:00:00Z: the interface asks for Y-m-d H:i:s in the zone of the account',
    ],
    [
      'the result "no answered"',
      upload({ result: 'no answered', externalId: 'missed' }),
      'calls.0.result is "no answered": in records it is "no answer"',
    ],
  ])('%s is accepted by the system, and verify says what the interface asks for', async (_what, request, advice) => {
    const { body, reported } = await sendToBoth(request)
    expect(body).toEqual({ success: true, processedCallsCount: 1 })
    expect(reported).toMatchObject({ warnings: [advice] })
  })
})

describe('keys', () => {
  const said = async (client: HttpClient, { path, body }: Request) => (await client.post(path, body)).body

  it('[D-05] without the scope: the answer names it, and who can give it', async () => {
    const { text } = await system.fern.newKey({ scopes: ['telephony_read'] })
    expect(await said(system.fern.stranger.with({ 'x-api-key': text }), event({}))).toMatchObject({
      errorMsg: 'Access denied.',
      errors: {
        apiKey:
          'has no scope telephony_write. Use a key that has it: an administrator creates one on the API keys page',
      },
    })
  })

  it('[D-81] of another module: the answer names both, on both sides', async () => {
    const request = { path: '/api/v5/integration-modules/other/edit', body: { integrationModule: { code: 'other' } } }
    const { status, body } = await sendToBoth(request)
    expect(status).toBe(403)
    expect(body.errorMsg).toBe(
      'Access denied. This API key belongs to the module pbx. Create a key for the module other, or let an administrator allow several modules on this one',
    )
  })

  it('missing or wrong', async () => {
    const { stranger } = system.fern
    expect(await said(stranger, event({}))).toMatchObject({ errorMsg: '"apiKey" is missing.' })
    const wrong = stranger.with({ 'x-api-key': 'pb_wrong' })
    expect(await said(wrong, event({}))).toMatchObject({ errorMsg: 'Wrong "apiKey" value.' })
  })
})

it.each([
  ['/api/v5/orders/A-17', 'externalId', 'Order with externalId "A-17" not found'],
  ['/api/v5/orders/4711?by=id', 'id', 'Order with id "4711" not found'],
  ['/api/v5/customers/4711?by=id', 'id', 'Customer with id "4711" not found'],
  ['/api/v5/integration-modules/nobody', 'code', 'Module with code "nobody" not found'],
])('[D-04] %s: not found says what was looked for', async (path, field, sentence) => {
  const { status, body } = await system.fern.api.get(path)
  expect({ status, body }).toMatchObject({
    status: 404,
    body: { errorMsg: 'Not found', errors: { [field]: sentence } },
  })
})

it('[D-44] of eight answers with one paymentId at the same time, one invoice is issued', async () => {
  await register(system.fern, 'bank', bank.url)
  const payments = await Promise.all(Array.from({ length: 8 }, () => order(system.fern, 'bank-main')))
  // Answered together, when all have asked.
  const waiting: (() => void)[] = []
  bank.answer((_received, response) => {
    const result = { paymentId: 'same', invoiceUrl: 'https://pay.test/same' }
    waiting.push(() => json(response, 200, { success: true, result }))
    if (waiting.length === payments.length) for (const respond of waiting) respond()
  })
  const replies = await Promise.all(
    payments.map(({ paymentId }) =>
      system.fern.api.post('/api/v5/payment/create-invoice', { createInvoice: { paymentId } }),
    ),
  )
  expect(replies.filter(({ text }) => text.includes('https://pay.test/same'))).toHaveLength(1)
})
