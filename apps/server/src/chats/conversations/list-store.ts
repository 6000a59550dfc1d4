import { type ChatState, MOST_COUNTED } from '@patchbay/contract/base/constants'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../lib/db/database.ts'
import { cursorOf, isAfter, isBefore, type PageCursor } from '../../lib/db/keyset-cursor.ts'
import { type Chat, COLUMNS, toChat } from './store.ts'

// The lists of conversations. Each combination of filters has an index of its own.

export type ChatFilter = {
  /** Absent: any. */
  state?: ChatState
  /** Null: unassigned. */
  managerId?: number | null
  unread?: boolean
  /** Only these conversations. */
  among?: RawBuilder<unknown>
}

/** A literal: PostgreSQL uses a partial index only if it sees the condition when planning. */
const isUnread = sql<boolean>`unread > 0`

/** Newest first from behind the cursor `before`, or oldest first from behind `after`. */
export const listChats = async (
  db: Db,
  { state, managerId, unread, among }: ChatFilter,
  { before, after }: PageCursor,
  limit: number,
): Promise<(Chat & { cursor: string })[]> => {
  let query = db.selectFrom('chat').select(COLUMNS).select(cursorOf('active_at', 'id').as('cursor'))
  if (state !== undefined) query = query.where('state', '=', state)
  if (among) query = query.where(sql<boolean>`chat.id in (${among})`)
  if (managerId === null) query = query.where('manager_id', 'is', null)
  else if (managerId !== undefined) query = query.where('manager_id', '=', managerId)
  if (unread) query = query.where(isUnread)
  if (before !== undefined) query = query.where(isBefore('active_at', 'id', before))
  if (after !== undefined) query = query.where(isAfter('active_at', 'id', after))
  const direction = after === undefined ? 'desc' : 'asc'
  const rows = await query.orderBy('active_at', direction).orderBy('id', direction).limit(limit).execute()
  return rows.map((row) => ({ ...toChat(row), cursor: row.cursor }))
}

/** Open ones, counted up to MOST_COUNTED. */
export const countUnread = async (db: Db): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select from chat where state = 'open' and ${isUnread} limit ${MOST_COUNTED}) as unread`.execute(db)
  return rows[0]?.count ?? 0
}
