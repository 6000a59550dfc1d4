// What the report on calls of the last 90 days costs in an account with ten million calls, compared with an account of a
// hundredth of that in the same database: the rows and the pages that PostgreSQL reads, and the CPU time of server and PostgreSQL.
// The figures are computed by a worker from the calls.
import type { HttpClient } from '@patchbay/testkit/http-client'
import { type Installation, type ServerChild, startInstallation } from '@patchbay/testkit/installation'
import { createManagers } from '@patchbay/testkit/load-generator'
import { waitUntil } from '@patchbay/testkit/services'
import pg from 'pg'
import { type Bench, summary } from './bench.ts'
import { insertBulkCalls } from './bulk-calls.ts'
import { appBackends, cpuTimeUs } from './cpu-time.ts'
import { costOf, EXPLAIN_SETTINGS, signIn } from './page-costs.ts'
import { rowsIn } from './plans.ts'

const BOUNDS = { growth: 1.3, rowsRead: 2_000 }
const DAYS = 90
const HOURS_4 = 4 * 3_600_000
/** The tables that the report could read; what it reads of `call` must be nothing. */
const TABLES = ['call', 'call_statistics', 'call_statistics_week']

/** Indexes that are built afterwards need no write-ahead log. */
const SETTINGS = `${EXPLAIN_SETTINGS}
wal_level = minimal
max_wal_senders = 0
max_wal_size = 16GB
checkpoint_timeout = 30min`

const ROUNDS = 8
const REQUESTS = 30

type Account = { host: string; accountId: number; calls: number }

const seed = async (
  installation: Installation,
  admin: pg.Client,
  { name, calls, managers }: { name: string; calls: number; managers: number },
): Promise<Account> => {
  await installation.seed(`--name=${name}`, '--customers=1')
  const host = `${name.toLowerCase()}.test`
  const { rows } = await admin.query('select account_id from account_host where host = $1', [host])
  const accountId = Number(rows[0].account_id)
  await createManagers(installation.adminUrl, host, managers)
  return { host, accountId, calls }
}

/** A worker computes all days from the calls. */
const compute = async (installation: Installation, admin: pg.Client) => {
  const started = performance.now()
  const worker = await installation.startWorker()
  await waitUntil(
    'the figures are computed',
    async () => (await admin.query('select from statistics_change limit 1')).rowCount === 0,
    HOURS_4,
  )
  const seconds = (performance.now() - started) / 1000
  const cpuSeconds = cpuTimeUs(await appBackends(admin)) / 1_000_000
  await worker.kill('SIGTERM')
  return { seconds, cpuSeconds }
}

const requestOf = () => ({
  path: '/workspace/call-statistics',
  query: { from: new Date(Date.now() - (DAYS - 1) * 86_400_000).toISOString().slice(0, 10) },
})

/** CPU time of a request, of the server and PostgreSQL: in turn, so that other work on the machine concerns both alike. */
const cpuOf = async (admin: pg.Client, server: ServerChild, https: readonly HttpClient[]): Promise<number[]> => {
  const { path, query } = requestOf()
  const spent = https.map(() => [] as number[])
  const used = async () => cpuTimeUs([{ pid: server.pid }, ...(await appBackends(admin))])
  for (let round = 0; round <= ROUNDS; round++)
    for (const [place, http] of https.entries()) {
      const before = await used()
      for (let request = 0; request < REQUESTS; request++) {
        const reply = await http.get(path, query)
        if (reply.status !== 200) throw new Error(reply.text)
      }
      // The first round warms up.
      if (round > 0) spent[place]?.push(((await used()) - before) / REQUESTS)
    }
  return spent.map((times) => summary(times).p50)
}

const rowsAndPages = async (installation: Installation, http: HttpClient) => {
  const { buffers, ms } = await costOf(installation, http, requestOf())
  const before = (await installation.postgres.log()).length
  const reply = await http.get(requestOf().path, requestOf().query)
  if (reply.status !== 200) throw new Error(reply.text)
  return { rows: rowsIn((await installation.postgres.log()).slice(before), TABLES), buffers, ms }
}

const measure = async (installation: Installation, admin: pg.Client, accounts: readonly Account[]) => {
  const plain = await installation.startServer()
  const signedIn = async (server: ServerChild) => {
    const https: HttpClient[] = []
    for (const { host } of accounts) https.push(await signIn(admin, server, host))
    return https
  }
  const cpu = await cpuOf(admin, plain, await signedIn(plain))
  await plain.kill('SIGTERM')
  await admin.query('alter role patchbay set auto_explain.log_min_duration = 0')
  const explained = await signedIn(await installation.startServer())
  const costs = []
  for (const [place, http] of explained.entries())
    costs.push({ ...(await rowsAndPages(installation, http)), cpu_us: Math.round(cpu[place] ?? 0) })
  return costs
}

const ratio = (of: number, to: number): number => Math.round((of / to) * 100) / 100

export const reports: Bench = async (size) => {
  const calls = size('calls', 10_000_000)
  const fewer = size('compared-with', 100_000)
  const managers = size('managers', 50)
  const installation = await startInstallation({ LOG_LEVEL: 'error' }, { settings: SETTINGS })
  const admin = new pg.Client({ connectionString: installation.adminUrl })
  try {
    await admin.connect()
    const started = performance.now()
    const accounts = [
      await seed(installation, admin, { name: 'Small', calls: fewer, managers }),
      await seed(installation, admin, { name: 'Big', calls, managers }),
    ]
    await insertBulkCalls(admin, installation.adminUrl, accounts)
    await installation.analyzeTables()
    const insertedInSeconds = Math.round((performance.now() - started) / 1000)
    const computed = await compute(installation, admin)
    await installation.analyzeTables()
    const [small, big] = await measure(installation, admin, accounts)
    if (!small || !big) throw new Error('nothing was measured')
    const growth = { pages: ratio(big.buffers, small.buffers), cpu: ratio(big.cpu_us, small.cpu_us) }
    const largest = Math.max(growth.pages, growth.cpu)
    const broken = [
      ...(big.rows > BOUNDS.rowsRead ? [`${big.rows} rows were read, ${BOUNDS.rowsRead} is the bound`] : []),
      ...(big.rows === 0 ? ['no plan was logged'] : []),
      ...(largest > BOUNDS.growth ? [`growth is ${largest}, ${BOUNDS.growth} is the bound`] : []),
    ]
    const computing = {
      insertedInSeconds,
      computedInSeconds: Math.round(computed.seconds),
      computedPerCpuSecond: Math.round((calls + fewer) / computed.cpuSeconds),
    }
    const details = { calls, comparedWith: fewer, managers, rows_read: big.rows, growth, small, big, ...computing }
    return { figures: { growth: largest, cpu_us: big.cpu_us, p50_ms: big.ms }, details, broken }
  } finally {
    await admin.end().catch(() => undefined)
    await installation.close()
  }
}
