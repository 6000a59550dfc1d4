import { type Page, walkTo } from '@patchbay/contract/base/pages'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../lib/db/database.ts'
import type { OrderQuery, Picked } from './filter-rules.ts'

// Which orders are on a page, and how many there are in all (docs/decisions/pages.md).

type Found = { total: number; ids: number[] }

const among = (column: string, values: readonly number[] | readonly string[] | null, type: 'bigint' | 'text') =>
  values === null ? sql`` : sql` and ${sql.ref(column)} = any(${values}::${sql.raw(type)}[])`

type Counted = { shop_id: number; status: string; manager_id: number; n: number }

const listCounts = async (db: Db, { shopIds, statuses, managerIds }: OrderQuery): Promise<Counted[]> => {
  const { rows } = await sql<Counted>`
    select shop_id, status, manager_id, sum(n)::bigint as n from order_count
    where true ${among('shop_id', shopIds, 'bigint')} ${among('status', statuses, 'text')}
      ${among('manager_id', managerIds, 'bigint')}
    group by 1, 2, 3 having sum(n) > 0`.execute(db)
  return rows
}

const distinct = <T>(values: readonly T[], key: (value: T) => string): T[] => [
  ...new Map(values.map((value) => [key(value), value])).values(),
]

/** The index ranges of the list, each ordered by id; PostgreSQL merges them and reads no further than the page. */
const runsOf = (query: OrderQuery, counts: readonly Counted[]): RawBuilder<unknown>[] => {
  const { shopIds, statuses, managerIds } = query
  const run = (condition: RawBuilder<unknown>) => sql`select id from customer_order where ${condition}`
  if (managerIds)
    return counts.map((one) =>
      run(sql`manager_id = ${one.manager_id} and shop_id = ${one.shop_id} and status = ${one.status}`),
    )
  if (shopIds && statuses)
    return distinct(counts, (one) => `${one.shop_id} ${one.status}`).map((one) =>
      run(sql`shop_id = ${one.shop_id} and status = ${one.status}`),
    )
  if (shopIds) return distinct(counts, (one) => String(one.shop_id)).map((one) => run(sql`shop_id = ${one.shop_id}`))
  if (statuses) return distinct(counts, (one) => one.status).map((one) => run(sql`status = ${one.status}`))
  return [run(sql`true`)]
}

const listKept = async (db: Db, query: OrderQuery, page: Page): Promise<Found> => {
  const counts = await listCounts(db, query)
  const total = counts.reduce((sum, { n }) => sum + n, 0)
  const { from, skip, take } = walkTo(page, total)
  if (take === 0) return { total, ids: [] }
  const direction = sql.raw(from === 'start' ? 'desc' : 'asc')
  const { rows } = await sql<{ id: number }>`
    select id from (${sql.join(runsOf(query, counts), sql` union all `)}) as runs
    order by id ${direction} limit ${take} offset ${skip}`.execute(db)
  const ids = rows.map(({ id }) => id)
  return { total, ids: from === 'start' ? ids : ids.reverse() }
}

const paidAs = (statuses: readonly string[]): RawBuilder<unknown> => sql`
  and exists (select from order_payment p where p.account_id = customer_order.account_id
    and p.order_id = customer_order.id and p.status = any(${statuses}::text[]))`

/** Along the index of the times, not of the orders. */
const statusBetween = (from: Date | undefined, to: Date | undefined): RawBuilder<unknown> => sql`
  and id in (select order_id from order_status_time where true
    ${from === undefined ? sql`` : sql` and at >= ${from}`} ${to === undefined ? sql`` : sql` and at <= ${to}`})`

const pickedSql = (picked: Picked): RawBuilder<unknown> => sql`
  ${among('id', picked.ids ?? null, 'bigint')} ${among('number', picked.numbers ?? null, 'text')}
  ${among('external_id', picked.externalIds ?? null, 'text')}
  ${picked.customerId === undefined ? sql`` : sql` and customer_id = ${picked.customerId}`}
  ${among('customer_id', picked.customerIds ?? null, 'bigint')}
  ${picked.emailKey === undefined ? sql`` : sql` and email_key = ${picked.emailKey}`}
  ${picked.paymentStatuses ? paidAs(picked.paymentStatuses) : sql``}
  ${picked.statusFrom || picked.statusTo ? statusBetween(picked.statusFrom, picked.statusTo) : sql``}
  ${picked.createdFrom === undefined ? sql`` : sql` and created_at >= ${picked.createdFrom}`}
  ${picked.createdTo === undefined ? sql`` : sql` and created_at <= ${picked.createdTo}`}`

/** What the filters ask for. */
export const conditionsOf = ({ shopIds, statuses, managerIds, picked }: OrderQuery): RawBuilder<unknown> => sql`
  ${picked ? pickedSql(picked) : sql``} ${among('shop_id', shopIds, 'bigint')} ${among('status', statuses, 'text')}
  ${among('manager_id', managerIds, 'bigint')}`

/** Materialized, so that PostgreSQL uses the index of the condition instead of scanning all orders by id. */
const listPicked = async (db: Db, query: OrderQuery, { limit, page }: Page): Promise<Found> => {
  const { rows } = await sql<{ total: number; ids: string[] }>`
    with found as materialized (
      select id from customer_order where true ${conditionsOf(query)}
    )
    select (select count(*) from found) as total,
      array(select id from found order by id desc limit ${limit} offset ${(page - 1) * limit}) as ids`.execute(db)
  return { total: rows[0]?.total ?? 0, ids: (rows[0]?.ids ?? []).map(Number) }
}

export const listOrderIds = (db: Db, query: OrderQuery, page: Page): Promise<Found> =>
  query.picked ? listPicked(db, query, page) : listKept(db, query, page)
