// D-153: one statement of the request log has rows of several accounts. Each lands in its own account, and what is wrong with
// one account costs no other a row.
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { openDatabase, type Pooling } from '../../src/lib/db/database.ts'
import { inAccount } from '../../src/lib/db/transaction.ts'
import { createLog } from '../../src/lib/process/log.ts'
import { exchangesInsert, type NewExchange } from '../../src/platform/traffic/batch-store.ts'
import { createTrafficLog, type TrafficLog } from '../../src/platform/traffic/service.ts'
import { type System, startSystem } from '../support/system.ts'

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
afterEach(async () => {
  await admin.query('delete from cell.account_gate')
  await admin.query('truncate traffic, traffic_day cascade')
})

const exchangeTo = (url: string): NewExchange => ({
  at: new Date(),
  direction: 'in',
  method: 'GET',
  url,
  status: 200,
  durationMs: 1,
  ok: true,
  result: { code: 'accepted' },
})

const PLENTY = 1_000_000
const NO_ACCOUNT = 999_999

/** A log of its own, with what it warned about. */
const openLog = (bytesPerDay = PLENTY, db = system.deps.db): { traffic: TrafficLog; lost: () => number[] } => {
  const lines: string[] = []
  const log = createLog('warn', {}, { write: (line) => void lines.push(line) })
  return {
    traffic: createTrafficLog({ db }, log, bytesPerDay),
    lost: () => lines.map((line) => (JSON.parse(line) as { lost: number }).lost),
  }
}

/** What an account sees of its log, and by which transactions it was written. */
const readLog = (accountId: number) =>
  inAccount(system.deps.db, accountId, async (trx) => {
    const { rows } = await sql<{ url: string; account: number; writer: string }>`
      select url, account_id as account, xmin::text as writer from traffic order by id`.execute(trx)
    const days = await trx.selectFrom('traffic_day').select(['bytes', 'unlogged']).execute()
    return {
      urls: rows.map(({ url }) => url),
      accounts: new Set(rows.map(({ account }) => account)),
      writers: new Set(rows.map(({ writer }) => writer)),
      days,
    }
  })
const urlsOf = async (accountId: number) => (await readLog(accountId)).urls

for (const pooling of ['session', 'transaction'] as Pooling[])
  it(`[E-02] stores the rows of several accounts in one transaction, each in its own account, with ${pooling} pooling`, async () => {
    const { fern, kettle } = system
    const database = openDatabase({
      ...{ url: system.databaseUrl, max: 1, applicationName: 'log test', onError: () => undefined, pooling },
    })
    const { traffic, lost } = openLog(PLENTY, database.db)
    try {
      for (const n of [1, 2, 3]) {
        traffic.record(kettle.accountId, exchangeTo(`/kettle-${n}`))
        traffic.record(fern.accountId, exchangeTo(`/fern-${n}`))
      }
      await traffic.close()
      const [ofFern, ofKettle] = [await readLog(fern.accountId), await readLog(kettle.accountId)]
      expect(ofFern.urls).toEqual(['/fern-1', '/fern-2', '/fern-3'])
      expect(ofKettle.urls).toEqual(['/kettle-1', '/kettle-2', '/kettle-3'])
      expect([ofFern.accounts, ofKettle.accounts]).toEqual([new Set([fern.accountId]), new Set([kettle.accountId])])
      expect(ofFern.writers.size).toBe(1)
      expect(ofKettle.writers).toEqual(ofFern.writers)
      for (const { days } of [ofFern, ofKettle]) expect(days).toMatchObject([{ unlogged: 0 }])
      expect(lost()).toEqual([])
      // The account of the last row ends with the statement.
      const left = sql<{ account: string | null }>`select nullif(current_setting('app.account', true), '') as account`
      expect((await left.execute(database.db)).rows).toEqual([{ account: null }])
    } finally {
      await database.close()
    }
  })

it('[D-153][E-02] is refused by row-level security where a row is not of the account that is set', async () => {
  const { fern, kettle, deps } = system
  const wrong = sql`
    insert into traffic (account_id, direction, method, url, duration_ms, ok)
    select ${fern.accountId}::integer, 'in', 'GET', set_config('app.account', ${String(kettle.accountId)}, true), 1, true`
  await expect(wrong.execute(deps.db)).rejects.toThrow('row-level security')
})

it('[D-153] does not wait for the disk, and writes accounts in the order of their ids', async () => {
  const { fern, kettle, deps } = system
  const parts = [kettle, fern].map(({ accountId }) => ({ accountId, exchanges: [exchangeTo('/one')], unlogged: 0 }))
  const query = exchangesInsert(deps.db, parts, '2026-11-18')
  const seen = await deps.db.transaction().execute(async (trx) => {
    const { rows } = await trx.executeQuery(query)
    const setting = await sql<{ mode: string }>`select current_setting('synchronous_commit') as mode`.execute(trx)
    return { accounts: rows.map(({ accountId }) => accountId), mode: setting.rows[0]?.mode }
  })
  expect(seen).toEqual({ accounts: [fern.accountId, kettle.accountId].sort((a, b) => a - b), mode: 'off' })
})

for (const state of ['frozen', 'coming', 'gone', 'draining'])
  it(`leaves out the rows of an account that is ${state} only if it is closed, and none of others`, async () => {
    const { fern, kettle } = system
    const { traffic, lost } = openLog()
    await admin.query('insert into cell.account_gate (account_id, state, move_id) values ($1, $2, gen_random_uuid())', [
      fern.accountId,
      state,
    ])
    for (const { accountId } of [kettle, fern, kettle, fern]) traffic.record(accountId, exchangeTo('/one'))
    await traffic.close()
    await admin.query('delete from cell.account_gate')
    const isOpen = state === 'draining'
    expect(await urlsOf(kettle.accountId)).toHaveLength(2)
    expect(await urlsOf(fern.accountId)).toHaveLength(isOpen ? 2 : 0)
    expect((await readLog(fern.accountId)).days).toHaveLength(isOpen ? 1 : 0)
    expect(lost()).toEqual(isOpen ? [] : [2])
  })

it('loses the rows of an account that was erased, and none of others', async () => {
  const { fern, kettle } = system
  const { traffic, lost } = openLog()
  for (const accountId of [fern.accountId, NO_ACCOUNT, kettle.accountId]) traffic.record(accountId, exchangeTo('/one'))
  await traffic.close()
  expect([await urlsOf(fern.accountId), await urlsOf(kettle.accountId)]).toEqual([['/one'], ['/one']])
  expect(lost()).toEqual([1])
})

it('loses the rows of an account one of which cannot be stored, and none of others', async () => {
  const { fern, kettle } = system
  const { traffic, lost } = openLog()
  traffic.record(fern.accountId, exchangeTo('/one'))
  traffic.record(fern.accountId, { ...exchangeTo('/two'), direction: 'sideways' as 'in' })
  traffic.record(kettle.accountId, exchangeTo('/one'))
  await traffic.close()
  expect([await urlsOf(fern.accountId), await urlsOf(kettle.accountId)]).toEqual([[], ['/one']])
  expect(lost()).toEqual([2])
})

it('[D-98] only counts requests of the account that is beyond its daily limit', async () => {
  const { fern, kettle } = system
  const { traffic } = openLog(1)
  traffic.record(fern.accountId, exchangeTo('/first'))
  await traffic.flush(fern.accountId)
  traffic.record(fern.accountId, { ...exchangeTo('/second'), requests: 4 })
  traffic.record(kettle.accountId, exchangeTo('/first'))
  await traffic.close()
  const [ofFern, ofKettle] = [await readLog(fern.accountId), await readLog(kettle.accountId)]
  expect([ofFern.urls, ofKettle.urls]).toEqual([['/first'], ['/first']])
  expect([ofFern.days, ofKettle.days]).toMatchObject([[{ unlogged: 4 }], [{ unlogged: 0 }]])
})

it('writes a batch again whose connection was lost, once', async () => {
  const { fern, kettle } = system
  const { traffic, lost } = openLog()
  const day = `insert into traffic_day (account_id, day) values ($1, (now() at time zone 'utc')::date)`
  await admin.query('begin')
  await admin.query(day, [kettle.accountId])
  for (const { accountId } of [fern, kettle]) traffic.record(accountId, exchangeTo('/one'))
  const closed = traffic.close()
  const waiting = async (): Promise<number[]> => {
    const { rows } = await admin.query<{ pid: number }>(
      'select pid from pg_stat_activity where pg_backend_pid() = any (pg_blocking_pids(pid))',
    )
    return rows.map(({ pid }) => pid)
  }
  await expect.poll(async () => (await waiting()).length, { timeout: 60_000 }).toBe(1)
  await admin.query('select pg_terminate_backend(pid) from unnest($1::integer[]) pid', [await waiting()])
  await admin.query('rollback')
  await closed
  expect([await urlsOf(fern.accountId), await urlsOf(kettle.accountId)]).toEqual([['/one'], ['/one']])
  expect(lost()).toEqual([])
})
