import { type CompiledQuery, type RawBuilder, sql } from 'kysely'
import { jsonObjectFrom } from 'kysely/helpers/postgres'
import type { Db } from '../../lib/db/database.ts'
import { type Param, preparedStatement } from '../../lib/db/prepared-statement.ts'
import type { Phone } from '../../lib/text/phone.ts'
import { selectCustomers, toCustomer } from '../customers/store.ts'
import { MATCH_RANKING, type PhoneMatch, responsibleManager } from './rules.ts'

/** More customers than this with one number: it is a switchboard. */
const MOST_MATCHES = 100

const buildPhoneMatch = (db: Db, param: Param<{ e164: string; tail: string }>) =>
  selectCustomers(db)
    .innerJoin(
      sql<{ customer_id: number; rule: 'e164' | 'tail' }>`(
        select customer_id, 'e164' as rule from customer_phone where e164 = ${param('e164')}
        union
        select customer_id, 'tail' from customer_phone
        where tail = ${param('tail')} and tail <> ''
          and not exists (select from customer_phone where e164 = ${param('e164')})
        limit ${sql.lit(MOST_MATCHES)}
      )`.as('found'),
      (join) => join.onRef('found.customer_id', '=', 'c.id'),
    )
    .select('found.rule')
    .select((eb) =>
      jsonObjectFrom(
        eb
          .selectFrom('customer_order as o')
          .select(['o.id', 'o.number', 'o.manager_id as managerId'])
          .whereRef('o.customer_id', '=', 'c.id')
          .where(sql<boolean>`o.open`) // a literal, for the index of open orders
          .orderBy('o.id', 'desc')
          .limit(1),
      ).as('open_order'),
    )
    .orderBy('c.id')
    .compile()

const phoneMatch = preparedStatement(buildPhoneMatch)

/** D-29: customers with this number, by E.164, or else by its national tail; with their newest open order (D-30). */
export const phoneMatchQuery = (db: Db, { e164 = '', tail }: Omit<Phone, 'given'>) => phoneMatch(db, { e164, tail })

export type PhoneMatchRow = ReturnType<typeof phoneMatchQuery> extends CompiledQuery<infer R> ? R : never

export const toPhoneMatch = (row: PhoneMatchRow): PhoneMatch => ({
  ...toCustomer(row),
  matchedBy: row.rule,
  openOrder: row.open_order,
})

/** Inside a transaction, unranked; `findCustomersByPhone` ranks as well. */
export const listPhoneMatches = async (db: Db, phone: Omit<Phone, 'given'>): Promise<PhoneMatch[]> => {
  const { rows } = await db.executeQuery(phoneMatchQuery(db, phone))
  return rows.map(toPhoneMatch)
}

export type OpenOrder = {
  customerId: number
  id: number
  number: string
  status: string
  statusCode: string
  total: string
  currency: string
}

/** The newest open orders of the customers on a call card. */
export const openOrdersQuery = (db: Db, customerIds: readonly number[]): CompiledQuery<OpenOrder> =>
  sql<OpenOrder>`
    select o.customer_id as "customerId", o.id, o.number, coalesce(s.name, o.status) as status, o.status as "statusCode",
      o.total::text as total, o.currency
    from unnest(${customerIds}::bigint[]) c(id)
    cross join lateral (
      select customer_id, id, number, status, total, currency from customer_order o
      where o.customer_id = c.id and o.open order by o.id desc limit 5) o
    left join order_status s on s.code = o.status`.compile(db)

/** D-30: who is responsible for each of these customers. */
export const listResponsible = async (
  db: Db,
  customerIds: readonly number[],
): Promise<Map<number, NonNullable<ReturnType<typeof responsibleManager>>>> => {
  const { rows } = await sql<{ id: number; managerId: number | null; orderManagerId: number | null }>`
    select c.id, c.manager_id as "managerId", o.manager_id as "orderManagerId"
    from unnest(${customerIds}::bigint[]) asked(id)
    cross join lateral (select id, manager_id from customer where id = asked.id offset 0) c
    left join lateral (
      select manager_id from customer_order o where o.customer_id = c.id and o.open order by o.id desc limit 1) o on true`.execute(
    db,
  )
  return new Map(
    rows.flatMap(({ id, managerId, orderManagerId }) => {
      const openOrder = orderManagerId === null ? null : { id: 0, number: '', managerId: orderManagerId }
      const responsible = responsibleManager({ openOrder, managerId })
      return responsible ? [[id, responsible]] : []
    }),
  )
}

export type LookupNumber = { e164: string; tail: string }

/** MATCH_RANKING in SQL. Presence is left out: it does not matter for calls that are over. */
const RANKING_SQL: Record<Exclude<(typeof MATCH_RANKING)[number], 'manager online'>, string> = {
  'open order': 'exists (select from customer_order o where o.customer_id = c.id and o.open) desc',
  'last contact': 'c.last_contact_at desc nulls last',
  newest: 'c.id desc',
}
const BEST_FIRST = MATCH_RANKING.flatMap((by) => (by === 'manager online' ? [] : [RANKING_SQL[by]])).join(', ')

/** D-29: the best match for each of these numbers, in one statement. */
export const listBestMatches = async (db: Db, numbers: readonly LookupNumber[]): Promise<(number | null)[]> => {
  const best = (has: RawBuilder<unknown>) => sql`(
    select c.id from customer_phone p join customer c on c.id = p.customer_id where ${has}
    order by ${sql.raw(BEST_FIRST)} limit 1)`
  const { rows } = await sql<{ id: number | null }>`
    select coalesce(${best(sql`p.e164 = x.e164`)}, ${best(sql`p.tail = x.tail and x.tail <> ''`)}) as id
    from unnest(${numbers.map(({ e164 }) => e164)}::text[], ${numbers.map(({ tail }) => tail)}::text[])
      with ordinality x(e164, tail, place)
    order by x.place`.execute(db)
  return rows.map(({ id }) => id)
}
