// A page of the orders of one shop in one status, with a million orders in the account: the first page and the last one,
// over HTTP, ten requests a second (what a key may ask). What PostgreSQL read is taken from its own statistics: no table
// of orders may be read from end to end.
import { type Installation, startInstallation } from '@patchbay/testkit/installation'
import { createWire, type Wire } from '@patchbay/testkit/wire'
import pg from 'pg'
import { type Bench, summary } from './bench.ts'
import { insideMs, sendSteadily } from './load.ts'

const BOUND_MS = 50
const A_SECOND = 10
const HOST = 'big.test'
const SHOP = 'shop-0'

type Listed = { pagination: { totalCount: number; totalPageCount: number }; orders: { site: string; status: string }[] }
type Times = { inside: number[]; outside: number[] }

const ask = async (wire: Wire, status: string, page: number, times?: Times): Promise<Listed> => {
  const query = { 'filter[sites][]': SHOP, 'filter[status]': status, limit: '20', page: String(page) }
  const started = performance.now()
  const reply = await wire.get('/api/v5/orders', query)
  times?.outside.push(performance.now() - started)
  times?.inside.push(insideMs(reply.headers))
  if (reply.status !== 200) throw new Error(reply.text)
  const listed = reply.body as Listed
  const wrong = listed.orders.find((order) => order.site !== SHOP || order.status !== status)
  if (wrong || listed.orders.length === 0) throw new Error(`page ${page} is not what was asked for`)
  return listed
}

const measure = async (seconds: number, wire: Wire, status: string, page: number) => {
  for (let warm = 0; warm < 20; warm++) await ask(wire, status, page)
  const times: Times = { inside: [], outside: [] }
  await sendSteadily(A_SECOND, seconds, async () => void (await ask(wire, status, page, times)))
  return { ...summary(times.outside), insideP99: summary(times.inside).p99 }
}

const scansOf = async (admin: pg.Client): Promise<Record<string, number>> => {
  await new Promise((resolve) => setTimeout(resolve, 1_500)) // until the last of them is counted
  const { rows } = await admin.query(
    `select relname, seq_scan::int as scans from pg_stat_user_tables where relname in ('customer_order', 'order_item')`,
  )
  return Object.fromEntries(rows.map((row) => [row.relname, row.scans]))
}

/** The statement that finds the last page, as PostgreSQL plans it for the app's role. */
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

const bigAccount = async (installation: Installation, orders: number): Promise<Wire> => {
  await installation.seed('--name=Big', `--customers=${Math.ceil(orders / 10)}`, `--orders=${orders}`)
  const server = await installation.startServer()
  const apiKey = await installation.operator('key', HOST, 'bench')
  await installation.operator('limits', HOST, 'api=1000000')
  return createWire(server.origin, { host: HOST, 'x-api-key': apiKey })
}

export const orderList: Bench = async (size) => {
  const orders = size('orders', 1_000_000)
  const seconds = size('seconds', 30)
  const installation = await startInstallation()
  const admin = new pg.Client({ connectionString: installation.adminUrl })
  try {
    const seeding = performance.now()
    const wire = await bigAccount(installation, orders)
    await admin.connect()
    // What the seeding left to be written must not be measured with the reading.
    await admin.query('vacuum analyze')
    await admin.query('checkpoint')
    const seededInSeconds = Math.round((performance.now() - seeding) / 1000)
    const before = await scansOf(admin)
    const { totalCount, totalPageCount } = (await ask(wire, 'complete', 1)).pagination
    const pages = {
      first: await measure(seconds, wire, 'complete', 1),
      last: await measure(seconds, wire, 'complete', totalPageCount),
      // Not bound: hardly anybody turns pages to there, but it should not hurt others.
      middle: await measure(Math.ceil(seconds / 10), wire, 'complete', Math.ceil(totalPageCount / 2)),
    }
    const after = await scansOf(admin)
    const plan = await explain(installation.env.DATABASE_URL ?? '')
    const broken = [
      ...(['first', 'last'] as const)
        .filter((page) => !(pages[page].p99 <= BOUND_MS))
        .map((page) => `the ${page} page took ${pages[page].p99} ms (p99), ${BOUND_MS} is the bound`),
      ...Object.keys(after)
        .filter((table) => after[table] !== before[table])
        .map((table) => `${table} was read from end to end`),
      ...plan.filter((line) => line.includes('Seq Scan')),
    ]
    return { figures: { orders, inList: totalCount, aSecond: A_SECOND, ...pages, seededInSeconds, plan }, broken }
  } finally {
    await admin.end().catch(() => undefined)
    await installation.close()
  }
}
