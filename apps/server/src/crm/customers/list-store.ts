import { type Page, walkTo } from '@patchbay/contract/base/pages'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../lib/db/database.ts'
import type { Phone } from '../../lib/text/phone.ts'
import type { Customer } from './rules.ts'
import { selectCustomers, toCustomer } from './store.ts'

// Lists of customers are read along an index, from the nearer end (docs/decisions/customer-lists.md).

export type CustomerFilter = {
  ids?: number[]
  externalIds?: string[]
  email?: string
  /** Any of them. */
  managerIds?: number[]
  city?: string
  createdFrom?: Date
  createdTo?: Date
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
  const { ids, externalIds, email, managerIds, shopIds, city, createdFrom, createdTo } = filter
  if (ids) query = query.where('c.id', '=', sql<number>`any(${ids}::bigint[])`)
  if (externalIds) query = query.where('c.external_id', '=', sql<string>`any(${externalIds}::text[])`)
  if (email !== undefined)
    query = query.where('c.id', 'in', (eb) =>
      eb.selectFrom('customer_email as e').select('e.customer_id').where('e.email_key', '=', email.toLowerCase()),
    )
  if (managerIds) query = query.where('c.manager_id', '=', sql<number>`any(${managerIds}::bigint[])`)
  if (city !== undefined)
    query = query.where('c.id', 'in', (eb) =>
      eb.selectFrom('customer_address').select('customer_id').where('city_key', '=', cityKey(city)),
    )
  if (shopIds) query = query.where('c.shop_id', '=', sql<number>`any(${shopIds}::bigint[])`)
  if (createdFrom) query = query.where('c.created_at', '>=', createdFrom)
  if (createdTo) query = query.where('c.created_at', '<=', createdTo)
  return (await query.execute()).map(({ id }) => id)
}

type Walk = { from: 'start' | 'end'; skip: number; take: number; after?: number }

const cityKey = (city: string): string => city.trim().toLowerCase()

/** Along the index of the cities; what else is asked for is looked up in the customers of the city. */
const citySql = (city: string, filter: CustomerFilter, walk: Walk): RawBuilder<{ id: number }> => {
  const order = sql.raw(walk.from === 'start' ? 'desc' : 'asc')
  const behind = walk.after === undefined ? sql`` : sql`and a.customer_id < ${walk.after}`
  return sql`
    select a.customer_id as id from customer_address a join customer c on c.id = a.customer_id
    where a.city_key = ${cityKey(city)} ${behind} ${alsoSql(filter)} ${createdSql(filter)}
    order by a.customer_id ${order} offset ${walk.skip} limit ${walk.take}`
}

const alsoSql = ({ managerIds, shopIds }: CustomerFilter): RawBuilder<unknown> => {
  const ofManagers = managerIds ? sql`and c.manager_id = any(${managerIds}::bigint[])` : sql``
  const ofShops = shopIds ? sql`and c.shop_id = any(${shopIds}::bigint[])` : sql``
  return sql`${ofManagers} ${ofShops}`
}

const createdSql = ({ createdFrom, createdTo }: CustomerFilter): RawBuilder<unknown> => {
  const from = createdFrom ? sql`and c.created_at >= ${createdFrom}` : sql``
  const to = createdTo ? sql`and c.created_at <= ${createdTo}` : sql``
  return sql`${from} ${to}`
}

const isDated = ({ createdFrom, createdTo }: CustomerFilter): boolean => (createdFrom ?? createdTo) !== undefined

/** D-119: the latest created first, along their own index. */
const datedSql = (filter: CustomerFilter, { skip, take, after }: Walk): RawBuilder<{ id: number }> => {
  const behind =
    after === undefined
      ? sql``
      : sql`and (c.created_at, c.id) < ((select created_at from customer where id = ${after}), ${after}::bigint)`
  return sql`
    select c.id from customer c where true ${createdSql(filter)} ${behind} ${alsoSql(filter)}
    order by c.created_at desc, c.id desc offset ${skip} limit ${take}`
}

/** Newest first from the start, oldest first from the end. */
const walkSql = (filter: CustomerFilter, walk: Walk): RawBuilder<{ id: number }> => {
  const { managerIds, shopIds, city } = filter
  if (city !== undefined) return citySql(city, filter, walk)
  if (isDated(filter)) return datedSql(filter, walk)
  const order = sql.raw(walk.from === 'start' ? 'desc' : 'asc')
  const [managerId, ...others] = managerIds ?? []
  if (managerIds && others.length > 0) return managersSql(managerIds, shopIds, walk)
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

/** Each manager's range of the index is read in order, no further than the page. */
const managersSql = (managerIds: number[], shopIds: number[] | undefined, walk: Walk): RawBuilder<{ id: number }> => {
  const order = sql.raw(walk.from === 'start' ? 'desc' : 'asc')
  const behind = walk.after === undefined ? sql`` : sql`and id < ${walk.after}`
  const shops = shopIds ? sql`cross join unnest(${shopIds}::bigint[]) as shop (id)` : sql``
  const ofShop = shopIds ? sql`and shop_id = shop.id` : sql``
  return sql`
    select one.id from unnest(${managerIds}::bigint[]) as manager (id) ${shops} cross join lateral (
      select id from customer where manager_id = manager.id ${ofShop} ${behind} order by id ${order}
      limit ${walk.skip + walk.take}
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
  const kept = filter.managerIds === undefined && filter.city === undefined && !isDated(filter)
  const total = kept ? await keptCount(db, filter.shopIds) : await countAhead(db, filter, skip)
  if (after !== undefined)
    return { ids: await walkIds(db, filter, { from: 'start', skip: 0, take: page.limit, after }), total }
  return {
    ids: await walkIds(db, filter, kept ? walkTo(page, total) : { from: 'start', skip, take: page.limit }),
    total,
  }
}

const inOrder = (customers: readonly Customer[], ids: readonly number[]): Customer[] => {
  const byId = new Map(customers.map((customer) => [customer.id, customer]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

export const listCustomerPage = async (
  db: Db,
  filter: CustomerFilter,
  page: Page,
  /** The end of the previous page, if it is cached. */
  after?: number,
): Promise<{ customers: Customer[]; total: number }> => {
  const { ids, total } = await idsOnPage(db, filter, page, after)
  const customers = await listCustomersById(db, ids)
  return { customers: isDated(filter) && filter.city === undefined ? inOrder(customers, ids) : customers, total }
}

/** Of these external ids, those that some customer has, or had before a merge. */
export const listUsedExternalIds = async (db: Db, externalIds: readonly string[]): Promise<string[]> => {
  const { rows } = await sql<{ external_id: string }>`
    select external_id from customer where external_id = any(${externalIds}::text[])
    union select external_id from customer_merge where external_id = any(${externalIds}::text[])
      and undone_at is null`.execute(db)
  return rows.map(({ external_id }) => external_id)
}

/** Of these addresses, in lower case, those that some customer has. */
export const listUsedEmails = async (db: Db, keys: readonly string[]): Promise<string[]> => {
  const query = db.selectFrom('customer_email').select('email_key')
  const rows = await query.where('email_key', '=', sql<string>`any(${keys}::text[])`).execute()
  return rows.map(({ email_key }) => email_key)
}

/** The phones of customers that may be one of these numbers. */
export const listUsedPhones = async (db: Db, phones: readonly Phone[]): Promise<{ given: string; e164?: string }[]> => {
  const { rows } = await sql<{ given: string; e164: string | null }>`
    select given, e164 from customer_phone where e164 = any(${phones.flatMap(({ e164 }) => e164 ?? [])}::text[])
    union select given, e164 from customer_phone
      where tail = any(${phones.flatMap(({ tail }) => (tail === '' ? [] : tail))}::text[])`.execute(db)
  return rows.map(({ given, e164 }) => ({ given, ...(e164 !== null && { e164 }) }))
}

/** Newest first. */
export const listCustomersById = async (db: Db, ids: readonly number[]): Promise<Customer[]> => {
  const rows = await selectCustomers(db)
    .where('c.id', '=', sql<number>`any(${ids}::bigint[])`)
    .orderBy('c.id', 'desc')
    .execute()
  return rows.map(toCustomer)
}
