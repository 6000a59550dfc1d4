// F5: PostgreSQL is paused with SIGSTOP, the failure that closes no connection. F8: PostgreSQL commits and its answer is
// lost: the outcome is unknown to the server.
import { NO_ERRORS, seededRandom } from '@patchbay/testkit/audit'
import { startBank } from '@patchbay/testkit/bank'
import { startInstallation } from '@patchbay/testkit/installation'
import { registerBank, seedInvoices } from '@patchbay/testkit/invoice-seed'
import { sleep, waitUntil } from '@patchbay/testkit/services'
import pg from 'pg'
import { requestOperation } from './money-rig.ts'
import { startLoad } from './registration-load.ts'
import type { ScenarioPart } from './scenario.ts'
import { startBehindProxies } from './storm.ts'

const PAUSES = [5, 15]
/** Requests that wait for a paused server of PostgreSQL end by the read time-out of their connection, 20 s, at the latest. */
const ANSWERED_MS = 60_000
const BACK_MS = 120_000

export const pausedPostgres: ScenarioPart = async (seed, scale) => {
  const installation = await startInstallation({ LOG_LEVEL: 'error' })
  try {
    const servers = [await installation.startServer(), await installation.startServer()]
    const [server] = servers
    if (!server) throw new Error('no server')
    const tenant = await installation.createTenant('One', 'one.test', server)
    const load = startLoad([tenant], servers, 16)
    const waits: { ms: number; status: number }[] = []
    const probe = async (n: number) => {
      const began = performance.now()
      const reply = await tenant
        .api(servers[n % 2] ?? server)
        .get('/api/v5/orders', { limit: '20' })
        .catch(() => undefined)
      waits.push({ ms: performance.now() - began, status: reply?.status ?? 0 })
    }
    const recoveries: number[] = []
    const pauses = scale < 1 ? PAUSES.slice(0, 1) : PAUSES
    for (const seconds of pauses) {
      await sleep(1_000)
      await installation.postgres.pause()
      const probes: Promise<void>[] = []
      for (let n = 0; n < seconds * 8; n++) {
        probes.push(probe(n))
        await sleep(125)
      }
      await installation.postgres.resume()
      const [resumed, before] = [performance.now(), load.acknowledged()]
      await waitUntil('writes are taken again', () => load.acknowledged() > before + 16, BACK_MS)
      recoveries.push(Math.round(performance.now() - resumed))
      await Promise.all(probes)
    }
    await load.stop()
    const found = await load.audit(server)
    const wrong = [...load.answers]
      .filter(([status]) => status !== 201 && status !== 503)
      .reduce((sum, [, n]) => sum + n, 0)
    const wrongProbes = waits.filter(({ status }) => status !== 200 && status !== 503).length
    const slow = waits.filter(({ ms }) => ms > ANSWERED_MS).length
    const sorted = waits.map(({ ms }) => ms).sort((a, b) => a - b)
    return {
      ...NO_ERRORS,
      ...found,
      stuck: wrong + wrongProbes + slow + servers.filter((one) => !one.alive()).length,
      trials: pauses.length,
      seed,
      unit: `pauses of ${pauses.join(' and ')} s`,
      acknowledged: load.acknowledged(),
      requests_while_paused: waits.length,
      answered_503: waits.filter(({ status }) => status === 503).length,
      answer_p50_ms: Math.round(sorted[Math.floor(sorted.length / 2)] ?? 0),
      answer_max_ms: Math.round(sorted.at(-1) ?? 0),
      answered_within_10_s: `${sorted.filter((ms) => ms <= 10_000).length} of ${sorted.length}`,
      recovery_max_ms: Math.max(...recoveries),
    }
  } finally {
    await installation.postgres.resume().catch(() => undefined)
    await installation.close()
  }
}

const CUTS = 500
/** The simple query `commit`, as it is on the wire. */
const COMMIT = 'commit\u0000'

/**
 * A client creates orders, and a manager refunds at a bank that would refund twice. Each time the answer of a COMMIT is
 * lost; who got no answer repeats the request with the same key.
 */
export const commitAnswerLost: ScenarioPart = async (seed, scale) => {
  const random = seededRandom(seed)
  const cuts = Math.max(20, Math.round(CUTS * scale))
  const { installation, toPostgres, close } = await startBehindProxies({ LOG_LEVEL: 'fatal', WORKER_NICE: '0' })
  const pool = new pg.Pool({ connectionString: installation.adminUrl, max: 2 })
  try {
    const server = await installation.startServer()
    const tenant = await installation.createTenant('One', 'one.test', server)
    const site = { name: 'Main', url: 'https://main.test' }
    await tenant.api(server).post('/api/v5/reference/sites/main/edit', { site })
    const bank = await startBank({ crm: () => tenant.api(server), idempotent: false, autoReport: false })
    await registerBank(tenant, server, bank, { code: 'bank', supportsStatus: true })
    const invoices = await seedInvoices(installation.adminUrl, 'one.test', bank, {
      code: 'bank',
      count: Math.ceil(cuts / 4),
      status: 'succeeded',
    })
    const admin = await tenant.admin(server)
    let [unanswered, repeats] = [0, 0]
    /** Sends until the answer is not 503; the answer of the nth COMMIT of the first request is lost. */
    const send = async (request: () => Promise<{ status: number; text: string }>): Promise<string> => {
      for (let attempt = 0; ; attempt++) {
        if (attempt === 0) void toPostgres.loseAnswer(COMMIT).then(() => unanswered++)
        const reply = await request().catch(() => undefined)
        if (reply && reply.status < 500) return `${reply.status} ${reply.text.slice(0, 200)}`
        if (reply && reply.status !== 503) throw new Error(`${reply.status}: ${reply.text.slice(0, 200)}`)
        repeats++
        await sleep(50)
      }
    }
    const bad: string[] = []
    for (let n = 0; n < cuts; n++) {
      const invoice = n % 4 === 3 ? invoices.shift() : undefined
      if (invoice) await send(() => requestOperation(admin, invoice.uuid, 'refund'))
      else {
        const order = {
          externalId: `order-${n}`,
          items: [{ productName: 'Fern', initialPrice: 5 + Math.floor(random() * 9) }],
        }
        const answer = await send(() => tenant.api(server).post('/api/v5/orders/create', { site: 'main', order }))
        if (!/^201|is taken/.test(answer)) bad.push(answer)
      }
    }
    const worker = await installation.startWorker()
    const open = async () =>
      (await pool.query(`select count(*)::int as n from payment_operation where resolved_at is null`)).rows[0]
        .n as number
    await waitUntil('no operation is open', async () => (await open()) === 0, 180_000).catch(() => undefined)
    const { rows } = await pool.query<{ key: string; n: number }>(
      `select external_id as key, count(*)::int as n from customer_order where external_id like 'order-%' group by 1`,
    )
    const wanted = cuts - Math.floor(cuts / 4)
    const refunded = [...bank.ledger.payments.values()].filter(({ refunds }) => refunds.length > 0)
    const { rows: statuses } = await pool.query(
      `select count(*)::int as n from invoice where status = 'refundSucceeded'`,
    )
    const stillOpen = await open()
    // A lost answer that no client noticed was one of the server's own.
    const isEnough = unanswered >= cuts * 0.9 && repeats >= cuts * 0.5
    await bank.close()
    return {
      ...NO_ERRORS,
      lost: wanted - rows.length + bad.length + Math.abs(statuses[0].n - refunded.length),
      doubled: rows.filter(({ n }) => n > 1).length + refunded.filter(({ refunds }) => refunds.length > 1).length,
      stuck: stillOpen + (server.alive() && worker.alive() ? 0 : 1) + (isEnough ? 0 : 1),
      trials: unanswered,
      seed,
      unit: 'COMMITs whose answer was lost',
      requests: cuts,
      commits_unanswered: unanswered,
      requests_repeated: repeats,
      orders: rows.length,
      refunds_at_the_bank: refunded.length,
      ...(bad.length > 0 && { first_bad: bad[0] ?? '' }),
    }
  } finally {
    await pool.end()
    await close()
  }
}
