// The data of an account that the fault `tenants` looks for elsewhere, with a canary in every text.

import type { HttpClient } from '@patchbay/testkit/http-client'
import type { ServerChild, Tenant } from '@patchbay/testkit/installation'
import { sleep } from '@patchbay/testkit/services'
import { CANARY, CODE, type Ids, ORDER } from './tenant-requests.ts'

/** Without the canary: an answer may repeat what was looked for. */
const CALL = 'one-call'

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
  return { messages: String(message_id), channel: String((made.body as { id: number }).id) }
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

/** A record for each remaining kind that an endpoint names by its id. */
export const createMore = async (http: HttpClient, ids: Ids): Promise<Ids> => {
  const make = async (path: string, body: object): Promise<Record<string, unknown>> => {
    const { status, body: reply, text } = await http.postJson(path, body)
    if (status >= 400) throw new Error(`no data to look for at ${path}: ${text}`)
    return reply
  }
  const first = async (path: string, list: string): Promise<string> => {
    const { body, text } = await http.get(path)
    const one = (body as Record<string, { id: number; current?: boolean }[]>)[list]?.find(({ current }) => !current)
    if (!one) throw new Error(`nothing to look for at ${path}: ${text}`)
    return String(one.id)
  }
  const upload = async (path: string): Promise<{ id?: string; file?: { id: number } }> =>
    (await http.send('POST', path, { headers: { 'content-type': 'text/plain' }, body: CANARY })).body
  const { id: duplicateId } = await make('/workspace/customers', { customer: { firstName: CANARY } })
  const merge = await make(`/workspace/customers/${ids.customers}/merges`, { duplicateId })
  const chats = await first('/workspace/chats', 'chats')
  await make(`/workspace/chats/${chats}/messages`, { text: CANARY })
  const reply = await make('/workspace/canned-replies', { title: CANARY, shortcut: CANARY, text: CANARY })
  const startedAt = '2026-02-03T10:00:00Z'
  const call = { direction: 'in', phone: '+12025550177', startedAt, result: 'answered', note: CANARY }
  const logged = await make('/workspace/logged-calls', { call })
  const seen = { date: '2026-02-03 10:00:00', type: 'in', phone: '+12025550166', result: 'answered', externalId: CALL }
  await make('/api/v5/telephony/calls/upload', { calls: [seen] })
  const segments = [{ start: 0, end: 1, text: CANARY }]
  for (const callExternalId of [CALL, CANARY])
    await make('/api/v5/telephony/call/transcript', { transcript: { callExternalId, segments } })
  const day = await make('/workspace/payment-days', { module: CODE, day: '2026-02-03' })
  const endpoint = `https://${CANARY}.test/push`
  const keys = { p256dh: 'sample-text-of-some-length', auth: 'sample-text-of-some-length' }
  const push = await make('/workspace/me/push-subscriptions', { endpoint, keys, language: 'en' })
  const template = { code: CODE, name: CANARY, type: 'text', verification_status: 'approved', body: CANARY }
  await make(`/api/transport/v1/channels/${ids.channel}/templates`, template)
  const file = await upload('/api/transport/v1/files/upload')
  const { file: attachment } = await upload(`/api/v5/files/upload?filename=${CANARY}.txt`)
  const shared: Ids = { site: CODE, siteCode: CODE, module: CODE, channel_id: ids.channel ?? '', users: ids.id ?? '' }
  return {
    ...shared,
    callExternalId: CALL,
    chats,
    channels: ids.channel ?? '',
    customerId: ids.customers ?? '',
    payments: ids.paymentId ?? '',
    mergeId: String(merge.id),
    'canned-replies': String(reply.id),
    'logged-calls': String(logged.id),
    dayId: String(day.id),
    'push-subscriptions': String(push.id),
    files: String(file.id),
    attachments: String(attachment?.id),
    sessions: await first('/workspace/me/sessions', 'sessions'),
    webhooks: await first(`/workspace/modules/${CODE}/webhooks`, 'webhooks'),
    'api-keys': ids.keyId ?? '',
  }
}
