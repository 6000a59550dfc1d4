// The server and the worker behind a real PgBouncer in transaction mode, with fewer servers than connections.

import type { Reply } from '@patchbay/testkit/http-client'
import { type Installation, startInstallation, type Tenant } from '@patchbay/testkit/installation'
import { registerBank, seedInvoices } from '@patchbay/testkit/invoice-seed'
import { createManagers } from '@patchbay/testkit/load-generator'
import { startMessenger } from '@patchbay/testkit/messenger'
import { type PgBouncer, startPgBouncer } from '@patchbay/testkit/pgbouncer'
import { waitUntil } from '@patchbay/testkit/services'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { detectPooler } from '../../src/lib/db/pooler.ts'

const [SERVERS, ROUNDS, WIDTH] = [3, 12, 8]
let installation: Installation
let bouncer: PgBouncer
beforeAll(async () => {
  installation = await startInstallation({ LOG_LEVEL: 'warn' })
  bouncer = await startPgBouncer(installation.postgres.port, { mode: 'transaction', poolSize: SERVERS })
}, 300_000)
afterAll(async () => {
  await installation?.close()
  await bouncer?.close()
})

const urlBehind = () => bouncer.url('patchbay', 'patchbay')
/** What a pooler breaks, not what a busy machine delays. */
const isProblem = (line: string) =>
  /"level":60|prepared statement|bind message|unsupported startup|Internal error/.test(line)

it('is recognised by what it does, also while it is busy and in session mode', async () => {
  expect(await detectPooler(installation.env.DATABASE_URL ?? '')).toBe('none')
  expect(await detectPooler(urlBehind())).toBe('transaction')
  const busy = Array.from({ length: SERVERS }, () => new pg.Client({ connectionString: urlBehind() }))
  for (const client of busy) await client.connect()
  let isRunning = true
  const load = busy.map(async (client) => {
    while (isRunning) await client.query('select pg_sleep(random() / 200)')
  })
  try {
    for (let n = 0; n < 5; n++) expect(await detectPooler(urlBehind())).toBe('transaction')
  } finally {
    isRunning = false
    await Promise.all(load)
    for (const client of busy) await client.end()
  }
  const session = await startPgBouncer(installation.postgres.port, { mode: 'session', poolSize: 5 })
  try {
    expect(await detectPooler(session.url('patchbay', 'patchbay'))).toBe('session')
  } finally {
    await session.close()
  }
})

it('stops a server that would name its statements, and says what to set; doctor says the same', async () => {
  const started = installation.startServer({ DATABASE_URL: urlBehind() })
  await expect(started).rejects.toThrow('Set DATABASE_POOLING=transaction')
  const direct = installation.env.DATABASE_URL ?? ''
  const doctor = (env: Record<string, string>) => {
    Object.assign(installation.env, env)
    return installation.operator('doctor').catch((error: { stdout: string }) => error.stdout)
  }
  try {
    expect(await doctor({ DATABASE_URL: urlBehind() })).toContain('ERROR    pooler')
    const set = await doctor({ DATABASE_URL: urlBehind(), DATABASE_POOLING: 'transaction' })
    expect(set).toContain('max_client_conn of the pooler must be')
    expect(set).toContain("alter role patchbay set statement_timeout = '15s'")
  } finally {
    Object.assign(installation.env, { DATABASE_URL: direct, DATABASE_POOLING: 'session' })
  }
})

type Answered = { status: number; text: string; right: boolean }

/** On a busy machine three servers of the pool may be too few for a moment: 503, and a client repeats. */
const repeated = async (send: () => Promise<Reply>): Promise<Reply> => {
  const reply = await send()
  return reply.status === 503 ? repeated(send) : reply
}

it('serves calls, payments, reactions with webhooks and lists at the same time without an error or a wrong answer', async () => {
  const admin = new pg.Client({ connectionString: installation.adminUrl })
  await admin.connect()
  await admin.query(`alter role patchbay set statement_timeout = '15s'; alter role patchbay set lock_timeout = '5s'`)
  const behind = { DATABASE_URL: urlBehind(), DATABASE_POOLING: 'transaction' }
  const servers = [await installation.startServer(behind), await installation.startServer(behind)]
  const worker = await installation.startWorker(behind)
  const [server] = servers
  if (!server) throw new Error('no server')
  const messenger = await startMessenger()
  try {
    const one = await installation.createTenant('One', 'one.test', server)
    const two = await installation.createTenant('Two', 'two.test', server)
    const castOf = async (tenant: Tenant) => {
      const api = tenant.api(server)
      const site = tenant.host.replace('.test', '')
      await api.post(`/api/v5/reference/sites/${site}/edit`, { site: { name: site, url: `https://${site}.test` } })
      await registerBank(tenant, server, { url: 'http://127.0.0.1:9' }, { code: 'bank' })
      const invoices = await seedInvoices(installation.adminUrl, tenant.host, undefined, {
        ...{ code: 'bank', count: WIDTH, status: 'pending' },
      })
      const managers = await createManagers(installation.adminUrl, tenant.host, 2)
      const integrationModule = {
        ...{ code: 'pbx', clientId: 'c' },
        integrations: { telephony: { additionalCodes: managers.map(({ id, code }) => ({ userId: id, code })) } },
      }
      await api.post('/api/v5/integration-modules/pbx/edit', { integrationModule })
      const transport = { code: 'chat', clientId: 'chat', integrations: { mgTransport: { webhookUrl: messenger.url } } }
      const registered = await api.post('/api/v5/integration-modules/chat/edit', { integrationModule: transport })
      const { token } = (registered.body as { info: { mgTransport: { token: string } } }).info.mgTransport
      const chats = tenant.client(server).with({ 'x-transport-token': token })
      const settings = { text: { reaction: 'both' } }
      const { id: channel } = (await chats.postJson('/api/transport/v1/channels', { type: 'custom', settings }))
        .body as {
        id: number
      }
      const messages: number[] = []
      for (let n = 0; n < WIDTH; n++) {
        const customer = { external_id: `${site}-${n}`, nickname: 'client' }
        const message = { type: 'text', external_id: `${site}-${n}`, text: 'hello' }
        const sent = await chats.postJson('/api/transport/v1/messages', { channel, customer, message })
        messages.push((sent.body as { message_id: number }).message_id)
      }
      return { tenant, site, invoices, managers, messages, cookie: (await tenant.admin(server)).cookie() }
    }
    const casts = [await castOf(one), await castOf(two)]

    const answers: Answered[] = []
    let reactions = 0
    const note = ({ status, text }: { status: number; text: string }, right: boolean) =>
      void answers.push({ status, text, right })
    const round = async (n: number): Promise<void> => {
      const cast = casts[n % casts.length]
      const at = servers[Math.floor(n / 2) % servers.length]
      if (!cast || !at) throw new Error('no server')
      const { tenant, site, invoices, managers, messages, cookie } = cast
      const api = tenant.api(at)
      const k = Math.floor(n / casts.length) % WIDTH
      const callExternalId = `${site}-${n}`
      const event = { phone: `+1201555${1000 + n}`, type: 'in', codes: [managers[0]?.code], callExternalId }
      const call = await repeated(() => api.post('/api/v5/telephony/call/event', { event }))
      note(call, call.status === 200)
      const expected = { invoiceUuid: invoices[k]?.uuid, amount: 100, currency: 'USD' }
      const check = await repeated(() => api.post('/api/v5/payment/check', { check: expected }))
      note(check, (check.body as { success?: boolean }).success === true)
      const user = tenant.client(at).with({ cookie, 'content-type': 'application/json' })
      const body = JSON.stringify({ reaction: n % 4 < 2 ? '👍' : '🔥' })
      const reacted = await repeated(() => user.send('PUT', `/workspace/messages/${messages[k]}/reactions`, { body }))
      if (reacted.status === 200) reactions++
      note(reacted, true)
      const orders = await repeated(() => api.get('/api/v5/orders', { limit: '20' }))
      const listed = orders.body as { orders: { site: string }[]; pagination: { totalCount: number } }
      note(orders, listed.orders.length > 0 && listed.orders.every((order) => order.site === site))
    }
    for (let first = 0; first < ROUNDS * WIDTH; first += 2 * WIDTH)
      await Promise.all(Array.from({ length: 2 * WIDTH }, (_, n) => round(first + n)))

    expect(answers.filter(({ status, right }) => status !== 200 || !right)).toEqual([])
    expect(answers).toHaveLength(ROUNDS * WIDTH * 4)
    const { rows } = await admin.query(`
      select (select count(*) from call)::int as calls, (select count(*) from invoice_check)::int as checks,
        (select count(*) from webhook)::int as webhooks`)
    expect(rows[0].calls).toBe(ROUNDS * WIDTH)
    expect(rows[0].checks).toBeGreaterThanOrEqual(ROUNDS * WIDTH)
    await waitUntil('every webhook is delivered', async () => {
      const { rows } = await admin.query('select count(*)::int as left from webhook_due')
      return rows[0].left === 0
    })
    expect(messenger.effects).toHaveLength(rows[0].webhooks)
    expect(messenger.effects.length).toBeGreaterThan(0)
    expect(reactions).toBe(ROUNDS * WIDTH)
    // The servers of the pool, not the connections of the processes, are what PostgreSQL sees.
    const seen = await admin.query(
      `select count(*)::int as count from pg_stat_activity where usename = 'patchbay' and datname = 'patchbay'`,
    )
    expect(seen.rows[0].count).toBeLessThanOrEqual(SERVERS)
    for (const child of [...servers, worker]) expect(child.output().split('\n').filter(isProblem)).toEqual([])
  } finally {
    await messenger.close()
    await admin.end()
  }
}, 300_000)
