// Filters that published clients send, and the indexes that answer them.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { inAccount } from '../../src/lib/db/transaction.ts'
import { type System, startSystem } from '../support/system.ts'

let system: System
beforeAll(async () => {
  system = await startSystem({ accounts: ['fern'] })
  const { bruno, chiara } = system.fern.userIds
  for (const [externalId, city, managerId] of [
    ['a', 'Lund', bruno],
    ['b', 'lund', chiara],
    ['c', 'Malmö', bruno],
    ['d', 'Lund', undefined],
  ] as const)
    await post('customers/create', {
      customer: {
        externalId,
        phones: [{ number: '+12025550155' }],
        address: { city },
        ...(managerId && { managerId }),
      },
      site: externalId === 'd' ? 'fern-garden' : 'fern-online',
    })
  for (const externalId of ['old', 'moved'])
    await post('orders/create', { order: { externalId, createdAt: '2026-01-05 10:00:00' } })
  await post('orders/moved/edit', { order: { status: 'confirmed' } })
  await post('orders/old/edit', { order: { managerComment: 'no status' } })
})
afterAll(() => system.close())

const post = async (path: string, fields: Record<string, unknown>) => {
  const reply = await system.fern.api.post(`/api/v5/${path}`, fields)
  expect(reply.status, reply.text).toBeLessThan(300)
}
const idOf = async (externalId: string): Promise<number> => {
  const { body } = await system.fern.api.get(`/api/v5/customers/${externalId}`, { by: 'externalId' })
  return (body as { customer: { id: number } }).customer.id
}
const list = async (of: 'orders' | 'customers', filter: Record<string, string>) => {
  const query = Object.fromEntries(Object.entries(filter).map(([name, value]) => [`filter${name}`, value]))
  const reply = await system.fern.api.get(`/api/v5/${of}`, query)
  expect(reply.status, reply.text).toBe(200)
  const found = (reply.body as Record<string, { externalId: string }[]>)[of] ?? []
  return found.map(({ externalId }) => externalId)
}

it('[D-92] finds customers by city, whatever its case, alone and with other filters', async () => {
  const { bruno } = system.fern.userIds
  expect(await list('customers', { '[city]': 'LUND ' })).toEqual(['d', 'b', 'a'])
  expect(await list('customers', { '[city]': 'Lund', '[sites][]': 'fern-garden' })).toEqual(['d'])
  expect(await list('customers', { '[city]': 'Lund', '[managerId]': String(bruno) })).toEqual(['a'])
  expect(await list('customers', { '[city]': 'Lund', '[externalIds][]': 'c' })).toEqual([])
  expect(await list('customers', { '[city]': 'Malmö', '[phone]': '+12025550155' })).toEqual(['c'])
  expect(await list('customers', { '[city]': 'Nowhere' })).toEqual([])
})

it('[D-92] finds customers of several managers, newest first', async () => {
  const { bruno, chiara } = system.fern.userIds
  const managers = { '[managers][0]': String(bruno), '[managers][1]': String(chiara) }
  expect(await list('customers', managers)).toEqual(['c', 'b', 'a'])
  expect(await list('customers', { ...managers, '[sites][]': 'fern-garden' })).toEqual([])
  expect(await list('customers', { ...managers, '[sites][]': 'fern-online' })).toEqual(['c', 'b', 'a'])
})

it('[D-92][D-113] finds orders by the time of their status, at most 31 days of it', async () => {
  const today = new Date().toISOString().slice(0, 10)
  const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)
  expect(await list('orders', { '[statusUpdatedAtFrom]': yesterday })).toEqual(['moved'])
  expect(await list('orders', { '[statusUpdatedAtFrom]': '2026-01-05', '[statusUpdatedAtTo]': '2026-01-05' })).toEqual([
    'old',
  ])
  const wide = await system.fern.api.get('/api/v5/orders', { 'filter[statusUpdatedAtTo]': today })
  expect(wide).toMatchObject({ status: 400, body: { errors: { statusUpdatedAtFrom: expect.any(String) } } })
})

it('[D-92][D-119] finds customers by the dates of their creation, the latest first, alone and with other filters', async () => {
  for (const [externalId, createdAt] of [
    ['e1', '2025-03-02 23:59:59'],
    ['e2', '2025-03-01 00:00:00'],
    ['e3', '2025-03-03 00:00:00'],
  ])
    await post('customers/create', {
      customer: { externalId, createdAt, phones: [{ number: '+12025550177' }], address: { city: 'Lund' } },
      site: externalId === 'e2' ? 'fern-garden' : 'fern-online',
    })
  const days = { '[dateFrom]': '2025-03-01', '[dateTo]': '2025-03-02' }
  expect(await list('customers', days)).toEqual(['e1', 'e2'])
  expect(await list('customers', { '[dateFrom]': '2025-03-01 00:00:01', '[dateTo]': '2025-03-03' })).toEqual([
    'e3',
    'e1',
  ])
  expect(await list('customers', { '[dateTo]': '2025-03-31' })).toEqual(['e3', 'e1', 'e2'])
  expect(await list('customers', { '[dateFrom]': '2025-03-04' })).toEqual(['d', 'c', 'b', 'a'])
  for (const other of [
    { '[sites][]': 'fern-online' },
    { '[externalIds][]': 'e1' },
    { '[ids][]': String(await idOf('e1')) },
  ])
    expect(await list('customers', { ...days, ...other })).toEqual(['e1'])
  for (const other of [{ '[city]': 'lund' }, { '[phone]': '+12025550177' }])
    expect((await list('customers', { ...days, ...other })).sort()).toEqual(['e1', 'e2'])
  expect(await list('customers', { ...days, '[managerId]': String(system.fern.userIds.bruno) })).toEqual([])
  const wrong = await system.fern.api.get('/api/v5/customers', { 'filter[dateTo]': '2025-02-31' })
  expect(wrong).toMatchObject({ status: 400, body: { errors: { dateTo: 'is not a time: 2025-02-31' } } })
})

it('[D-119] pages of a list by dates follow each other, also where many were created at one moment', async () => {
  const moments = Array.from({ length: 45 }, (_, n) => (n < 30 ? '2024-06-01 12:00:00' : `2024-06-01 11:00:${n}`))
  for (const createdAt of moments) await post('customers/create', { customer: { createdAt }, site: 'fern-online' })
  const read = async (page: number) => {
    const query = { 'filter[dateFrom]': '2024-06-01', 'filter[dateTo]': '2024-06-01', page: String(page) }
    const { body } = await system.fern.api.get('/api/v5/customers', query)
    return body as { pagination: { totalCount: number }; customers: { id: number; createdAt: string }[] }
  }
  const pages = [await read(1), await read(2), await read(3)]
  expect(pages.map(({ pagination, customers }) => [pagination.totalCount, customers.length])).toEqual([
    [45, 20],
    [45, 20],
    [45, 5],
  ])
  const all = pages.flatMap(({ customers }) => customers)
  expect(new Set(all.map(({ id }) => id)).size).toBe(45)
  expect(all.map(({ createdAt }) => createdAt)).toEqual([...moments].sort().reverse())
})

it('an index answers each of them', async () => {
  const plans = await inAccount(system.deps.db, system.fern.accountId, async (trx) => {
    await sql`set local enable_seqscan = off`.execute(trx)
    await sql`set local enable_bitmapscan = off`.execute(trx)
    const plan = async (text: ReturnType<typeof sql>) => {
      const { rows } = await sql<{ 'QUERY PLAN': string }>`explain ${text}`.execute(trx)
      return rows.map((row) => row['QUERY PLAN']).join('\n')
    }
    return {
      city: await plan(
        sql`select customer_id from customer_address where city_key = 'lund' order by customer_id desc limit 20`,
      ),
      status: await plan(sql`select order_id from order_status_time where at >= '2026-11-01' and at <= '2026-11-02'`),
      manager: await plan(sql`select id from customer where manager_id = 7 order by id desc limit 20`),
      created: await plan(
        sql`select id from customer where created_at >= '2026-11-01' and created_at <= '2026-11-02' and shop_id = 7
          and (created_at, id) < ((select created_at from customer where id = 7), 7::bigint)
          order by created_at desc, id desc limit 20`,
      ),
    }
  })
  expect(plans.city).toMatch(/customer_address_by_city[\s\S]*Index Cond: .*city_key = 'lund'/)
  expect(plans.status).toMatch(/order_status_time_at[\s\S]*Index Cond: .*at >= /)
  expect(plans.created).toMatch(
    /Index Only Scan Backward using customer_by_creation[\s\S]*Index Cond: .*ROW\(created_at/,
  )
  expect(plans.manager).toMatch(/customer_account_id_manager_id[\s\S]*Index Cond: .*manager_id = 7/)
})
