// The filters of the list of calls, alone and together, page by page.
import type { HttpClient } from '@patchbay/testkit/http-client'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { inAccount } from '../../src/lib/db/transaction.ts'
import { type Exchange, startExchange } from '../support/phone-exchange.ts'
import { type System, startSystem } from '../support/system.ts'

let system: System
let exchange: Exchange
let ada: HttpClient

const RECORDS = Array.from({ length: 130 }, (_, n) => ({
  date: `2026-02-${String(1 + (n % 20)).padStart(2, '0')} 10:00:00`,
  type: n % 3 === 0 ? 'out' : 'in',
  result: (['answered', 'no answer', 'busy', 'failed'] as const)[n % 4] ?? 'answered',
  phone: `+1202555${2000 + n}`,
  externalId: `f-${n}`,
  code: n % 2 === 0 ? '101' : '102',
  ...(n % 5 === 0 && { site: 'fern-garden' }),
  ...(n % 4 === 0 && n % 2 === 0 && { recordUrl: `https://pbx.test/${n}` }),
}))

beforeAll(async () => {
  system = await startSystem()
  exchange = await startExchange(system)
  ada = await system.fern.signIn('ada')
  for (const from of [0, 50, 100]) await exchange.upload(RECORDS.slice(from, from + 50))
})
afterAll(async () => {
  await exchange.close()
  await system.close()
})

type Page = { calls: { phone: string; startedAt: string }[]; next?: string }

const all = async (query: Record<string, string>): Promise<string[]> => {
  const found: string[] = []
  let before: string | undefined
  do {
    const reply = await ada.get('/workspace/calls', { ...query, ...(before !== undefined && { before }) })
    expect(reply.status, reply.text).toBe(200)
    const page = reply.body as Page
    found.push(...page.calls.map(({ phone }) => phone))
    before = page.next
  } while (before !== undefined)
  return found
}
const phones = (matches: (record: (typeof RECORDS)[number]) => boolean) =>
  RECORDS.filter(matches)
    .map(({ phone }) => phone)
    .toSorted()

it.each([
  ['direction', { direction: 'out' }, (one) => one.type === 'out'],
  ['result', { result: 'busy' }, (one) => one.result === 'busy'],
  ['missed', { missed: 'true' }, (one) => one.type === 'in' && ['busy', 'no answer'].includes(one.result)],
  ['shop', { site: 'fern-garden' }, (one) => one.site === 'fern-garden'],
  ['recording', { recording: 'true' }, (one) => one.recordUrl !== undefined],
  ['period', { from: '2026-02-03', to: '2026-02-05' }, (one) => one.date >= '2026-02-03' && one.date < '2026-02-06'],
  ['manager', { userId: 'bruno' }, (one) => one.code === '101'],
  [
    'several',
    { direction: 'in', result: 'answered', site: 'fern-garden', from: '2026-02-01', userId: 'bruno' },
    (one) =>
      one.type === 'in' &&
      one.result === 'answered' &&
      one.site === 'fern-garden' &&
      one.date >= '2026-02-01' &&
      one.code === '101',
  ],
] as [string, Record<string, string>, (record: (typeof RECORDS)[number]) => boolean][])(
  'finds exactly the calls of the filter, each once: %s',
  async (_name, query, matches) => {
    const expected = phones(matches)
    expect(expected.length).toBeGreaterThan(0)
    const asked = query.userId === undefined ? query : { ...query, userId: String(system.fern.userIds.bruno) }
    expect((await all(asked)).toSorted()).toEqual(expected)
  },
)

it('names the filter that is wrong', async () => {
  for (const [name, value] of [
    ['site', 'nowhere'],
    ['from', '2026-02-31'],
    ['direction', 'sideways'],
  ]) {
    const reply = await ada.get('/workspace/calls', { [name as string]: value as string })
    expect(reply.status).toBe(400)
    expect(JSON.stringify(reply.body)).toContain(name)
  }
})

it('reads each filter along an index, under row-level security', async () => {
  const plans = await inAccount(system.deps.db, system.fern.accountId, async (trx) => {
    await sql`set local enable_seqscan = off`.execute(trx)
    await sql`set local enable_sort = off`.execute(trx)
    await sql`set local enable_bitmapscan = off`.execute(trx)
    const plan = async (condition: ReturnType<typeof sql>) => {
      const { rows } = await sql<{ 'QUERY PLAN': string }>`explain select id from call where ${condition}
        order by started_at desc limit 50`.execute(trx)
      return rows.map((row) => row['QUERY PLAN']).join('\n')
    }
    return {
      result: await plan(sql`result = 'busy'`),
      shop: await plan(sql`shop_id = 1`),
      missed: await plan(sql`missed`),
      recording: await plan(sql`record_url is not null`),
    }
  })
  expect(plans.result).toContain('call_by_result')
  expect(plans.shop).toContain('call_by_shop')
  expect(plans.missed).toContain('call_missed')
  expect(plans.recording).toContain('call_with_recording')
})
