// The gate that closes an account while it is moved to another cell: in the database and in the process.
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openDatabase, type Pooling } from '../../src/lib/db/database.ts'
import { isAccountClosed, isAccountGone } from '../../src/lib/db/pg-errors.ts'
import { inAccount, inAccountQuery } from '../../src/lib/db/transaction.ts'
import { listAccountIds } from '../../src/platform/accounts/store.ts'
import { listShopCodes } from '../../src/platform/shops/store.ts'
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

const setGate = (state: string) =>
  admin.query(
    `insert into cell.account_gate (account_id, state, move_id) values ($1, $2, gen_random_uuid())
     on conflict (account_id) do update set state = $2`,
    [system.fern.accountId, state],
  )
const openGate = () => admin.query('delete from cell.account_gate')

for (const pooling of ['session', 'transaction'] as Pooling[])
  it(`refuses every transaction of a closed account, and no other, with ${pooling} pooling`, async () => {
    const { db, pool, close } = openDatabase({
      ...{ url: system.databaseUrl, max: 2, applicationName: 'gate test', onError: () => undefined, pooling },
    })
    const query = sql<{ one: number }>`select 1 as one`.compile(db)
    const both = (accountId: number) =>
      Promise.allSettled([inAccount(db, accountId, listShopCodes), inAccountQuery(pool, accountId, query)])
    const outcomes = async (accountId: number) => (await both(accountId)).map(({ status }) => status)
    try {
      expect(await outcomes(system.fern.accountId)).toEqual(['fulfilled', 'fulfilled'])
      await setGate('draining')
      expect(await outcomes(system.fern.accountId)).toEqual(['fulfilled', 'fulfilled'])
      for (const state of ['frozen', 'coming', 'gone']) {
        await setGate(state)
        for (const outcome of await both(system.fern.accountId)) {
          const reason = outcome.status === 'rejected' ? outcome.reason : undefined
          expect([isAccountClosed(reason), isAccountGone(reason)]).toEqual([true, state === 'gone'])
          expect(reason).toMatchObject({ code: 'unavailable', status: 503, retryAfter: 2 })
        }
        expect(await outcomes(system.kettle.accountId)).toEqual(['fulfilled', 'fulfilled'])
      }
      await openGate()
      expect(await outcomes(system.fern.accountId)).toEqual(['fulfilled', 'fulfilled'])
    } finally {
      await openGate()
      await close()
    }
  })

it('[D-139] answers 503 with Retry-After, and leaves the account out of schedules', async () => {
  await setGate('frozen')
  try {
    const reply = await system.fern.api.get('/api/v5/reference/sites')
    expect([reply.status, reply.headers['retry-after']]).toEqual([503, '2'])
    expect((await system.kettle.api.get('/api/v5/reference/sites')).status).toBe(200)
    expect(await listAccountIds(system.deps.db)).toEqual([system.kettle.accountId])
  } finally {
    await openGate()
  }
})
