// Lists of orders: filters, pages, and stored counts.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inAccount } from '../../src/lib/db/transaction.ts'
import { type System, startSystem } from '../support/system.ts'

let system: System
beforeAll(async () => {
  system = await startSystem()
  const { fern, kettle } = system
  for (let index = 1; index <= 53; index++) {
    const order = {
      externalId: `E-${index}`,
      number: `N-${index}`,
      status: index % 5 === 0 ? 'complete' : index % 7 === 0 ? 'canceled' : 'new',
      createdAt: `2026-${index <= 28 ? '09' : '10'}-${String(((index - 1) % 28) + 1).padStart(2, '0')} 10:00:00`,
      email: `person${index % 3}@Mail.test`,
      ...(index % 4 === 0 && { managerId: fern.userIds.bruno }),
    }
    const site = index % 2 === 0 ? 'fern-garden' : 'fern-online'
    const reply = await fern.api.post('/api/v5/orders/create', { order, site })
    expect(reply.status, reply.text).toBe(201)
  }
  await kettle.api.post('/api/v5/orders/create', { order: { externalId: 'E-1', email: 'person1@mail.test' } })
})
afterAll(() => system.close())

type Listed = {
  pagination: { limit: number; totalCount: number; currentPage: number; totalPageCount: number }
  orders: { id: number; number: string; site: string; status: string; externalId: string }[]
}
const list = async (query: Record<string, string> = {}, side: 'fern' | 'kettle' = 'fern'): Promise<Listed> => {
  const reply = await system[side].api.get('/api/v5/orders', query)
  expect(reply.status, reply.text).toBe(200)
  return reply.body as Listed
}
const numbers = ({ orders }: Listed) => orders.map(({ number }) => number)

describe('pages', () => {
  it('have twenty orders, newest first, with the pagination that clients read', async () => {
    const first = await list()
    expect(first.pagination).toEqual({ limit: 20, totalCount: 53, currentPage: 1, totalPageCount: 3 })
    expect(numbers(first).slice(0, 2)).toEqual(['N-53', 'N-52'])
    expect(first.orders).toHaveLength(20)
  })

  it.each([
    ['all', {}],
    ['of one shop', { 'filter[sites][]': 'fern-garden' }],
    ['of one status', { 'filter[status]': 'new' }],
    ['of a shop and a status', { 'filter[sites][]': 'fern-online', 'filter[status]': 'new' }],
    ['of two statuses', { 'filter[extendedStatus][0]': 'new', 'filter[extendedStatus][1]': 'complete' }],
    [
      'of two shops and two statuses',
      {
        'filter[sites][0]': 'fern-online',
        'filter[sites][1]': 'fern-garden',
        'filter[extendedStatus][0]': 'canceled',
        'filter[extendedStatus][1]': 'complete',
      },
    ],
    ['of a manager', { 'filter[managers][]': 'bruno' }],
    ['of a manager in a status', { 'filter[managers][]': 'bruno', 'filter[status]': 'new' }],
  ])('reached one by one, from either end, are the whole list: %s', async (_name, query) => {
    const { bruno } = system.fern.userIds
    const filter = Object.fromEntries(
      Object.entries(query).map(([name, value]) => [name, value === 'bruno' ? String(bruno) : value]),
    )
    const whole = await list({ ...filter, limit: '100' })
    expect(whole.orders.length).toBeGreaterThan(5)
    expect(whole.pagination.totalCount).toBe(whole.orders.length)
    const ids = whole.orders.map(({ id }) => id)
    expect(ids).toEqual([...ids].sort((a, b) => b - a))
    const parts: string[] = []
    for (let page = 1; page <= Math.ceil(ids.length / 20); page++)
      parts.push(...numbers(await list({ ...filter, page: String(page) })))
    expect(parts).toEqual(numbers(whole))
    expect((await list({ ...filter, page: '99' })).orders).toEqual([])
  })

  it('[E-02] never hold an order of another account', async () => {
    expect(await list({}, 'kettle')).toMatchObject({ pagination: { totalCount: 1 }, orders: [{ externalId: 'E-1' }] })
    expect(await list({ 'filter[email]': 'person1@mail.test' }, 'kettle')).toMatchObject({
      pagination: { totalCount: 1 },
    })
  })
})

describe('filters', () => {
  it('find orders by id, external id and number', async () => {
    expect(numbers(await list({ 'filter[externalIds][]': 'E-7' }))).toEqual(['N-7'])
    expect(numbers(await list({ 'filter[numbers][0]': 'N-3', 'filter[numbers][1]': 'N-9' }))).toEqual(['N-9', 'N-3'])
    const [order] = (await list({ 'filter[numbers][]': 'N-3' })).orders
    expect(numbers(await list({ 'filter[ids][]': String(order?.id) }))).toEqual(['N-3'])
    expect(numbers(await list({ 'filter[numbers][]': 'N-3', 'filter[status]': 'complete' }))).toEqual([])
  })

  it('find orders by email, however it is written, and by the customer', async () => {
    const found = await list({ 'filter[email]': 'PERSON1@mail.TEST', limit: '20', page: '1' })
    expect(found.pagination.totalCount).toBe(18)
    const { order } = (await system.fern.api.get('/api/v5/orders/E-9')).body as { order: { customer: { id: number } } }
    expect(numbers(await list({ 'filter[customerId]': String(order.customer.id) }))).toEqual(['N-9'])
  })

  it('find orders by their creation time, a month at most', async () => {
    const days = { 'filter[createdAtFrom]': '2026-09-27', 'filter[createdAtTo]': '2026-10-02' }
    expect(numbers(await list(days))).toEqual(['N-30', 'N-29', 'N-28', 'N-27'])
    expect(numbers(await list({ ...days, 'filter[sites][]': 'fern-garden' }))).toEqual(['N-30', 'N-28'])
    const wide = { 'filter[createdAtFrom]': '2026-01-01', 'filter[createdAtTo]': '2026-10-02' }
    for (const query of [wide, { 'filter[createdAtTo]': '2026-10-02' }])
      expect((await system.fern.api.get('/api/v5/orders', query)).body).toMatchObject({
        errorMsg: 'Errors in the input parameters',
        errors: { createdAtFrom: expect.stringContaining('31 days') },
      })
    expect(numbers(await list({ ...wide, 'filter[externalIds][]': 'E-7' }))).toEqual(['N-7'])
  })

  it('without an index are rejected, with a list of the supported ones', async () => {
    const reply = await system.fern.api.get('/api/v5/orders', { 'filter[minPrice]': '10', 'filter[status]': 'new' })
    expect(reply).toMatchObject({
      status: 400,
      body: { success: false, errorMsg: 'Errors in the input parameters', errors: { minPrice: expect.any(String) } },
    })
    expect(reply.text).toContain('externalIds')
    expect((await system.fern.api.get('/api/v5/orders', { page: '0' })).status).toBe(400)
    expect((await system.fern.api.get('/api/v5/orders', { limit: '1000' })).status).toBe(400)
  })
})

it('counts stay right through changes, deletions, and concurrent writes', async () => {
  const { fern } = system
  const counted = () =>
    inAccount(system.deps.db, fern.accountId, async (trx) => {
      const kept = await trx
        .selectFrom('order_count')
        .select((eb) => ['shop_id', 'status', 'manager_id', eb.fn.sum<string>('n').as('n')])
        .groupBy(['shop_id', 'status', 'manager_id'])
        .having((eb) => eb.fn.sum('n'), '<>', 0)
        .orderBy('shop_id')
        .orderBy('status')
        .orderBy('manager_id')
        .execute()
      const real = await trx
        .selectFrom('customer_order')
        .select((eb) => [
          'shop_id',
          'status',
          eb.fn.coalesce('manager_id', eb.lit(0)).as('manager_id'),
          eb.fn.countAll<string>().as('n'),
        ])
        .groupBy(['shop_id', 'status', 'manager_id'])
        .orderBy('shop_id')
        .orderBy('status')
        .orderBy((eb) => eb.fn.coalesce('manager_id', eb.lit(0)))
        .execute()
      const plain = (rows: typeof kept) =>
        rows.map((row) => ({ ...row, n: Number(row.n), manager_id: Number(row.manager_id) }))
      return { kept: plain(kept), real: plain(real as typeof kept) }
    })
  const before = await counted()
  expect(before.kept).toEqual(before.real)
  const ids = (await list({ limit: '50' })).orders.map(({ id }) => id)
  await Promise.all(
    ids.map((id, index) =>
      fern.api.post(`/api/v5/orders/${id}/edit`, {
        by: 'id',
        order: index % 2 ? { status: 'delivering' } : { managerId: fern.userIds.chiara },
      }),
    ),
  )
  await inAccount(system.deps.db, fern.accountId, (trx) =>
    trx
      .deleteFrom('customer_order')
      .where('id', '=', ids[0] ?? 0)
      .execute(),
  )
  const after = await counted()
  expect(after.kept).toEqual(after.real)
  expect(after.kept).not.toEqual(before.kept)
})
