import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createClient, systemTime } from './client.ts'
import { openConnection } from './connection.ts'
import { newSecret, sign } from './signature.ts'
import { serveTelephony } from './telephony.ts'
import { createTransport, ensureChannel, ensureTemplate } from './transport-client.ts'
import { type MockSystem, startMockSystem } from './verify/mock-system.ts'

let system: MockSystem
let folder: string
const retry = { backoffMs: 1, maxAttempts: 4 }

beforeEach(async () => {
  system = await startMockSystem()
  system.retryAfter = 0
  folder = mkdtempSync(join(tmpdir(), 'patchbay-sdk-'))
  const settings = { text: { reaction: 'both' } }
  system.channels.set(1, { id: 1, is_active: true, settings })
  const reactions = ['👍', '❤']
  system.messages.push({ id: 1, channel: 1, externalId: 'm-1', type: 'text', deleted: false, reactions })
  system.payments.set(7, { currency: 'EUR' })
})
afterEach(async () => {
  await system.close()
  rmSync(folder, { recursive: true })
})

/** Calls are taken from a registered exchange only. */
const registerExchange = () => client().register({ code: 'exchange', clientId: 'c', integrations: { telephony: {} } })

const client = () => createClient({ systemUrl: `${system.url}/`, apiKey: system.apiKey, retry })
const transport = () => createTransport({ endpointUrl: system.url, token: system.token, retry })
const received = (end: string) => system.received.filter(({ path }) => path.endsWith(end))

/** As a key that was replaced sees it: without secrets. */
const shown = { code: 'm-1', integrations: { mgTransport: { isActive: true } } }

const record = (externalId: string) =>
  ({
    date: '2026-11-15 10:00:00',
    type: 'in',
    phone: '+1555',
    externalId,
    code: '1',
    result: 'answered',
    duration: 3,
  }) as const

it('uploads calls fifty at a time', async () => {
  await registerExchange()
  const calls = Array.from({ length: 120 }, (_, index) => record(`c-${index}`))
  expect(await client().uploadCalls(calls)).toEqual({ processedCallsCount: 120, duplicateCalls: [] })
  expect(received('/upload').map(({ fields }) => (fields.calls as unknown[]).length)).toEqual([50, 50, 20])
})

it('waits for the time in Retry-After', async () => {
  system.retryAfter = 1
  system.queueResponses('/update-invoice', 'busy')
  system.invoices.set('u', { amount: 5, currency: 'EUR' })
  const timers = vi.spyOn(globalThis, 'setTimeout')
  await client().updateInvoice({ invoiceUuid: 'u', status: 'succeeded', amount: 5 })
  // A jitter of a tenth, so that clients do not all retry at the same moment.
  const pauses = timers.mock.calls.map(([, ms = 0]) => ms).filter((ms) => ms >= 900 && ms <= 1_100)
  timers.mockRestore()
  expect(pauses).toHaveLength(1)
  expect(received('/update-invoice').map(({ status }) => status)).toEqual([503, 200])
})

it('retries a check after 503 and after a time-out, and accepts only an explicit success', async () => {
  system.invoices.set('u', { amount: 5, currency: 'EUR' })
  system.queueResponses('/check', 'busy', 'disconnect')
  expect(await client().checkInvoice({ invoiceUuid: 'u', amount: 5, currency: 'EUR' })).toEqual({ ok: true })
  expect(received('/check')).toHaveLength(3)
  expect(await client().checkInvoice({ invoiceUuid: 'u', amount: 6, currency: 'EUR' })).toEqual({
    ok: false,
    errorMsg: 'The amount is not the invoice’s',
  })
  system.queueResponses('/check', 'disconnect', 'disconnect', 'disconnect', 'disconnect')
  await expect(client().checkInvoice({ invoiceUuid: 'u', amount: 5, currency: 'EUR' })).rejects.toThrow(/No answer/)
})

it('retries an event without an id only after 503, when nothing was done', async () => {
  await registerExchange()
  const event = { phone: '+1555', type: 'in', codes: ['1'] } as const
  system.queueResponses('/event', 'disconnect')
  await expect(client().callEvent({ ...event, codes: ['1'] })).rejects.toThrow(/No answer/)
  expect(received('/event')).toHaveLength(1)
  system.queueResponses('/event', 'busy')
  await client().callEvent({ ...event, codes: ['1'] })
  system.queueResponses('/event', 'disconnect')
  await client().callEvent({ ...event, codes: ['1'], callExternalId: 'c-1' })
  expect(received('/event').map(({ status }) => status)).toEqual([0, 503, 200, 0, 200])
})

it('throws with the error of the system', async () => {
  const wrong = createClient({ systemUrl: system.url, apiKey: 'wrong', retry })
  await expect(wrong.credentials()).rejects.toMatchObject({
    name: 'ApiError',
    status: 403,
    message: 'Wrong "apiKey" value.',
  })
})

it('treats a message that was already delivered as a success', async () => {
  const channel = await ensureChannel(transport(), { type: 'custom', external_id: 'shop' })
  expect(await ensureChannel(transport(), { type: 'custom', external_id: 'shop', name: 'Shop' })).toBe(channel)
  const message = {
    channel,
    external_chat_id: 'c',
    customer: { external_id: 'u', nickname: 'Ann' },
    message: { type: 'text', external_id: 'm-1', text: 'Hello' },
  } as const
  expect(await transport().sendMessage(message)).toMatchObject({ message_id: 2 })
  expect(await transport().sendMessage(message)).toEqual({ repeated: true })
})

it('never retries deleting "the first" reaction', async () => {
  const call = { channel: 1, message: { external_id: 'm-1' } }
  system.queueResponses('/reaction', 'disconnect')
  await expect(transport().deleteReaction(call)).rejects.toThrow(/No answer/)
  expect(received('/reaction')).toHaveLength(1)
  system.queueResponses('/reaction', 'disconnect')
  await transport().deleteReaction({ ...call, reaction: '👍' })
  expect(received('/reaction')).toHaveLength(3)
})

it('[D-84] repeats a POST after silence with the same Idempotency-Key, and gives each request a key of its own', async () => {
  system.queueResponses('/create-invoice', 'disconnect')
  expect(await client().createInvoice({ paymentId: 7 })).toBe(`${system.url}/pay`)
  expect(received('/create-invoice').map(({ status }) => status)).toEqual([0, 200])
  const invoice = { paymentId: 7, externalId: 'e', amount: 5, currency: 'EUR', status: 'canceled' } as const
  system.queueResponses('/import', 'disconnect')
  const invoiceUuid = await client().importInvoice(invoice)
  await client().importInvoice(invoice)
  const [first, repeat, other] = received('/import').map(({ idempotencyKey }) => idempotencyKey)
  expect(first).toMatch(/^[0-9a-f-]{36}$/)
  expect(repeat).toBe(first)
  expect(other).not.toBe(first)
  expect(await client().invoice(invoiceUuid)).toMatchObject({ invoiceUuid, amount: '5' })
})

it('never retries creating a template, and treats a missing one as deleted', async () => {
  const template = { code: 'hello there', name: 'Hello', type: 'text', body: 'Hello' } as const
  system.queueResponses('/templates', 'disconnect')
  await expect(transport().createTemplate(1, template)).rejects.toThrow(/No answer/)
  expect(received('/templates')).toHaveLength(1)
  await ensureTemplate(transport(), 1, template)
  await ensureTemplate(transport(), 1, { ...template, body: 'Good morning' })
  expect(await transport().templates()).toMatchObject([{ code: 'hello there', body: 'Good morning', channel_id: 1 }])
  system.queueResponses('/hello%20there', 'disconnect')
  await transport().deleteTemplate(1, 'hello there')
  await transport().deleteTemplate(1, 'hello there')
  expect(await transport().templates()).toEqual([])
})

it('stores the secret of the registration in a file, and rotates a lost one', async () => {
  const file = join(folder, 'connection.json')
  const open = () => openConnection({ systemUrl: system.url, apiKey: system.apiKey, file, retry })
  const connection = open()
  expect(connection.secretFor(connection.clientId)).toBeUndefined()
  await connection.register({ code: 'm-1', name: 'M' })
  expect(connection.secretFor(connection.clientId)).toEqual([system.secret])
  expect(connection.secretFor('another')).toBeUndefined()
  expect(statSync(file).mode & 0o077).toBe(0)
  expect(open().clientId).toBe(connection.clientId)
  expect(open().secretFor(connection.clientId)).toEqual([system.secret])
})

describe('after a rotation of the signing secret', () => {
  const connect = async (name: string) => {
    const lines: string[] = []
    const file = join(folder, `${name}.json`)
    const connection = openConnection({
      systemUrl: system.url,
      apiKey: system.apiKey,
      file,
      retry,
      log: (line) => void lines.push(line),
    })
    await connection.register({ code: 'm-1', name: 'M' })
    const { handler } = serveTelephony({ secretFor: connection.secretFor, makeCall: () => {} })
    const query = `clientId=${connection.clientId}&code=101&phone=1&userId=1`
    const call = async (secret: string) => {
      const headers = sign([secret], crypto.randomUUID(), new Date(), query)
      const request = { method: 'GET', url: `/telephony/make-call?${query}`, headers, body: new Uint8Array() }
      return (await handler(request))?.status
    }
    return { lines, call }
  }
  const reads = () => system.received.filter(({ method, path }) => method === 'GET' && path.endsWith('/m-1'))

  it('a module fetches the new one, carries the request out and says so', async () => {
    const { lines, call } = await connect('rotated')
    const old = system.secret
    expect(await call(old)).toBe(200)
    system.secret = newSecret()
    expect(await call(system.secret)).toBe(200)
    expect(await call(old)).toBe(200)
    expect(lines).toEqual(['the signing secret was changed in the system: this module uses the new one'])
  })

  it('wrong signatures stay refused, and do not make it ask each time', async () => {
    const { lines, call } = await connect('forged')
    system.received.length = 0
    const answers = await Promise.all(Array.from({ length: 20 }, () => call(newSecret())))
    expect(answers).toEqual(Array(20).fill(401))
    expect(reads()).toHaveLength(1)
    expect(lines).toEqual([])
  })

  it('a key that may not read the module gets another secret by registering', async () => {
    const { lines, call } = await connect('no-read')
    system.queueResponses('/m-1', { status: 403, body: { success: false, errorMsg: 'Access denied' } })
    system.secret = newSecret()
    expect(await call(system.secret)).toBe(200)
    expect(lines).toHaveLength(1)
  })

  it('[D-162] a key that was replaced does not get the secret, and the module says what to do', async () => {
    const { lines, call } = await connect('replaced')
    const old = system.secret
    system.queueResponses('/m-1', { status: 200, body: { success: true, integrationModule: shown } })
    expect(await call(newSecret())).toBe(401)
    expect(await call(old)).toBe(200)
    expect(lines).toEqual([expect.stringContaining('if the key was replaced, give the module the new one')])
  })

  it('says that the system did not tell the secret', async () => {
    const { lines, call } = await connect('gone')
    system.queueResponses('/m-1', { status: 404, body: { success: false, errorMsg: 'Not found' } })
    expect(await call(newSecret())).toBe(401)
    expect(lines).toEqual([expect.stringMatching(/did not tell the signing secret: .*Not found/)])
  })
})

it('[D-162] a module whose transport token was replaced fetches the new one and sends the request again', async () => {
  const lines: string[] = []
  const file = join(folder, 'connection.json')
  const log = (line: string) => void lines.push(line)
  const connection = openConnection({ systemUrl: system.url, apiKey: system.apiKey, file, retry, log })
  await connection.register({ code: 'm-1', integrations: { mgTransport: { webhookUrl: 'https://chat.test/hook' } } })
  const chats = connection.transport()
  system.token = 'another'
  const [one, two] = await Promise.all([chats.channels(), chats.channels()])
  expect([one.length, two.length]).toEqual([1, 1])
  expect(lines).toEqual(['the transport token was changed in the system: this module uses the new one'])
  const restarted = openConnection({ systemUrl: system.url, apiKey: system.apiKey, file, retry })
  expect(await restarted.transport().channels()).toHaveLength(1)
  system.queueResponses('/m-1', { status: 403, body: { success: false, errorMsg: 'Wrong "apiKey" value.' } })
  system.token = 'a third'
  await expect(chats.channels()).rejects.toThrow('Wrong "apiKey" value.')
})

it('[D-162] a module whose key was replaced keeps its transport token, and says what to do when that is refused', async () => {
  const lines: string[] = []
  const log = (line: string) => void lines.push(line)
  const options = { systemUrl: system.url, apiKey: system.apiKey, file: join(folder, 'connection.json'), retry, log }
  const module = { code: 'm-1', integrations: { mgTransport: { webhookUrl: 'https://chat.test/hook' } } }
  await openConnection(options).register(module)
  const connection = openConnection(options)
  system.queueResponses('/edit', { status: 201, body: { success: true, info: {} } })
  await connection.register(module)
  expect(await connection.transport().channels()).toHaveLength(1)
  system.token = 'another'
  system.queueResponses('/m-1', { status: 200, body: { success: true, integrationModule: shown } })
  await expect(connection.transport().channels()).rejects.toMatchObject({ status: 401 })
  expect(lines).toEqual([expect.stringContaining('if the key was replaced, give the module the new one')])
})

it('writes times in the zone of the system', () => {
  expect(systemTime(new Date('2026-11-15T22:30:05Z'), 'Europe/Berlin')).toBe('2026-11-15 23:30:05')
})
