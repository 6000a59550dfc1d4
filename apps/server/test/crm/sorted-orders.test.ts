// Orders sorted by a column and filtered by their payment state, page by page.
import type { HttpClient } from '@patchbay/testkit/http-client'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { inAccount } from '../../src/lib/db/transaction.ts'
import { type System, startSystem } from '../support/system.ts'

let system: System
let ada: HttpClient

const NAMES = ['Åberg', 'Zetterlund', 'berg', 'Щукин', "O'Neil", '']
const ORDERS = Array.from({ length: 130 }, (_, n) => ({
  number: `S-${String(n).padStart(3, '0')}`,
  lastName: NAMES[n % NAMES.length] ?? '',
  firstName: n % 2 === 0 ? 'Nora' : 'Ida',
  price: (n % 13) * 10 + 0.5,
  createdAt: `2026-10-${String(28 - (n % 28)).padStart(2, '0')} 10:00:00`,
  paid: [0, 0.25, 1][n % 3] ?? 0,
}))

beforeAll(async () => {
  system = await startSystem({ accounts: ['fern'] })
  ada = await system.fern.signIn('ada')
  for (const { number, firstName, lastName, price, createdAt, paid } of ORDERS) {
    const payments = paid === 0 ? [] : [{ type: 'cash', status: 'paid', amount: paid === 1 ? price : 0.25 }]
    const items = [{ productName: 'Fern', initialPrice: price, quantity: 1 }]
    const order = { number, firstName, lastName, createdAt, items, payments }
    const reply = await system.fern.api.post('/api/v5/orders/create', { order, site: 'fern-online' })
    expect(reply.status, reply.text).toBe(201)
  }
})
afterAll(() => system.close())

type Listed = { id: number; number: string; totalSumm: number; prepaySum: number; lastName: string; createdAt: string }
type Page = { orders: Listed[]; next?: string }

const all = async (query: Record<string, string>): Promise<Listed[]> => {
  const found: Listed[] = []
  let after: string | undefined
  do {
    const reply = await ada.get('/workspace/sorted-orders', { ...query, ...(after !== undefined && { after }) })
    expect(reply.status, reply.text).toBe(200)
    const page = reply.body as Page
    found.push(...page.orders)
    after = page.next
  } while (after !== undefined)
  return found
}
const isSorted = (values: readonly (number | string)[], direction: 'asc' | 'desc') =>
  values.every((value, index) => {
    const before = values[index - 1]
    if (before === undefined || before === value) return true
    return direction === 'asc' ? before < value : before > value
  })

it.each(['asc', 'desc'] as const)(
  'by total, created and customer, %s: in order, none twice, none left out',
  async (direction) => {
    const totals = await all({ sort: 'total', direction })
    expect(new Set(totals.map(({ id }) => id)).size).toBe(130)
    expect(
      isSorted(
        totals.map(({ totalSumm }) => totalSumm),
        direction,
      ),
    ).toBe(true)
    const created = await all({ sort: 'created', direction })
    expect(created).toHaveLength(130)
    expect(
      isSorted(
        created.map(({ createdAt }) => createdAt),
        direction,
      ),
    ).toBe(true)
    const names = (await all({ sort: 'customer', direction })).map(({ lastName }) => lastName)
    expect(names).toHaveLength(130)
    // One run each: the same name never comes twice with another one in between.
    expect(names.filter((name, index) => name !== names[index - 1])).toHaveLength(NAMES.length)
  },
)

const stateOf = ({ totalSumm, prepaySum }: Listed) =>
  prepaySum <= 0 ? 'unpaid' : prepaySum < totalSumm ? 'partly' : 'paid'

it.each(['unpaid', 'partly', 'paid'] as const)('of one payment state, newest first or by total: %s', async (state) => {
  const found = await all({ paymentState: state })
  expect(found.length).toBeGreaterThan(30)
  expect(found.every((order) => stateOf(order) === state)).toBe(true)
  expect(
    isSorted(
      found.map(({ id }) => id),
      'desc',
    ),
  ).toBe(true)
  expect(await all({ paymentState: state, sort: 'total', direction: 'asc' })).toHaveLength(found.length)
  const few = await all({
    paymentState: state,
    'filter[createdAtFrom]': '2026-10-01',
    'filter[createdAtTo]': '2026-10-07',
  })
  expect(few.length).toBeLessThan(found.length)
})

const listedState = async (number: string) => {
  for (const state of ['unpaid', 'partly', 'paid']) {
    const found = await all({ paymentState: state, 'filter[numbers][]': number })
    if (found.length === 1) return state
  }
  return 'none'
}

it('the state follows payments, the total of the order, and which statuses count as paid', async () => {
  const { api } = system.fern
  const made = await api.post('/api/v5/orders/create', {
    site: 'fern-online',
    order: { number: 'STATE', items: [{ productName: 'Fern', initialPrice: 100, quantity: 1 }] },
  })
  const { id } = made.body as { id: number }
  expect(await listedState('STATE')).toBe('unpaid')
  const payment = { type: 'cash', status: 'paid', amount: 100, order: { id } }
  const paid = await api.post('/api/v5/orders/payments/create', { payment })
  expect(paid.status, paid.text).toBe(201)
  expect(await listedState('STATE')).toBe('paid')
  const items = [{ productName: 'Fern', initialPrice: 150, quantity: 1 }]
  await api.post(`/api/v5/orders/${id}/edit`, { by: 'id', order: { items } })
  expect(await listedState('STATE')).toBe('partly')
  const statusPaid = (complete: boolean) =>
    inAccount(system.deps.db, system.fern.accountId, (trx) =>
      sql`update payment_status set complete = ${complete} where code = 'paid'`.execute(trx),
    )
  await statusPaid(false)
  expect(await listedState('STATE')).toBe('unpaid')
  await statusPaid(true)
  expect(await listedState('STATE')).toBe('partly')
  const { id: paymentId } = paid.body as { id: number }
  await api.post(`/api/v5/orders/payments/${paymentId}/delete`, {})
  expect(await listedState('STATE')).toBe('unpaid')
})

it('a new total and a new payment at the same moment do not miss each other', async () => {
  const { api } = system.fern
  const made = await api.post('/api/v5/orders/create', {
    site: 'fern-online',
    order: { number: 'RACE', items: [{ productName: 'Fern', initialPrice: 100, quantity: 1 }] },
  })
  const { id } = made.body as { id: number }
  for (let round = 1; round <= 10; round++) {
    const items = [{ productName: 'Fern', initialPrice: round * 100, quantity: 1 }]
    const payment = { type: 'cash', status: 'paid', amount: round === 1 ? 100 : 100, order: { id } }
    await Promise.all([
      api.post(`/api/v5/orders/${id}/edit`, { by: 'id', order: { items } }),
      api.post('/api/v5/orders/payments/create', { payment }),
    ])
    const { order } = (await ada.get(`/workspace/orders/${id}`)).body as { order: Listed }
    expect(await listedState('RACE'), `round ${round}`).toBe(stateOf(order))
  }
})

it('reads each sort along its index, and a later page begins in the index, under row-level security', async () => {
  const plans = await inAccount(system.deps.db, system.fern.accountId, async (trx) => {
    await sql`set local enable_seqscan = off`.execute(trx)
    await sql`set local enable_bitmapscan = off`.execute(trx)
    await sql`set local enable_sort = off`.execute(trx)
    const plan = async (text: ReturnType<typeof sql>) => {
      const { rows } = await sql<{ 'QUERY PLAN': string }>`explain ${text}`.execute(trx)
      return rows.map((row) => row['QUERY PLAN']).join('\n')
    }
    return {
      total: await plan(
        sql`select id from customer_order where (total_key, id) < (500, 7) order by total_key desc, id desc limit 50`,
      ),
      name: await plan(
        sql`select id from customer_order where (name_key, id) > ('berg' collate "C", 7) order by name_key, id limit 50`,
      ),
    }
  })
  expect(plans.total).toMatch(/order_by_total[\s\S]*Index Cond: .*ROW\(total_key, id\)/)
  expect(plans.name).toMatch(/order_by_name[\s\S]*Index Cond: .*ROW\(name_key, id\)/)
})

it('an edited cursor finds nothing instead of failing', async () => {
  const reply = await ada.get('/workspace/sorted-orders', { sort: 'total', after: 'PWFiYw.7' })
  expect(reply).toMatchObject({ status: 200, body: { orders: [] } })
})
