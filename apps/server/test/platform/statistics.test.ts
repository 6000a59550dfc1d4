import { afterAll, beforeAll, expect, it } from 'vitest'
import { chatStatistics } from '../../src/chats/chat-statistics/lane.ts'
import type { Db } from '../../src/lib/db/database.ts'
import { inAccount } from '../../src/lib/db/transaction.ts'
import { paymentStatistics } from '../../src/payments/payment-statistics/lane.ts'
import { keepStatistics } from '../../src/platform/statistics/lane.ts'
import { daysBetween } from '../../src/platform/statistics/rules.ts'
import { markAllStale } from '../../src/platform/statistics/store.ts'
import { callStatistics } from '../../src/telephony/call-statistics/lane.ts'
import { listParts } from '../../src/telephony/call-statistics/report-store.ts'
import { type System, startSystem } from '../support/system.ts'
import { insertCast, type Random, randomChange, seededRandom } from './statistics-changes.ts'
import {
  CALL_LISTS,
  CALL_NUMBERS,
  CHAT_LISTS,
  CHAT_NUMBERS,
  countCalls,
  countChats,
  countPayments,
  type Figures,
  PAYMENT_LISTS,
  PAYMENT_NUMBERS,
  readFigures,
} from './statistics-truth.ts'

let system: System
beforeAll(async () => {
  system = await startSystem({ accounts: ['fern'] })
})
afterAll(() => system.close())

const inFern = <T>(work: (trx: Db) => Promise<T>) => inAccount(system.deps.db, system.fern.accountId, work)

/** What a worker does when the lane is claimed, until nothing is left. */
const keep = async () => {
  const serve = keepStatistics(system.deps, [callStatistics, paymentStatistics, chatStatistics])
  const claim = { accountId: system.fern.accountId, kind: 'statistics', key: 'all', endpoint: 'statistics' }
  do await serve({ ...claim, holds: () => true, failures: 0, failingSince: undefined })
  while ((await inFern((trx) => trx.selectFrom('statistics_change').select('id').execute())).length > 0)
}

const figures = () =>
  inFern(async (trx) => ({
    calls: await readFigures(trx, 'call_statistics', CALL_NUMBERS, CALL_LISTS),
    payments: await readFigures(trx, 'payment_statistics', PAYMENT_NUMBERS, PAYMENT_LISTS),
    chats: await readFigures(trx, 'chat_statistics', CHAT_NUMBERS, CHAT_LISTS),
  }))

const truth = (timezone: string) =>
  inFern(async (trx) => ({
    calls: await countCalls(trx, timezone),
    payments: await countPayments(trx, timezone),
    chats: await countChats(trx, timezone),
  }))

/** The tables of the report read weeks and days: of any period they must say what the days together do. */
const expectParts = async (days: Figures, random: Random) => {
  const from = `2026-10-${15 + random(15)}`
  const to = daysBetween(from, '2026-11-05').at(random(20) % daysBetween(from, '2026-11-05').length) ?? from
  const expected: Record<string, number[]> = {}
  for (const [key, row] of Object.entries(days)) {
    const [dimension = '', day = '', value = ''] = key.split('|')
    if (dimension === 'all' || day < from || day > to) continue
    const waits = row.answered_waits as number[]
    const sum = (counts: number[]) => counts.reduce((most, count) => most + count, 0)
    const figures = [...CALL_NUMBERS.map((name) => row[name] as number), sum(waits.slice(0, 4))]
    const more = [...figures, sum(waits) + (row.missed as number)]
    const before = expected[`${dimension}|${value}`] ?? []
    expected[`${dimension}|${value}`] = more.map((count, place) => count + (before[place] ?? 0))
  }
  const parts = await inFern((trx) => listParts(trx, { from, to }, 20))
  expect(
    Object.fromEntries(
      parts.map(({ dimension, value, figures: of }) => [
        `${dimension}|${value}`,
        [
          ...[of.incoming, of.answered, of.missed, of.returned, of.firstContacts, of.outgoing, of.outgoingAnswered],
          ...[Number(of.talkSeconds), of.withinLevel, of.levelOf],
        ],
      ]),
    ),
    `${from} to ${to}`,
  ).toEqual(expected)
}

const ZONES = ['Europe/Berlin', 'Asia/Kolkata', 'America/New_York', 'UTC']
const CHANGES = Number(process.env.STATISTICS_CHANGES ?? 500)
const SEED = Number(process.env.STATISTICS_SEED ?? 20_261_117)

it(
  `[D-121] every figure equals a count of the rows after ${CHANGES} random changes (seed ${SEED}), and the same when computed from nothing`,
  async () => {
    const random = seededRandom(SEED)
    const cast = await inFern((trx) => insertCast(trx, Object.values(system.fern.userIds).slice(0, 3)))
    let timezone = 'UTC'
    let checked = 0
    for (let number = 1; number <= CHANGES; number++) {
      await inFern((trx) => randomChange(trx, cast, random, number))
      if (number % 10 === 0) await keep()
      if (number % Math.ceil(CHANGES / 10) !== 0) continue
      if (random(2) === 0) {
        timezone = ZONES[random(ZONES.length)] ?? 'UTC'
        await inFern((trx) => trx.updateTable('account').set({ timezone }).execute())
      }
      await keep()
      const counted = await truth(timezone)
      expect(await figures()).toEqual(counted)
      for (let period = 0; period < 5; period++) await expectParts(counted.calls, random)
      checked++
    }
    expect(checked).toBe(10)
    const kept = await figures()
    expect(
      Object.keys(kept.calls).length * Object.keys(kept.payments).length * Object.keys(kept.chats).length,
    ).toBeGreaterThan(0)
    await inFern(async (trx) => {
      for (const table of ['call_statistics', 'call_statistics_week', 'payment_statistics', 'chat_statistics'] as const)
        await trx.deleteFrom(table).execute()
      await markAllStale(trx)
    })
    await keep()
    expect(await figures()).toEqual(kept)
    await expectParts(kept.calls, random)
  },
  CHANGES * 500 + 60_000,
)
