// The reports over HTTP: every figure is as long as the list that it opens.
import type { ChatStatistics } from '@patchbay/contract/chats/workspace/chat-statistics'
import type { PaymentStatistics } from '@patchbay/contract/payments/workspace/payment-statistics'
import { DURATION_BOUNDS, WAIT_BOUNDS } from '@patchbay/contract/platform/histograms'
import type { CallFigures, CallStatistics } from '@patchbay/contract/telephony/workspace/call-statistics'
import type { HttpClient } from '@patchbay/testkit/http-client'
import { waitUntil } from '@patchbay/testkit/services'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Db } from '../../src/lib/db/database.ts'
import { inAccount } from '../../src/lib/db/transaction.ts'
import { type System, startSystem } from '../support/system.ts'
import { insertCast, randomChange, seededRandom } from './statistics-changes.ts'

const PERIOD = { from: '2026-10-18', to: '2026-11-01' }

let system: System
let ada: HttpClient

const inFern = <T>(work: (trx: Db) => Promise<T>) => inAccount(system.deps.db, system.fern.accountId, work)

beforeAll(async () => {
  system = await startSystem({ accounts: ['fern'] })
  await system.work()
  ada = await system.fern.signIn('ada')
  await inFern(async (trx) => {
    await trx.updateTable('account').set({ timezone: 'Europe/Berlin' }).execute()
    const random = seededRandom(7)
    const cast = await insertCast(trx, Object.values(system.fern.userIds).slice(0, 3))
    for (let number = 1; number <= 400; number++) await randomChange(trx, cast, random, number)
    await sql`insert into user_group (code, name) values ('desk', 'Desk')`.execute(trx)
    await sql`insert into user_group_member (group_id, user_id) select id, unnest(${cast.userIds.slice(0, 2)}::bigint[])
      from user_group`.execute(trx)
  })
  await waitUntil('the figures are computed', async () => {
    const left = await inFern((trx) => trx.selectFrom('statistics_change').select('id').execute())
    return left.length === 0
  })
})
afterAll(() => system.close())

type Query = Record<string, string | number | boolean>

const texts = (query: Query) => Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)]))

const report = async <T>(area: string, query: Query = PERIOD): Promise<T> => {
  const reply = await ada.get(`/workspace/${area}-statistics`, texts(query))
  expect(reply.status, reply.text).toBe(200)
  return (reply.body as { statistics: T }).statistics
}

/** How many the list has, over all of its pages. */
const count = async (path: 'calls' | 'invoices' | 'chats', query: Query): Promise<number> => {
  const cursor = path === 'invoices' ? 'after' : 'before'
  let [found, next]: [number, string | undefined] = [0, undefined]
  do {
    const at: Query = next === undefined ? {} : { [cursor]: next }
    const reply = await ada.get(`/workspace/${path}`, texts({ ...query, ...at }))
    expect(reply.status, reply.text).toBe(200)
    const page = reply.body as Record<typeof path, unknown[]> & { next?: string }
    found += page[path].length
    next = page.next
  } while (next !== undefined)
  return found
}

const CALLS: [keyof CallFigures, Query][] = [
  ['incoming', { direction: 'in' }],
  ['answered', { direction: 'in', result: 'answered' }],
  ['missed', { missed: true }],
  ['returned', { missed: true, returned: true }],
  ['firstContacts', { firstContact: true }],
  ['outgoing', { direction: 'out' }],
  ['outgoingAnswered', { direction: 'out', result: 'answered' }],
]

it('[D-122] each figure of the call report opens exactly its calls, of all and of each part', async () => {
  const statistics = await report<CallStatistics>('call')
  const names = { user: 'handledBy', group: 'group', shop: 'site', number: 'number', module: 'module' } as const
  for (const [figure, query] of CALLS) {
    expect(await count('calls', { ...PERIOD, ...query }), figure).toBe(statistics.total[figure])
    for (const { by, value, figures } of statistics.breakdowns)
      expect(await count('calls', { ...PERIOD, ...query, [names[by]]: value }), `${figure} ${by} ${value}`).toBe(
        figures[figure],
      )
  }
  expect(new Set(statistics.breakdowns.map(({ by }) => by)).size).toBe(5)
  const inTime = { ...PERIOD, direction: 'in', result: 'answered', waitedTo: statistics.serviceLevelSeconds }
  expect(await count('calls', inTime)).toBe(statistics.total.withinLevel)
  const { incoming, outgoing } = statistics.total
  expect(await count('calls', PERIOD), 'of talk time').toBe(incoming + outgoing)
})

it('[D-122] each day, each field of the heat map and each bucket opens exactly its calls', async () => {
  const { days, incomingByHour, answeredWaits, returnTimes } = await report<CallStatistics>('call')
  for (const { day, figures } of days) {
    expect(await count('calls', { from: day, to: day, missed: true }), day).toBe(figures.missed)
  }
  for (const [place, hours] of incomingByHour.entries()) {
    for (const hour of [0, 2, 13])
      expect(await count('calls', { ...PERIOD, direction: 'in', weekday: place + 1, hour })).toBe(hours[hour])
  }
  const bucket = (bounds: readonly number[], place: number, name: string) => ({
    [`${name}Over`]: bounds[place - 1] ?? 0,
    ...(bounds[place] !== undefined && { [`${name}To`]: bounds[place] }),
  })
  for (const [place, expected] of answeredWaits.entries()) {
    const query = { ...PERIOD, direction: 'in', result: 'answered', ...bucket(WAIT_BOUNDS, place, 'waited') }
    expect(await count('calls', query)).toBe(expected)
  }
  for (const [place, expected] of returnTimes.entries()) {
    const query = { ...PERIOD, returned: true, ...bucket(DURATION_BOUNDS, place, 'returned') }
    expect(await count('calls', query)).toBe(expected)
  }
})

it('[D-122] limits the call report to one manager, group, shop, number or module', async () => {
  const { breakdowns } = await report<CallStatistics>('call')
  const names = { user: 'userId', group: 'group', shop: 'site', number: 'number', module: 'module' } as const
  for (const { by, value, name, figures } of breakdowns) {
    const part = await report<CallStatistics>('call', { ...PERIOD, [names[by]]: value })
    expect(part.total).toEqual(figures)
    expect(part.filter).toEqual({ by, name: name ?? (by === 'number' ? value : expect.stringMatching(/^\p{Lu}/u)) })
  }
  const both = await ada.get('/workspace/call-statistics', { site: 'fern-online', number: '+4930111' })
  expect(both.status).toBe(400)
})

it('[D-122] each figure of the payment report opens exactly its invoices, and no two currencies are added up', async () => {
  const { currencies } = await report<PaymentStatistics>('payment')
  expect(currencies.map(({ currency }) => currency).toSorted()).toEqual(['EUR', 'USD'])
  for (const { currency, total, breakdowns, paymentTimes } of currencies) {
    for (const counted of ['issued', 'converted', 'paid', 'held'] as const) {
      const query = { list: 'all', ...PERIOD, currency, counted }
      expect(await count('invoices', query), `${currency} ${counted}`).toBe(total[counted])
      for (const { by, value, figures } of breakdowns) {
        const part = { [by === 'shop' ? 'site' : by]: value }
        expect(await count('invoices', { ...query, ...part }), `${counted} ${by} ${value}`).toBe(figures[counted])
      }
    }
    const quick = { list: 'all', ...PERIOD, currency, counted: 'paid', paidOver: 0, paidTo: DURATION_BOUNDS[0] }
    expect(await count('invoices', quick)).toBe(paymentTimes[0])
  }
})

it('[D-122] each figure of the chat report opens its conversations, each once', async () => {
  const { total, breakdowns } = await report<ChatStatistics>('chat')
  const distinct = (column: string, more = sql`true`) =>
    inFern(async (trx) => {
      const at = sql.ref(column)
      const { rows } = await sql<{ count: number }>`
        select count(distinct chat_id)::integer as count from chat_period
        where ${at} >= '2026-10-18 00:00 Europe/Berlin' and ${at} < '2026-11-02 00:00 Europe/Berlin' and ${more}`.execute(
        trx,
      )
      return rows[0]?.count ?? 0
    })
  expect(await count('chats', { ...PERIOD, counted: 'opened' })).toBe(await distinct('opened_at'))
  expect(await count('chats', { ...PERIOD, counted: 'closed' })).toBe(await distinct('closed_at'))
  const closer = breakdowns.find(({ by, figures }) => by === 'user' && figures.closed > 0)
  const closed = { ...PERIOD, counted: 'closed', userId: Number(closer?.value) }
  expect(await count('chats', closed)).toBe(await distinct('closed_at', sql`closed_by = ${Number(closer?.value)}`))
  expect(total.opened).toBeGreaterThan(0)
  expect(await count('chats', { ...PERIOD, counted: 'positive' })).toBeLessThanOrEqual(total.positive)
  await inFern((trx) =>
    sql`insert into reaction (message_id, user_id, emoji, emoji_key, created_at)
      select id, null, '👍', '👍', '2026-10-20 12:00 Europe/Berlin' from message where user_id is not null limit 1
      on conflict do nothing`.execute(trx),
  )
  const [positive, negative, rated] = await Promise.all(
    ['positive', 'negative', 'rated'].map((counted) => count('chats', { ...PERIOD, counted })),
  )
  expect(rated).toBeLessThanOrEqual((positive ?? 0) + (negative ?? 0))
  expect(rated).toBeGreaterThanOrEqual(Math.max(positive ?? 0, negative ?? 0, 1))
  await inFern((trx) =>
    sql`update chat set waiting_since = now() where id in (select id from chat where state = 'open' limit 2)`.execute(
      trx,
    ),
  )
  const { waitingNow } = await report<ChatStatistics>('chat')
  expect(waitingNow).toBeGreaterThan(0)
  expect(await count('chats', { counted: 'waiting' })).toBe(waitingNow)
  const channel = breakdowns.find(({ by }) => by === 'channel')
  const ofChannel = await report<ChatStatistics>('chat', { ...PERIOD, channelId: Number(channel?.value) })
  expect(ofChannel.filter).toEqual({ by: 'channel', name: channel?.name })
})

it('[D-123] the service level follows the setting of the account, and takes no other seconds', async () => {
  expect((await ada.postJson('/workspace/account', { serviceLevelSeconds: 60 })).status).toBe(200)
  expect((await report<CallStatistics>('call')).serviceLevelSeconds).toBe(60)
  expect((await ada.postJson('/workspace/account', { serviceLevelSeconds: 61 })).status).toBe(400)
})
