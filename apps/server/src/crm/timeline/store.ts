import { sql } from 'kysely'
import type { Db } from '../../lib/db/database.ts'
import { byCursor, cursorOf, isBefore } from '../../lib/db/keyset-cursor.ts'
import { preparedStatement } from '../../lib/db/prepared-statement.ts'

export type NewEntry = {
  customerId?: number | null
  orderId?: number | null
  /** customer.created, customer.changed, order.changed, call, invoice, message, … */
  kind: string
  /** user:7, key:ab12, module:pbx-1 or system; see `actorOf`. */
  actor: string
  /** For a change: { field: [before, after] }. */
  detail?: Record<string, unknown>
  /** When it happened, if not now. */
  at?: Date
}

export type Entry = {
  id: number
  /** The cursor of the next page, if this is the last entry of a page. */
  mark: string
  at: Date
  customerId: number | null
  orderId: number | null
  kind: string
  actor: string
  detail: Record<string, unknown>
}

type Columns = {
  customerIds: readonly (number | null)[]
  orderIds: readonly (number | null)[]
  kinds: readonly string[]
  actors: readonly string[]
  details: readonly string[]
  times: readonly (Date | null)[]
}

const entriesQuery = preparedStatement<Columns, unknown>((db, param) =>
  sql`insert into timeline (customer_id, order_id, kind, actor, detail, at)
      select customer_id, order_id, kind, actor, detail, coalesce(at, now())
      from unnest(${param('customerIds')}::bigint[], ${param('orderIds')}::bigint[], ${param('kinds')}::text[],
        ${param('actors')}::text[], ${param('details')}::jsonb[], ${param('times')}::timestamptz[])
        as entry (customer_id, order_id, kind, actor, detail, at)`.compile(db),
)

/** For a batch that is sent as one message; other callers use `insertTimeline`. */
export const timelineQuery = (db: Db, entries: readonly NewEntry[]) =>
  entriesQuery(db, {
    customerIds: entries.map(({ customerId }) => customerId ?? null),
    orderIds: entries.map(({ orderId }) => orderId ?? null),
    kinds: entries.map(({ kind }) => kind),
    actors: entries.map(({ actor }) => actor),
    details: entries.map(({ detail }) => JSON.stringify(detail ?? {})),
    times: entries.map(({ at }) => at ?? null),
  })

/** Call it in the transaction of the change. Rows of this table cannot be updated or deleted. */
export const insertTimeline = async (db: Db, entry: NewEntry): Promise<void> => {
  await db.executeQuery(timelineQuery(db, [entry]))
}

/** A customer has several ids after a merge: entries keep the one that they were written with. */
export type TimelineOf = { customerIds: readonly number[] } | { orderId: number }

type Range = { before?: string; limit: number }

/** The latest first; `before` is the cursor of the last entry that the reader has. */
export const listTimeline = async (db: Db, of: TimelineOf, range: Range): Promise<Entry[]> => {
  if ('orderId' in of) return listRange(selectEntries(db, range).where('order_id', '=', of.orderId))
  const { customerIds } = of
  // One query each: each is a range of an index.
  const found = await Promise.all(
    customerIds.map((id) =>
      listRange(selectEntries(db, range).where('customer_id', '=', id).where(isStillLinked(customerIds))),
    ),
  )
  return found.length === 1
    ? (found[0] ?? [])
    : found
        .flat()
        .toSorted((one, other) => byCursor(other, one))
        .slice(0, range.limit)
}

/** A call that was linked to another customer since then is no longer theirs. The kinds are literals, for a partial index. */
const isStillLinked = (customerIds: readonly number[]) => sql<boolean>`(kind <> 'call' or not exists (
  select from timeline as later
  where later.kind = 'call.unlinked' and later.customer_id = any(${customerIds}::bigint[])
    and later.id > timeline.id and later.detail -> 'callId' = timeline.detail -> 'callId'))`

const selectEntries = (db: Db, { before, limit }: Range) => {
  const query = db
    .selectFrom('timeline')
    .select(['id', 'at', 'customer_id', 'order_id', 'kind', 'actor', 'detail'])
    .select(cursorOf('at', 'id').as('mark'))
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
  return before === undefined ? query : query.where(isBefore('at', 'id', before))
}

const listRange = async (query: ReturnType<typeof selectEntries>): Promise<Entry[]> => {
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
