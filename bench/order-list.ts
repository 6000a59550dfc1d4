// A page of the orders of one shop in one status, with a million orders in the account: the first page and the last one,
// over HTTP, ten requests a second (what a key may ask). What PostgreSQL read is taken from its own statistics: no table may be read
// from end to end.
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { type ServerChild, startInstallation, type Tenant } from '@patchbay/testkit/installation'
import { sleep } from '@patchbay/testkit/services'
import pg from 'pg'
import { type Bench, summary } from './bench.ts'

const BOUND_MS = 50
const A_SECOND = 10
const SHOP = 'big'
const run = promisify(execFile)

type Listed = { pagination: { totalCount: number; totalPageCount: number }; orders: { site: string; status: string }[] }

const ask = async (tenant: Tenant, server: ServerChild, status: string, page: number): Promise<Listed> => {
  const query = { 'filter[sites][]': SHOP, 'filter[status]': status, limit: '20', page: String(page) }
  const reply = await tenant.api(server).get('/api/v5/orders', query)
  if (reply.status !== 200) throw new Error(reply.text)
  const listed = reply.body as Listed
  const wrong = listed.orders.find((order) => order.site !== SHOP || order.status !== status)
  if (wrong || listed.orders.length === 0) throw new Error(`page ${page} is not what was asked for`)
  return listed
}

/** Requests leave on time, whether those before them have been answered or not: waiting counts. */
const measure = async (times: number, work: () => Promise<unknown>) => {
  for (let warm = 0; warm < 20; warm++) await work()
  const started = performance.now()
  const taken = Array.from({ length: times }, async (_, turn) => {
    await sleep(Math.max(0, started + (turn * 1000) / A_SECOND - performance.now()))
    const sent = performance.now()
    await work()
    return performance.now() - sent
  })
  return summary(await Promise.all(taken))
}

const scansOf = async (admin: pg.Client): Promise<Record<string, number>> => {
  await admin.query('select pg_stat_force_next_flush()')
  const { rows } = await admin.query(
    `select relname, seq_scan::int as scans from pg_stat_user_tables where relname in ('customer_order', 'order_item', 'order_payment')`,
  )
  return Object.fromEntries(rows.map((row) => [row.relname, row.scans]))
}

/** The statement that finds the last page, as PostgreSQL plans it for the app's role. */
const explain = async (url: string, host: string): Promise<string[]> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query(`select account_id from account_host where host = $1`, [host])
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

export const orderList: Bench = async (size) => {
  const orders = size('orders', 1_000_000)
  const times = size('requests', 500)
  const installation = await startInstallation()
  const admin = new pg.Client({ connectionString: installation.adminUrl })
  try {
    const server = await installation.startServer()
    const tenant = await installation.createTenant('Big', 'big.test', server)
    const seeding = performance.now()
    const env = { ...process.env, ...installation.env }
    await run('node', ['apps/server/seed/bulk-orders.ts', 'big.test', String(orders)], { env })
    await admin.connect()
    await admin.query('vacuum analyze')
    const seededIn = Math.round((performance.now() - seeding) / 1000)
    const before = await scansOf(admin)
    const first = await ask(tenant, server, 'complete', 1)
    const { totalCount, totalPageCount } = first.pagination
    const pages = {
      first: await measure(times, () => ask(tenant, server, 'complete', 1)),
      last: await measure(times, () => ask(tenant, server, 'complete', totalPageCount)),
      rareFirst: await measure(times / 4, () => ask(tenant, server, 'returned', 1)),
      // Not bound: nobody turns pages to there, but it should not hurt others.
      middle: await measure(40, () => ask(tenant, server, 'complete', Math.ceil(totalPageCount / 2))),
    }
    const after = await scansOf(admin)
    const plan = await explain(installation.env.DATABASE_URL ?? '', 'big.test')
    const scanned = Object.keys(after).filter((table) => after[table] !== before[table])
    const broken = [
      ...(['first', 'last', 'rareFirst'] as const)
        .filter((page) => !(pages[page].p99 <= BOUND_MS))
        .map((page) => `the ${page} page took ${pages[page].p99} ms (p99), ${BOUND_MS} is the bound`),
      ...scanned.map((table) => `${table} was read from end to end`),
      ...plan.filter((line) => line.includes('Seq Scan')),
    ]
    return { figures: { orders, inList: totalCount, aSecond: A_SECOND, ...pages, seededIn, plan }, broken }
  } finally {
    await admin.end().catch(() => undefined)
    await installation.close()
  }
}
