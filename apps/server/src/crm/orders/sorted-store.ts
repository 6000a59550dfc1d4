import type { OrderSort, PaymentState } from '@patchbay/contract/crm/workspace/orders'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../lib/db/database.ts'
import type { OrderQuery } from './filter-rules.ts'
import { conditionsOf } from './list-store.ts'

// Orders sorted by a column, page by page: each sort is an index that ends with the id, and a page begins after the last
// order of the page before, by a comparison that row-level security lets the index answer.

export type Sorting = { sort: OrderSort; direction: 'asc' | 'desc'; paymentState?: PaymentState }

type Key = { column: RawBuilder<unknown>; asText: RawBuilder<string>; read: (text: string) => RawBuilder<unknown> }

const asBigint = (text: string) => sql`${text}::bigint`

const KEYS: Record<OrderSort, Key> = {
  id: { column: sql`id`, asText: sql`id::text`, read: asBigint },
  total: { column: sql`total_key`, asText: sql`total_key::text`, read: asBigint },
  customer: { column: sql`name_key`, asText: sql`name_key`, read: (text) => sql`${text}::text collate "C"` },
  created: {
    column: sql`created_at`,
    asText: sql`(extract(epoch from created_at) * 1000000)::bigint::text`,
    read: (text) => sql`(timestamptz 'epoch' + ${text}::bigint * interval '1 microsecond')`,
  },
}

/** The text may hold anything: a name. */
const cursorOf = (key: string, id: number): string => `${Buffer.from(`=${key}`).toString('base64url')}.${id}`

const readCursor = (cursor: string): { key: string; id: number } => {
  const [text = '', id = '0'] = cursor.split('.')
  return { key: Buffer.from(text, 'base64url').toString('utf8').slice(1), id: Number(id) }
}

/** With a number where one is due: a cursor that somebody edited must not reach the database as a text. */
const afterSql = ({ sort, direction }: Sorting, cursor: string | undefined): RawBuilder<unknown> => {
  if (cursor === undefined) return sql``
  const { key, id } = readCursor(cursor)
  if (sort !== 'customer' && !/^-?\d{1,18}$/.test(key)) return sql`and false`
  const { column, read } = KEYS[sort]
  return sql`and (${column}, id) ${sql.raw(direction === 'asc' ? '>' : '<')} (${read(key)}, ${id}::bigint)`
}

/** Of one payment state: in the order of its index, where that is the order of the list. */
const ofState = (state: PaymentState | undefined): RawBuilder<unknown> =>
  state === undefined
    ? sql``
    : sql`and exists (select from order_payment_state s
        where s.account_id = customer_order.account_id and s.order_id = customer_order.id and s.state = ${state})`

export const listSortedIds = async (
  db: Db,
  query: OrderQuery,
  sorting: Sorting,
  after: string | undefined,
  limit: number,
): Promise<{ id: number; cursor: string }[]> => {
  const { column, asText } = KEYS[sorting.sort]
  const direction = sql.raw(sorting.direction)
  const { rows } = await sql<{ id: number; key: string }>`
    select id, ${asText} as key from customer_order
    where true ${conditionsOf(query)} ${ofState(sorting.paymentState)} ${afterSql(sorting, after)}
    order by ${column} ${direction}, id ${direction} limit ${limit}`.execute(db)
  return rows.map(({ id, key }) => ({ id, cursor: cursorOf(key, id) }))
}
