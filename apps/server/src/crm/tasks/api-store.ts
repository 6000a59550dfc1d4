import type { Page } from '@patchbay/contract/base/pages'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../lib/db/database.ts'
import { type ListedTask, rowsOf, toListed } from './store.ts'

// Lists of tasks for programs, newest first (docs/decisions/pages.md).

export type ApiTaskFilter = {
  done?: boolean
  performers?: readonly number[]
  orderIds?: readonly number[]
  customerId?: number
  dueFrom?: Date
  dueTo?: Date
  /** Null: all. Otherwise tasks about orders and customers of these shops. */
  shopIds: readonly number[] | null
}

/** How far a list is counted beyond the requested page. */
const COUNTED_AHEAD = 10_000

const ids = (values: readonly number[]) => sql`any(${values}::bigint[])`

const ofShops = (shopIds: readonly number[]): RawBuilder<unknown> => sql`
  and (exists (select from customer_order o where o.id = task.order_id and o.shop_id = ${ids(shopIds)})
    or (order_id is null and exists (select from customer c where c.id = task.customer_id and c.shop_id = ${ids(shopIds)})))`

const conditionsOf = (filter: ApiTaskFilter): RawBuilder<unknown> => sql`
  ${filter.done === undefined ? sql`` : filter.done ? sql`and done_at is not null` : sql`and done_at is null`}
  ${filter.performers ? sql`and performer_id = ${ids(filter.performers)}` : sql``}
  ${filter.orderIds ? sql`and order_id = ${ids(filter.orderIds)}` : sql``}
  ${filter.customerId === undefined ? sql`` : sql`and customer_id = ${filter.customerId}`}
  ${filter.dueFrom ? sql`and due_at >= ${filter.dueFrom}` : sql``}
  ${filter.dueTo ? sql`and due_at <= ${filter.dueTo}` : sql``}
  ${filter.shopIds === null ? sql`` : ofShops(filter.shopIds)}`

export const listApiTasks = async (
  db: Db,
  filter: ApiTaskFilter,
  { limit, page }: Page,
): Promise<{ total: number; tasks: ListedTask[] }> => {
  const skip = (page - 1) * limit
  const where = conditionsOf(filter)
  const { rows } = await sql<{ id: number }>`
    select id from task where true ${where} order by id desc limit ${limit} offset ${skip}`.execute(db)
  const counted = await sql<{ total: number }>`
    select count(*) as total from (select from task where true ${where} limit ${skip + COUNTED_AHEAD}) counted`.execute(
    db,
  )
  const found = rows.map(({ id }) => id)
  const tasks = await rowsOf(db).where('t.id', '=', sql<number>`any(${found}::bigint[])`).execute()
  return { total: counted.rows[0]?.total ?? 0, tasks: tasks.map(toListed).toSorted((a, b) => b.id - a.id) }
}
