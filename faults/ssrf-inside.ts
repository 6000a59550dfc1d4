// The part of the SSRF run inside the network namespace: addresses, DNS names, listeners, and every stored URL.
import { execFileSync } from 'node:child_process'
import { createServer as createHttpServer } from 'node:http'
import { createServer } from 'node:net'
import { NO_ERRORS } from '@patchbay/testkit/audit'
import type { HttpClient } from '@patchbay/testkit/http-client'
import { startInstallation } from '@patchbay/testkit/installation'
import { createManagers } from '@patchbay/testkit/load-generator'
import { waitUntil } from '@patchbay/testkit/services'
import { startDnsServer } from './dns-server.ts'
import { waitForWork } from './work-due.ts'

const PUBLIC = '93.184.216.34'
/** Workers are never waited for without end; work that is left then is counted as stuck. */
const WORKED_MS = 300_000
const INSIDE_4 = [
  '10.0.0.1',
  '172.16.0.1',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '198.18.0.1',
  '192.0.2.1',
  '198.51.100.1',
  '203.0.113.1',
  '192.0.0.1',
  '192.88.99.1',
  '240.0.0.1',
]
const INSIDE_6 = [
  'fd00::1',
  'fc00::1',
  'fec0::1',
  '2001:db8::1',
  '100::1',
  '5f00::1',
  '2002:7f00:1::1',
  '2001:0:7f00:1::1',
  '64:ff9b::7f00:1',
  '64:ff9b:1::1',
  '::7f00:1',
]
const PORTS = [22, 25, 80, 443, 5432, 6379, 8080, 8443]

const ip = (...args: string[]) => execFileSync('ip', args)
ip('link', 'set', 'lo', 'up')
for (const address of [PUBLIC, ...INSIDE_4]) ip('addr', 'add', `${address}/32`, 'dev', 'lo')
for (const address of INSIDE_6) ip('-6', 'addr', 'add', `${address}/128`, 'dev', 'lo')

/** Records every connection to an internal address. The public address is the control: it must be reachable. */
const hits: string[] = []
let [reachedPublic, asked] = [0, 0]
const guard = (port: number) => {
  const onConnection = (socket: { localAddress?: string | undefined }) => {
    const address = (socket.localAddress ?? '').replace(/^::ffff:/, '')
    if (address === PUBLIC) reachedPublic++
    else hits.push(`${address}:${port}`)
  }
  if (port !== 80)
    return createServer((socket) => {
      onConnection(socket)
      socket.destroy()
    }).listen(port, '::')
  // The public web server redirects to internal addresses.
  const server = createHttpServer((request, response) => {
    asked++
    const [, status, target] = /^\/redirect\/(\d+)\/(.+?)(?:\?|$)/.exec(request.url ?? '') ?? []
    if (status && target) response.writeHead(Number(status), { location: decodeURIComponent(target) }).end()
    else response.writeHead(200, { 'content-type': 'application/json' }).end('{"success":true}')
  })
  server.on('connection', onConnection)
  return server.listen(port, '::')
}
for (const port of PORTS) guard(port)

const names = await startDnsServer({
  'public.test': { a: [PUBLIC] },
  'mixed.test': { a: [PUBLIC, '10.0.0.1'] },
  'private6.test': { aaaa: ['fd00::1'] },
  'both.test': { a: [PUBLIC], aaaa: ['fd00::1'] },
  'loop.test': { a: ['127.0.0.1'] },
  'meta.test': { a: ['169.254.169.254'] },
  // Public at the first query, internal at the next: time of check to time of use.
  'rebind.test': { a: [PUBLIC], later: ['127.0.0.1'] },
  'rebind10.test': { a: [PUBLIC], later: ['10.0.0.1'] },
})

const literal4 = [
  '127.0.0.1',
  '127.1',
  '2130706433',
  '0x7f000001',
  '0177.0.0.1',
  '0',
  '0.0.0.0',
  '127.127.127.127',
  '①②⑦.⓪.⓪.①',
  '127。0。0。1',
  '0x7f.1',
  ...INSIDE_4,
]
const literal6 = [
  '::1',
  '::',
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  '::ffff:10.0.0.1',
  '::127.0.0.1',
  '0:0:0:0:0:ffff:0a00:0001',
  ...INSIDE_6,
].map((address) => `[${address}]`)
const named = [
  'localhost',
  'localhost.',
  'LOCALHOST',
  'loop.test',
  'meta.test',
  'mixed.test',
  'private6.test',
  'both.test',
  ...Array(20).fill('rebind.test'),
  ...Array(20).fill('rebind10.test'),
]
const HOSTS = [...literal4, ...literal6, ...named]
const tricks = [
  'http://public.test@127.0.0.1/',
  'http://127.0.0.1#@public.test/',
  'http://127.0.0.1\\@public.test/',
  'http://public.test:22/',
  'http://public.test:5432/',
  'http://public.test:6379/',
  'http://public.test:25/',
  'https://127.0.0.1/',
  'http://127.0.0.1:8080/',
]
const redirects = [301, 302, 303, 307, 308].flatMap((status) =>
  ['http://127.0.0.1/', 'http://169.254.169.254/', 'http://[::1]/'].map(
    (target) => `http://public.test/redirect/${status}/${encodeURIComponent(target)}`,
  ),
)
const chain = Array.from({ length: 5 }, (_, hops) =>
  Array.from({ length: hops + 1 }).reduce(
    (target: string) => `http://public.test/redirect/302/${encodeURIComponent(target)}`,
    'http://10.0.0.1/',
  ),
)
const URLS = [...HOSTS.map((host) => `http://${host}/`), ...tricks, ...redirects, ...chain]

const installation = await startInstallation({ EGRESS_ALLOW: '', EGRESS_PORTS: '80,443,8080,8443' })
const server = await installation.startServer()
await installation.startWorker()
const tenant = await installation.createTenant('One', 'one.test', server)
const admin = await tenant.admin(server)
await tenant.api(server).post('/api/v5/reference/sites/main/edit', { site: { name: 'Main', url: 'https://main.test' } })
let trials = 0
let wrongStatus = 0
const unjudged = new Set<string>()
/** Waits for the workers: an address that nobody has called yet proves nothing. Once is enough where they do not finish. */
const finishWork = async (kind?: string): Promise<void> => {
  if (unjudged.size > 0) return
  for (const what of await waitForWork(installation.adminUrl, WORKED_MS, kind)) unjudged.add(what)
}
const attempt = async (request: Promise<{ status: number }>) => {
  trials++
  const { status } = await request
  if (status >= 500 && status !== 502) wrongStatus++
}

/** Several users, because click-to-call is rate-limited per user. */
const callers = await createManagers(installation.adminUrl, 'one.test', 10)
const registerExchange = (telephony: object) => {
  const additionalCodes = callers.map(({ id, code }) => ({ userId: id, code }))
  const integrationModule = {
    code: 'pbx',
    clientId: 'pbx',
    integrations: { telephony: { ...telephony, additionalCodes } },
  }
  return attempt(tenant.api(server).post('/api/v5/integration-modules/pbx/edit', { integrationModule }))
}

const CHAT = { text: { creating: 'both' } }

/** Registers a messenger with this webhook URL; returns a client of the transport API. */
const registerMessenger = async (code: string, webhookUrl: string): Promise<HttpClient | undefined> => {
  const integrationModule = { code, clientId: code, integrations: { mgTransport: { webhookUrl } } }
  const reply = await tenant.api(server).post(`/api/v5/integration-modules/${code}/edit`, { integrationModule })
  const { info } = reply.body as { info?: { mgTransport?: { token: string } } }
  const token = info?.mgTransport?.token
  return token === undefined ? undefined : tenant.client(server).with({ 'x-transport-token': token })
}
const messenger = await registerMessenger('files', 'http://public.test/')
if (!messenger) throw new Error('the messenger could not register')

/** Every place where a stored URL is called. Code that stores another URL must be added here. */
const CALL_SITES: Record<string, (url: string, n: number) => Promise<void>> = {
  'baseUrl + actions.activity': async (url, n) => {
    const code = `m-${n}`
    const integrationModule = { code, clientId: code, baseUrl: url, actions: { activity: 'activity' } }
    await attempt(tenant.api(server).post(`/api/v5/integration-modules/${code}/edit`, { integrationModule }))
    await attempt(admin.postJson(`/workspace/modules/${code}/activity`, { active: false }))
  },
  'baseUrl + payment.actions.create': async (url, n) => {
    const code = `p-${n}`
    const payment = { actions: { create: 'create' }, shops: [{ code: 'main', name: 'Main', active: true }] }
    const integrationModule = { code, clientId: code, baseUrl: url, integrations: { payment } }
    const api = tenant.api(server)
    await attempt(api.post(`/api/v5/integration-modules/${code}/edit`, { integrationModule }))
    const order = { items: [{ productName: 'Fern', initialPrice: 1 }], payments: [{ type: `${code}-main`, amount: 1 }] }
    const made = (await api.post('/api/v5/orders/create', { site: 'main', order })).body as {
      order?: { payments: object }
    }
    const paymentId = Object.keys(made.order?.payments ?? {})[0]
    // An invalid URL is refused at registration, so there is no payment.
    if (paymentId !== undefined) await attempt(admin.postJson(`/workspace/payments/${paymentId}/invoice`, {}))
  },
  'mgTransport.webhookUrl': async (url, n) => {
    const transport = await registerMessenger(`w-${n}`, url)
    // An invalid URL is refused at registration.
    if (!transport) return
    const channel = (await transport.postJson('/api/transport/v1/channels', { type: 'custom', settings: CHAT }))
      .body as {
      id: number
    }
    const customer = { external_id: 'vera', nickname: 'vera' }
    const message = { type: 'text', external_id: 'm', text: 'Hello' }
    const said = { channel: channel.id, external_chat_id: `vera-${n}`, customer, message }
    await attempt(transport.postJson('/api/transport/v1/messages', said))
    const { chats } = (await admin.get('/workspace/chats')).body as { chats: { id: number }[] }
    await attempt(admin.postJson(`/workspace/chats/${chats[0]?.id}/messages`, { text: 'Good morning' }))
  },
  'files/upload_by_url': (url) => attempt(messenger.postJson('/api/transport/v1/files/upload_by_url', { url })),
  configUrl: (url) => attempt(admin.postJson('/workspace/module-connections/preview', { configUrl: url })),
  registerUrl: (url) =>
    attempt(
      admin.postJson('/workspace/module-connections', { registerUrl: url, secret: 'secret', scopes: ['order_read'] }),
    ),
  makeCallUrl: async (url, n) => {
    await registerExchange({ makeCallUrl: url })
    const cookie = callers[Math.abs(n) % callers.length]?.cookie ?? ''
    const body = { pressId: crypto.randomUUID(), phone: '+12025550100' }
    await attempt(tenant.client(server).with({ cookie }).postJson('/workspace/calls', body))
  },
  changeUserStatusUrl: async (url, n) => {
    await registerExchange({ changeUserStatusUrl: url })
    const status = n % 2 === 0 ? 'busy' : 'free'
    await attempt(tenant.api(server).post(`/api/v5/users/${callers[0]?.id}/status`, { status }))
    // The next registration replaces the address: a worker must have called it before.
    await finishWork('user-status')
  },
  recordUrl: async (url, n) => {
    const row = { date: '2026-02-03 10:00:00', type: 'in', phone: '+12025550100', result: 'answered' }
    const api = tenant.api(server)
    await attempt(
      api.post('/api/v5/telephony/calls/upload', { calls: [{ ...row, externalId: `r-${n}`, recordUrl: url }] }),
    )
    const { body } = await api.get('/api/v5/telephony/call/trace', { callExternalId: `r-${n}` })
    const id = (body as { trace?: { call: { id: number } } } | undefined)?.trace?.call.id
    if (id !== undefined) await attempt(admin.get(`/workspace/calls/${id}/recording`))
  },
}

const idle: string[] = []
for (const [site, use] of Object.entries(CALL_SITES)) {
  const before = asked
  await use('http://public.test/', -1 - Object.keys(CALL_SITES).indexOf(site))
  // A call site that does not reach the public address proves nothing.
  await waitUntil(`${site} reaches the public address`, () => asked > before, 60_000).catch(() => idle.push(site))
  for (const [n, url] of URLS.entries()) await use(url, n)
}
await finishWork()
await installation.close()
names.close()
console.log(
  `${URLS.length} addresses × ${Object.keys(CALL_SITES).length} call sites; internal addresses reached: ${hits.length === 0 ? 'none' : [...new Set(hits)].join(', ')}; call sites not reached: ${idle.join(', ') || 'none'}; work not done: ${[...unjudged].join(', ') || 'none'}`,
)
console.log(
  JSON.stringify({
    ...NO_ERRORS,
    foreign: hits.length,
    stuck: wrongStatus + idle.length + unjudged.size,
    trials,
    seed: Number(process.argv[2]),
    addresses: URLS.length,
    ways: Object.keys(CALL_SITES).length,
    inside_connections: hits.length,
    public_connections: reachedPublic,
  }),
)
process.exit(0)
