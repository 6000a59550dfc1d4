// Whether a request costs more when everything around it grows: the CPU time of servers and PostgreSQL for the same request on
// the small and on the large side, in turn, at the same rate. Each line has the same bound.
import { type Installation, type ServerChild, startInstallation } from '@patchbay/testkit/installation'
import { createSender, type Send } from '@patchbay/testkit/load-generator'
import pg from 'pg'
import type { Bench, Size } from './bench.ts'
import { insertBulkCalls } from './bulk-calls.ts'
import { sendSteadily } from './load.ts'
import { type LoadAccount, openWorkspaces, prepareAccount } from './load-account.ts'
import { type Cost, costOf, createMeter, postmasterOf, ratioOf, type Slice, sendOne } from './measure.ts'
import { copyKeyToAll, hostsLike } from './neighbours.ts'
import { callEvent } from './paths/call-event.ts'
import { floor } from './paths/floor.ts'
import { managerLookupPath } from './paths/manager-lookup.ts'
import type { Path } from './paths/path.ts'
import { explainCost } from './statement-costs.ts'

const BOUND = 1.3
const SETTINGS = `shared_preload_libraries = 'pg_stat_statements'
max_wal_size = 16GB`

type Side = { size: number; one: (n: number) => Promise<void> }
type Line = { what: string; path: Path; servers: readonly ServerChild[]; small: Side; large: Side }
type Context = { installation: Installation; admin: pg.Client; size: Size; postmaster: number; next: () => number }

const total = ({ serverUs, databaseUs }: Cost): number => serverUs + databaseUs

const measureLine = async ({ admin, size, postmaster, next }: Context, line: Line) => {
  const [rate, seconds, rounds] = [size('rate', 100), size('slice', 4), size('rounds', 4)]
  const meter = createMeter(line.servers, postmaster)
  const slices = { small: [] as Slice[], large: [] as Slice[] }
  let wrong = 0
  const send = (side: 'small' | 'large') =>
    line[side].one(next()).catch((error: Error) => {
      if (wrong++ === 0) console.error(error.message)
    })
  for (let round = 0; round <= rounds; round++)
    for (const side of ['small', 'large'] as const) {
      const spent = await meter(() => sendSteadily(rate, seconds, () => send(side)))
      // The first round warms up both sides.
      if (round > 0) slices[side].push({ ...spent, requests: rate * seconds })
    }
  const [small, large] = [costOf(slices.small), costOf(slices.large)]
  const growth = ratioOf(total(large), total(small))
  const measured = {
    what: line.what,
    path: line.path.name,
    from: line.small.size,
    to: line.large.size,
    growth,
    server_growth: ratioOf(large.serverUs, small.serverUs),
    postgres_growth: ratioOf(large.databaseUs, small.databaseUs),
    from_us: total(small),
    to_us: total(large),
    wrong,
  }
  const isReached = growth <= BOUND
  const statements = isReached ? [] : await explainCost(admin, () => sendSteadily(rate, seconds, () => send('large')))
  console.log(JSON.stringify({ ...measured, isReached, ...(!isReached && { statements }) }))
  return { ...measured, reached: isReached, statements }
}

const sideOf = (send: Send, path: Path, account: LoadAccount, amount: number): Side => ({
  size: amount,
  one: (n) => sendOne(send, path, account, n),
})

const FEW = { managers: 5, orders: 1, chats: 1 }

/** The same requests to one account, and to each of many in turn. */
const accounts = async (context: Context): Promise<Line[]> => {
  const { installation, admin, size } = context
  const count = size('accounts', 2_000)
  await installation.seed('--name=Crowd', '--customers=50', `--accounts=${count}`)
  const server = await installation.startServer()
  const account = await prepareAccount(installation, server, 'one.test', { ...FEW, customers: 50 })
  await copyKeyToAll(admin, account.tenant.host)
  const hosts = await hostsLike(admin, 'crowd%')
  const crowd = hosts.map((host): LoadAccount => ({ ...account, tenant: { ...account.tenant, host } }))
  const send = createSender(server)
  const large = {
    size: crowd.length,
    one: (n: number) => sendOne(send, floor, crowd[n % crowd.length] ?? account, n),
  }
  return [{ what: 'accounts', path: floor, servers: [server], small: sideOf(send, floor, account, 1), large }]
}

/** Two accounts of one database. */
const customers = async ({ installation, size }: Context): Promise<Line[]> => {
  const [few, many] = [size('few-customers', 10_000), size('customers', 1_000_000)]
  const server = await installation.startServer()
  const small = await prepareAccount(installation, server, 'few-customers.test', { ...FEW, customers: few })
  const large = await prepareAccount(installation, server, 'many-customers.test', { ...FEW, customers: many })
  for (const account of [small, large]) await openWorkspaces(server, account)
  const send = createSender(server)
  return [managerLookupPath, callEvent].map((path) => ({
    what: 'customers',
    path,
    servers: [server],
    small: sideOf(send, path, small, few),
    large: sideOf(send, path, large, many),
  }))
}

const calls = async ({ installation, admin, size }: Context): Promise<Line[]> => {
  const [few, many] = [size('few-calls', 100_000), size('calls', 10_000_000)]
  const server = await installation.startServer()
  const small = await prepareAccount(installation, server, 'few-calls.test', { ...FEW, customers: 1_000 })
  const large = await prepareAccount(installation, server, 'many-calls.test', { ...FEW, customers: 1_000 })
  const idOf = async ({ tenant }: LoadAccount): Promise<number> =>
    (await admin.query('select account_id from account_host where host = $1', [tenant.host])).rows[0].account_id
  await insertBulkCalls(admin, installation.adminUrl, [
    { accountId: await idOf(small), calls: few },
    { accountId: await idOf(large), calls: many },
  ])
  await installation.analyzeTables()
  const send = createSender(server)
  const [one, other] = [sideOf(send, callEvent, small, few), sideOf(send, callEvent, large, many)]
  return [{ what: 'calls', path: callEvent, servers: [server], small: one, large: other }]
}

/** The same requests to one server, and to two in turn; both run all the time. */
const servers = async ({ installation }: Context): Promise<Line[]> => {
  const both = [await installation.startServer(), await installation.startServer()] as const
  const account = await prepareAccount(installation, both[0], 'servers.test', { ...FEW, customers: 1_000 })
  const sends = both.map((server) => createSender(server))
  return [floor, callEvent].map((path) => ({
    what: 'servers',
    path,
    servers: both,
    small: sideOf(sends[0] as Send, path, account, 1),
    large: { size: 2, one: (n: number) => sendOne(sends[n % 2] as Send, path, account, n) },
  }))
}

const GROUPS = { accounts, customers, calls, servers }

export const growth: Bench = async (size) => {
  const lines = []
  const sizes = { rate: size('rate', 100), slice: size('slice', 4), rounds: size('rounds', 4) }
  for (const [name, prepare] of Object.entries(GROUPS)) {
    // `--calls 0` leaves a group out, `--servers 0` too.
    if (size(name, 1) === 0) continue
    // A database for each, so that the rows of one do not concern the next.
    const installation = await startInstallation({ LOG_LEVEL: 'error' }, { settings: SETTINGS })
    const admin = new pg.Client({ connectionString: installation.adminUrl })
    let last = 0
    try {
      await admin.connect()
      await admin.query('create extension pg_stat_statements')
      const context = { installation, admin, size, postmaster: await postmasterOf(installation), next: () => last++ }
      const prepared = await prepare(context)
      await installation.analyzeTables()
      for (const line of prepared) lines.push(await measureLine(context, line))
    } catch (error) {
      throw new Error(`growth of ${name}`, { cause: error })
    } finally {
      await admin.end().catch(() => undefined)
      await installation.close()
    }
  }
  if (lines.length === 0) throw new Error('nothing was measured: every group is left out')
  const broken = lines
    .filter(({ reached }) => !reached)
    .map(
      (line) => `${line.path} with ${line.to} ${line.what} costs ${line.growth} times as much; ${BOUND} is the bound`,
    )
  const wrong = lines.reduce((sum, line) => sum + line.wrong, 0)
  if (wrong > 0) broken.push(`${wrong} answers were wrong`)
  const largest = Math.max(...lines.map((line) => line.growth))
  return { figures: { growth: largest, wrong }, details: { ...sizes, bound: BOUND, lines }, broken }
}
