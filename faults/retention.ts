// F20 (D-144): a worker that deletes old calls, messages and the timeline is killed with -9 again and again, each time in the middle of
// a batch: a lock on a row that the batch deletes holds it there. In the end exactly what is older than the account keeps is gone,
// nothing of another account, and every figure of the reports is as it was, also computed again.
import { NO_ERRORS } from '@patchbay/testkit/audit'
import { type Installation, startInstallation } from '@patchbay/testkit/installation'
import { waitUntil } from '@patchbay/testkit/services'
import pg from 'pg'
import { addOldRows, OLD, STAYS } from './retention-data.ts'
import type { Scenario } from './scenario.ts'

const KINDS = ['calls', 'messages', 'timeline'] as const
type Kind = (typeof KINDS)[number]

const connect = async ({ adminUrl }: Installation): Promise<pg.Client> => {
  const client = new pg.Client({ connectionString: adminUrl })
  client.on('error', () => undefined)
  await client.connect()
  return client
}

/** The hourly job, now; without those of killed workers, which another worker would take over at an unknown moment. */
const enqueue = async (client: pg.Client, kind: Kind): Promise<void> => {
  const name = `${kind}.purge`
  await client.query('delete from pgboss.job where name = $1', [name])
  await client.query(`insert into pgboss.job (name, data) values ($1, '{}')`, [name])
}

/** The rows at which a batch is held: before anything is deleted, in the first batch, in the second, and in the last. */
const pointsOf = (accountId: number, seed: number): { kind: Kind; row: string }[] => {
  const own = `account_id = ${accountId}`
  const old = (at: string) => `${own} and ${at} < now() - interval '30 days'`
  const rows: Record<Kind, (offset: string) => string> = {
    // Calls that another transaction has are left for the next run: it has an event of the call.
    calls: (offset) =>
      `call_event where ${own} and call_id = (select id from call where ${old('started_at')} order by started_at ${offset} limit 1)`,
    messages: (offset) =>
      `message where ${own} and id = (select id from message m where ${old('created_at')} and not exists (
         select from chat c where c.account_id = m.account_id and c.last_message_id = m.id) order by id ${offset} limit 1)`,
    timeline: (offset) =>
      `timeline where ${own} and id = (select id from timeline where ${old('at')} order by id ${offset} limit 1)`,
  }
  const second = 1_000 + (seed % 900)
  // When its messages are gone, a quiet conversation goes with the last one.
  const last = `message where ${own} and id = (select last_message_id from chat where ${old('active_at')} order by id limit 1)`
  return KINDS.flatMap((kind) => [
    { kind, row: `retention where ${own} and kind = '${kind}'` },
    ...['', `offset ${second}`, 'desc'].map((offset) => ({ kind, row: rows[kind](offset) })),
    ...(kind === 'messages' ? [{ kind, row: last }] : []),
  ])
}

/** The keys of each table's rows, all of them or those that stay. */
const readKeys = async (client: pg.Client, accountId: number, only: boolean): Promise<Map<string, string[]>> => {
  const keys = new Map<string, string[]>()
  for (const [table, { key, where }] of Object.entries(STAYS)) {
    const { rows } = await client.query<{ key: string }>(
      `select (${key})::text as key from ${table} t where t.account_id = $1 and (${only ? where : 'true'})`,
      [accountId],
    )
    keys.set(
      table,
      rows.map((row) => row.key),
    )
  }
  return keys
}

const missingFrom = (one: Map<string, string[]>, other: Map<string, string[]>): string[] =>
  [...one].flatMap(([table, keys]) => {
    const there = new Set(other.get(table))
    return keys.filter((key) => !there.has(key)).map((key) => `${table} ${key}`)
  })

/** Every figure of the reports, when the days that changed are computed. */
const readFigures = async (client: pg.Client): Promise<string[]> => {
  await waitUntil(
    'the reports are computed',
    async () => (await client.query('select from statistics_change limit 1')).rowCount === 0,
    600_000,
  )
  const texts: string[] = []
  for (const table of ['call_statistics', 'call_statistics_week', 'chat_statistics']) {
    const { rows } = await client.query<{ text: string }>(`select t::text as text from ${table} t order by 1`)
    texts.push(...rows.map(({ text }) => `${table} ${text}`))
  }
  return texts
}

const countOld = async (client: pg.Client, accountId: number): Promise<number> => {
  const { rows } = await client.query<{ n: number }>(
    `select (select count(*) from call where account_id = $1 and started_at < now() - interval '30 days')::int
       + (select count(*) from message where account_id = $1 and created_at < now() - interval '30 days')::int
       + (select count(*) from timeline where account_id = $1 and at < now() - interval '30 days')::int as n`,
    [accountId],
  )
  return rows[0]?.n ?? 0
}

const ACTIVE = `select pid from pg_stat_activity where datname = current_database() and application_name = 'patchbay worker'`

/** Lets a worker begin, and kills it when it waits for this row. False: the row is gone, by the job of the full hour. */
const killAt = async (at: Installation, row: string, begin: () => Promise<void>): Promise<boolean> => {
  const [holder, observer] = [await connect(at), await connect(at)]
  try {
    await holder.query('begin')
    const { rowCount } = await holder.query(`select from ${row} for update`)
    if (rowCount !== 1) return false
    const worker = await at.startWorker()
    await begin()
    await waitUntil(
      `a worker waits for ${row}`,
      async () => (await observer.query(`${ACTIVE} and wait_event_type = 'Lock'`)).rowCount !== 0,
    )
    await worker.kill('SIGKILL')
    await holder.query('rollback')
    // Its transactions end when PostgreSQL notices.
    await waitUntil('its connections are gone', async () => (await observer.query(ACTIVE)).rowCount === 0)
    return true
  } finally {
    await Promise.all([holder.end(), observer.end()])
  }
}

/** A worker that nobody kills, until it has done each job once. */
const runWhole = async (at: Installation, client: pg.Client): Promise<void> => {
  await at.startWorker()
  for (const kind of KINDS) {
    await enqueue(client, kind)
    const left = `select from pgboss.job where name = $1 and state <> 'completed'`
    await waitUntil(
      `${kind} are deleted`,
      async () => (await client.query(left, [`${kind}.purge`])).rowCount === 0,
      600_000,
    )
  }
}

export const retention: Scenario = async (seed, scale = 1) => {
  const installation = await startInstallation({ WORKER_NICE: '0' })
  const client = await connect(installation)
  try {
    const createAccount = async (host: string): Promise<number> => {
      await installation.operator('account', host, `http://${host}`, `admin@${host}`)
      const { rows } = await client.query<{ id: number }>('select account_id as id from account_host where host = $1', [
        host,
      ])
      return rows[0]?.id ?? 0
    }
    const [ours, other] = [await createAccount('one.test'), await createAccount('other.test')]
    for (const accountId of [ours, other]) await addOldRows(client, accountId)
    const first = await installation.startWorker()
    const figures = await readFigures(client)
    await first.kill('SIGKILL')
    const expected = await readKeys(client, ours, true)
    const others = await readKeys(client, other, false)
    const settings = KINDS.map((kind) => `${kind}=30`)
    await installation.operator('account', 'retention', 'one.test', ...settings)
    // Spread over all kinds: every nth of them.
    const points = pointsOf(ours, seed).filter((_, n) => n % Math.round(1 / scale) === 0)
    let [kills, moved] = [0, 0]
    for (const { kind, row } of points) {
      const before = await countOld(client, ours)
      if (await killAt(installation, row, () => enqueue(client, kind))) kills += 1
      if ((await countOld(client, ours)) < before) moved += 1
      process.stdout.write('.')
    }
    if (kills * 2 < points.length)
      throw new Error(`only ${kills} of ${points.length} kills: most rows were gone before`)
    await runWhole(installation, client)
    const left = await readKeys(client, ours, false)
    const [lost, phantom] = [missingFrom(expected, left), missingFrom(left, expected)]
    console.log(`\ngone, and should be there: ${lost.slice(0, 5).join(', ') || 'none'}`)
    console.log(`there, and should be gone: ${phantom.slice(0, 5).join(', ') || 'none'}`)
    const after = await readFigures(client)
    await installation.operator('recompute-reports', 'one.test')
    const again = await readFigures(client)
    const changed = [after, again].map((now) => figures.filter((text) => !now.includes(text)).length)
    console.log(`figures ${figures.length}, changed ${changed[0]}, changed when computed again ${changed[1]}`)
    const harmed = missingFrom(others, await readKeys(client, other, false))
    return {
      ...NO_ERRORS,
      lost: lost.length + (changed[0] ?? 0) + (changed[1] ?? 0) + Math.abs(again.length - figures.length),
      phantom: phantom.length,
      foreign: harmed.length,
      trials: kills,
      seed,
      old_rows: OLD * KINDS.length,
      kills_after_a_batch: moved,
      rows_that_stay: [...expected.values()].flat().length,
      figures: figures.length,
    }
  } finally {
    await client.end()
    await installation.close()
  }
}
