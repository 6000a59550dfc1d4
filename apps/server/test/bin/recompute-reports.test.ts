import { waitUntil } from '@patchbay/testkit/services'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Db } from '../../src/lib/db/database.ts'
import { inAccount } from '../../src/lib/db/transaction.ts'
import { listParts } from '../../src/telephony/call-statistics/report-store.ts'
import { insertCast, randomChange, seededRandom } from '../platform/statistics-changes.ts'
import {
  CALL_LISTS,
  CALL_NUMBERS,
  CHAT_LISTS,
  CHAT_NUMBERS,
  countCalls,
  countChats,
  countPayments,
  PAYMENT_LISTS,
  PAYMENT_NUMBERS,
  readFigures,
} from '../platform/statistics-truth.ts'
import { createOwnCommandLine, type RunCommand } from '../support/command-line.ts'
import { type System, startSystem } from '../support/system.ts'

let system: System
let patchbay: RunCommand

const inFern = <T>(work: (trx: Db) => Promise<T>) => inAccount(system.deps.db, system.fern.accountId, work)

const isComputed = () =>
  waitUntil('the figures are computed', async () => {
    const left = await inFern((trx) => trx.selectFrom('statistics_change').select('id').execute())
    return left.length === 0
  })

const figures = () =>
  inFern(async (trx) => ({
    calls: await readFigures(trx, 'call_statistics', CALL_NUMBERS, CALL_LISTS),
    payments: await readFigures(trx, 'payment_statistics', PAYMENT_NUMBERS, PAYMENT_LISTS),
    chats: await readFigures(trx, 'chat_statistics', CHAT_NUMBERS, CHAT_LISTS),
    table: await listParts(trx, { from: '2026-10-17', to: '2026-11-03' }, 20),
  }))

const incomingOn = async (day: string) => (await figures()).calls[`all|${day}|`]?.incoming

beforeAll(async () => {
  system = await startSystem({ accounts: ['fern'] })
  await system.work()
  patchbay = createOwnCommandLine(system.deps)
  await inFern(async (trx) => {
    const random = seededRandom(11)
    const cast = await insertCast(trx, Object.values(system.fern.userIds).slice(0, 3))
    for (let number = 1; number <= 200; number++) await randomChange(trx, cast, random, number)
  })
  await isComputed()
})
afterAll(() => system.close())

const plantErrors = () =>
  inFern(async (trx) => {
    await sql`update call_statistics set incoming = incoming + 1000`.execute(trx)
    await sql`update call_statistics_week set missed = missed + 1000`.execute(trx)
    await sql`update payment_statistics set paid_amount = paid_amount + 1`.execute(trx)
    await sql`delete from chat_statistics`.execute(trx)
  })

const HOST = 'fern.test'

it('[D-121] recompute-reports computes all figures again from the calls, invoices and chats', async () => {
  const right = await figures()
  await plantErrors()
  expect(await figures()).not.toEqual(right)
  const { code, stdout } = await patchbay('recompute-reports', HOST)
  expect([code, stdout]).toEqual([0, 'a worker computes the figures of all days again'])
  await isComputed()
  expect(await figures()).toEqual(right)
  const { calls, payments, chats } = right
  const timezone = await inFern((trx) => trx.selectFrom('account').select('timezone').executeTakeFirstOrThrow())
  expect({ calls, payments, chats }).toEqual(
    await inFern(async (trx) => ({
      calls: await countCalls(trx, timezone.timezone),
      payments: await countPayments(trx, timezone.timezone),
      chats: await countChats(trx, timezone.timezone),
    })),
  )
})

it('[D-121] recompute-reports of a period leaves other days as they are, and refuses what is no period', async () => {
  const days = Object.keys((await figures()).calls).flatMap((key) => (key.startsWith('all|') ? [key.slice(4, 14)] : []))
  const [first = '', last = ''] = [days.toSorted()[0], days.toSorted().at(-1)]
  const right = [await incomingOn(first), await incomingOn(last)]
  await plantErrors()
  expect((await patchbay('recompute-reports', HOST, first)).code).toBe(0)
  await isComputed()
  expect([await incomingOn(first), await incomingOn(last)]).toEqual([right[0], Number(right[1]) + 1000])
  const refused = await patchbay('recompute-reports', HOST, '2026-10-99')
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('not a period: 2026-10-99')])
})
