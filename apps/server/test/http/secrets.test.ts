// S7: secrets and personal data go through the server and the worker as processes of their own, with the most verbose log: requests
// that succeed, are refused and break, a module that crashes and repeats what it got, a webhook that fails. Then each of them is
// looked for in every place (support/canaries.ts says what may be where).
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, readFileSync } from 'node:fs'
import { SCOPES } from '@patchbay/contract/base/scopes'
import { PASSWORD } from '@patchbay/testkit/fixtures'
import { createHttpClient, type HttpClient, type Reply } from '@patchbay/testkit/http-client'
import { json, type ReceivedRequest, type Receiver, startReceiver } from '@patchbay/testkit/receiver'
import { freePort, waitUntil } from '@patchbay/testkit/services'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Canaries, finderOf, type Kind, PLACES, type Place, ruleFor, writtenForms } from '../support/canaries.ts'
import { type System, startSystem } from '../support/system.ts'
import { connectTransport } from '../support/transport.ts'

let system: System
let admin: pg.Client
let server: Started
let worker: Started
let module: Receiver
let collector: Receiver
let texts: Record<Place, string>
let canaries: Canaries

type Started = { child: ChildProcess; origin: string; output: () => string; metrics: () => Promise<string> }

const start = async (file: 'server' | 'worker'): Promise<Started> => {
  const [port, metricsPort] = [await freePort(), await freePort()]
  const { config } = system.deps
  const env = {
    ...process.env,
    DATABASE_URL: system.databaseUrl,
    REDIS_PREFIX: config.redisPrefix,
    SECRET_KEY: config.secretKey.toString('base64'),
    MAIL_FOLDER: config.mail.folder,
    FILE_FOLDER: config.fileFolder,
    EGRESS_ALLOW: '127.0.0.1',
    EGRESS_PORTS: '*',
    WEBHOOK_PLAN_SECONDS: '0,0.05,0.05',
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    HOST: '127.0.0.1',
    PORT: String(port),
    METRICS_PORT: String(metricsPort),
    LOG_LEVEL: 'trace',
  }
  const child = spawn('node', [`apps/server/src/bin/${file}.ts`], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output += chunk
    })
  const origin = `http://127.0.0.1:${file === 'server' ? port : metricsPort}`
  await waitUntil(
    `the ${file} answers`,
    async () => (await fetch(`${origin}/readyz`).catch(() => undefined))?.ok ?? false,
  )
  const metrics = async () => (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
  return { child, origin, output: () => output, metrics }
}

const stop = async ({ child }: Started): Promise<void> => {
  const gone = once(child, 'exit')
  child.kill('SIGTERM')
  await gone
}

/** Every answer with what was asked, so that the refusals can be looked through. */
const asked: { sent: string; reply: Reply }[] = []

const recording = (wire: HttpClient, headers: Record<string, string> = {}): HttpClient => {
  const own = wire.with(headers)
  const record = async (sent: unknown[], reply: Promise<Reply>): Promise<Reply> => {
    asked.push({ sent: JSON.stringify(sent), reply: await reply })
    return reply
  }
  return {
    ...own,
    get: (...given) => record(given, own.get(...given)),
    post: (...given) => record(given, own.post(...given)),
    postJson: (...given) => record(given, own.postJson(...given)),
    postMultipart: (...given) => record(given, own.postMultipart(...given)),
    send: (...given) => record(given, own.send(...given)),
    with: (more) => recording(own, more),
  }
}

const PEOPLE = {
  phone: '+46709184473',
  email: 'canary.person@mailbox.example',
  card: '4929130472185536',
  name: 'Quillfeather',
}
const SITE = 'fern-online'

/** What a module in trouble answers: all it was sent, and its own settings, in prose and by name. */
const complaint = ({ headers, body }: ReceivedRequest): string =>
  `Traceback: request failed for ${JSON.stringify(headers)} ${body}
   using pb key ${canaries['API key']} and token ${canaries['transport token']} with whsec_${canaries['signing secret']}
   {"secret":"whsec_${canaries['signing secret']}","apiKey":"${canaries['API key']}"} Cookie: sid=${canaries.session}
   customer ${PEOPLE.email} called from ${PEOPLE.phone}, card ${PEOPLE.card}`

const signIn = async (stranger: HttpClient) => {
  const refused = 'the canary of a refused password'
  for (const email of ['ada@fern.test', PEOPLE.email])
    expect((await stranger.postJson('/workspace/sign-in', { email, password: refused })).status).toBeGreaterThan(399)
  await stranger.postJson('/workspace/sign-in', { email: 'ada@fern.test', password: [refused] })
  const reply = await stranger.postJson('/workspace/sign-in', { email: 'ada@fern.test', password: PASSWORD })
  expect(reply.status, reply.text).toBe(200)
  const cookie = String(reply.headers['set-cookie']).split(';')[0] ?? ''
  return { refused, cookie, session: cookie.split('=')[1] ?? '' }
}

/** A link to choose a password, from the letter; it is used, with a password that is too short first. */
const linkToken = async (stranger: HttpClient): Promise<string> => {
  await stranger.postJson('/workspace/password/forgot', { email: 'bruno@fern.test' })
  const { folder } = system.deps.config.mail
  const letters = () => globSync(`${folder}/*`).map((path) => readFileSync(path, 'utf8').replaceAll('=\r\n', ''))
  const find = () => letters().flatMap((letter) => /#([\w-]{43})/.exec(letter)?.[1] ?? [])[0]
  await waitUntil('the letter was written', () => find() !== undefined)
  const token = find() ?? ''
  expect((await stranger.postJson('/workspace/password', { token, password: 'x' })).status).toBe(400)
  return token
}

const customerWith = (more: object = {}) => ({
  firstName: PEOPLE.name,
  lastName: PEOPLE.name,
  email: PEOPLE.email,
  phones: [{ number: PEOPLE.phone }],
  ...more,
})

/** Customers, calls and orders: accepted, refused, and with values that do not fit. */
const driveCrm = async (api: HttpClient, key: string, stranger: HttpClient): Promise<number> => {
  const made = await api.post('/api/v5/customers/create', { site: SITE, customer: customerWith({ externalId: 'c-1' }) })
  expect(made.status, made.text).toBe(201)
  const { id } = made.body as { id: number }
  const wrong = customerWith({ email: `${PEOPLE.email} and more`, phones: PEOPLE.phone, birthday: PEOPLE.card })
  await api.post('/api/v5/customers/create', { site: SITE, customer: wrong })
  await api.postMultipart('/api/v5/customers/create', { site: SITE, customer: customerWith({ externalId: 'c-1' }) })
  await api.post('/api/v5/customers/notes/create', {
    note: { text: `card ${PEOPLE.card}`, customer: { id }, managerId: 1 },
    site: SITE,
  })
  await api.get('/api/v5/customers', { 'filter[email]': PEOPLE.email, 'filter[phone]': PEOPLE.phone, apiKey: key })
  for (const path of [PEOPLE.email, PEOPLE.phone, key]) await api.get(`/api/v5/customers/${encodeURIComponent(path)}`)
  await stranger.post('/api/v5/customers/create', { apiKey: key, site: SITE, customer: customerWith() })
  await stranger.get('/api/v5/customers', { apiKey: key })
  await api.send('POST', '/api/v5/customers/create', {
    headers: { 'content-type': 'application/json' },
    body: `{"apiKey":"${key}","customer":{"email":"${PEOPLE.email}","phones":[${PEOPLE.phone}`,
  })
  const event = { phone: PEOPLE.phone, type: 'in', callExternalId: 'call-1', codes: ['101'] }
  await api.post('/api/v5/telephony/call/event', { clientId: 'client of canary', event })
  await api.get('/api/v5/telephony/manager', { phone: PEOPLE.phone, clientId: 'client of canary' })
  const call = {
    date: '2026-02-03 10:00:00',
    type: 'in',
    phone: PEOPLE.phone,
    result: 'answered',
    externalId: 'call-2',
  }
  await api.post('/api/v5/telephony/calls/upload', {
    clientId: 'client of canary',
    calls: [call, { ...call, type: 'x' }],
  })
  return id
}

/** A payment whose module crashes. */
const drivePayment = async (api: HttpClient): Promise<void> => {
  const order = {
    firstName: PEOPLE.name,
    email: PEOPLE.email,
    phone: PEOPLE.phone,
    customerComment: `my card is ${PEOPLE.card}`,
    items: [{ productName: 'Fern', initialPrice: 5, quantity: 1 }],
    payments: [{ type: 'canary-main', amount: 5 }],
  }
  const made = await api.post('/api/v5/orders/create', { site: SITE, order })
  expect(made.status, made.text).toBe(201)
  const paymentId = Object.keys((made.body as { order: { payments: object } }).order.payments)[0]
  const issued = await api.post('/api/v5/payment/create-invoice', { createInvoice: { paymentId } })
  expect(issued.status, issued.text).toBeGreaterThan(399)
}

/** A server that cannot do what it is asked: its table is away. */
const driveBreakage = async (api: HttpClient): Promise<void> => {
  await admin.query('alter table customer rename to customer_away')
  try {
    for (const path of [PEOPLE.email, PEOPLE.phone, canaries['API key']]) {
      const { status } = await api.get(`/api/v5/customers/${encodeURIComponent(path)}`, { site: SITE })
      expect(status).toBe(500)
    }
    expect((await api.post('/api/v5/customers/create', { site: SITE, customer: customerWith() })).status).toBe(500)
  } finally {
    await admin.query('alter table customer_away rename to customer')
  }
}

const rowsOf = async (query: string): Promise<string> => {
  const { rows } = await admin.query(query)
  return rows.map((row) => JSON.stringify(row)).join('\n')
}

/** Every table, as text; the jobs are a place of their own. */
const databaseText = (): string =>
  execFileSync('pg_dump', ['--data-only', '--inserts', system.adminUrl], {
    encoding: 'utf8',
    maxBuffer: 1e9,
    stdio: ['ignore', 'pipe', 'ignore'],
  })

const redisText = async (): Promise<string> => {
  const { redis, config } = system.deps
  const keys = await redis.keys(`${config.redisPrefix}*`)
  const values = await Promise.all(keys.map(async (key) => (await redis.dumpBuffer(key))?.toString('latin1') ?? ''))
  return [...keys, ...values].join('\n')
}

/** A module of all three areas, with a chat whose webhook fails once. */
const driveChat = async (api: HttpClient, ada: HttpClient, stranger: HttpClient) => {
  const transport = await connectTransport({ api, stranger }, 'canary', `${module.url}/hook`)
  const { code, token } = transport
  const edit = {
    code,
    clientId: 'client of canary',
    baseUrl: module.url,
    integrations: {
      mgTransport: { webhookUrl: `${module.url}/hook` },
      payment: {
        actions: { create: '/pay' },
        currencies: ['USD'],
        invoiceTypes: ['link'],
        shops: [{ code: 'main', name: 'Main', active: true }],
      },
      telephony: { makeCallUrl: `${module.url}/call?secret=${canaries['address secret']}`, allowEdit: true },
    },
  }
  const edited = await api.post('/api/v5/integration-modules/canary/edit', { integrationModule: edit })
  expect(edited.status, edited.text).toBe(201)
  Object.assign(canaries, { 'transport token': token, 'signing secret': transport.secret.replace('whsec_', '') })
  const channel = await transport.channel()
  const text = `${PEOPLE.name} ${PEOPLE.phone} ${PEOPLE.email} card ${PEOPLE.card}`
  const customer = { nickname: PEOPLE.name, first_name: PEOPLE.name, phone: PEOPLE.phone, email: PEOPLE.email }
  const messageId = await transport.message(channel, 'm-1', { message: { text }, customer })
  const wire = stranger.with({ 'x-transport-token': token })
  await wire.postJson('/api/transport/v1/messages', { channel, message: { text: { token, text } } })
  await wire.get(`/api/transport/v1/nothing/${token}`)
  const reaction = { headers: { 'content-type': 'application/json' }, body: JSON.stringify({ reaction: '👍' }) }
  expect((await ada.send('PUT', `/workspace/messages/${messageId}/reactions`, reaction)).status).toBe(200)
  await waitUntil('the webhook was repeated', () => module.received.filter(({ path }) => path === '/hook').length > 1)
}

const exportedFile = async (ada: HttpClient): Promise<string> => {
  const columns = ['firstName', 'phone', 'email'].map((code) => ({ code, heading: code }))
  const body = { list: 'customers', query: {}, columns, separator: ',' }
  const { export: made } = (await ada.postJson('/workspace/exports', body)).body as unknown as {
    export: { id: number }
  }
  return (await ada.get(`/workspace/exports/${made.id}/file`)).text
}

/** Everybody who reads a link can read the request behind it. */
const sharedRequests = async (ada: HttpClient, stranger: HttpClient): Promise<string> => {
  const { exchanges } = (await ada.get('/workspace/traffic')).body as { exchanges: { id: number }[] }
  const shown: string[] = []
  for (const { id } of exchanges) {
    const shared = await ada.postJson(`/workspace/traffic/${id}/shares`, {})
    const { shareToken } = shared.body as { shareToken: string }
    canaries['share token'] = shareToken
    shown.push((await stranger.postJson('/workspace/shared-exchange', { shareToken })).text)
  }
  await stranger.postJson('/workspace/shared-exchange', { shareToken: `${canaries['share token']}x` })
  return shown.join('\n')
}

const drive = async (): Promise<void> => {
  const stranger = recording(createHttpClient(server.origin, { host: 'fern.test' }))
  const { refused, cookie, session } = await signIn(stranger)
  const ada = stranger.with({ cookie })
  const made = await ada.postJson('/workspace/api-keys', { name: 'canary', scopes: [...SCOPES] })
  const key = (made.body as { apiKey: string }).apiKey
  const guessed = `${key.slice(0, 12)}${'guessed-canary'.repeat(3)}`
  const secret = 'the-canary-of-an-identity-provider'
  canaries = { ...PEOPLE, session, password: PASSWORD, 'refused password': refused } as Canaries
  Object.assign(canaries, { 'API key': key, 'guessed API key': guessed, 'identity provider secret': secret })
  canaries['address secret'] = 'the-canary-in-an-address'
  const issuer = { label: 'Staff', issuer: module.url, clientId: 'patchbay', passwordsAllowed: true }
  await ada.postJson('/workspace/single-sign-on', { ...issuer, clientSecret: secret })
  canaries['link token'] = await linkToken(stranger)
  const api = stranger.with({ 'x-api-key': key })
  await stranger.with({ 'x-api-key': guessed }).get('/api/v5/customers')
  await stranger.get('/api/v5/customers', { apiKey: guessed })
  await driveChat(api, ada, stranger)
  const customerId = await driveCrm(api, key, stranger)
  await ada.postJson(`/workspace/customers/${customerId}/notes`, { text: `${PEOPLE.name} ${PEOPLE.card}` })
  await ada.get(`/workspace/customers/${session}`)
  await drivePayment(api)
  await driveBreakage(api)
  canaries.signature = String(module.received[0]?.headers['webhook-signature']).replace('v1,', '')
}

beforeAll(async () => {
  collector = await startReceiver()
  system = await startSystem({ accounts: ['fern'] })
  admin = new pg.Client({ connectionString: system.adminUrl })
  await admin.connect()
  module = await startReceiver((received, response) => {
    if (received.path === '/hook' && module.received.filter(({ path }) => path === '/hook').length > 1)
      return json(response, 200, {})
    response.writeHead(500, { 'content-type': 'text/plain', 'set-cookie': `sid=${canaries.session}` })
    return void response.end(complaint(received))
  })
  ;[server, worker] = await Promise.all([start('server'), start('worker')])
  await drive()
  const stranger = recording(createHttpClient(server.origin, { host: 'fern.test' }))
  const ada = stranger.with({ cookie: `patchbay_session=${canaries.session}` })
  // The request log is written in batches: the last request of the drive has arrived there.
  await waitUntil('requests are logged', async () =>
    (await rowsOf('select url from traffic')).includes('create-invoice'),
  )
  const metrics = `${await server.metrics()}\n${await worker.metrics()}`
  const shared = await sharedRequests(ada, stranger)
  const file = await exportedFile(ada)
  const requestLog = `${(await ada.get('/workspace/traffic')).text}\n${await rowsOf('select * from traffic')}`
  const redis = await redisText()
  // Their last spans and lines are written when they stop.
  await Promise.all([server, worker].map(stop))
  texts = {
    'log of the server': server.output(),
    'log of the worker': worker.output(),
    metrics,
    traces: collector.received.map(({ body }) => body).join('\n'),
    jobs: `${await rowsOf('select * from pgboss.job')}\n${await rowsOf('select * from lane')}`,
    'action log': await rowsOf('select * from action_log'),
    'request log': requestLog,
    'shared request': shared,
    'webhook log': `${await rowsOf('select * from webhook')}\n${await rowsOf('select * from webhook_attempt')}`,
    'error answers': '',
    'exported file': file,
    database: databaseText(),
    Redis: redis,
  }
}, 180_000)
afterAll(async () => {
  await admin?.end()
  await module?.close()
  await collector?.close()
  await system?.close()
})

const kinds = (): Kind[] => Object.keys(canaries) as Kind[]

it('[S7] each place was read, and says what was done', () => {
  const marks: Record<Place, RegExp> = {
    'log of the server': /customers\/c\*\*\*@mailbox\.example/,
    'log of the worker': /"working"/,
    metrics: /route="\/api\/v5\/customers\/:?/,
    traces: /POST \/api\/v5\/customers\/create/,
    jobs: /account/,
    'action log': /api-key/,
    'request log': /create-invoice/,
    'shared request': /create-invoice/,
    'webhook log': /Traceback/,
    'error answers': /^$/,
    'exported file': /Quillfeather/,
    database: /Quillfeather/,
    Redis: /rate|live|presence/,
  }
  for (const place of PLACES) expect.soft(texts[place], place).toMatch(marks[place])
})

/** What is in a place where it must not be, with what is around it. */
const hits = (kind: Kind, place: Place, text: string): string[] => {
  if (ruleFor(kind, place) !== 'never') return []
  const at = finderOf(kind, canaries[kind])(text)
  return at === undefined ? [] : [`${kind} in ${place}: ${text.slice(Math.max(0, at - 200), at + 100)}`]
}

it('[S7] every canary would be found in every place where it must not be, however it is written', () => {
  expect(kinds()).toHaveLength(16)
  for (const kind of kinds()) {
    const forms = writtenForms(kind, canaries[kind])
    expect(finderOf(kind, canaries[kind])('pb_ whsec_ +46 4929 @mailbox.example'), kind).toBeUndefined()
    for (const place of PLACES.filter((one) => ruleFor(kind, one) === 'never')) {
      // The end of what was read: all of it, many times over, takes long.
      const planted = (form: string) => `${texts[place].slice(-2_000)}${form}${texts[place].slice(-100)}`
      for (const form of forms)
        expect(hits(kind, place, planted(form)), `${kind} in ${place} as ${form}`).toHaveLength(1)
    }
  }
})

it('[S7] nothing is where it must not be', () => {
  expect(PLACES.flatMap((place) => kinds().flatMap((kind) => hits(kind, place, texts[place])))).toEqual([])
})

it('[S7] a refusal repeats no secret, and no data that its caller did not send', () => {
  const refusals = asked.filter(({ reply }) => reply.status >= 400)
  expect(refusals.length).toBeGreaterThan(15)
  const found = refusals.flatMap(({ sent, reply }) =>
    kinds()
      .filter((kind) => {
        const find = finderOf(kind, canaries[kind])
        const mayRepeat = ruleFor(kind, 'error answers') !== 'never' && find(sent) !== undefined
        return !mayRepeat && find(reply.text + JSON.stringify(reply.headers)) !== undefined
      })
      .map((kind) => `${kind}: ${sent.slice(0, 100)} → ${reply.text.slice(0, 200)}`),
  )
  expect(found).toEqual([])
})
