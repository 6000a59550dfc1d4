// node apps/server/seed/bulk-orders.ts <host> <number>: a great many orders for one account, to measure with. Made inside
// PostgreSQL, as the app's own role: the walls, keys and counts work as they do for real orders.
import { sql } from 'kysely'
import { findAccountIdByHost } from '../src/accounts/store.ts'
import { readConfig } from '../src/config.ts'
import { openDatabase } from '../src/lib/db.ts'
import { inAccount } from '../src/lib/transaction.ts'
import { insertShop, listShops } from '../src/shops/store.ts'

const BATCH = 20_000
/** Of ten orders, six are of the first shop; of a hundred, most are long complete. */
const SHOPS = ['big', 'big', 'big', 'big', 'big', 'big', 'middling', 'middling', 'middling', 'small']

const [host = '', count = '0'] = process.argv.slice(2)
const database = openDatabase({
  url: readConfig().databaseUrl,
  max: 2,
  applicationName: 'patchbay bulk orders',
  onError: (error) => console.error(error.message),
  statementTimeoutMs: 600_000,
})
const accountId = await findAccountIdByHost(database.db, host)
if (accountId === undefined) throw new Error(`there is no account at ${host}`)

const shopIds = await inAccount(database.db, accountId, async (trx) => {
  const there = new Set((await listShops(trx)).map(({ code }) => code))
  for (const code of new Set(SHOPS))
    if (!there.has(code)) await insertShop(trx, { code, name: code, url: `https://${code}.test` })
  const shops = await listShops(trx)
  return SHOPS.map((code) => shops.find((shop) => shop.code === code)?.id ?? 0)
})

for (let made = 0; made < Number(count); made += BATCH) {
  const last = Math.min(made + BATCH, Number(count))
  await inAccount(database.db, accountId, (trx) =>
    sql`
      with statuses as (
        select n, case
          when n / 10 * 7919 % 100 < 78 then 'complete' when n / 10 * 7919 % 100 < 92 then 'canceled'
          when n / 10 * 7919 % 100 < 94 then 'returned' when n / 10 * 7919 % 100 < 96 then 'delivering'
          when n / 10 * 7919 % 100 < 98 then 'assembling' else 'new' end as status
        from generate_series(${made + 1}::bigint, ${last}::bigint) as n
      ), orders as (
        insert into customer_order (number, shop_id, status, open, first_name, last_name, email, currency, total, created_at)
        select 'bulk-' || n, (${shopIds}::bigint[])[1 + n * 31 % 10], status, status in ('new', 'assembling', 'delivering'),
          'First', 'Last ' || n, 'person' || n % 200000 || '@mail.test', 'USD', (n % 500) + 9.90,
          now() - (${Number(count)} - n) * interval '1 minute'
        from statuses
        returning id, total, status
      ), items as (
        insert into order_item (order_id, place, name, price, quantity)
        select id, 0, 'Something', total, 1 from orders
      )
      insert into order_payment (order_id, type, status, amount)
      select id, 'cash', case when status = 'complete' then 'paid' else 'not-paid' end, total from orders`.execute(trx),
  )
}
console.log(`${count} orders for ${host}`)
await database.close()
