// Every endpoint of the API within one account, with keys and tokens that may not use it.

import type { Endpoint } from '@patchbay/contract/base/endpoint'
import { SCOPES } from '@patchbay/contract/base/scopes'
import { ENDPOINTS } from '@patchbay/contract/endpoints'
import type { HttpClient, Reply } from '@patchbay/testkit/http-client'
import type { ServerChild, Tenant } from '@patchbay/testkit/installation'
import { CANARY, CODE, callEndpoint, type Findings, type Ids, isRefused } from './tenant-requests.ts'

const SHOP_CANARY = 'shop-canary-91c2'
/** No canary: a 404 repeats what was looked for. */
const SHOP_ORDER = 'shop-order-91c2'
const OTHER = 'other-module'

type Registered = { info: { mgTransport: { token: string }; signature: { secret: string } } }

const newKey = async (admin: HttpClient, more: object): Promise<{ id: string; apiKey: string }> =>
  (await admin.postJson('/workspace/api-keys', { name: 'probe', scopes: SCOPES, ...more })).body

/** A module of the same kinds, with a key of its own. */
const registerOther = async (api: HttpClient, baseUrl: string): Promise<string> => {
  const integrations = {
    mgTransport: { webhookUrl: `${baseUrl}/hook` },
    payment: { actions: { create: '/create' }, shops: [{ code: 'own', name: 'Own', active: true }] },
    telephony: { allowEdit: true },
  }
  const integrationModule = { code: OTHER, clientId: 'other', baseUrl, integrations }
  const reply = await api.post(`/api/v5/integration-modules/${OTHER}/edit`, { integrationModule })
  if (reply.status !== 201) throw new Error(`the other module did not register: ${reply.text}`)
  return (reply.body as Registered).info.mgTransport.token
}

/** An order, a customer, a call and an invoice of one shop, with a canary of their own. */
const createShopData = async (api: HttpClient, admin: HttpClient): Promise<Ids> => {
  const customer = { firstName: SHOP_CANARY, phones: [{ number: '+12025550188' }] }
  const customers = await api.post('/api/v5/customers/create', { site: CODE, customer })
  const order = {
    externalId: SHOP_ORDER,
    firstName: SHOP_CANARY,
    items: [{ productName: SHOP_CANARY, initialPrice: 5 }],
    payments: [{ type: `${CODE}-main`, amount: 5 }],
  }
  const orders = await api.post('/api/v5/orders/create', { site: CODE, order })
  const { id, order: stored } = orders.body as { id: number; order: { payments: Record<string, object> } }
  const paymentId = Object.keys(stored.payments)[0] ?? ''
  const issued = await admin.postJson(`/workspace/payments/${paymentId}/invoice`, {})
  const { invoice } = issued.body as { invoice: { id: string } }
  const call = { date: '2026-02-03 10:00:00', type: 'in', phone: '+12025550188', result: 'answered' }
  const calls = [{ ...call, externalId: SHOP_CANARY, site: CODE }]
  await api.post('/api/v5/telephony/calls/upload', { calls, clientId: CANARY })
  return {
    code: CODE,
    customers: String((customers.body as { id: number }).id),
    orders: String(id),
    externalId: SHOP_ORDER,
    callExternalId: SHOP_CANARY,
    phone: '+12025550188',
    payments: paymentId,
    paymentId,
    invoiceUuid: invoice.id,
  }
}

const ofModule = ({ path }: Endpoint): boolean =>
  /^\/api\/v5\/(integration-modules|payment)\//.test(path) || path.endsWith('/call/trace')

const ofShop = ({ path }: Endpoint): boolean =>
  /^\/api\/v5\/(payment\/|orders\/(payments\/)?\{|customers\/\{|telephony\/call\/trace)/.test(path)

const ofChannel = ({ path }: Endpoint): boolean => /\{|\/messages/.test(path)

export const auditKeys = async (
  tenant: Tenant,
  server: ServerChild,
  ids: Ids,
  moduleUrl: string,
  random: () => number,
): Promise<Findings> => {
  const [admin, api, client] = [await tenant.admin(server), tenant.api(server), tenant.client(server)]
  const findings: Findings = { trials: 0, leaks: [] }
  const using = (apiKey: string) => client.with({ 'x-api-key': apiKey })
  const byKey = ENDPOINTS.filter(({ auth }) => auth.by === 'api-key')
  const needsScope = byKey.filter(({ auth }) => auth.by === 'api-key' && auth.scope !== null)
  const token = ids.token ?? ''
  const inspect = async (endpoint: Endpoint, as: string, reply: Reply, mustRefuse: boolean, secrets: string[]) => {
    findings.trials++
    if (reply.status >= 500 && reply.status !== 502) findings.leaks.push(`${endpoint.id} as ${as}: ${reply.status}`)
    if (secrets.some((secret) => reply.text.includes(secret))) findings.leaks.push(`${endpoint.id} leaks to ${as}`)
    if (mustRefuse && !isRefused(reply)) findings.leaks.push(`${endpoint.id} let in ${as}`)
  }
  const probe = async (
    as: string,
    http: HttpClient,
    endpoints: readonly Endpoint[],
    given: Ids,
    mustRefuse: (endpoint: Endpoint) => boolean,
    secrets: string[],
  ) => {
    for (const endpoint of endpoints)
      await inspect(endpoint, as, await callEndpoint(http, endpoint, given, random), mustRefuse(endpoint), secrets)
  }
  const always = () => true

  const revoked = await newKey(admin, {})
  await admin.send('DELETE', `/workspace/api-keys/${revoked.id}`)
  await probe('a revoked key', using(revoked.apiKey), byKey, ids, always, [CANARY])
  const expired = await newKey(admin, {})
  await admin.postJson(`/workspace/api-keys/${expired.id}/rotate`, { overlapHours: 0 })
  await probe('an expired key', using(expired.apiKey), byKey, ids, always, [CANARY])
  for (const scope of ['task_write', 'reference_read'] as const) {
    const low = await newKey(admin, { scopes: [scope] })
    const others = needsScope.filter(({ auth }) => auth.by === 'api-key' && auth.scope !== scope)
    await probe(`a key with ${scope}`, using(low.apiKey), others, ids, always, [CANARY])
  }

  const other = using((await newKey(admin, {})).apiKey)
  const otherToken = await registerOther(other, moduleUrl)
  const secrets = [token, 'whsec_', `https://${CANARY}.test/pay`, `https://${CANARY}.test/hook`]
  const named = { ...ids, callExternalId: CANARY }
  const ownRoutes = byKey.filter(
    ({ path }) => !path.startsWith('/api/v5/reference/') && !/orders|customers|files/.test(path),
  )
  await probe('another module', other, ownRoutes, named, ofModule, secrets)
  const transport = ENDPOINTS.filter(({ auth }) => auth.by === 'transport-token')
  const wire = client.with({ 'x-transport-token': otherToken })
  const upload = { headers: { 'content-type': 'text/plain' }, body: 'of the first module' }
  const saved = await client.with({ 'x-transport-token': token }).send('POST', '/api/transport/v1/files/upload', upload)
  const { id: fileId } = saved.body as { id: string }
  await probe('another transport', wire, transport, { ...ids, files: fileId }, ofChannel, [CANARY, fileId])

  const inShop = await createShopData(api, admin)
  await api.post('/api/v5/reference/sites/bare/edit', { site: { name: 'Bare', url: 'https://bare.test' } })
  const limited = using((await newKey(admin, { sites: ['bare'] })).apiKey)
  await probe('a key of another shop', limited, byKey, inShop, ofShop, [SHOP_CANARY])
  const limitedModule = using((await newKey(admin, { sites: ['bare'], moduleCode: CODE })).apiKey)
  const shopRoutes = byKey.filter(ofShop)
  await probe('the module with a key of another shop', limitedModule, shopRoutes, inShop, always, [SHOP_CANARY])

  const after = (await admin.get(`/workspace/modules/${CODE}`)).body as { module?: { baseUrl?: string } }
  if (after.module?.baseUrl !== moduleUrl) findings.leaks.push('another key changed the module')
  return findings
}
