// `npm run seed` as an operator runs it.
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { createDatabase } from '@patchbay/testkit/database'
import pg from 'pg'
import { expect, it } from 'vitest'

it('creates the demo account once: users of every role, shops, customers, and half a year of orders', {
  timeout: 120_000,
}, async () => {
  const database = await createDatabase()
  const client = new pg.Client({ connectionString: database.adminUrl })
  try {
    const env = {
      ...process.env,
      DATABASE_URL: database.url,
      REDIS_PREFIX: `${database.name}:`,
      SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
      FILE_FOLDER: `/tmp/${database.name}-files`,
    }
    const seed = async () => (await promisify(execFile)('node', ['apps/server/seed/demo.ts'], { env })).stdout
    expect(await seed()).toContain('created the demo account Fern & Field; 40 customers and 200 orders created')
    expect(await seed()).toContain('found the demo account Fern & Field; 0 customers and 0 orders created')
    await client.connect()
    const one = async (text: string) => (await client.query(text)).rows[0]
    expect(
      await one(`select count(*)::int as orders, count(distinct status)::int as statuses, count(distinct shop_id)::int as shops,
        count(distinct customer_id)::int > 30 as many, bool_and(customer_id is not null) as known,
        max(created_at) - min(created_at) > interval '150 days' as long, max(created_at) <= now() as past from customer_order`),
    ).toEqual({ orders: 200, statuses: 7, shops: 2, many: true, known: true, long: true, past: true })
    expect(await one('select json_agg(distinct role order by role) as roles from app_user')).toEqual({
      roles: ['admin', 'manager', 'read-only', 'team-lead'],
    })
    expect(await one('select count(*)::int as n from customer')).toEqual({ n: 40 })
    expect(await one('select status, counts from csv_import')).toMatchObject({
      ...{ status: 'done', counts: { updated: 24, failed: 2, created: 0 } },
    })
    expect(await one('select count(distinct repeat)::int as repeats, count(*)::int as n from task')).toEqual({
      ...{ repeats: 3, n: 3 },
    })
    expect(
      await one('select routing, (select count(*)::int from working_hours) as hours from account'),
      'its chats are assigned, and its shops have working hours',
    ).toEqual({ routing: true, hours: 2 })
    expect(await one('select count(distinct status)::int as n from order_payment')).toEqual({ n: 4 })
    expect(
      await one(`select bool_and(total = (select sum(price * quantity) from order_item i where i.order_id = o.id) - discount
        + coalesce(d.cost, 0)) as exact, count(d.cost) > 20 as delivered
        from customer_order o left join order_delivery d on d.order_id = o.id and d.account_id = o.account_id`),
    ).toEqual({ exact: true, delivered: true })
    // Every timeline begins when the customer or the order did, not when the seed ran.
    expect(
      await one(`select count(*)::int as entries, count(*) filter (where t.at <> o.created_at)::int as wrong
        from timeline t join customer_order o on o.id = t.order_id`),
    ).toEqual({ entries: 400, wrong: 0 })
    expect(
      await one(`select count(*) filter (where c.created_at < (select min(created_at) from customer_order o where o.customer_id = c.id))::int
        = (select count(distinct customer_id)::int from customer_order) as before, max(t.at) < now() - interval '1 hour' as past
        from customer c join timeline t on t.customer_id = c.id and t.kind = 'customer.created'`),
    ).toEqual({ before: true, past: true })
    expect(
      await one(
        "select count(distinct (subject, subject_id))::int as n from history_change where at > now() - interval '1 hour'",
      ),
    ).toEqual(await one("select count(*)::int as n from customer_order where created_at > now() - interval '1 hour'"))
  } finally {
    await client.end()
    await database.drop()
  }
})
