import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Database, type Db, openDatabase } from '../../src/lib/db/database.ts'
import { inAccount, inAccountBatch, inAccountQuery } from '../../src/lib/db/transaction.ts'
import { isStaleStatement } from '../../src/lib/errors.ts'
import { type System, startSystem } from '../support/system.ts'

// A migration under running servers, or discarded prepared statements, must not cause errors.

let system: System
let admin: pg.Client
beforeAll(async () => {
  system = await startSystem()
  admin = new pg.Client({ connectionString: system.adminUrl })
  await admin.connect()
})
afterAll(async () => {
  await admin.end()
  await system.close()
})

const fern = () => system.fern.accountId
const open = (max: number): Database =>
  openDatabase({ url: system.databaseUrl, max, applicationName: 'stale test', onError: () => undefined })

/** Unlike in a store, a statement whose result changes with the table. */
const everything = sql<{ id: number }>`select * from shop order by id`
const host = (db: Db) => sql<{ host: string }>`select * from account_host`.execute(db)

/** Each way to run a statement. */
const WAYS: Record<string, (database: Database) => Promise<unknown[]>> = {
  'a statement without a transaction': async ({ db }) => (await host(db)).rows,
  'a transaction': ({ db }) =>
    inAccount(db, fern(), async (trx) => {
      await sql`select 1`.execute(trx)
      return (await everything.execute(trx)).rows
    }),
  'a single message': ({ db, pool }) => inAccountQuery(pool, fern(), everything.compile(db)),
  'a batch': async ({ db, pool }) => (await inAccountBatch(pool, fern(), [everything.compile(db)]))[0],
}

const addColumn = (table: string) =>
  admin.query(`alter table ${table} add column c_${crypto.randomUUID().slice(0, 8)} text`)

const pidOf = async ({ pool }: Database): Promise<number> =>
  (await pool.query('select pg_backend_pid() as pid')).rows[0].pid

it('is an error of PostgreSQL that a plain client gets', async () => {
  const client = new pg.Client({ connectionString: system.adminUrl })
  await client.connect()
  const ask = () => client.query({ name: 'all', text: 'select * from shop', values: [] })
  await ask()
  await addColumn('shop')
  const changed = await ask().catch((error: unknown) => error)
  expect(changed).toMatchObject({ code: '0A000' })
  expect(isStaleStatement(changed)).toBe(true)
  await client.query('deallocate all')
  const discarded = await ask().catch((error: unknown) => error)
  expect(discarded).toMatchObject({ code: '26000' })
  expect(isStaleStatement(discarded)).toBe(true)
  const unsupported = await client.query('select count(*) from shop for update').catch((error: unknown) => error)
  expect(unsupported).toMatchObject({ code: '0A000' })
  expect(isStaleStatement(unsupported)).toBe(false)
  await client.end()
})

it.each(Object.entries(WAYS))('causes no error in %s when a column is added', async (_, read) => {
  const database = open(1)
  const rows = await read(database)
  expect(rows.length).toBeGreaterThan(0)
  const pid = await pidOf(database)
  await addColumn('shop')
  await addColumn('account_host')
  expect(await read(database)).toHaveLength(rows.length)
  expect(await pidOf(database)).not.toBe(pid)
  await database.close()
})

it.each(Object.entries(WAYS))('causes no error in %s when statements are discarded', async (_, read) => {
  const database = open(1)
  const rows = await read(database)
  const pid = await pidOf(database)
  await database.pool.query('discard all')
  expect(await read(database)).toEqual(rows)
  expect(await pidOf(database)).not.toBe(pid)
  await database.close()
})

it('loses and repeats nothing when a transaction runs again', async () => {
  const database = open(2)
  await WAYS['a transaction']?.(database)
  await addColumn('shop')
  let runs = 0
  await inAccount(database.db, fern(), async (trx) => {
    runs++
    await sql`insert into shop (code, name, url) values ('again', 'again', 'https://again.test')`.execute(trx)
    await everything.execute(trx)
  })
  expect(runs).toBe(2)
  const rows = await inAccountQuery(
    database.pool,
    fern(),
    sql`select id from shop where code = 'again'`.compile(database.db),
  )
  expect(rows).toHaveLength(1)
  await database.close()
})

it('closes all connections of the pool at once, since all of them are stale', async () => {
  const database = open(4)
  // One account alone may not take every connection (D-158).
  const accounts = [system.fern.accountId, system.kettle.accountId]
  const read = () =>
    Promise.all(
      Array.from({ length: 16 }, (_, n) =>
        inAccount(database.db, accounts[n % 2] ?? 0, (trx) => everything.execute(trx)),
      ),
    )
  const pids = async () => {
    const { rows } = await admin.query("select pid from pg_stat_activity where application_name = 'stale test'")
    return rows.map(({ pid }) => pid as number)
  }
  await read()
  const before = await pids()
  expect(before).toHaveLength(4)
  await addColumn('shop')
  await WAYS['a transaction']?.(database)
  await read()
  await expect.poll(async () => (await pids()).filter((pid) => before.includes(pid))).toEqual([])
  await database.close()
})

it('causes no errors under load: requests, transactions and messages succeed while columns are added', async () => {
  const database = open(4)
  const failures: unknown[] = []
  let isOver = false
  let done = 0
  const loop = async (work: () => Promise<unknown>) => {
    while (!isOver) {
      await work().catch((error: unknown) => failures.push(error))
      done++
    }
  }
  const request = async () => {
    const { status, text } = await system.fern.api.get('/api/v5/customers')
    if (status !== 200) throw new Error(text)
  }
  const work = [request, request, ...Object.values(WAYS).map((read) => () => read(database))]
  const loops = work.map(loop)
  for (let n = 0; n < 10; n++) {
    const before = done
    await expect.poll(() => done).toBeGreaterThan(before + 2 * work.length)
    for (const table of ['shop', 'customer', 'account_host']) await addColumn(table)
  }
  const before = done
  await expect.poll(() => done).toBeGreaterThan(before + 2 * work.length)
  isOver = true
  await Promise.all(loops)
  expect(failures).toEqual([])
  await database.close()
})
