import { type CompiledQuery, sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Database, openDatabase } from '../../src/lib/db/database.ts'
import { inAccount, inAccountBatch, inAccountQuery } from '../../src/lib/db/transaction.ts'
import { insertShop, listShopCodes } from '../../src/platform/shops/store.ts'
import { type Tap, tapDatabase } from '../support/database-tap.ts'
import { type System, startSystem } from '../support/system.ts'

// A pool of one connection, behind a tap, so that each message uses the state that the previous one left.

let system: System
let tap: Tap
let database: Database
beforeAll(async () => {
  system = await startSystem()
  tap = await tapDatabase(system.databaseUrl)
  database = openDatabase({ url: tap.url, max: 1, applicationName: 'one connection', onError: () => undefined })
  await inAccount(database.db, fern(), (trx) => insertShop(trx, shop('kept')))
})
afterAll(async () => {
  await database.close()
  await tap.close()
  await system.close()
})

const fern = () => system.fern.accountId
const shop = (code: string) => ({ code, name: code, url: 'https://shop.test' })
const insert = (code: string) =>
  database.db.insertInto('shop').values(shop(code)).returning(['account_id', 'code']).compile()
const count = (prefix: string) =>
  database.db
    .selectFrom('shop')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('code', 'like', `${prefix}%`)
    .compile()

/** The messages sent before the first response of PostgreSQL, and the result. */
const sentAhead = async <T>(run: () => Promise<T>, messages: string): Promise<T> => {
  tap.clear()
  tap.hold()
  const answer = run()
  try {
    await expect.poll(tap.sent).toBe(messages)
  } finally {
    tap.resume()
  }
  const answered = await answer
  expect(tap.sent()).toBe(messages)
  return answered
}

it('sends the account, every statement and one Sync as one message, and waits once', async () => {
  const queries = [count('kept'), count('nothing')] as const
  await inAccountBatch(database.pool, fern(), queries)
  const one = await sentAhead(() => inAccountQuery(database.pool, fern(), queries[0]), 'BEBDES')
  expect(one).toEqual([{ count: 1 }])
  const two = await sentAhead(() => inAccountBatch(database.pool, fern(), queries), 'BEBDEBDES')
  expect(two).toEqual([[{ count: 1 }], [{ count: 0 }]])
})

it('leaves a clean connection after an error', async () => {
  const [row] = await inAccountQuery(database.pool, fern(), count('kept'))
  const broken = { ...count('kept'), sql: 'select no_such_column from shop' }
  for (let n = 0; n < 8; n++)
    await expect(inAccountQuery(database.pool, fern(), broken)).rejects.toThrow('no_such_column')
  expect(await inAccountQuery(database.pool, fern(), count('kept'))).toEqual([row])
})

it('writes nothing of a message whose values cannot be converted', async () => {
  const circular: Record<string, unknown> = {}
  circular.self = circular
  const broken = { ...count('kept'), parameters: [circular] }
  await expect(inAccountQuery(database.pool, fern(), broken)).rejects.toThrow('circular')
  expect(await inAccountQuery(database.pool, fern(), count('kept'))).toEqual([{ count: 1 }])
})

it('[E-02] ends the transaction with the message: the account is reset, and its writes are committed or rolled back', async () => {
  const [kept] = await inAccountQuery(database.pool, fern(), insert('fern-once'))
  expect(kept?.account_id).toBe(fern())
  await expect(inAccountQuery(database.pool, fern(), insert('fern-once'))).rejects.toThrow('duplicate key')
  const { rows } = await database.pool.query(
    'select current_account() as account, (select count(*)::int from shop) as shops',
  )
  expect(rows).toEqual([{ account: null, shops: 0 }])
  expect(await inAccount(database.db, fern(), listShopCodes)).toContain('fern-once')
})

it('runs the statements as one transaction, whichever fails, and tracks which ones are prepared', async () => {
  const broken = sql<never>`select 1 / (select count(*) from shop where code = 'nobody')`.compile(database.db)
  const batch = (...queries: CompiledQuery<unknown>[]) => inAccountBatch(database.pool, fern(), queries)
  const ours = count('fern-together-')
  // The failing one comes first, in the middle and last: those after it were never prepared.
  await expect(batch(broken, insert('fern-together-1'), ours)).rejects.toThrow('division by zero')
  await expect(batch(insert('fern-together-1'), broken, ours)).rejects.toThrow('division by zero')
  await expect(batch(ours, insert('fern-together-1'), broken)).rejects.toThrow('division by zero')
  expect(await batch(ours, insert('fern-together-1'), insert('fern-together-2'), ours)).toEqual([
    [{ count: 0 }],
    [{ account_id: fern(), code: 'fern-together-1' }],
    [{ account_id: fern(), code: 'fern-together-2' }],
    [{ count: 2 }],
  ])
  await expect(inAccount(database.db, fern(), (trx) => trx.executeQuery(broken))).rejects.toThrow('division by zero')
  expect(await batch(ours)).toEqual([[{ count: 2 }]])
})

it('does not wait for the disk only with an asynchronous commit', async () => {
  const asked = sql<{ commit: string }>`select current_setting('synchronous_commit') as commit`.compile(database.db)
  expect(await inAccountQuery(database.pool, fern(), asked, 'asyncCommit')).toEqual([{ commit: 'off' }])
  for (let n = 0; n < 8; n++) expect(await inAccountQuery(database.pool, fern(), asked)).toEqual([{ commit: 'on' }])
})
