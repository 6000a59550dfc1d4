// The same generated requests go to the server and to the mock system of `patchbay verify`: their verdicts must not differ.
import { type MockSystem, startMockSystem } from '@patchbay/sdk/verify/mock-system'
import { type Bank, startBank } from '@patchbay/testkit/bank'
import { createHttpClient, type HttpClient, type Reply } from '@patchbay/testkit/http-client'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { issue, register } from '../support/payment-cast.ts'
import { type System, startSystem } from '../support/system.ts'
import { editBody, eventBody, messageRequest, paymentRequest, uploadBody } from './generated-requests.ts'

const SEED = Number(process.env.SEED ?? 1)

export type Target = { client: HttpClient; channel: number }
export type GeneratedRequest = {
  method: 'POST' | 'PUT' | 'DELETE'
  path: string
  body: Record<string, unknown>
  /** As a form, nested values as JSON strings; as JSON otherwise. */
  asForm: boolean
}

let system: System
let bank: Bank
const mocks: MockSystem[] = []
beforeAll(async () => {
  system = await startSystem({ accounts: ['fern'] })
  bank = await startBank({ crm: () => system.fern.api, idempotent: false, autoReport: false })
})
afterAll(async () => {
  for (const mock of mocks) await mock.close()
  await bank.close()
  await system.close()
})

/** A mock system with the same users and shops as the account. */
const startMock = async (): Promise<{ mock: MockSystem; client: HttpClient }> => {
  const mock = await startMockSystem()
  mocks.push(mock)
  mock.users = new Set(Object.values(system.fern.userIds))
  mock.sites = new Set(['fern-online', 'fern-garden'])
  mock.timezone = (await system.deps.accounts.account(system.fern.accountId)).timezone
  return { mock, client: createHttpClient(mock.url, { 'x-api-key': mock.apiKey }) }
}

const ofKey = async (moduleCode: string): Promise<HttpClient> => {
  const scopes = ['integration_read', 'integration_write', 'telephony_read', 'telephony_write'] as const
  const { text } = await system.fern.newKey({ scopes, moduleCode })
  return system.fern.stranger.with({ 'x-api-key': text })
}

const fill = (value: unknown, channel: number): unknown =>
  JSON.parse(JSON.stringify(value), (_name, member) => (member === '<channel>' ? channel : member))

const sendJson = (client: HttpClient, method: string, path: string, body: object): Promise<Reply> =>
  client.send(method, path, { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })

const send = ({ client, channel }: Target, { method, path, body, asForm }: GeneratedRequest): Promise<Reply> => {
  const filled = fill(body, channel) as Record<string, unknown>
  return asForm ? client.post(path, filled) : sendJson(client, method, path, filled)
}

/** A refusal in full; of a success what does not depend on ids and times. */
const verdictOf = ({ status, body }: Reply): unknown => {
  const { success, errorMsg, warnings, notExistCodes, notExistUsers } = body as Record<string, unknown>
  // Where a name leads to is known to a real network only.
  const comparable = (warnings as string[] | undefined)?.filter((text) => !text.includes('will not be called'))
  const known = comparable && comparable.length > 0 ? comparable : undefined
  return status >= 400 ? { status, body } : { status, success, errorMsg, warnings: known, notExistCodes, notExistUsers }
}

const compare = async (count: number, arbitrary: fc.Arbitrary<GeneratedRequest>, real: Target, mock: Target) => {
  const counted = { accepted: 0, refused: 0 }
  const differences: object[] = []
  for (const request of fc.sample(arbitrary, { numRuns: count, seed: SEED })) {
    const [live, verify] = [await send(real, request), await send(mock, request)]
    counted[live.status < 400 ? 'accepted' : 'refused']++
    if (JSON.stringify(verdictOf(live)) !== JSON.stringify(verdictOf(verify)))
      differences.push({ request: JSON.stringify(request), live: verdictOf(live), verify: verdictOf(verify) })
  }
  process.stdout.write(`seed ${SEED}: ${counted.accepted} accepted, ${counted.refused} refused\n`)
  expect(differences.slice(0, 3), `${differences.length} differences, SEED=${SEED}`).toEqual([])
  // A generator that is refused always, or never, would compare nothing.
  expect(counted.accepted).toBeGreaterThan(count / 20)
  expect(counted.refused).toBeGreaterThan(count / 20)
}

it('agrees about 500 registrations', { timeout: 300_000 }, async () => {
  const [{ client }, real] = [await startMock(), await ofKey('diff')]
  const first = { integrationModule: { code: 'diff', clientId: 'diff-client' } }
  for (const one of [client, real])
    expect((await one.post('/api/v5/integration-modules/diff/edit', first)).status).toBe(201)
  await compare(500, editBody(Object.values(system.fern.userIds)), { client: real, channel: 0 }, { client, channel: 0 })
})

it('agrees about 700 call events and uploads', { timeout: 300_000 }, async () => {
  const [{ client }, real] = [await startMock(), await ofKey('phones')]
  const additionalCodes = [{ userId: String(system.fern.userIds.ada), code: '101' }]
  const integrationModule = {
    code: 'phones',
    clientId: 'phones-client',
    integrations: { telephony: { additionalCodes } },
  }
  for (const one of [client, real])
    expect((await one.post('/api/v5/integration-modules/phones/edit', { integrationModule })).status).toBe(201)
  const all = fc.oneof(eventBody(Object.values(system.fern.userIds)), uploadBody())
  await compare(700, all, { client: real, channel: 0 }, { client, channel: 0 })
})

it('agrees about 400 reports and checks of invoices', { timeout: 300_000 }, async () => {
  const { mock, client } = await startMock()
  const module = await register(system.fern, 'bank', bank.url)
  const uuids: string[] = []
  for (let count = 0; count < 25; count++) uuids.push((await issue(system.fern, bank, module.type)).uuid)
  for (const uuid of uuids) mock.invoices.set(uuid, { amount: 100, currency: 'USD' })
  await compare(400, paymentRequest(uuids), { client: system.fern.api, channel: 0 }, { client, channel: 0 })
})

it('agrees about 400 channels, messages and reactions', { timeout: 300_000 }, async () => {
  const [{ client: mockKey, mock }, realKey] = [await startMock(), await ofKey('chat')]
  const integrationModule = { code: 'chat', integrations: { mgTransport: { webhookUrl: 'https://chat.test/hook' } } }
  const settings = { text: { creating: 'both', reaction: 'both' } }
  const open = async (key: HttpClient, base: HttpClient): Promise<Target> => {
    const { body } = await key.post('/api/v5/integration-modules/chat/edit', { integrationModule })
    const { token } = (body as { info: { mgTransport: { token: string } } }).info.mgTransport
    const client = base.with({ 'x-transport-token': token })
    const made = await sendJson(client, 'POST', '/api/transport/v1/channels', { type: 'custom', settings })
    return { client, channel: (made.body as { id: number }).id }
  }
  const real = await open(realKey, system.fern.stranger)
  await compare(400, messageRequest(), real, await open(mockKey, createHttpClient(mock.url, {})))
})
