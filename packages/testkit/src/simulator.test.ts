// Each behaviour of the simulators over HTTP. They run as separate processes and report to a receiver.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { json, type Receiver, startReceiver } from './receiver.ts'
import { type Kind, type Simulator, startSimulator } from './simulator.ts'

let system: Receiver
let bank: Simulator
let exchange: Simulator
let messenger: Simulator
beforeAll(async () => {
  system = await startReceiver((_received, response) => json(response, 200, { success: true }))
  const start = (kind: Kind) => startSimulator(kind, { origin: system.url, host: 'system.test', apiKey: 'key' })
  ;[bank, exchange, messenger] = await Promise.all([start('bank'), start('exchange'), start('messenger')])
})
beforeEach(async () => {
  system.received.length = 0
  await Promise.all([bank, exchange, messenger].map((one) => one.behave('normal')))
})
afterAll(async () => {
  await Promise.all([bank, exchange, messenger].map((one) => one.stop()))
  await system.close()
})

type Seen = { status?: number; text?: string; retryAfter?: string | null; location?: string | null; failed?: string }

/** Short for what never comes, long for what does: a busy machine is slow. */
const [SHORT_MS, LONG_MS] = [2_000, 60_000]
type Patience = { head: number; body: number }
const PATIENT: Patience = { head: LONG_MS, body: LONG_MS }
const patienceFor = ({ status, failed }: Seen): Patience => {
  if (failed !== 'TimeoutError') return PATIENT
  return { head: status === undefined ? SHORT_MS : LONG_MS, body: SHORT_MS }
}

/** The response as a client with this patience sees it. */
const see = async (url: string, init: RequestInit = {}, patience = PATIENT): Promise<Seen> => {
  const limit = new AbortController()
  let waiting: AbortSignal | undefined
  const waitAtMost = (ms: number) => {
    const own = AbortSignal.timeout(ms)
    waiting = own
    own.onabort = () => own === waiting && limit.abort(own.reason)
  }
  waitAtMost(patience.head)
  let status: number | undefined
  try {
    const answer = await fetch(url, { redirect: 'manual', signal: limit.signal, ...init })
    waitAtMost(patience.body)
    status = answer.status
    const headers = { retryAfter: answer.headers.get('retry-after'), location: answer.headers.get('location') }
    return { status, text: await answer.text(), ...headers }
  } catch (error) {
    return { ...(status !== undefined && { status }), failed: (error as Error).name }
  } finally {
    waiting = undefined
  }
}

const requestCall = (phone: string, patience?: Patience) =>
  see(`${exchange.url}/call?code=101&phone=${encodeURIComponent(phone)}`, {}, patience)
const rings = () => exchange.run<Record<string, number>>({ type: 'state' })

const SEEN: [word: Parameters<Simulator['behave']>[0], seen: Seen][] = [
  ['normal', { status: 200, text: '{"success":true}' }],
  ['reject', { status: 400, text: '{"success":false,"errorMsg":"The exchange says no"}' }],
  ['error', { status: 500 }],
  ['garbage', { status: 200, text: '<html>It works!</html>' }],
  ['empty', { status: 204, text: '' }],
  ['hang', { failed: 'TimeoutError' }],
  ['reset', { failed: 'TypeError' }],
  ['slow-drip', { status: 200, failed: 'TimeoutError' }],
  ['busy', { status: 429, retryAfter: '1' }],
  ['redirect', { status: 301, location: 'http://127.0.0.1:9/' }],
]

describe('a response', () => {
  it.each(SEEN)('%s', async (word, seen) => {
    const phone = `+1202555-${word}`
    await exchange.behave(word)
    expect(await requestCall(phone, patienceFor(seen))).toMatchObject(seen)
    expect((await rings())[phone], 'only what was carried out is recorded').toBe(word === 'normal' ? 1 : undefined)
  })

  it.each(SEEN.slice(2))('effect-then-%s: the same response, and the request is carried out', async (word, seen) => {
    const phone = `+1303555-${word}`
    await exchange.behave(`effect-then-${word as 'hang'}`)
    expect(await requestCall(phone, patienceFor(seen))).toMatchObject(seen)
    expect((await rings())[phone]).toBe(1)
  })

  it('can be limited to one scope or to a number of requests', async () => {
    await exchange.behave('error', { on: '+1404' })
    await exchange.behave('busy', { times: 2 })
    const statuses = []
    for (const phone of ['+1505', '+1505', '+1505', '+1404', '+1505']) statuses.push((await requestCall(phone)).status)
    expect(statuses).toEqual([429, 429, 200, 500, 200])
    await exchange.behave('normal', { on: '+1404' })
    expect((await requestCall('+1404')).status).toBe(200)
  })
})

const form = (action: string, parameters: object, key: string): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/x-www-form-urlencoded', 'webhook-id': key },
  body: new URLSearchParams({ [action]: JSON.stringify(parameters) }).toString(),
})
type BankState = { payments: { id: string; invoiceUuid: string; state: string; refunds: unknown[] }[] }

/** A new payment; returns its id. */
const created = async (): Promise<string> => {
  const invoiceUuid = crypto.randomUUID()
  await see(`${bank.url}/pay/create`, form('create', { invoiceUuid, amount: 10, currency: 'EUR' }, invoiceUuid))
  const { payments } = await bank.run<BankState>({ type: 'state' })
  return payments.find((one) => one.invoiceUuid === invoiceUuid)?.id ?? ''
}
const statuses = () =>
  system.received
    .filter(({ path }) => path.endsWith('/update-invoice'))
    .map(({ form: fields }) => (JSON.parse(fields.get('updateInvoice') ?? '{}') as { status: string }).status)

describe('a bank', () => {
  it('effect-then-hang: the refund has happened without a response, and the same key does not repeat it', async () => {
    const paymentId = await created()
    await bank.run({ type: 'pay', paymentId, flow: 'no-hold' })
    await bank.behave('effect-then-hang', { on: 'refund', times: 1 })
    const refund = form('refund', { paymentId, amount: 4 }, 'press-1')
    const seen = { failed: 'TimeoutError' }
    expect(await see(`${bank.url}/pay/refund`, refund, patienceFor(seen))).toMatchObject(seen)
    expect(await see(`${bank.url}/pay/refund`, refund)).toMatchObject({ status: 200 })
    const { payments } = await bank.run<BankState>({ type: 'state' })
    expect(payments.find(({ id }) => id === paymentId)?.refunds).toHaveLength(1)
  })

  it('reject: an explicit error, and nothing changed', async () => {
    const paymentId = await created()
    await bank.behave('reject', { on: 'cancel' })
    const { text } = await see(`${bank.url}/pay/cancel`, form('cancel', { paymentId }, 'press-2'))
    expect(text).toBe('{"success":false,"errorMsg":"The bank says no"}')
    const { payments } = await bank.run<BankState>({ type: 'state' })
    expect(payments.find(({ id }) => id === paymentId)?.state).toBe('pending')
  })

  it.each([
    ['double-reports', ['waitingForCapture', 'waitingForCapture']],
    ['lost-reports', []],
  ] as const)('%s', async (word, expected) => {
    const paymentId = await created()
    await bank.behave(word)
    await bank.run({ type: 'pay', paymentId, flow: 'hold-and-wait' })
    expect(statuses()).toEqual(expected)
  })
})

const reports = () =>
  system.received.map(({ path, form: fields }) => {
    if (path.endsWith('/upload')) return 'record'
    const { type, codes } = JSON.parse(fields.get('event') ?? '{}') as { type: string; codes: string[] }
    return `${type} ${codes.join('+')}`
  })
const call = (kind: 'answered' | 'missed' | 'ring-group' | 'transfer') =>
  exchange.run({
    type: 'call',
    kind,
    script: { id: crypto.randomUUID(), phone: '+12025550100', codes: ['101', '102'] },
  })

const twice = (...steps: string[]) => steps.flatMap((step) => [step, step])

describe('an exchange', () => {
  it.each([
    ['answered', ['in 101', 'answer 101', 'hangup 101', 'record']],
    ['missed', ['in 101', 'hangup 101', 'record']],
    ['ring-group', ['in 101+102', 'in 101', 'hangup 101', 'record']],
    ['transfer', ['in 101', 'in 102', 'hangup 102', 'record']],
  ] as const)('simulates a call: %s', async (kind, steps) => {
    await call(kind)
    expect(reports()).toEqual(steps)
  })

  it.each([
    ['lost-hangup', ['in 101', 'answer 101', 'record']],
    ['double-reports', twice('in 101', 'answer 101', 'hangup 101', 'record')],
    ['reordered-reports', ['record', 'hangup 101', 'answer 101', 'in 101']],
    ['lost-reports', []],
  ] as const)('%s', async (word, steps) => {
    await exchange.behave(word)
    await call('answered')
    expect(reports()).toEqual(steps)
  })

  it('late-history: the record is sent later', async () => {
    await exchange.behave('late-history')
    await call('answered')
    expect(reports()).toEqual(['in 101', 'answer 101', 'hangup 101'])
    await exchange.run({ type: 'send-held-reports' })
    expect(reports()).toEqual(['in 101', 'answer 101', 'hangup 101', 'record'])
  })
})

const webhook = (id: string, type: string, data: object = {}) =>
  see(messenger.url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'webhook-id': id, 'webhook-sequence': '1' },
    body: JSON.stringify({ type, meta: { timestamp: 1 }, data }),
  })
type MessengerState = { effects: { id: string }[]; repeats: number; deliveries: number }
const state = () => messenger.run<MessengerState>({ type: 'state' })

describe('a messenger', () => {
  it('reject, of one emoji: that one is rejected, others are accepted', async () => {
    await messenger.behave('reject', { on: '🔥' })
    expect((await webhook('r-1', 'reaction_add', { new_reaction: '🔥' })).status).toBe(422)
    expect((await webhook('r-2', 'reaction_add', { new_reaction: '👍' })).status).toBe(200)
    expect((await state()).effects.map(({ id }) => id)).toEqual(['r-2'])
  })

  it('reject, of a message: with 200 and an error, like real messengers', async () => {
    await messenger.behave('reject', { on: 'message_sent' })
    const { status, text } = await webhook('m-1', 'message_sent')
    expect([status, text]).toEqual([200, '{"error":{"code":"general","message":"The messenger says no"}}'])
  })

  it('recognises a repeat by its webhook-id, also when the first response got lost', async () => {
    const before = await state()
    await messenger.behave('effect-then-reset', { times: 1 })
    expect(await webhook('m-2', 'message_sent')).toMatchObject({ failed: 'TypeError' })
    expect((await webhook('m-2', 'message_sent')).status).toBe(200)
    const after = await state()
    expect([after.effects.length - before.effects.length, after.repeats - before.repeats]).toEqual([1, 1])
  })

  it.each([
    ['double-reports', ['one', 'one', 'two', 'two']],
    ['reordered-reports', ['two', 'one']],
    ['lost-reports', []],
  ] as const)('%s', async (word, texts) => {
    await messenger.behave(word)
    await messenger.run({ type: 'send-messages', token: 't', channel: 1, person: 'vera', texts: ['one', 'two'] })
    const toSummary = system.received.map(
      ({ body }) => (JSON.parse(body) as { message: { text: string } }).message.text,
    )
    expect(toSummary).toEqual(texts)
  })
})
