import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { createDatabase } from '@patchbay/testkit/database'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Database, openDatabase } from '../../src/lib/db/database.ts'
import { isOutage } from '../../src/lib/db/pg-errors.ts'
import { inAccount, inAccountQuery } from '../../src/lib/db/transaction.ts'
import { insertShop, listShopCodes } from '../../src/platform/shops/store.ts'
import { type Tap, tapDatabase } from '../support/database-tap.ts'
import { type System, startSystem } from '../support/system.ts'

let system: System
let database: Database
const lost: Error[] = []
beforeAll(async () => {
  system = await startSystem()
  database = openDatabase({
    url: system.databaseUrl,
    max: 4,
    applicationName: 'database test',
    onError: (error) => lost.push(error),
  })
})
afterAll(async () => {
  await database.close()
  await system.close()
})

const ignore = () => undefined
const fern = () => system.fern.accountId
const shop = (code: string) => ({ code, name: code, url: 'https://shop.test' })

it('commits what returned and rolls back what threw', async () => {
  await inAccount(database.db, fern(), (trx) => insertShop(trx, shop('kept')))
  await expect(
    inAccount(database.db, fern(), async (trx) => {
      await insertShop(trx, shop('dropped'))
      throw new Error('no')
    }),
  ).rejects.toThrow('no')
  const codes = await inAccount(database.db, fern(), listShopCodes)
  expect(codes).toContain('kept')
  expect(codes).not.toContain('dropped')
})

it('rejects when an error was swallowed and PostgreSQL answers COMMIT with ROLLBACK; the connection stays usable', async () => {
  const swallowed = inAccount(database.db, fern(), async (trx) => {
    await insertShop(trx, shop('aborted'))
    await sql`select 1 / 0`.execute(trx).catch(ignore)
    return 'saved'
  })
  await expect(swallowed).rejects.toThrow('rolled back')
  expect(await inAccount(database.db, fern(), listShopCodes)).not.toContain('aborted')
})

it('[E-02] never lets the account of one transaction leak into the next, over four connections with errors in between', async () => {
  const { kettle } = system
  const own = { [fern()]: 'kept', [kettle.accountId]: 'kettle' }
  let foreign = 0
  const one = async (n: number) => {
    const accountId = n % 2 ? fern() : kettle.accountId
    const codes = await inAccount(database.db, accountId, async (trx) => {
      // Errors of every kind: before the first statement, between statements, and of PostgreSQL itself.
      if (n % 7 === 0) throw new Error('on purpose')
      const found = await listShopCodes(trx)
      if (n % 7 === 2) throw new Error('on purpose')
      if (n % 7 === 4) await sql`select 1 / (select count(*) from shop where code = 'nobody')`.execute(trx)
      return found
    }).catch(() => [])
    if (codes.some((code) => code !== own[accountId] && !code.startsWith('fern') === (accountId === fern()))) foreign++
  }
  for (let batch = 0; batch < 100; batch++)
    await Promise.all(Array.from({ length: 100 }, (_, n) => one(batch * 100 + n)))
  expect(foreign).toBe(0)
})

it('survives a killed backend, inside a transaction and between them, and reports an outage', async () => {
  const admin = new pg.Client({ connectionString: system.adminUrl })
  await admin.connect()
  const killAll = () =>
    admin.query(`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'database test'`)
  const failed = await inAccount(database.db, fern(), async (trx) => {
    await killAll()
    return listShopCodes(trx)
  }).catch((error: unknown) => error)
  expect(isOutage(failed)).toBe(true)
  await killAll()
  await expect.poll(() => inAccount(database.db, fern(), listShopCodes).catch(() => [])).toContain('kept')
  expect(lost.length).toBeGreaterThan(0)
  await admin.end()
})

it('closes a connection on which PostgreSQL is silent while a query is pending, and reports an outage', async () => {
  const tap = await tapDatabase(system.databaseUrl)
  const far = openDatabase({
    url: tap.url,
    max: 1,
    applicationName: 'deaf test',
    onError: ignore,
    readTimeoutMs: 2_000,
  })
  const codes = () => inAccount(far.db, fern(), listShopCodes)
  expect(await codes()).toContain('kept')
  tap.hold()
  expect(isOutage(await codes().catch((error: unknown) => error))).toBe(true)
  tap.resume()
  expect(await codes()).toContain('kept')
  const query = inAccountQuery(far.pool, fern(), sql`select 1`.compile(far.db))
  tap.hold()
  expect(isOutage(await query.catch((error: unknown) => error))).toBe(true)
  tap.resume()
  await far.close()
  await tap.close()
})

it('keeps a connection that is idle for longer than the read time-out, and closes it if it is silent afterwards', async () => {
  const [idle, other] = [await tapDatabase(system.databaseUrl), await tapDatabase(system.databaseUrl)]
  const openAt = ({ url }: Tap) =>
    openDatabase({ url, max: 1, applicationName: 'idle test', onError: ignore, readTimeoutMs: 2_000 })
  const [near, far] = [openAt(idle), openAt(other)]
  const pid = () => sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(near.db)
  const before = await pid()
  // A connection that was used later and is closed for its silence shows that the time is over for the idle one too.
  await inAccount(far.db, fern(), listShopCodes)
  other.hold()
  await expect(inAccount(far.db, fern(), listShopCodes)).rejects.toThrow('Query read timeout')
  expect((await pid()).rows).toEqual(before.rows)
  idle.hold()
  await expect(pid()).rejects.toThrow('Query read timeout')
  for (const database of [near, far]) await database.close()
  for (const tap of [idle, other]) await tap.close()
})

it('names statements, so that PostgreSQL plans them once', async () => {
  const planned = await database.db.connection().execute(async (connection) => {
    const find = (host: string) => connection.selectFrom('account_host').select('host').where('host', '=', host)
    for (let n = 0; n < 3; n++) await find(`h${n}`).execute()
    return sql<{ name: string; generic: number; custom: number }>`
      select name, generic_plans::int as generic, custom_plans::int as custom
      from pg_prepared_statements where statement = ${find('h').compile().sql}`.execute(connection)
  })
  expect(planned.rows).toEqual([{ name: expect.stringMatching(/^s\d+$/), generic: 3, custom: 0 }])
})

it('begins a transaction together with its first statement, and sends nothing for one that has none', async () => {
  const tap = await tapDatabase(system.databaseUrl)
  const single = openDatabase({ url: tap.url, max: 1, applicationName: 'pipeline test', onError: ignore })
  const codes = () => inAccount(single.db, fern(), listShopCodes)
  await codes()
  tap.clear()
  await inAccount(single.db, fern(), async () => 'nothing')
  expect(tap.sent()).toBe('')
  tap.hold()
  const answer = codes()
  // BEGIN, and the statement by its name, before PostgreSQL has answered anything.
  await expect.poll(tap.sent).toBe('QBDES')
  tap.resume()
  expect(await answer).toContain('kept')
  expect(tap.sent()).toBe('QBDESQ')
  await single.close()
  await tap.close()
})

it('migrates once when several processes start at the same moment', async () => {
  const empty = await createDatabase()
  const admin = new pg.Client({ connectionString: empty.adminUrl })
  await admin.connect()
  await admin.query(
    'drop schema public cascade; drop schema cell cascade; drop schema pgboss cascade; drop schema migration cascade; create schema public authorization patchbay_owner; grant usage on schema public to public',
  )
  const run = promisify(execFile)
  const env = { ...process.env, MIGRATION_DATABASE_URL: empty.ownerUrl }
  const outputs = await Promise.all(
    Array.from({ length: 4 }, () => run('node', ['apps/server/src/bin/patchbay.ts', 'migrate'], { env })),
  )
  expect(outputs.filter(({ stdout }) => stdout.startsWith('applied'))).toHaveLength(1)
  expect(outputs.filter(({ stdout }) => stdout.startsWith('the database is up to date'))).toHaveLength(3)
  const { rows } = await admin.query(
    `select count(*)::int as count from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
  )
  expect(rows[0].count).toBeGreaterThan(5)
  await admin.end()
  await empty.drop()
})
