// The SDK's client against the real system: each method once, as a module would call it. Its requests are recorded, so
// that a method of the API that the client lacks fails the test.

import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { BYTE_ENDPOINTS, ENDPOINTS } from '@patchbay/contract/endpoints'
import { type Client, createClient, systemTime } from '@patchbay/sdk/client'
import { createTransport, ensureChannel, ensureTemplate, type Transport } from '@patchbay/sdk/transport-client'
import { type Bank, startBank } from '@patchbay/testkit/bank'
import { json, type Receiver, startReceiver } from '@patchbay/testkit/receiver'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { inAccount } from '../../src/lib/db/transaction.ts'
import { changeAddress } from '../../src/operator/commands.ts'
import { issueKey } from '../../src/platform/api-keys/store.ts'
import { expireCaches } from '../support/clock.ts'
import { moduleOf, order } from '../support/payment-cast.ts'
import { type System, startSystem } from '../support/system.ts'

let system: System
let client: Client
let transport: Transport
let bank: Bank
let exchange: Receiver
let messenger: Receiver
const asked = new Set<string>()
const listen = (message: unknown) => {
  const { method, path } = (message as { request: { method: string; path: string } }).request
  asked.add(`${method} ${path.split('?')[0]}`)
}

beforeAll(async () => {
  subscribe('undici:request:create', listen)
  system = await startSystem({ accounts: ['fern'] })
  // The account's host is the address that the test listens on.
  await changeAddress(system.deps, system.fern.accountId, system.origin)
  await expireCaches()
  await system.work()
  bank = await startBank({ crm: () => system.fern.api, idempotent: true })
  exchange = await startReceiver()
  messenger = await startReceiver((_received, response) => json(response, 200, { external_message_id: 'answer-1' }))
  client = createClient({
    systemUrl: system.origin,
    apiKey: system.fern.apiKey,
    retry: { maxAttempts: 2, backoffMs: 10 },
  })
})
afterAll(async () => {
  unsubscribe('undici:request:create', listen)
  await system.close()
  await Promise.all([bank.close(), exchange.close(), messenger.close()])
})

it('reads the account: versions, scopes, settings, users, shops, payment types', async () => {
  expect(await client.versions()).toContain('5.0')
  expect((await client.credentials()).scopes).toContain('payments_write')
  expect(await client.systemInfo()).toMatchObject({ publicUrl: system.origin })
  expect((await client.settings()).default_currency.value).toBe('USD')
  const users = await client.users()
  expect(users.map(({ firstName }) => firstName).toSorted()).toEqual(['Ada', 'Bruno', 'Chiara'])
  expect(await client.user(system.fern.userIds.ada)).toMatchObject({ firstName: 'Ada', isAdmin: true })
  expect(await client.userGroups()).toBeInstanceOf(Array)
  expect(Object.keys(await client.sites()).toSorted()).toEqual(['fern-garden', 'fern-online'])
  expect((await client.paymentTypes())['bank-card']).toMatchObject({ active: true })
  expect((await client.paymentStatuses()).paid).toMatchObject({ paymentComplete: true })
})

it('reads all pages of a list', async () => {
  await inAccount(system.deps.db, system.fern.accountId, (trx) =>
    trx
      .insertInto('app_user')
      .values(
        Array.from({ length: 260 }, (_, index) => ({
          email: `many-${index}@fern.test`,
          email_key: `many-${index}@fern.test`,
          first_name: `M${index}`,
          last_name: '',
          role: 'manager',
        })),
      )
      .execute(),
  )
  const emails = new Set((await client.users()).map(({ email }) => email))
  expect(emails.size).toBe(263)
})

it('registers, reads its settings, and changes its scopes', async () => {
  const additionalCodes = [{ userId: String(system.fern.userIds.bruno), code: '102' }]
  const settings = { makeCallUrl: `${exchange.url}/call`, inputEventSupported: true, additionalCodes }
  const info = await client.register({
    code: 'pbx-1',
    name: 'Exchange',
    clientId: 'pbx',
    baseUrl: exchange.url,
    integrations: { telephony: settings },
  })
  expect(info.signature?.secret).toMatch(/^whsec_/)
  expect((await client.module('pbx-1')).integrations.telephony?.additionalCodes).toEqual(additionalCodes)
  const scopes = ['integration_read', 'integration_write', 'telephony_read'] as const
  const { text } = await inAccount(system.deps.db, system.fern.accountId, (trx) =>
    issueKey(trx, {
      name: 'pbx-1',
      scopes: [...scopes],
      modules: ['pbx-1'],
      grantedScopes: [...scopes],
      createdBy: null,
    }),
  )
  const own = createClient({ systemUrl: system.origin, apiKey: text })
  const next = await own.updateScopes('pbx-1', ['integration_read'])
  const narrowed = createClient({ systemUrl: system.origin, apiKey: next })
  expect((await narrowed.credentials()).scopes).toEqual(['integration_read'])
})

it('reports a call, uploads its record and transcript, reads its trace, finds the manager, sets a status', async () => {
  await expireCaches()
  const event = { phone: '+46850055001', codes: ['102'], callExternalId: 'c-1' }
  await client.callEvent({ ...event, type: 'in' }, 'pbx')
  await client.callEvent({ ...event, type: 'hangup', hangupStatus: 'answered' }, 'pbx')
  const date = systemTime(new Date(), await client.timeZone())
  const record = { date, type: 'in', phone: event.phone, code: '102', result: 'answered', duration: 5 } as const
  expect(await client.uploadCalls([{ ...record, externalId: 'c-1' }], 'pbx')).toMatchObject({ processedCallsCount: 1 })
  const said = [{ start: 0, end: 2, speaker: 'customer', text: 'Is the fern in stock?' }]
  await client.uploadTranscript({ callExternalId: 'c-1', segments: said }, 'pbx')
  expect(JSON.stringify(await client.callTrace('c-1', 'pbx'))).toContain('102')
  const made = await system.fern.api.post('/api/v5/customers/create', {
    site: 'fern-online',
    customer: { firstName: 'Nadia', phones: [{ number: event.phone }], managerId: system.fern.userIds.bruno },
  })
  expect(made.status, made.text).toBe(201)
  const found = await client.findManager({ phone: event.phone, details: true, ignoreStatus: true })
  expect(found.customer?.firstName).toBe('Nadia')
  await client.setUserStatus(system.fern.userIds.bruno, 'dinner')
  expect((await client.user(system.fern.userIds.bruno)).status).toBe('dinner')
})

it('issues an invoice, gets the same link on a repeat, reads, checks and reports it', async () => {
  await client.register({ ...moduleOf('paylane', bank.url), active: true } as Parameters<Client['register']>[0])
  await expireCaches()
  const { paymentId } = await order(system.fern, 'paylane-main')
  const link = await client.createInvoice({ paymentId, returnUrl: 'https://shop.fern.test/thanks' })
  expect(await client.createInvoice({ paymentId })).toBe(link)
  const payment = [...bank.ledger.payments.values()].find(({ id }) => link.endsWith(id))
  const invoiceUuid = payment?.invoiceUuid ?? ''
  expect(await client.invoice(invoiceUuid)).toMatchObject({ paymentId, status: 'pending', link, amount: '100.00' })
  expect(await client.checkInvoice({ invoiceUuid, amount: 100, currency: 'USD' })).toEqual({ ok: true })
  expect(await client.checkInvoice({ invoiceUuid, amount: 99, currency: 'USD' })).toMatchObject({ ok: false })
  await client.updateInvoice({ invoiceUuid, paymentId: payment?.id ?? '', status: 'succeeded', amount: 100 })
  expect((await client.invoice(invoiceUuid)).status).toBe('succeeded')
  await expect(client.createInvoice({ paymentId })).rejects.toMatchObject({ name: 'ApiError', status: 409 })
})

it('imports an invoice that was issued elsewhere, with its refunds', async () => {
  const { paymentId } = await order(system.fern, 'paylane-main')
  const sums = { paymentId, externalId: 'old-1', amount: 100, currency: 'USD', status: 'succeeded' } as const
  const refund = { externalId: 'r-1', status: 'succeeded', amount: 30 } as const
  const invoiceUuid = await client.importInvoice({ ...sums, paidAt: '2026-11-01T10:00:00Z', refunds: [refund] })
  const { refunds, status } = await client.invoice(invoiceUuid)
  expect([status, refunds.map(({ amount }) => amount)]).toEqual(['succeeded', ['30.00']])
  await expect(client.importInvoice(sums)).rejects.toMatchObject({ status: 409 })
})

it('creates a channel, with templates', async () => {
  const registered = await client.register({
    code: 'messenger',
    name: 'Messenger',
    clientId: 'chat',
    baseUrl: messenger.url,
    integrations: { mgTransport: { webhookUrl: `${messenger.url}/hook` } },
  })
  if (!registered.mgTransport) throw new Error('no transport')
  transport = createTransport({ ...registered.mgTransport, retry: { maxAttempts: 2, backoffMs: 10 } })
  const settings = { text: { creating: 'both', editing: 'both', deleting: 'both', reaction: 'both' } } as const
  const channel = await ensureChannel(transport, { type: 'custom', external_id: 'shop', name: 'Shop', settings })
  expect(await ensureChannel(transport, { type: 'custom', external_id: 'shop', name: 'The shop' })).toBe(channel)
  expect(await transport.channels({ active: true })).toMatchObject([{ id: channel, name: 'The shop' }])
  const greeting = { code: 'greeting', name: 'Greeting', type: 'text', body: 'Hello' } as const
  await ensureTemplate(transport, channel, greeting)
  await expect(transport.createTemplate(channel, greeting)).rejects.toMatchObject({ status: 400 })
  await ensureTemplate(transport, channel, { ...greeting, body: 'Good morning' })
  expect(await transport.templates()).toMatchObject([{ code: 'greeting', body: 'Good morning', channel_id: channel }])
  await transport.deleteTemplate(channel, 'greeting')
  await transport.deleteTemplate(channel, 'greeting')
  expect(await transport.templates()).toEqual([])
})

it('sends messages, files and reactions, and polls the webhook events', async () => {
  const [channel = 0] = (await transport.channels()).map(({ id }) => id)
  const place = { channel, external_chat_id: 'vera', customer: { external_id: 'vera', nickname: 'vera' } }
  const message = { channel, message: { external_id: 'm-1' } }
  await transport.addHistory({ ...place, message: { type: 'text', external_id: 'm-0', text: 'Long ago' } })
  const taken = await transport.sendMessage({
    ...place,
    message: { type: 'text', external_id: 'm-1', text: 'Do you have ferns?' },
  })
  expect(taken.message_id).toBeGreaterThan(0)
  const file = await transport.uploadFile(Buffer.from('a list of ferns'), 'text/plain')
  expect(await transport.file(file.id)).toMatchObject({ id: file.id, size: 15 })
  messenger.answer((_received, response) => {
    response.writeHead(200, { 'content-type': 'text/plain' }).end('ferns')
  })
  expect((await transport.uploadFileByUrl(`${messenger.url}/ferns.txt`)).size).toBe(5)
  messenger.answer((_received, response) => json(response, 200, { async: true }))
  await transport.addReaction({ ...message, reaction: '👍' })
  await transport.deleteReaction({ ...message, reaction: '👍' })
  await transport.editMessage({ channel, message: { external_id: 'm-1', text: 'Do you have tree ferns?' } })

  const bruno = await system.fern.signIn('bruno')
  const { chats } = (await bruno.get('/workspace/chats')).body as { chats: { id: number }[] }
  await bruno.postJson(`/workspace/chats/${chats[0]?.id}/messages`, { text: 'We do' })
  const { events, cursor } = await transport.feed()
  expect(events.map(({ body }) => (JSON.parse(body) as { type: string }).type)).toContain('message_sent')
  expect((await transport.feed({ after: cursor })).events).toEqual([])
  await expect.poll(() => messenger.received.some(({ body }) => body.includes('message_sent'))).toBe(true)
  const sent = messenger.received.find(({ body }) => body.includes('message_sent'))
  const { data } = JSON.parse(sent?.body ?? '{}') as { data: { id: number } }
  await transport.ackMessage({ channel, external_message_id: 'answer-1', message: { id: data.id } })
  await transport.markRead({ channel, message: { id: data.id } })
  await transport.markReadUntil({ channel, customer: 'vera', until: new Date().toISOString() })
  await transport.deleteMessage(message)
  await transport.restoreMessage(message)
  await transport.deactivateChannel(channel)
})

/** Methods for shops' own programs and for the author's command line, and older spellings of what the client has. */
const NOT_FOR_MODULES =
  /^(orders|customers|tasks|attachments|module\.|references\.(?!payment-|sites))\b|\.edit$(?<!integration-modules\.edit)|[.-]v[345]$|-by-post$/

it('has a method for everything that a module calls', () => {
  const paths = [...asked]
  const missing = [...ENDPOINTS, ...BYTE_ENDPOINTS]
    .filter(({ path, id }) => path.startsWith('/api/') && !NOT_FOR_MODULES.test(id))
    .filter(({ method, path }) => {
      const pattern = new RegExp(`^${method} ${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`)
      return !paths.some((one) => pattern.test(one))
    })
    .map(({ id, path }) => `${id} ${path}`)
  expect(missing).toEqual([])
})
