// What a search costs in an account with a million customers and their orders, compared with an account of one hundredth of
// that size in the same database. It counts the pages that PostgreSQL reads, which other work on the machine does not
// change. Every statement must use indexes only. Messages are not searched yet.
import { createHash, randomBytes } from 'node:crypto'
import { createHttpClient, type HttpClient } from '@patchbay/testkit/http-client'
import { type Installation, type ServerChild, startInstallation } from '@patchbay/testkit/installation'
import pg from 'pg'
import { type Bench, summary } from './bench.ts'
import { serverMs } from './load.ts'
import { buffersIn, plansIn } from './plans.ts'

/** growth: for searches that find as much in both accounts; buffers: for any search. */
const BOUNDS = { growth: 1.3, buffers: 8_000 }
const TABLES = ['search_token', 'customer', 'customer_phone', 'customer_email', 'customer_order', 'order_item']
/** After five runs PostgreSQL may plan a prepared statement without its parameters. */
const RUNS = 8
const PASSWORD = 'the password of the bench'

/** The bulk data has twelve first and eleven last names, so that each word is in a twelfth of a million names. */
const SEARCHES: Record<string, string> = {
  'a common first name': 'elena',
  'the beginning of a last name': 'fisch',
  'two common names': 'garcia ines',
  'the beginnings of both': 'gar in',
  'in Cyrillic': 'Елена',
  'a whole phone number': '(201) 200-0000',
  'seven last digits': '2000000',
  'four last digits': '7919',
  'an email address': 'customer77@example.test',
  'the beginning of an email address': 'customer77',
  'an order number': '1234',
  'a product': 'lavender',
  'a customer and a product': 'elena lavender',
  'two letters': 'mo',
  nobody: 'zzzzzz',
}

type Cost = { found: number; buffers: number; ms: number }

/** A session of a manager of the account. */
const signIn = async (admin: pg.Client, server: ServerChild, host: string): Promise<HttpClient> => {
  const token = randomBytes(32).toString('base64url')
  await admin.query(
    `insert into user_link (account_id, token_hash, user_id, expires_at)
     select h.account_id, $2, min(u.id), now() + interval '1 hour' from account_host h
     join app_user u on u.account_id = h.account_id where h.host = $1 group by h.account_id`,
    [host, createHash('sha256').update(token).digest()],
  )
  const stranger = createHttpClient(server.origin, { host })
  const reply = await stranger.postJson('/workspace/password', { token, password: PASSWORD })
  if (reply.status !== 200) throw new Error(`could not sign in at ${host}: ${reply.text}`)
  return stranger.with({ cookie: String(reply.headers['set-cookie']).split(';')[0] ?? '' })
}

const find = async (http: HttpClient, text: string): Promise<{ found: number; ms: number }> => {
  const reply = await http.get('/workspace/search', { text })
  if (reply.status !== 200) throw new Error(reply.text)
  const { customers, orders } = reply.body as { customers: unknown[]; orders: unknown[] }
  return { found: customers.length + orders.length, ms: serverMs(reply.headers) }
}

/** The log of the last of several searches shows the pages that each of its statements read. */
const costOf = async (installation: Installation, http: HttpClient, text: string): Promise<Cost> => {
  const times: number[] = []
  for (let run = 1; run < RUNS; run++) times.push((await find(http, text)).ms)
  const before = (await installation.postgres.log()).length
  const { found } = await find(http, text)
  const log = (await installation.postgres.log()).slice(before)
  return { found, buffers: buffersIn(log), ms: summary(times).p50 }
}

const seed = async (installation: Installation, name: string, customers: number, orders: number) =>
  console.log(
    await installation.seed(`--name=${name}`, `--customers=${customers}`, `--orders=${orders}`, '--searchable=1'),
  )

const rounded = (value: number): number => Math.round(value * 100) / 100

export const search: Bench = async (size) => {
  const customers = size('customers', 1_000_000)
  const orders = size('orders', 200_000)
  const installation = await startInstallation(
    { LOG_LEVEL: 'error' },
    {
      settings: [
        `session_preload_libraries = 'auto_explain'`,
        `auto_explain.log_format = 'json'`,
        'auto_explain.log_analyze = on',
        'auto_explain.log_timing = off',
        'auto_explain.log_buffers = on',
      ].join('\n'),
    },
  )
  const admin = new pg.Client({ connectionString: installation.adminUrl })
  try {
    await seed(installation, 'Big', customers, orders)
    await seed(installation, 'Small', customers / 100, orders / 100)
    await admin.connect()
    await installation.analyzeTables()
    await admin.query('alter role patchbay set auto_explain.log_min_duration = 0')
    const server = await installation.startServer()
    const big = await signIn(admin, server, 'big.test')
    const small = await signIn(admin, server, 'small.test')
    const costs: Record<string, { big: Cost; small: Cost }> = {}
    for (const [what, text] of Object.entries(SEARCHES))
      costs[what] = { big: await costOf(installation, big, text), small: await costOf(installation, small, text) }
    const all = Object.values(costs)
    const alike = all.filter((one) => one.big.found === one.small.found)
    const sum = (side: 'big' | 'small') => alike.reduce((total, one) => total + one[side].buffers, 0)
    const growth = rounded(sum('big') / sum('small'))
    const most = Math.max(...all.map((one) => one.big.buffers))
    const log = await installation.postgres.log()
    const plans = plansIn(log, 'search_token')
    const scans = [...new Set(TABLES.flatMap((table) => plansIn(log, table).scans))]
      .filter((scan) => TABLES.some((table) => scan.endsWith(` on ${table}`)))
      .sort()
    const wrong = all.filter((one) => one.big.found === 0).length - 1 // one search is for nobody
    const broken = [
      growth > BOUNDS.growth && `a search reads ${growth} times as many pages; ${BOUNDS.growth} is the bound`,
      most > BOUNDS.buffers && `a search reads ${most} pages; ${BOUNDS.buffers} is the bound`,
      wrong > 0 && `${wrong} searches found nothing`,
      alike.length < all.length / 2 && `only ${alike.length} searches found as much in both accounts`,
      plans.count === 0 && 'no plan was logged',
      scans.some((scan) => !/^(Index|Bitmap)/.test(scan)) && `not only index scans: ${scans.join(', ')}`,
    ].filter((bound) => typeof bound === 'string')
    return {
      figures: { growth, wrong },
      details: { customers, orders, compared: alike.length, most, scans, costs },
      broken,
    }
  } finally {
    await admin.end()
    await installation.close()
  }
}
