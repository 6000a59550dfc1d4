// The time to find a customer by a phone number in any format, in an account with a million customers among 2,000
// accounts, at 500 requests a second; and whether a million customers cost more than ten thousand.
import { type Installation, type ServerChild, startInstallation } from '@patchbay/testkit/installation'
import pg from 'pg'
import { Pool } from 'undici'
import { type Bench, summary } from './bench.ts'
import { sendSteadily, serverMs, trimmedMean } from './load.ts'
import { plansIn } from './plans.ts'

type Sizes = { customers: number; small: number; orders: number; accounts: number }
const BOUNDS = { p99_ms: 5, ratio: 1.3 }
const SAMPLE = 5_000

/** A number in some format, and the customer it belongs to. */
type Wanted = { phone: string; customerId: number }
type Side = { pool: Pool; headers: Record<string, string>; numbers: Wanted[] }
/** As many as a reverse proxy would keep open. */
const CONNECTIONS = 50

const HOME: readonly ((number: string) => string)[] = [
  (number) => `+1${number}`,
  (number) => ` 1${number}`,
  (number) => `1${number}`,
  (number) => `001${number}`,
  (number) => `(${number.slice(0, 3)}) ${number.slice(3, 6)}-${number.slice(6)}`,
  (number) => `${number.slice(0, 3)}.${number.slice(3, 6)}.${number.slice(6)}`,
  (number) => `+1 ${number.slice(0, 3)} ${number.slice(3, 6)} ${number.slice(6)} ext. 7`,
]

/** Numbers stored as E.164, in every format; and numbers of which only the tail is stored. */
const sampleNumbers = async (client: pg.Client, host: string): Promise<Wanted[]> => {
  const { rows } = await client.query(
    `select p.customer_id, p.e164, p.tail from customer_phone p join account_host h on h.account_id = p.account_id
     where h.host = $1 order by md5(p.customer_id::text || p.place) limit $2`,
    [host, SAMPLE],
  )
  return rows.map(({ customer_id, e164, tail }, index) => ({
    customerId: Number(customer_id),
    phone: e164 ? (HOME[index % HOME.length] as (number: string) => string)(tail) : `+47${tail}`,
  }))
}

const sideOf = async (
  installation: Installation,
  client: pg.Client,
  server: ServerChild,
  name: string,
): Promise<Side> => {
  const host = `${name.toLowerCase()}.test`
  const apiKey = await installation.operator('key', host, 'bench')
  await installation.operator('limits', host, 'api=1000000')
  const pool = new Pool(server.origin, { connections: CONNECTIONS })
  return { pool, headers: { host, 'x-api-key': apiKey }, numbers: await sampleNumbers(client, host) }
}

type Timings = { inside: number[]; outside: number[]; wrong: number }

const lookUp = async ({ pool, headers, numbers }: Side, index: number, timings: Timings): Promise<void> => {
  const { phone, customerId } = numbers[index % numbers.length] as Wanted
  const started = performance.now()
  const path = `/api/v5/customers?${new URLSearchParams({ 'filter[phone]': phone })}`
  const reply = await pool.request({ method: 'GET', path, headers })
  const { customers } = (await reply.body.json()) as { customers?: { id: number }[] }
  timings.outside.push(performance.now() - started)
  timings.inside.push(serverMs(reply.headers))
  if (!customers?.some(({ id }) => id === customerId)) timings.wrong++
}

const noTimings = (): Timings => ({ inside: [], outside: [], wrong: 0 })

/** The number of sequential scans of these tables. */
const seqScans = async (client: pg.Client): Promise<number> => {
  await new Promise((resolve) => setTimeout(resolve, 1_500)) // until the statistics are up to date
  const { rows } = await client.query(
    `select sum(seq_scan)::int as count from pg_stat_user_tables
     where relname in ('customer', 'customer_phone', 'customer_email', 'customer_order')`,
  )
  return rows[0].count
}

/** Alternates between both accounts at the same load; returns the cost of a lookup in each. */
const compare = async (big: Side, small: Side, rate: number, seconds: number) => {
  const timings = [noTimings(), noTimings()] as const
  await sendSteadily(rate, seconds, (index) =>
    index % 2 === 0 ? lookUp(big, index >> 1, timings[0]) : lookUp(small, index >> 1, timings[1]),
  )
  return { big: trimmedMean(timings[0].inside), small: trimmedMean(timings[1].inside) }
}

/** Runs lookups with auto_explain, and returns their plans. */
const explain = async (installation: Installation, client: pg.Client, name: string) => {
  await client.query('alter role patchbay set auto_explain.log_min_duration = 0')
  const server = await installation.startServer()
  const side = await sideOf(installation, client, server, name)
  for (let index = 0; index < 60; index++) await lookUp(side, index, noTimings())
  await server.kill('SIGTERM')
  return plansIn(await installation.postgres.log(), 'customer_phone')
}

/** Both accounts have the same number of orders per customer. */
const seed = async (installation: Installation, sizes: Sizes): Promise<void> => {
  const { customers, small, orders, accounts } = sizes
  const make = async (name: string, count: number, among: number) => {
    const some = Math.round((orders / customers) * count)
    const flags = { name, customers: count, orders: some, accounts: among }
    console.log(await installation.seed(...Object.entries(flags).map(([flag, value]) => `--${flag}=${value}`)))
  }
  await make('Big', customers, accounts)
  await make('Small', small, 1)
}

export const customerByPhone: Bench = async (size) => {
  const sizes = {
    customers: size('customers', 1_000_000),
    small: size('small', 10_000),
    orders: size('orders', 200_000),
    accounts: size('accounts', 2_000),
  }
  const [rate, seconds] = [size('rate', 500), size('seconds', 30)]
  const installation = await startInstallation(
    { LOG_LEVEL: 'error' },
    {
      settings: `session_preload_libraries = 'auto_explain'\nauto_explain.log_format = 'json'\nauto_explain.log_analyze = on`,
    },
  )
  const client = new pg.Client({ connectionString: installation.adminUrl })
  try {
    await seed(installation, sizes)
    await client.connect()
    await client.query('vacuum analyze')
    await client.query('checkpoint')
    const server = await installation.startServer()
    const [bigSide, smallSide] = [
      await sideOf(installation, client, server, 'Big'),
      await sideOf(installation, client, server, 'Small'),
    ]
    await compare(bigSide, smallSide, rate, Math.min(10, seconds))
    const before = await seqScans(client)
    const timings = noTimings()
    const rps = await sendSteadily(rate, seconds, (index) => lookUp(bigSide, index, timings))
    const seq_scans = (await seqScans(client)) - before
    const cost = await compare(bigSide, smallSide, rate, seconds)
    const plans = await explain(installation, client, 'Big')
    const inside = summary(timings.inside)
    const ratio = Math.round((cost.big / cost.small) * 100) / 100
    const details = {
      ...{ customers: sizes.customers, accounts: sizes.accounts, rps, wrong: timings.wrong },
      ...{ p50_ms: inside.p50, p99_ms: inside.p99, max_ms: inside.max, outside: summary(timings.outside) },
      ...{ cost_ms: cost.big, small_cost_ms: cost.small, ratio, seq_scans, plans: plans.count, scans: plans.scans },
    }
    const broken = [
      inside.p99 > BOUNDS.p99_ms && `p99 inside the server is ${inside.p99} ms; ${BOUNDS.p99_ms} is the bound`,
      ratio > BOUNDS.ratio && `a lookup costs ${ratio} times as much; ${BOUNDS.ratio} is the bound`,
      timings.wrong > 0 && `${timings.wrong} lookups did not find the customer`,
      seq_scans > 0 && `${seq_scans} sequential scans`,
      plans.count === 0 && 'no plan was logged',
      plans.scans.some((scan) => !scan.startsWith('Index')) && `not only index scans: ${plans.scans.join(', ')}`,
    ].filter((bound) => typeof bound === 'string')
    const times = { p50_ms: inside.p50, p95_ms: inside.p95, p99_ms: inside.p99 }
    return { figures: { rps, ...times, growth: ratio, wrong: timings.wrong }, details, broken }
  } finally {
    await client.end()
    await installation.close()
  }
}
