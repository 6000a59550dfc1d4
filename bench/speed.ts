// What the requests of every day cost: as many a second as one server on this machine answers, the CPU time of server and
// PostgreSQL for each, and the same statements by pgbench, in turn.
import { type Installation, type ServerChild, startInstallation } from '@patchbay/testkit/installation'
import { createSender, type Send } from '@patchbay/testkit/load-generator'
import { sleep } from '@patchbay/testkit/services'
import pg from 'pg'
import type { Bench, Size } from './bench.ts'
import { LOG_PREFIX, type Script, scriptFrom } from './captured-statements.ts'
import { type LoadAccount, openWorkspaces, prepareAccount } from './load-account.ts'
import { costOf, createMeter, type Meter, postmasterOf, ratioOf, type Slice, saturate, sendOne } from './measure.ts'
import { PATHS } from './paths/all.ts'
import { FIRST_CALL_ID, type Path } from './paths/path.ts'
import { createPgbench, type Pgbench } from './pgbench.ts'

/** Different requests, so that pgbench does not update one row all the time; each is prepared on each connection. */
const SCRIPTS = 4
/** pgbench prepares its statements at the beginning of every slice: in a long one that is a small part. */
const PGBENCH_TIMES = 2
/** Rounds over all messages before the capture, so that each reaction replaces another as it does later. */
const WARM_UP_ROUNDS = 2

const isCallId = (value: string): boolean => /^\d{13}$/.test(value) && Number(value) >= FIRST_CALL_ID

type Context = { installation: Installation; server: ServerChild; account: LoadAccount; send: Send; meter: Meter }
type Numbers = () => number

/** A number that no request had before, since a repeated call event is another request. */
const createNumbers = (): Numbers => {
  let last = 0
  return () => last++
}

/** The scripts with the fewest statements: the others had to fill a cache. */
const capture = async ({ installation, account }: Context, path: Path, next: Numbers): Promise<Script[]> => {
  const server = await installation.startServer()
  const send = createSender(server)
  for (let n = 0; n < account.messages.length * WARM_UP_ROUNDS; n++) await sendOne(send, path, account, next())
  const scripts: Script[] = []
  for (let n = 0; n < SCRIPTS + 4; n++) {
    const before = (await installation.postgres.log()).length
    await sendOne(send, path, account, next())
    scripts.push(scriptFrom((await installation.postgres.log()).slice(before), isCallId, path.rewrite))
  }
  await server.kill('SIGTERM')
  return scripts.sort((one, other) => one.statements - other.statements).slice(0, SCRIPTS)
}

/** Statements are logged for connections that are opened meanwhile. */
const captureAll = async (context: Context, next: Numbers): Promise<Map<Path, Script[]>> => {
  const admin = new pg.Client({ connectionString: context.installation.adminUrl })
  await admin.connect()
  const scripts = new Map<Path, Script[]>()
  try {
    await admin.query(`alter role patchbay set log_statement = 'all'`)
    for (const path of PATHS) scripts.set(path, await capture(context, path, next))
    await admin.query('alter role patchbay reset log_statement')
  } finally {
    await admin.end()
  }
  return scripts
}

type Turns = { product: Slice[]; bare: Slice[] }

/** Slices of requests and of pgbench in turn; without pgbench where a request needs no statement. */
const takeTurns = async (
  { account, send, meter }: Context,
  { path, pgbench, next }: { path: Path; pgbench: Pgbench | undefined; next: Numbers },
  { seconds, rounds }: { seconds: number; rounds: number },
): Promise<Turns> => {
  const turns: Turns = { product: [], bare: [] }
  for (let round = 0; round <= rounds; round++) {
    const sent = await meter(() => saturate(seconds, () => sendOne(send, path, account, next())))
    // Until the server has written what it gathers, such as the request log.
    await sleep(200)
    const run = pgbench && (await meter(() => pgbench.run(seconds * PGBENCH_TIMES)))
    // The first round warms up both.
    if (round === 0) continue
    turns.product.push({ ...sent, requests: sent.result })
    if (!run) continue
    const { transactions, tps } = run.result
    turns.bare.push({ ...run, requests: transactions, seconds: transactions / tps })
  }
  return turns
}

const compare = async (context: Context, path: Path, scripts: readonly Script[], next: Numbers, size: Size) => {
  const statements = scripts[0]?.statements ?? 0
  const texts = scripts.map(({ text }) => text)
  const pgbench = statements > 0 ? createPgbench(context.installation.env.DATABASE_URL ?? '', texts) : undefined
  const slices = { seconds: size('slice', 4), rounds: size('rounds', 4) }
  const { product, bare } = await takeTurns(context, { path, pgbench, next }, slices).finally(() => pgbench?.close())
  const own = costOf(product)
  const same = pgbench && costOf(bare)
  return {
    path: path.name,
    title: path.title,
    statements,
    rps: own.rps,
    server_cpu_us: own.serverUs,
    postgres_cpu_us: own.databaseUs,
    pgbench_tps: same?.rps ?? null,
    pgbench_postgres_cpu_us: same?.databaseUs ?? null,
    ratio: same ? ratioOf(own.rps, same.rps) : null,
    postgres_ratio: same ? ratioOf(own.databaseUs, same.databaseUs) : null,
  }
}

export const speed: Bench = async (size) => {
  const sizes = {
    managers: size('managers', 20),
    customers: size('customers', 10_000),
    orders: size('orders', 20_000),
    chats: size('chats', 100),
  }
  const settings = `log_line_prefix = '${LOG_PREFIX}'`
  const installation = await startInstallation({ LOG_LEVEL: 'error' }, { settings })
  try {
    const server = await installation.startServer()
    const account = await prepareAccount(installation, server, 'one.test', sizes)
    await installation.analyzeTables()
    const closeWorkspaces = await openWorkspaces(server, account)
    const meter = createMeter([server], await postmasterOf(installation))
    const context = { installation, server, account, send: createSender(server), meter }
    const next = createNumbers()
    const scripts = await captureAll(context, next)
    const lines = []
    for (const path of PATHS) {
      const line = await compare(context, path, scripts.get(path) ?? [], next, size)
      console.log(JSON.stringify(line))
      lines.push(line)
    }
    closeWorkspaces()
    return { figures: {}, details: { ...sizes, lines }, broken: [] }
  } finally {
    await installation.close()
  }
}
