// D-81: a module that has registered at one server goes on at another, which knows its key from before.
import { SCOPES } from '@patchbay/contract/base/scopes'
import { type Bank, startBank } from '@patchbay/testkit/bank'
import { createHttpClient, type HttpClient, type Reply } from '@patchbay/testkit/http-client'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { inAccount } from '../../src/lib/db/transaction.ts'
import { deleteModuleOfKey, issueKey } from '../../src/platform/api-keys/store.ts'
import { expireCaches } from '../support/clock.ts'
import { issue, moduleOf, order } from '../support/payment-cast.ts'
import { type Another, type System, startAnother, startSystem } from '../support/system.ts'

const CODE = 'late'
const clientId = `client-of-${CODE}`
const call = { callExternalId: 'late-call', clientId }
const RECORD = {
  date: '2026-02-03 10:00:00',
  type: 'in',
  phone: '+12025550111',
  result: 'answered',
  externalId: 'late-call',
}

let system: System
let second: Another
let bank: Bank
let shared: { id: string; text: string }
/** The key at the server where the module registers, and at the other one. */
let here: HttpClient
let there: HttpClient
let invoice: Awaited<ReturnType<typeof issue>>

beforeAll(async () => {
  system = await startSystem({ accounts: ['fern'] })
  second = await startAnother(system)
  bank = await startBank({ crm: () => system.fern.api, idempotent: true })
  shared = await inAccount(system.deps.db, system.fern.accountId, (trx) =>
    issueKey(trx, {
      ...{ name: 'of several modules', scopes: [...SCOPES], grantedScopes: [...SCOPES] },
      ...{ modules: ['first'], severalModules: true, createdBy: null },
    }),
  )
  here = clientAt(system.origin, shared.text)
  there = clientAt(second.origin, shared.text)
  await register(here, CODE)
  invoice = await issue(system.fern, bank, `${CODE}-main`)
  expect((await here.post('/api/v5/telephony/calls/upload', { calls: [RECORD], clientId })).status).toBe(200)
})
afterAll(async () => {
  await second.close()
  await system.close()
  await bank.close()
})

const clientAt = (origin: string, apiKey: string) =>
  createHttpClient(origin, { host: 'fern.test', 'x-api-key': apiKey })

const register = async (api: HttpClient, code: string): Promise<void> => {
  const { integrations, ...rest } = moduleOf(code, bank.url)
  const additionalCodes = [{ userId: system.fern.userIds.ada, code: '100' }]
  const telephony = { makeCallUrl: `${bank.url}/call`, allowEdit: true, additionalCodes }
  const integrationModule = { ...rest, integrations: { ...integrations, telephony } }
  const reply = await api.post(`/api/v5/integration-modules/${code}/edit`, { integrationModule })
  expect(reply.status, reply.text).toBe(201)
}

/** The other server has just seen the key without the module, which then registers here. */
const registerLate = async (): Promise<void> => {
  const { deps, fern } = system
  await inAccount(deps.db, fern.accountId, (trx) => deleteModuleOfKey(trx, shared.id, CODE))
  await expireCaches()
  expect((await there.get('/api/credentials')).status).toBe(200)
  await register(here, CODE)
}

const REQUESTS: readonly [string, () => Promise<Reply>][] = [
  ['GET integration-modules', () => there.get(`/api/v5/integration-modules/${CODE}`)],
  ['GET telephony/setting', () => there.get(`/api/v4/telephony/setting/${CODE}`)],
  ['GET module/traffic', () => there.get('/api/v5/module/traffic', { module: CODE })],
  ['POST call/event', () => there.post('/api/v5/telephony/call/event', { event: EVENT, clientId })],
  ['POST calls/upload', () => there.post('/api/v5/telephony/calls/upload', { calls: [RECORD], clientId })],
  ['GET manager', () => there.get('/api/v5/telephony/manager', { phone: EVENT.phone, clientId })],
  ['GET call/trace', () => there.get('/api/v5/telephony/call/trace', call)],
  ['POST call/transcript', () => there.post('/api/v5/telephony/call/transcript', { transcript: TRANSCRIPT, clientId })],
  ['GET invoice', () => there.get(`/api/v5/payment/invoice/${invoice.uuid}`)],
  [
    'POST check',
    () => there.post('/api/v5/payment/check', { check: { ...ofInvoice(), amount: 100, currency: 'USD' } }),
  ],
  ['POST update-invoice', () => there.post('/api/v5/payment/update-invoice', { updateInvoice: ofInvoice() })],
  ['POST create-invoice', () => there.post('/api/v5/payment/create-invoice', { createInvoice: ofPayment() })],
]
const EVENT = { phone: '+12025550112', type: 'in', codes: ['100'] }
const TRANSCRIPT = { callExternalId: call.callExternalId, segments: [] }
const ofInvoice = () => ({ invoiceUuid: invoice.uuid })
const ofPayment = () => ({ paymentId: invoice.paymentId })

it.for(REQUESTS)('[D-81] %s', async ([_name, send]) => {
  await registerLate()
  const reply = await send()
  expect([reply.status, reply.body], reply.text).toEqual([200, expect.objectContaining({ success: true })])
})

it('[D-81] POST invoice/import', async () => {
  const { paymentId } = await order(system.fern, `${CODE}-main`)
  await registerLate()
  const given = { paymentId, amount: 100, currency: 'USD', status: 'succeeded', externalId: 'imported' }
  expect((await there.post('/api/v5/payment/invoice/import', { invoice: given })).status).toBe(201)
})

it('[D-81][D-164] the stream of its requests stays open', async () => {
  await registerLate()
  const ended = new AbortController()
  const headers = { 'x-api-key': shared.text }
  const stream = await fetch(`${second.origin}/api/v5/module/listen?module=${CODE}`, { headers, signal: ended.signal })
  expect(stream.status).toBe(200)
  const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  const until = async (found: RegExp): Promise<string> => {
    while (!found.test(text)) text += (await reader?.read())?.value ?? expect.fail(`it ended after ${text}`)
    return found.exec(text)?.[1] ?? ''
  }
  await until(/event: listening/)
  const ada = await system.fern.signIn('ada')
  const pressed = ada.postJson('/workspace/calls', { pressId: crypto.randomUUID(), phone: '+12025550404' })
  const id = await until(/"id":"([^"]+)"/)
  const answer = { id, status: 200, body: '{}' }
  expect((await there.postJson(`/api/v5/module/answer?module=${CODE}`, { answer })).status).toBe(200)
  expect((await pressed).status).toBe(200)
  ended.abort()
})

it('[D-81] a key for scripts that a module registers with gives the module its secret', async () => {
  const { text } = await system.fern.newKey({ scopes: SCOPES })
  const elsewhere = clientAt(second.origin, text)
  const own = '/api/v5/integration-modules/scripted'
  expect((await elsewhere.get(own)).status).toBe(404)
  await register(clientAt(system.origin, text), 'scripted')
  expect((await elsewhere.get(own)).body).toMatchObject({ integrationModule: { signature: expect.anything() } })
})

it('[D-81] a module of another key stays closed, and so does a key that has just been revoked', async () => {
  const other = await system.fern.newKey({ scopes: SCOPES, moduleCode: 'foreign' })
  await register(clientAt(system.origin, other.text), 'foreign')
  await registerLate()
  expect((await there.get('/api/v5/integration-modules/foreign')).status).toBe(404)
  expect((await there.get('/api/v5/module/traffic', { module: 'foreign' })).status).toBe(403)
  const event = { event: EVENT, clientId: 'client-of-foreign' }
  expect((await there.post('/api/v5/telephony/call/event', event)).status).toBe(400)

  const revoked = clientAt(second.origin, other.text)
  expect((await revoked.get('/api/v5/integration-modules/foreign')).status).toBe(200)
  const ada = await system.fern.signIn('ada')
  expect((await ada.send('DELETE', `/workspace/api-keys/${other.id}`)).status).toBe(200)
  expect((await revoked.get(`/api/v5/integration-modules/${CODE}`)).status).toBe(403)
})

it('[D-14] POST update-scopes', async () => {
  await registerLate()
  const requires = { scopes: ['integration_write'] }
  const reply = await there.post(`/api/v5/integration-modules/${CODE}/update-scopes`, { requires })
  expect(reply.status, reply.text).toBe(200)
})

it('[D-81] reads a key once for each request with a wrong code', { timeout: 60_000 }, async () => {
  const own = await startSystem({ accounts: ['fern'] })
  const admin = new pg.Client({ connectionString: own.adminUrl })
  await admin.connect()
  try {
    const reads = async (): Promise<number> => {
      const text = `select (seq_scan + idx_scan)::int as n from pg_stat_user_tables where relname = 'api_key'`
      return (await admin.query(text)).rows[0].n
    }
    const { text } = await own.fern.newKey({ scopes: SCOPES, moduleCode: 'own' })
    const [api, before, times] = [clientAt(own.origin, text), await reads(), 30]
    for (let n = 0; n < times; n++) expect((await api.get('/api/v5/integration-modules/wrong')).status).toBe(404)
    // A connection reports what it did when it has been idle for a while.
    await expect.poll(reads, { timeout: 30_000 }).toBeGreaterThanOrEqual(before + times)
    // The cache reads it about once a second.
    expect(await reads()).toBeLessThan(before + times * 1.5)
  } finally {
    await admin.end()
    await own.close()
  }
})
