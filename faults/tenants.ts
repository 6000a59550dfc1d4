// S1–S3: every endpoint is called in one account with the ids, keys and sessions of another. All data of the other
// account contains a canary, which no response, header or log line may contain. Within the account, every endpoint is called
// with keys that may not: of another module, revoked, expired, without the scope, of another shop (D-05, D-81, D-82); the
// routes of bytes and the live stream too.

import type { Endpoint } from '@patchbay/contract/base/endpoint'
import { ENDPOINTS } from '@patchbay/contract/endpoints'
import { NO_ERRORS, seededRandom } from '@patchbay/testkit/audit'
import type { HttpClient, Reply } from '@patchbay/testkit/http-client'
import { type ServerChild, startInstallation, type Tenant } from '@patchbay/testkit/installation'
import { json, startReceiver } from '@patchbay/testkit/receiver'
import { sleep } from '@patchbay/testkit/services'
import pg from 'pg'
import type { Scenario } from './scenario.ts'
import { auditBytes } from './tenant-bytes.ts'
import { auditKeys } from './tenant-keys.ts'
import { CANARY, CODE, callEndpoint, ORDER } from './tenant-requests.ts'

/** Creates data for every endpoint, with the canary in every text. */
export const createData = async (
  tenant: Tenant,
  server: ServerChild,
  moduleUrl: string,
): Promise<Record<string, string>> => {
  const admin = await tenant.admin(server)
  const integrationModule = {
    code: CODE,
    name: CANARY,
    clientId: CANARY,
    baseUrl: moduleUrl,
    accountUrl: `https://${CANARY}.test`,
    actions: { activity: `/${CANARY}` },
    integrations: {
      mgTransport: { webhookUrl: `https://${CANARY}.test/hook` },
      payment: { actions: { create: '/create' }, shops: [{ code: 'main', name: CANARY, active: true }] },
      telephony: {
        makeCallUrl: `https://${CANARY}.test/call`,
        personalAccountUrl: `https://${CANARY}.test`,
        allowEdit: true,
      },
    },
  }
  const registered = await tenant.api(server).post(`/api/v5/integration-modules/${CODE}/edit`, { integrationModule })
  const invited = await admin.postJson('/workspace/users/invite', {
    email: `${CANARY}@one.test`,
    firstName: CANARY,
    lastName: CANARY,
    role: 'manager',
  })
  const key = await admin.postJson('/workspace/api-keys', { name: CANARY, scopes: ['integration_read'] })
  await admin.postJson(`/workspace/modules/${CODE}/activity`, { active: true })
  const customer = {
    firstName: CANARY,
    lastName: CANARY,
    email: `${CANARY}@example.test`,
    phones: [{ number: CANARY }],
  }
  const api = tenant.api(server)
  const customers = await api.post('/api/v5/customers/create', { customer })
  const { id: customerId } = customers.body as { id: number }
  await admin.postJson(`/workspace/customers/${customerId}/notes`, { text: CANARY })
  const tasks = await tenant.api(server).post('/api/v5/tasks/create', { task: { text: CANARY } })
  await admin.postJson(`/workspace/user-groups/${CODE}`, { name: CANARY, userIds: [] })
  await api.post(`/api/v5/reference/sites/${CODE}/edit`, { site: { name: CANARY, url: `https://${CANARY}.test` } })
  const order = {
    externalId: ORDER,
    number: CANARY,
    firstName: CANARY,
    email: `${CANARY}@order.test`,
    items: [{ productName: CANARY, initialPrice: 1 }],
    payments: [{ type: 'cash', comment: CANARY }],
  }
  const orders = await api.post('/api/v5/orders/create', { order })
  if (orders.status !== 201) throw new Error(`no order to look for: ${orders.text}`)
  const call = { date: '2026-02-03 10:00:00', type: 'in', phone: CANARY, result: 'answered', externalId: CANARY }
  await api.post('/api/v5/telephony/calls/upload', { calls: [{ ...call, recordUrl: `https://${CANARY}.test/r` }] })
  const traced = await api.get('/api/v5/telephony/call/trace', { callExternalId: CANARY })
  const callId = String((traced.body as { trace: { call: { id: number } } }).trace.call.id)
  await admin.postJson(`/workspace/calls/${callId}/note`, { note: CANARY })
  await sleep(1_000)
  const payments = await createPayments(tenant, server)
  const { token } = (registered.body as { info: { mgTransport: { token: string } } }).info.mgTransport
  return {
    ...payments,
    ...(await createChat(api.with({ 'x-transport-token': token }))),
    ...(await createShare(admin)),
    ...(await createImportAndExport(admin)),
    calls: callId,
    'call-cards': callId,
    orders: String((orders.body as { id: number }).id),
    externalId: ORDER,
    customers: String(customerId),
    tasks: String((tasks.body as { id: number }).id),
    code: CODE,
    id: String((invited.body as { id: number }).id),
    keyId: (key.body as { id: string }).id,
    apiKey: tenant.apiKey,
    token,
    cookie: admin.cookie(),
  }
}

/** A conversation with one message. */
const createChat = async (transport: HttpClient): Promise<Record<string, string>> => {
  const actions = { creating: 'both', editing: 'both', quoting: 'both', deleting: 'both', reaction: 'both' }
  const channel = { type: 'custom', name: CANARY, settings: { text: actions } }
  const made = await transport.postJson('/api/transport/v1/channels', channel)
  const said = await transport.postJson('/api/transport/v1/messages', {
    channel: (made.body as { id: number }).id,
    external_chat_id: CANARY,
    customer: { external_id: CANARY, nickname: CANARY },
    message: { type: 'text', external_id: CANARY, text: CANARY },
  })
  const { message_id } = said.body as { message_id?: number }
  if (message_id === undefined) throw new Error(`no message to look for: ${said.text}`)
  return { messages: String(message_id) }
}

/** A share link to a traffic entry with the canary; its token must be invalid for another account. */
const createShare = async (admin: HttpClient): Promise<Record<string, string>> => {
  const listed = (await admin.get('/workspace/traffic')).body as { exchanges: { id: number; request?: string }[] }
  const exchange = listed.exchanges.find(({ request }) => request?.includes(CANARY))
  if (!exchange) throw new Error('no exchange to share')
  const shared = await admin.postJson(`/workspace/traffic/${exchange.id}/shares`, {})
  const { share, shareToken } = shared.body as { share: { id: number }; shareToken: string }
  return { traffic: String(exchange.id), 'traffic-shares': String(share.id), shareToken }
}

/** A file to import, and the list of customers as a file. */
const createImportAndExport = async (admin: HttpClient): Promise<Record<string, string>> => {
  const file = { body: `first name\n${CANARY}\n` }
  const uploaded = await admin.send('POST', `/workspace/imports?kind=customers&name=${CANARY}`, file)
  const { import: one } = uploaded.body as { import?: { id: number } }
  if (!one) throw new Error(`no import to look for: ${uploaded.text}`)
  const columns = [{ code: 'firstName', heading: CANARY }]
  const exported = await admin.postJson('/workspace/exports', { list: 'customers', query: {}, columns, separator: ',' })
  const { export: made } = exported.body as { export?: { id: number } }
  if (!made) throw new Error(`no export to look for: ${exported.text}`)
  return { imports: String(one.id), exports: String(made.id) }
}

/** An invoice with the canary in its link and its ids, and a discrepancy about it. */
const createPayments = async (tenant: Tenant, server: ServerChild): Promise<Record<string, string>> => {
  const [api, admin] = [tenant.api(server), await tenant.admin(server)]
  const order = { items: [{ productName: CANARY, initialPrice: 5 }], payments: [{ type: `${CODE}-main`, amount: 5 }] }
  const made = await api.post('/api/v5/orders/create', { order })
  const { id: orderId, order: stored } = made.body as { id: number; order: { payments: Record<string, object> } }
  const paymentId = Object.keys(stored.payments)[0] ?? ''
  const issued = await admin.postJson(`/workspace/payments/${paymentId}/invoice`, {})
  const invoiceId = (issued.body as { invoice?: { id: string } }).invoice?.id
  if (invoiceId === undefined) throw new Error(`no invoice to look for: ${issued.text}`)
  await api.post('/api/v5/payment/update-invoice', {
    updateInvoice: { invoiceUuid: invoiceId, amount: 1, paymentId: CANARY },
  })
  const listed = await admin.get('/workspace/discrepancies')
  const discrepancyId = (listed.body as { discrepancies: { id: number }[] }).discrepancies[0]?.id
  if (discrepancyId === undefined) throw new Error(`no discrepancy to look for: ${listed.text}`)
  const ids = { orderId: String(orderId), discrepancyId: String(discrepancyId), typeCode: `${CODE}-main` }
  return { ...ids, paymentId, invoiceId, invoiceUuid: invoiceId }
}

export const tenants: Scenario = async (seed) => {
  const random = seededRandom(seed)
  const installation = await startInstallation({ LOG_LEVEL: 'debug', POOL_SIZE: '4' })
  const module = await startReceiver((_received, response) =>
    json(response, 200, { success: true, result: { paymentId: CANARY, invoiceUrl: `https://${CANARY}.test/pay` } }),
  )
  try {
    const server = await installation.startServer()
    await installation.startWorker()
    const one = await installation.createTenant('One', 'one.test', server)
    const two = await installation.createTenant('Two', 'two.test', server)
    const ids = await createData(one, server, module.url)
    const own = { 'x-api-key': two.apiKey, cookie: (await two.admin(server)).cookie() }
    const stolen = { 'x-api-key': ids.apiKey ?? '', 'x-transport-token': ids.token ?? '', cookie: ids.cookie ?? '' }
    let [foreign, trials, wrong] = [0, 0, 0]
    const leaks: string[] = []
    const timings: Record<string, number[]> = { absent: [], foreign: [] }
    const inspect = (endpoint: Endpoint, as: string, reply: Reply, mayPass: boolean): void => {
      trials++
      const shown = reply.text + JSON.stringify(reply.headers)
      // Ids that the caller sent are no leak; responses do not echo them.
      if (shown.includes(CANARY) || shown.includes(`@${one.host}`)) {
        foreign++
        leaks.push(`${endpoint.id} as ${as}`)
      }
      if (reply.status >= 500 && reply.status !== 502) wrong++
      if (!mayPass && reply.status < 400) {
        foreign++
        leaks.push(`${endpoint.id} gave access to ${as}`)
      }
    }
    const covered = new Set<string>()
    for (const endpoint of ENDPOINTS) {
      covered.add(endpoint.id)
      const open = endpoint.auth.by === 'nobody'
      const http = two.client(server)
      inspect(endpoint, 'nobody', await callEndpoint(http, endpoint, { ...ids, code: 'x' }, random), open)
      inspect(
        endpoint,
        'one’s key, session and token at two’s address',
        await callEndpoint(http.with(stolen), endpoint, { ...ids, code: 'x' }, random),
        open,
      )
      for (const [kind, given] of Object.entries({
        foreign: ids,
        absent: {
          code: 'nothing',
          id: '999999',
          keyId: 'zzzzzzzz',
          invoiceId: crypto.randomUUID(),
          invoiceUuid: 'none',
        },
      })) {
        const started = performance.now()
        const reply = await callEndpoint(http.with(own), endpoint, given, random)
        timings[kind]?.push(performance.now() - started)
        inspect(endpoint, `two, with ${kind} ids`, reply, true)
      }
    }
    const keys = await auditKeys(one, server, ids, module.url, random)
    const bytes = await auditBytes(one, two, server, ids)
    for (const { leaks: found, trials: more } of [keys, bytes]) {
      leaks.push(...found)
      foreign += found.length
      trials += more
    }
    const missing = ENDPOINTS.filter(({ id }) => !covered.has(id)).length
    foreign += await mixedPool(installation.env.DATABASE_URL ?? '', random)
    // The first account is unchanged.
    const after = await one.api(server).get(`/api/v5/integration-modules/${CODE}`)
    const lost = (after.body as { integrationModule?: { name: string } }).integrationModule?.name === CANARY ? 0 : 1
    const logged = server.output().includes(one.apiKey) || server.output().includes(ids.token ?? CANARY) ? 1 : 0
    if (leaks.length > 0) console.log(leaks.join('\n'))
    return {
      ...NO_ERRORS,
      lost,
      foreign: foreign + logged,
      stuck: wrong + missing,
      trials,
      seed,
      routes: ENDPOINTS.length,
      key_trials: keys.trials,
      byte_trials: bytes.trials,
      routes_covered: covered.size,
      absent_vs_foreign_ms: Number(Math.abs(median(timings.absent) - median(timings.foreign)).toFixed(2)),
    }
  } finally {
    await installation.close()
    await module.close()
  }
}

const median = (values: number[] | undefined): number =>
  [...(values ?? [])].sort((a, b) => a - b)[Math.floor((values?.length ?? 0) / 2)] ?? 0

/** S3: 10,000 transactions of both accounts over four connections, some with errors: no row of the other account. */
const mixedPool = async (url: string, random: () => number): Promise<number> => {
  const pool = new pg.Pool({ connectionString: url, max: 4 })
  let wrong = 0
  const one = async (): Promise<void> => {
    const account = random() < 0.5 ? 1 : 2
    const client = await pool.connect()
    try {
      await client.query(`begin; set local app.account = '${account}'`)
      if (random() < 0.2) await client.query('select 1 / 0').catch(() => undefined)
      else {
        const { rows } = await client.query('select distinct account_id from app_user')
        if (rows.some((row) => row.account_id !== account)) wrong++
      }
      await client.query(random() < 0.5 ? 'commit' : 'rollback')
      const { rows } = await client.query('select count(*)::int as count from app_user')
      if (rows[0].count !== 0) wrong++
    } finally {
      client.release()
    }
  }
  for (let batch = 0; batch < 100; batch++) await Promise.all(Array.from({ length: 100 }, one))
  await pool.end()
  return wrong
}
