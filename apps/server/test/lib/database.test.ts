import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { promisify } from 'node:util'
import { createDatabase } from '@patchbay/testkit/database'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Database, openDatabase } from '../../src/lib/db/database.ts'
import { isOutage } from '../../src/lib/db/pg-errors.ts'
import { inAccount, inAccountBatch, inAccountQuery } from '../../src/lib/db/transaction.ts'
import { insertShop, listShopCodes } from '../../src/platform/shops/store.ts'
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

it('runs a hot statement with its account in one round trip, and leaves a clean connection after an error', async () => {
  const count = database.db
    .selectFrom('shop')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .compile()
  const [row] = await inAccountQuery(database.pool, fern(), count)
  expect(row?.count).toBeGreaterThan(0)
  const broken = { ...count, sql: 'select no_such_column from shop' }
  for (let n = 0; n < 8; n++)
    await expect(inAccountQuery(database.pool, fern(), broken)).rejects.toThrow('no_such_column')
  expect(await inAccountQuery(database.pool, fern(), count)).toEqual([row])
})

/** A pool of a single connection: what one statement leaves behind, the next one finds. */
const openOne = () =>
  openDatabase({ url: system.databaseUrl, max: 1, applicationName: 'one connection', onError: () => undefined })

it('[E-02] ends the transaction of a hot statement with it: its account is gone, what it wrote stays or was never there', async () => {
  const one = openOne()
  const insert = (code: string) => one.db.insertInto('shop').values(shop(code)).returning('account_id').compile()
  const [kept] = await inAccountQuery(one.pool, fern(), insert('fern-once'))
  expect(kept?.account_id).toBe(fern())
  await expect(inAccountQuery(one.pool, fern(), insert('fern-once'))).rejects.toThrow('duplicate key')
  const { rows } = await one.pool.query(
    'select current_account() as account, (select count(*)::int from shop) as shops',
  )
  expect(rows).toEqual([{ account: null, shops: 0 }])
  expect(await inAccount(database.db, fern(), listShopCodes)).toContain('fern-once')
  await one.close()
})

it('makes one transaction of statements that leave together, whichever of them fails, and knows afterwards what it prepared', async () => {
  const single = openOne()
  const insert = (code: string) => single.db.insertInto('shop').values(shop(code)).returning('code').compile()
  const count = single.db
    .selectFrom('shop')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('code', 'like', 'fern-together-%')
    .compile()
  const broken = sql<never>`select 1 / (select count(*) from shop where code = 'nobody')`.compile(single.db)
  const together = (...queries: Parameters<typeof inAccountBatch>[2]) => inAccountBatch(single.pool, fern(), queries)
  // The failing one comes first, in the middle and last: what stands behind it was never prepared.
  await expect(together(broken, insert('fern-together-1'), count)).rejects.toThrow('division by zero')
  await expect(together(insert('fern-together-1'), broken, count)).rejects.toThrow('division by zero')
  await expect(together(count, insert('fern-together-1'), broken)).rejects.toThrow('division by zero')
  expect(await together(count, insert('fern-together-1'), insert('fern-together-2'), count)).toEqual([
    [{ count: 0 }],
    [{ code: 'fern-together-1' }],
    [{ code: 'fern-together-2' }],
    [{ count: 2 }],
  ])
  await expect(inAccount(single.db, fern(), (trx) => trx.executeQuery(broken))).rejects.toThrow('division by zero')
  expect(await together(count)).toEqual([[{ count: 2 }]])
  await single.close()
})

it('does not wait for the disk with a hot statement that nobody was promised, and with no other', async () => {
  const asked = sql<{ commit: string }>`select current_setting('synchronous_commit') as commit`.compile(database.db)
  expect(await inAccountQuery(database.pool, fern(), asked, 'unpromised')).toEqual([{ commit: 'off' }])
  for (let n = 0; n < 8; n++) expect(await inAccountQuery(database.pool, fern(), asked)).toEqual([{ commit: 'on' }])
})

it('[E-02] never lets the account of one transaction leak into the next, over four connections with errors in between', async () => {
  const { kettle } = system
  const own = { [fern()]: 'kept', [kettle.accountId]: 'kettle' }
  let foreign = 0
  const one = async (n: number) => {
    const accountId = n % 2 ? fern() : kettle.accountId
    const codes = await inAccount(database.db, accountId, async (trx) => {
      if (n % 7 === 0) throw new Error('on purpose')
      return listShopCodes(trx)
    }).catch(() => [])
    if (codes.some((code) => code !== own[accountId] && !code.startsWith('fern') === (accountId === fern()))) foreign++
  }
  for (let batch = 0; batch < 100; batch++)
    await Promise.all(Array.from({ length: 100 }, (_, n) => one(batch * 100 + n)))
  expect(foreign).toBe(0)
})

it('survives a killed backend, in the middle of a transaction and between them, and calls it an outage', async () => {
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

it('cuts a connection on which PostgreSQL is not heard any more, and calls it an outage', async () => {
  const { hostname, port } = new URL(system.databaseUrl)
  let isDeaf = false
  const between = createServer((near) => {
    const far = connect(Number(port || 5432), hostname)
    near.on('error', () => far.destroy()).pipe(far)
    far.on('error', () => near.destroy()).on('data', (chunk) => isDeaf || near.write(chunk))
  }).listen(0, '127.0.0.1')
  await once(between, 'listening')
  const url = new URL(system.databaseUrl)
  url.host = `127.0.0.1:${(between.address() as AddressInfo).port}`
  const far = openDatabase({
    url: url.href,
    max: 1,
    applicationName: 'deaf test',
    onError: () => undefined,
    statementTimeoutMs: 1_000,
  })
  const codes = () => inAccount(far.db, fern(), listShopCodes)
  expect(await codes()).toContain('kept')
  isDeaf = true
  expect(isOutage(await codes().catch((error: unknown) => error))).toBe(true)
  isDeaf = false
  expect(await codes()).toContain('kept')
  await far.close()
  between.close()
})

it('names statements, so that PostgreSQL plans them once', async () => {
  const statements = await database.db.connection().execute(async (connection) => {
    for (let n = 0; n < 3; n++)
      await connection.selectFrom('account_host').select('host').where('host', '=', `h${n}`).execute()
    return connection
      .selectFrom('account_host')
      .select('host')
      .where('host', '=', 'again')
      .execute()
      .then(() => connection)
  })
  expect(statements).toBeDefined()
  const client = await database.pool.connect()
  const { rows } = await client.query('select count(*)::int as count from pg_prepared_statements')
  expect(rows[0].count).toBeGreaterThan(0)
  client.release()
})

it('migrates once when several processes start at the same moment', async () => {
  const empty = await createDatabase()
  const admin = new pg.Client({ connectionString: empty.adminUrl })
  await admin.connect()
  await admin.query(
    'drop schema public cascade; drop schema pgboss cascade; drop schema migration cascade; create schema public authorization patchbay_owner; grant usage on schema public to public',
  )
  const run = promisify(execFile)
  const env = { ...process.env, MIGRATION_DATABASE_URL: empty.ownerUrl }
  const outputs = await Promise.all(
    Array.from({ length: 4 }, () => run('node', ['apps/server/src/bin/migrate.ts'], { env })),
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
