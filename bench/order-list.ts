// The order list of one shop in one status, with a million orders in the account: the first and the last page, over
// HTTP, ten requests a second (the rate limit of a key). PostgreSQL's statistics must show no sequential scan of the
// order tables.

import { createHttpClient, type HttpClient } from '@patchbay/testkit/http-client'
import { type Installation, startInstallation } from '@patchbay/testkit/installation'
import pg from 'pg'
import { type Bench, summary } from './bench.ts'
import { sendSteadily, serverMs } from './load.ts'

const BOUND_MS = 50
const A_SECOND = 10
const HOST = 'big.test'
const SHOP = 'shop-0'

type Listed = { pagination: { totalCount: number; totalPageCount: number }; orders: { site: string; status: string }[] }
type Times = { inside: number[]; outside: number[] }

const ask = async (http: HttpClient, status: string, page: number, times?: Times): Promise<Listed> => {
  const query = { 'filter[sites][]': SHOP, 'filter[status]': status, limit: '20', page: String(page) }
  const started = performance.now()
  const reply = await http.get('/api/v5/orders', query)
  times?.outside.push(performance.now() - started)
  times?.inside.push(serverMs(reply.headers))
  if (reply.status !== 200) throw new Error(reply.text)
  const listed = reply.body as Listed
  const wrong = listed.orders.find((order) => order.site !== SHOP || order.status !== status)
  if (wrong || listed.orders.length === 0) throw new Error(`page ${page} is not what was asked for`)
  return listed
}

const measure = async (seconds: number, http: HttpClient, status: string, page: number) => {
  for (let warm = 0; warm < 20; warm++) await ask(http, status, page)
  const times: Times = { inside: [], outside: [] }
  await sendSteadily(A_SECOND, seconds, async () => void (await ask(http, status, page, times)))
  return { ...summary(times.outside), insideP99: summary(times.inside).p99 }
}

const scansOf = async (admin: pg.Client): Promise<Record<string, number>> => {
  await new Promise((resolve) => setTimeout(resolve, 1_500)) // until the statistics are up to date
  const { rows } = await admin.query(
    `select relname, seq_scan::int as scans from pg_stat_user_tables where relname in ('customer_order', 'order_item')`,
  )
  return Object.fromEntries(rows.map((row) => [row.relname, row.scans]))
}

/** The plan of the statement for the last page, for the app's role. */
const explain = async (url: string): Promise<string[]> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query(`select account_id from account_host where host = $1`, [HOST])
    await client.query(`begin; set local app.account = '${Number(rows[0].account_id)}'`)
    const shop = (await client.query('select id from shop where code = $1', [SHOP])).rows[0].id
    const plan = await client.query(
      `explain select id from (select id from customer_order where shop_id = ${Number(shop)} and status = 'complete') as runs
       order by id asc limit 20 offset 5`,
    )
    return plan.rows.map((row) => row['QUERY PLAN'].trim()).filter((line: string) => line.includes('Scan'))
  } finally {
    await client.end()
  }
}

const bigAccount = async (installation: Installation, orders: number): Promise<HttpClient> => {
  await installation.seed('--name=Big', `--customers=${Math.ceil(orders / 10)}`, `--orders=${orders}`)
  const server = await installation.startServer()
  const apiKey = await installation.operator('key', HOST, 'bench')
  await installation.operator('limits', HOST, 'api=1000000')
  return createHttpClient(server.origin, { host: HOST, 'x-api-key': apiKey })
}

export const orderList: Bench = async (size) => {
  const orders = size('orders', 1_000_000)
  const seconds = size('seconds', 30)
  const installation = await startInstallation()
  const admin = new pg.Client({ connectionString: installation.adminUrl })
  try {
    const seeding = performance.now()
    const http = await bigAccount(installation, orders)
    await admin.connect()
    // Write the seeded rows to disk before the measurement.
    await admin.query('vacuum analyze')
    await admin.query('checkpoint')
    const seededInSeconds = Math.round((performance.now() - seeding) / 1000)
    const before = await scansOf(admin)
    const { totalCount, totalPageCount } = (await ask(http, 'complete', 1)).pagination
    const pages = {
      first: await measure(seconds, http, 'complete', 1),
      last: await measure(seconds, http, 'complete', totalPageCount),
      // No bound: hardly anyone opens a page in the middle.
      middle: await measure(Math.ceil(seconds / 10), http, 'complete', Math.ceil(totalPageCount / 2)),
    }
    const after = await scansOf(admin)
    const plan = await explain(installation.env.DATABASE_URL ?? '')
    const broken = [
      ...(['first', 'last'] as const)
        .filter((page) => !(pages[page].p99 <= BOUND_MS))
        .map((page) => `the ${page} page took ${pages[page].p99} ms (p99), ${BOUND_MS} is the bound`),
      ...Object.keys(after)
        .filter((table) => after[table] !== before[table])
        .map((table) => `${table} had a sequential scan`),
      ...plan.filter((line) => line.includes('Seq Scan')),
    ]
    const details = { orders, inList: totalCount, aSecond: A_SECOND, ...pages, seededInSeconds, plan }
    const { p50, p95, p99 } = pages.first.p99 > pages.last.p99 ? pages.first : pages.last
    return { figures: { rps: A_SECOND, p50_ms: p50, p95_ms: p95, p99_ms: p99 }, details, broken }
  } finally {
    await admin.end().catch(() => undefined)
    await installation.close()
  }
}
