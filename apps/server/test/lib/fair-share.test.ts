// Many requests of one account, and one of another, on a pool of four connections.
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { type Database, openDatabase } from '../../src/lib/db/database.ts'
import { waitingFor } from '../../src/lib/db/fair-share.ts'
import { isOutage } from '../../src/lib/db/pg-errors.ts'
import { inAccount, inAccountQuery } from '../../src/lib/db/transaction.ts'
import { insertShop, listShopCodes } from '../../src/platform/shops/store.ts'
import { type System, startSystem } from '../support/system.ts'

const MAX = 4

let system: System
let blocker: pg.Client
const opened: Database[] = []
beforeAll(async () => {
  system = await startSystem()
  blocker = new pg.Client({ connectionString: system.databaseUrl })
  await blocker.connect()
})
afterEach(async () => {
  await blocker.query('rollback')
  await Promise.all(opened.splice(0).map(({ close }) => close()))
})
afterAll(async () => {
  await blocker.end()
  await system.close()
})

const open = (more: { waitMs?: number; mostWaiting?: number } = {}): Database => {
  const common = { url: system.databaseUrl, max: MAX, applicationName: 'fair share', onError: () => undefined }
  const database = openDatabase({ ...common, ...more })
  opened.push(database)
  return database
}

/** Until `blocker` ends its transaction, nobody creates a shop. */
const blockShops = async () => {
  await blocker.query('begin')
  await blocker.query('lock table shop in share mode')
}

const createShops = (database: Database, count: number, from = 0) =>
  Array.from({ length: count }, (_, n) =>
    inAccount(database.db, system.fern.accountId, (trx) =>
      insertShop(trx, { code: `s${from + n}`, name: 'Shop', url: 'https://shop.test' }),
    ),
  )

const blocked = async (): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from pg_stat_activity
    where application_name = 'fair share' and wait_event_type = 'Lock'`.execute(system.deps.db)
  return rows[0]?.count ?? 0
}

it('[D-158] an account with very many requests leaves connections to the others', async () => {
  const database = open()
  await blockShops()
  const creating = createShops(database, 40)
  await expect.poll(blocked).toBe(3)
  // Most of them wait for their account's turn, not at the pool.
  expect([database.pool.waitingCount, waitingFor(database.pool)]).toEqual([0, 37])
  // Both ways to a connection.
  const { kettle } = system
  for (let n = 0; n < 5; n++) {
    await inAccount(database.db, kettle.accountId, listShopCodes)
    const query = sql`select 1`.compile(database.db)
    await inAccountQuery(database.pool, kettle.accountId, query)
  }
  expect(await blocked()).toBe(3)
  await blocker.query('rollback')
  await Promise.all(creating)
  const codes = await inAccount(database.db, system.fern.accountId, listShopCodes)
  expect(codes.filter((code) => /^s\d+$/.test(code))).toHaveLength(40)
})

it('[D-158] a request that waits for too long, or behind too many, is an outage; the others are served', async () => {
  const database = open({ waitMs: 200, mostWaiting: 5 })
  await blockShops()
  const holding = createShops(database, 3, 100)
  await expect.poll(blocked).toBe(3)
  const outcomes = await Promise.allSettled(createShops(database, 8, 200))
  const errors = outcomes.map((outcome) => (outcome.status === 'rejected' ? outcome.reason : undefined))
  expect(errors.every(isOutage)).toBe(true)
  expect(errors.filter((error) => /more than 5/.test(error.message))).toHaveLength(3)
  await blocker.query('rollback')
  await Promise.all(holding)
  await Promise.all(createShops(database, 6, 300))
})

it('a transaction that is open never waits for its own account', async () => {
  const database = open({ waitMs: 60_000 })
  const { fern } = system
  const nested = () =>
    inAccount(database.db, fern.accountId, async () => {
      const query = sql`select 1`.compile(database.db)
      return inAccountQuery(database.pool, fern.accountId, query)
    })
  await Promise.all(Array.from({ length: 3 }, nested))
})
