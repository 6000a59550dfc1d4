import type { Role } from '@patchbay/contract/base/roles'
import type { NotificationKind } from '@patchbay/contract/platform/notification-constants'
import type { NotificationContent } from '@patchbay/contract/platform/workspace/notifications'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../lib/db/database.ts'
import { cursorOf, isBefore } from '../../lib/db/keyset-cursor.ts'
import { type Colleague, subjectOf } from './rules.ts'

export type Notification = {
  id: number
  userId: number
  content: NotificationContent
  count: number
  silent: boolean
  at: Date
  read: boolean
}

const COLUMNS = ['id', 'user_id', 'content', 'count', 'silent', 'at', 'read_at'] as const

type Row = {
  id: number
  user_id: number
  content: unknown
  count: number
  silent: boolean
  at: Date
  read_at: Date | null
}

const toNotification = (row: Row): Notification => ({
  id: row.id,
  userId: row.user_id,
  content: row.content as NotificationContent,
  count: row.count,
  silent: row.silent,
  at: row.at,
  read: row.read_at !== null,
})

/** Those who can be notified. */
export const listColleagues = async (db: Db): Promise<Colleague[]> => {
  const rows = await db.selectFrom('app_user').select(['id', 'role']).where('active', '=', true).orderBy('id').execute()
  return rows.map(({ id, role }) => ({ id, role: role as Role }))
}

/** An unread notification about the same subject is counted up; a trigger enqueues the announcement. */
export const insertNotifications = async (
  db: Db,
  userIds: readonly number[],
  content: NotificationContent,
): Promise<void> => {
  await sql`
    insert into notification (user_id, kind, subject, content)
    select unnest(${userIds}::bigint[]), ${content.kind}, ${subjectOf(content)}, ${JSON.stringify(content)}::jsonb
    on conflict (account_id, user_id, kind, subject) where read_at is null
      do update set content = excluded.content, count = notification.count + 1, at = now(), announced_at = null`.execute(
    db,
  )
}

type RingingValues = Record<'users' | 'callId' | 'content' | 'silent', RawBuilder<unknown>>

/**
 * For the statement that saves a call event: the users at whom the call begins to ring. `content` lacks the call's id,
 * which a new call gets in the same statement.
 */
export const ringingClause = ({ users, callId, content, silent }: RingingValues, from: RawBuilder<unknown>) => sql`
  insert into notification (user_id, kind, subject, content, silent)
  select unnest(${users}::bigint[]), 'call', (${callId})::text,
    ${content}::jsonb || jsonb_build_object('callId', ${callId}), ${silent}::boolean
  from ${from}
  on conflict (account_id, user_id, kind, subject) where read_at is null do nothing`

/** The same when it no longer rings: missed calls stay, with an announcement of their own; others are done with. */
export const stoppedRingingClause = (callId: RawBuilder<unknown>, stopped: RawBuilder<unknown>) => sql`
  update notification set
    kind = case when ${stopped}::text = 'missed' then 'missed-call' else kind end,
    content = case when ${stopped}::text = 'missed' then content || '{"kind": "missed-call"}' else content end,
    read_at = case when ${stopped}::text = 'missed' then null else now() end,
    announced_at = case when ${stopped}::text = 'missed' then null else announced_at end
  where kind = 'call' and subject = (${callId})::text and read_at is null and ${stopped}::text is not null`

/** The latest first, from behind the cursor `before`. */
export const listNotifications = async (
  db: Db,
  userId: number,
  before: string | undefined,
  limit: number,
): Promise<(Notification & { cursor: string })[]> => {
  let query = db
    .selectFrom('notification')
    .select(COLUMNS)
    .select(cursorOf('at', 'id').as('cursor'))
    .where('user_id', '=', userId)
  if (before !== undefined) query = query.where(isBefore('at', 'id', before))
  const rows = await query.orderBy('at', 'desc').orderBy('id', 'desc').limit(limit).execute()
  return rows.map((row) => ({ ...toNotification(row), cursor: row.cursor }))
}

/** Unread notifications by kind. */
export const countUnread = async (db: Db, userId: number): Promise<{ kind: NotificationKind; count: number }[]> => {
  const rows = await db
    .selectFrom('notification')
    .select((eb) => ['kind', eb.fn.countAll<number>().as('count')])
    .where('user_id', '=', userId)
    .where('read_at', 'is', null)
    .groupBy('kind')
    .execute()
  return rows.map(({ kind, count }) => ({ kind: kind as NotificationKind, count: Number(count) }))
}

export type ReadFilter = {
  ids?: readonly number[] | undefined
  kinds?: readonly NotificationKind[] | undefined
  subject?: string | undefined
}

/** Marks them read, of one user or of everyone. Returns whose they were. */
export const updateRead = async (db: Db, userId: number | 'everyone', filter: ReadFilter): Promise<number[]> => {
  let query = db.updateTable('notification').set({ read_at: sql`now()` }).where('read_at', 'is', null)
  if (userId !== 'everyone') query = query.where('user_id', '=', userId)
  if (filter.ids) query = query.where('id', '=', sql<number>`any(${filter.ids}::bigint[])`)
  if (filter.kinds) query = query.where('kind', 'in', [...filter.kinds])
  if (filter.subject !== undefined) query = query.where('subject', '=', filter.subject)
  const rows = await query.returning('user_id').execute()
  return [...new Set(rows.map(({ user_id }) => user_id))]
}

/** Those of one lane that were not announced yet, the oldest first. */
export const listUnannounced = async (db: Db, lane: string, limit: number): Promise<Notification[]> => {
  const rows = await db
    .selectFrom('notification')
    .select(COLUMNS)
    .where('announced_at', 'is', null)
    .where(sql<boolean>`(hashtext(subject) & 15)::text = ${lane}`)
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(toNotification)
}

/** Unless it happened again, or the call was missed, meanwhile: then it is announced again. */
export const updateAnnounced = async (db: Db, seen: readonly Notification[]): Promise<void> => {
  const [ids, counts] = [seen.map(({ id }) => id), seen.map(({ count }) => count)]
  const kinds = seen.map(({ content }) => content.kind)
  await sql`
    update notification set announced_at = now()
    from unnest(${ids}::bigint[], ${counts}::integer[], ${kinds}::text[]) as s(id, count, kind)
    where notification.id = s.id and notification.count = s.count and notification.kind = s.kind
      and announced_at is null`.execute(db)
}

export const findNotification = async (db: Db, id: number): Promise<Notification | undefined> => {
  const row = await db.selectFrom('notification').select(COLUMNS).where('id', '=', id).executeTakeFirst()
  return row && toNotification(row)
}

/** At most so many at a time; returns how many. */
export const deleteBefore = async (db: Db, before: Date, limit: number): Promise<number> => {
  const { numAffectedRows } = await sql`
    delete from notification where id in (select id from notification where at < ${before} limit ${limit})`.execute(db)
  return Number(numAffectedRows ?? 0)
}
