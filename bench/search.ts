// What a search costs in an account with a million customers and ten million messages, compared with an account of one
// hundredth of that size in the same database. It counts the pages that PostgreSQL reads, which other work on the machine
// does not change. Every statement must use indexes only.
import { type Installation, startInstallation } from '@patchbay/testkit/installation'
import pg from 'pg'
import type { Bench } from './bench.ts'
import { type Cost, costOf, EXPLAIN_SETTINGS, signIn, type WorkspaceRequest } from './page-costs.ts'
import { plansIn } from './plans.ts'

/** growth: for searches that find as much in both accounts; buffers: for any search. */
const BOUNDS = { growth: 1.3, buffers: 8_000 }
const TABLES = [
  'message_token',
  'message',
  'chat',
  'call',
  'search_token',
  'customer',
  'customer_phone',
  'customer_email',
  'customer_order',
  'order_item',
]

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

/** The bulk messages have 12 words of 50,000, few of them common. */
const MESSAGE_SEARCHES: Record<string, string> = {
  'the most common word': 'hello ',
  'a rare word': 'gasket',
  'the beginning of many words': 'ba',
  'a common and a rare word': 'hello gasket',
  'two common words': 'thanks hello',
  'a common word and a beginning': 'delivery refu',
  'three words': 'hello thanks please',
  'a word nobody wrote': 'hello zzzzzz',
}

/** Calls are found by their number. */
const CALL_SEARCHES: Record<string, string> = {
  'calls of a number': '(201) 200-0000',
  'calls by seven digits': '2000000',
  'calls by four digits': '7919',
}

const listsOf = (path: string, queryOf: (text: string) => Record<string, string>, texts: Record<string, string>) =>
  Object.entries(texts).map(([what, text]) => [what, { path, query: queryOf(text) }] as [string, WorkspaceRequest])

const ALL: [what: string, search: WorkspaceRequest][] = [
  ...listsOf('/workspace/search', (text) => ({ text }), SEARCHES),
  ...listsOf('/workspace/messages/search', (text) => ({ text }), MESSAGE_SEARCHES),
  ...listsOf('/workspace/calls', (phone) => ({ phone }), CALL_SEARCHES),
]
const FOR_NOTHING = 2

type Sizes = { customers: number; orders: number; messages: number; calls: number }

const seed = async (installation: Installation, name: string, sizes: Sizes, part: number) => {
  const options = Object.entries(sizes).map(([what, count]) => `--${what}=${Math.ceil(count / part)}`)
  console.log(await installation.seed(`--name=${name}`, ...options, '--searchable=1'))
}

const rounded = (value: number): number => Math.round(value * 100) / 100

export const search: Bench = async (size) => {
  const sizes = {
    customers: size('customers', 1_000_000),
    orders: size('orders', 200_000),
    messages: size('messages', 10_000_000),
    calls: size('calls', 1_000_000),
  }
  const installation = await startInstallation({ LOG_LEVEL: 'error' }, { settings: EXPLAIN_SETTINGS })
  const admin = new pg.Client({ connectionString: installation.adminUrl })
  try {
    await seed(installation, 'Big', sizes, 1)
    await seed(installation, 'Small', sizes, 100)
    await admin.connect()
    await installation.analyzeTables()
    await admin.query('alter role patchbay set auto_explain.log_min_duration = 0')
    const server = await installation.startServer()
    const big = await signIn(admin, server, 'big.test')
    const small = await signIn(admin, server, 'small.test')
    const costs: Record<string, { big: Cost; small: Cost }> = {}
    for (const [what, one] of ALL)
      costs[what] = { big: await costOf(installation, big, one), small: await costOf(installation, small, one) }
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
    const wrong = all.filter((one) => one.big.found === 0).length - FOR_NOTHING
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
      details: { ...sizes, compared: alike.length, most, scans, costs },
      broken,
    }
  } finally {
    await admin.end()
    await installation.close()
  }
}
