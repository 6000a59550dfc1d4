import { sql } from 'kysely'
import type { Db } from '../../lib/db/database.ts'
import { cursorOf, isBefore } from '../../lib/db/keyset-cursor.ts'
import { preparedStatement } from '../../lib/db/prepared-statement.ts'

export type NewEntry = {
  customerId?: number | null
  orderId?: number | null
  /** customer.created, customer.changed, order.changed, call, invoice, message, … */
  kind: string
  /** user:7, key:ab12, module:pbx-1, system: `actorOf` says it. */
  actor: string
  /** For a change: { field: [before, after] }. */
  detail?: Record<string, unknown>
  /** When it happened, if not now. */
  at?: Date
}

export type Entry = {
  id: number
  /** Where the next page begins, if this is the last of a page. */
  mark: string
  at: Date
  customerId: number | null
  orderId: number | null
  kind: string
  actor: string
  detail: Record<string, unknown>
}

type Row = { customerId: number | null; orderId: number | null; kind: string; actor: string; detail: string }

const entryQuery = preparedStatement<Row & { at: Date | null }, unknown>((db, param) =>
  sql`insert into timeline (customer_id, order_id, kind, actor, detail, at)
      values (${param('customerId')}, ${param('orderId')}, ${param('kind')}, ${param('actor')}, ${param('detail')},
        coalesce(${param('at')}, now()))`.compile(db),
)

/** For a transaction that is sent as one message; the others use `insertTimeline`. */
export const timelineQuery = (db: Db, { customerId, orderId, kind, actor, detail, at }: NewEntry) =>
  entryQuery(db, {
    ...{ customerId: customerId ?? null, orderId: orderId ?? null, kind, actor },
    ...{ detail: JSON.stringify(detail ?? {}), at: at ?? null },
  })

/** Written in the transaction of what it tells about. The table takes no changes and no deletions. */
export const insertTimeline = async (db: Db, entry: NewEntry): Promise<void> => {
  await db.executeQuery(timelineQuery(db, entry))
}

export type TimelineOf = { customerId: number } | { orderId: number }

/** The latest first; `before` is the mark of the last one that the reader has. */
export const listTimeline = async (
  db: Db,
  of: TimelineOf,
  { before, limit }: { before?: string; limit: number },
): Promise<Entry[]> => {
  let query = db
    .selectFrom('timeline')
    .select(['id', 'at', 'customer_id', 'order_id', 'kind', 'actor', 'detail'])
    .select(cursorOf('at', 'id').as('mark'))
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
  query = 'customerId' in of ? query.where('customer_id', '=', of.customerId) : query.where('order_id', '=', of.orderId)
  if (before !== undefined) query = query.where(isBefore('at', 'id', before))
  const rows = await query.execute()
  return rows.map((row) => ({
    id: row.id,
    mark: row.mark,
    at: row.at,
    customerId: row.customer_id,
    orderId: row.order_id,
    kind: row.kind,
    actor: row.actor,
    detail: row.detail as Record<string, unknown>,
  }))
}
