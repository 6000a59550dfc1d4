import type { Page } from '@patchbay/contract/base/pages'
import { sql } from 'kysely'
import type { Db } from '../../lib/db/database.ts'
import type { Change, Part } from './rules.ts'

// D-94: how a reader that polls misses nothing and sees nothing twice is in docs/decisions/change-history.md.

export type Subject = 'order' | 'customer'

export type Changed = { subject: Subject; subjectId: number; shopId: number | null; actor: string }

/** Call it in the transaction of the change, after the row of the order, the customer or the payment is locked. */
export const insertChanges = async (db: Db, of: Changed, changes: readonly Change[]): Promise<void> => {
  if (changes.length === 0) return
  const json = (value: unknown) => (value === null ? null : JSON.stringify(value))
  await db
    .insertInto('history_change')
    .values(
      changes.map(({ field, oldValue, newValue, created = false, part = {} }) => ({
        subject: of.subject,
        subject_id: of.subjectId,
        shop_id: of.shopId,
        actor: of.actor,
        created,
        field,
        old_value: json(oldValue),
        new_value: json(newValue),
        part: JSON.stringify(part),
      })),
    )
    .execute()
}

/** The most changes that one reader numbers at a time. */
const BATCH = 5_000

/**
 * Gives the next positions to changes that are committed and have none, one reader at a time. A change that commits
 * later gets a later position. The changes of one entity keep their order: each was inserted after the one before it
 * had been committed, so its id is higher.
 */
export const assignPositions = async (db: Db, subject: Subject): Promise<void> => {
  const waiting = await db
    .selectFrom('history_change')
    .select('id')
    .where('subject', '=', subject)
    .where('position', 'is', null)
    .limit(1)
    .executeTakeFirst()
  if (!waiting) return
  const { last } = await db
    .insertInto('history_position')
    .values({ subject, last: 0 })
    // Locks the row until the commit, also when it exists.
    .onConflict((conflict) => conflict.columns(['account_id', 'subject']).doUpdateSet({ subject }))
    .returning('last')
    .executeTakeFirstOrThrow()
  // A statement of its own: its snapshot has to include what the previous holder of the lock committed.
  await sql`
    with waiting as (
      select id, row_number() over (order by id) as place from (
        select id from history_change where subject = ${subject} and position is null order by id limit ${BATCH}) newest
    ), numbered as (
      update history_change set position = ${last} + waiting.place from waiting where history_change.id = waiting.id
        and subject = ${subject} and position is null returning 1
    )
    update history_position set last = last + (select count(*) from numbered) where subject = ${subject}`.execute(db)
}

export type HistoryFilter = {
  sinceId?: number
  from?: Date
  to?: Date
  subjectIds?: readonly number[]
  /** Absent: all shops, and none. */
  shopIds?: readonly number[]
}

const selectChanges = (db: Db, subject: Subject, filter: HistoryFilter) => {
  const { sinceId = 0, from, to, subjectIds, shopIds } = filter
  let query = db
    .selectFrom('history_change')
    .select(['position', 'subject_id', 'at', 'actor', 'created', 'field', 'old_value', 'new_value', 'part'])
    .where('subject', '=', subject)
    .where('position', '>', sinceId)
    .orderBy('position')
  if (from) query = query.where('at', '>=', from)
  if (to) query = query.where('at', '<=', to)
  if (subjectIds) query = query.where('subject_id', '=', sql<number>`any(${subjectIds}::bigint[])`)
  if (shopIds) query = query.where('shop_id', '=', sql<number>`any(${shopIds}::bigint[])`)
  return query
}

export type StoredChange = {
  id: number
  subjectId: number
  at: Date
  actor: string
  created: boolean
  field: string
  oldValue: unknown
  newValue: unknown
  part: Part | Record<string, never>
}

export const listChanges = async (
  db: Db,
  subject: Subject,
  filter: HistoryFilter,
  { limit, page }: Page,
): Promise<StoredChange[]> => {
  const rows = await selectChanges(db, subject, filter)
    .offset((page - 1) * limit)
    .limit(limit)
    .execute()
  return rows.map((row) => ({
    id: row.position ?? 0,
    subjectId: row.subject_id,
    at: row.at,
    actor: row.actor,
    created: row.created,
    field: row.field,
    oldValue: row.old_value,
    newValue: row.new_value,
    part: row.part as StoredChange['part'],
  }))
}

/** How far changes are counted beyond the requested page. */
const COUNTED_AHEAD = 10_000

/** Exact when the list ends soon after the page; otherwise a lower bound that grows with later pages. */
export const countChanges = async (
  db: Db,
  subject: Subject,
  filter: HistoryFilter,
  { limit, page }: Page,
): Promise<number> => {
  const counted = selectChanges(db, subject, filter)
    .limit(page * limit + COUNTED_AHEAD)
    .as('counted')
  const { total } = await db.selectFrom(counted).select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow()
  return total
}
