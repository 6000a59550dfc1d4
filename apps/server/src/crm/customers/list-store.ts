import { type Page, walkTo } from '@patchbay/contract/base/pages'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../lib/db/database.ts'
import type { Customer } from './rules.ts'
import { selectCustomers, toCustomer } from './store.ts'

// Lists of customers are read along an index, from the nearer end (docs/decisions/customer-lists.md).

export type CustomerFilter = {
  ids?: number[]
  externalIds?: string[]
  email?: string
  managerId?: number
  /** Absent: customers of all shops, and of none. */
  shopIds?: number[]
}

/** The most customers that a filter by ids, external ids or email may match. */
const MOST_NAMED = 1_000
/** How far a list is counted beyond the requested page, where no count is stored. */
const COUNTED_AHEAD = 10_000

const isNamed = ({ ids, externalIds, email }: CustomerFilter): boolean =>
  ids !== undefined || externalIds !== undefined || email !== undefined

const listNamedIds = async (db: Db, filter: CustomerFilter): Promise<number[]> => {
  let query = db.selectFrom('customer as c').select('c.id').orderBy('c.id', 'desc').limit(MOST_NAMED)
  const { ids, externalIds, email, managerId, shopIds } = filter
  if (ids) query = query.where('c.id', '=', sql<number>`any(${ids}::bigint[])`)
  if (externalIds) query = query.where('c.external_id', '=', sql<string>`any(${externalIds}::text[])`)
  if (email !== undefined)
    query = query.where('c.id', 'in', (eb) =>
      eb.selectFrom('customer_email as e').select('e.customer_id').where('e.email_key', '=', email.toLowerCase()),
    )
  if (managerId !== undefined) query = query.where('c.manager_id', '=', managerId)
  if (shopIds) query = query.where('c.shop_id', '=', sql<number>`any(${shopIds}::bigint[])`)
  return (await query.execute()).map(({ id }) => id)
}

type Walk = { from: 'start' | 'end'; skip: number; take: number; after?: number }

/** Newest first from the start, oldest first from the end. */
const walkSql = ({ managerId, shopIds }: CustomerFilter, walk: Walk): RawBuilder<{ id: number }> => {
  const order = sql.raw(walk.from === 'start' ? 'desc' : 'asc')
  const ofManager = managerId === undefined ? sql`` : sql`and manager_id = ${managerId}`
  const behind = walk.after === undefined ? sql`` : sql`and id < ${walk.after}`
  const where = sql`${ofManager} ${behind}`
  if (!shopIds)
    return sql`
      select id from customer where true ${where} order by id ${order} offset ${walk.skip} limit ${walk.take}`
  // Each shop's range of the index is read in order, no further than the page.
  return sql`
    select one.id from unnest(${shopIds}::bigint[]) as shop (id) cross join lateral (
      select id from customer where shop_id = shop.id ${where} order by id ${order} limit ${walk.skip + walk.take}
    ) one order by one.id ${order} offset ${walk.skip} limit ${walk.take}`
}

const walkIds = async (db: Db, filter: CustomerFilter, walk: Walk): Promise<number[]> =>
  (await walkSql(filter, walk).execute(db)).rows.map(({ id }) => id)

const keptCount = async (db: Db, shopIds: number[] | undefined): Promise<number> => {
  let query = db.selectFrom('customer_count').select(sql<number>`coalesce(sum(count), 0)::bigint`.as('total'))
  if (shopIds) query = query.where('shop_id', '=', sql<number>`any(${shopIds}::bigint[])`)
  return (await query.executeTakeFirstOrThrow()).total
}

/** Exact when the list ends soon after the page; otherwise a lower bound that grows with later pages. */
const countAhead = async (db: Db, filter: CustomerFilter, skip: number): Promise<number> => {
  const walk: Walk = { from: 'start', skip: 0, take: skip + COUNTED_AHEAD }
  const { rows } = await sql<{
    total: number
  }>`select count(*) as total from (${walkSql(filter, walk)}) listed`.execute(db)
  return rows[0]?.total ?? 0
}

const idsOnPage = async (
  db: Db,
  filter: CustomerFilter,
  page: Page,
  after: number | undefined,
): Promise<{ ids: number[]; total: number }> => {
  const skip = (page.page - 1) * page.limit
  if (isNamed(filter)) {
    const all = await listNamedIds(db, filter)
    return { ids: all.slice(skip, skip + page.limit), total: all.length }
  }
  const kept = filter.managerId === undefined
  const total = kept ? await keptCount(db, filter.shopIds) : await countAhead(db, filter, skip)
  if (after !== undefined)
    return { ids: await walkIds(db, filter, { from: 'start', skip: 0, take: page.limit, after }), total }
  return {
    ids: await walkIds(db, filter, kept ? walkTo(page, total) : { from: 'start', skip, take: page.limit }),
    total,
  }
}

export const listCustomerPage = async (
  db: Db,
  filter: CustomerFilter,
  page: Page,
  /** The end of the previous page, if it is cached. */
  after?: number,
): Promise<{ customers: Customer[]; total: number }> => {
  const { ids, total } = await idsOnPage(db, filter, page, after)
  return { customers: await listCustomersById(db, ids), total }
}

/** Newest first. */
export const listCustomersById = async (db: Db, ids: readonly number[]): Promise<Customer[]> => {
  const rows = await selectCustomers(db)
    .where('c.id', '=', sql<number>`any(${ids}::bigint[])`)
    .orderBy('c.id', 'desc')
    .execute()
  return rows.map(toCustomer)
}
