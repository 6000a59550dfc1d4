import { expect, it } from 'vitest'
import { servePayment } from './payment.ts'
import { type ModuleRequest, refuse } from './request.ts'
import { newSecret, sign } from './signature.ts'
import { serveTelephony } from './telephony.ts'

const secret = newSecret()
const now = new Date('2026-11-15T10:00:00Z')
const invoice = { shopId: 'main', invoiceUuid: 'u-1', amount: 10, currency: 'EUR', items: [], customer: {} }

const bank = (create = () => ({ paymentId: 'p-1', invoiceUrl: 'https://bank.test/p-1', cancellable: true })) => {
  let made = 0
  const served = servePayment({
    secretFor: (clientId) => (clientId === 'c-1' ? secret : undefined),
    currencies: ['EUR'],
    shops: [{ code: 'main', name: 'Main', active: true }],
    now: () => now,
    onError: () => {},
    create: async () => {
      made++
      // Asynchronous, so that concurrent requests overlap.
      await new Promise(setImmediate)
      return create()
    },
  })
  return { handler: served.handler, created: () => made }
}

const post = (fields: Record<string, string>, more: { key?: string; at?: Date } = {}): ModuleRequest => {
  const body = new URLSearchParams(fields).toString()
  return {
    method: 'POST',
    url: '/payment/create',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      ...sign([secret], more.key ?? crypto.randomUUID(), more.at ?? now, body),
      ...(more.key !== undefined && { 'idempotency-key': more.key }),
    },
    body: Buffer.from(body),
  }
}

const asked = { clientId: 'c-1', create: JSON.stringify(invoice) }

it('answers in the shape of the contract', async () => {
  const answer = await bank().handler(post(asked))
  expect(answer?.status).toBe(200)
  expect(JSON.parse(String(answer?.body))).toEqual({
    success: true,
    result: { paymentId: 'p-1', invoiceUrl: 'https://bank.test/p-1', cancellable: true },
  })
})

it('ignores requests to other paths', async () => {
  expect(await bank().handler({ ...post(asked), url: '/pay/p-1' })).toBeUndefined()
})

it.each([
  [
    'unsigned',
    (request: ModuleRequest) => ({ ...request, headers: { 'content-type': 'application/x-www-form-urlencoded' } }),
    401,
    /not signed/,
  ],
  [
    'changed',
    (request: ModuleRequest) => ({ ...request, body: Buffer.from(`${Buffer.from(request.body)}&a=1`) }),
    401,
    /does not match/,
  ],
  ['of an unknown client', () => post({ ...asked, clientId: 'c-2' }), 403, /"c-2" is not known/],
  ['old', () => post(asked, { at: new Date(now.getTime() - 301_000) }), 401, /five minutes/],
  ['not JSON', () => post({ ...asked, create: '{' }), 400, /not valid JSON/],
  [
    'incomplete',
    () => post({ ...asked, create: JSON.stringify({ ...invoice, amount: undefined }) }),
    400,
    /"create.amount" is missing/,
  ],
  [
    'in another currency',
    () => post({ ...asked, create: JSON.stringify({ ...invoice, currency: 'USD' }) }),
    400,
    /USD/,
  ],
  ['of another method', (request: ModuleRequest) => ({ ...request, method: 'GET' }), 405, /Use POST/],
])('refuses a request that is %s, with a sentence, and does nothing', async (_what, change, status, sentence) => {
  const { handler, created } = bank()
  const refused = await handler(change(post(asked)))
  expect(refused?.status).toBe(status)
  expect(JSON.parse(String(refused?.body))).toMatchObject({ success: false, errorMsg: expect.stringMatching(sentence) })
  expect(created()).toBe(0)
})

it('runs a repeated key once, also for concurrent repeats, and returns the same response', async () => {
  const { handler, created } = bank(() => ({
    paymentId: crypto.randomUUID(),
    invoiceUrl: 'https://b.test',
    cancellable: true,
  }))
  const answers = await Promise.all([1, 2, 3].map(() => handler(post(asked, { key: 'k-1' }))))
  answers.push(await handler(post(asked, { key: 'k-1' })))
  expect(new Set(answers.map((one) => one?.body)).size).toBe(1)
  expect(created()).toBe(1)
  await handler(post(asked, { key: 'k-2' }))
  expect(created()).toBe(2)
})

it('[D-84] takes a captured request that comes back under another Idempotency-Key for a repeat', async () => {
  const { handler, created } = bank()
  const captured = post(asked, { key: 'k-1' })
  await handler(captured)
  const replayed = await handler({ ...captured, headers: { ...captured.headers, 'idempotency-key': 'k-2' } })
  expect(replayed?.status).toBe(200)
  expect(created()).toBe(1)
})

it('rejects a key that is reused with another content', async () => {
  const { handler, created } = bank()
  await handler(post(asked, { key: 'k-1' }))
  const other = await handler(post({ ...asked, create: JSON.stringify({ ...invoice, amount: 11 }) }, { key: 'k-1' }))
  expect(other?.status).toBe(422)
  expect(created()).toBe(1)
})

it('ignores the order of members when it compares contents', async () => {
  const { handler, created } = bank()
  await handler(post(asked, { key: 'k-1' }))
  const turned = JSON.stringify(Object.fromEntries(Object.entries(invoice).reverse()))
  expect((await handler(post({ ...asked, create: turned }, { key: 'k-1' })))?.status).toBe(200)
  expect(created()).toBe(1)
})

it('runs a repeat again after an internal error, and repeats a rejection', async () => {
  let broken = true
  const { handler } = bank(() => {
    if (broken) throw new Error('disk full')
    return refuse('The card was declined')
  })
  expect((await handler(post(asked, { key: 'k' })))?.status).toBe(500)
  broken = false
  for (let time = 0; time < 2; time++) {
    const refused = await handler(post(asked, { key: 'k' }))
    expect(refused?.status).toBe(200)
    expect(JSON.parse(String(refused?.body))).toEqual({ success: false, errorMsg: 'The card was declined' })
  }
})

it('verifies the raw query string of a GET, and serves ranges of a recording', async () => {
  const exchange = serveTelephony({
    secretFor: () => secret,
    now: () => now,
    makeCall: ({ phone }) => (phone === '+15550100' ? undefined : refuse(`Not ${phone}`)),
    recording: (id) => (id === 'r-1' ? { contentType: 'audio/wav', bytes: Buffer.from('0123456789') } : undefined),
  })
  const get = (path: string, query: string, headers = {}) =>
    exchange.handler({
      method: 'GET',
      url: `${path}?${query}`,
      headers: { ...sign([secret], crypto.randomUUID(), now, query), ...headers },
      body: new Uint8Array(),
    })
  expect((await get('/telephony/make-call', 'clientId=c&code=1&userId=2&phone=%2B15550100'))?.status).toBe(200)
  expect((await get('/telephony/make-call', 'clientId=c&code=1&userId=2&phone=+15550100'))?.status).toBe(422)
  expect((await get('/telephony/recordings/r-2', 'clientId=c'))?.status).toBe(404)
  const part = await get('/telephony/recordings/r-1', 'clientId=c', { range: 'bytes=2-4' })
  expect([part?.status, String(part?.body), part?.headers['content-range']]).toEqual([206, '234', 'bytes 2-4/10'])
  const tail = await get('/telephony/recordings/r-1', 'clientId=c', { range: 'bytes=-3' })
  expect(String(tail?.body)).toBe('789')
})
