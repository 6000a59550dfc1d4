import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../lib/db/database.ts'
import type { Step } from '../events/store.ts'
import { type StoredCall, toCall } from './store.ts'

// Calls as they are read: one, a page of them, what was heard of one, and the cards that are open.

export const findCall = async (db: Db, id: number): Promise<StoredCall | undefined> => {
  const row = await db.selectFrom('call').selectAll().where('id', '=', id).executeTakeFirst()
  return row && toCall(row)
}

export const findCallByExternalId = async (
  db: Db,
  moduleId: number,
  externalId: string,
): Promise<StoredCall | undefined> => {
  const row = await db
    .selectFrom('call')
    .selectAll()
    .where('module_id', '=', moduleId)
    .where('external_id', '=', externalId)
    .executeTakeFirst()
  return row && toCall(row)
}

export type NumberAsked = { e164: string; tail: string }

/** Whose number each of these is, the best match of D-29, in one go; who is here does not matter for what is over. */
export const listOwners = async (db: Db, numbers: readonly NumberAsked[]): Promise<(number | null)[]> => {
  const best = (has: RawBuilder<unknown>) => sql`(
    select c.id from customer_phone p join customer c on c.id = p.customer_id where ${has}
    order by exists (select from customer_order o where o.customer_id = c.id and o.open) desc,
      c.last_contact_at desc nulls last, c.id desc limit 1)`
  const { rows } = await sql<{ id: number | null }>`
    select coalesce(${best(sql`p.e164 = x.e164`)}, ${best(sql`p.tail = x.tail and x.tail <> ''`)}) as id
    from unnest(${numbers.map(({ e164 }) => e164)}::text[], ${numbers.map(({ tail }) => tail)}::text[])
      with ordinality x(e164, tail, place)
    order by x.place`.execute(db)
  return rows.map(({ id }) => id)
}

export type CallFilter = { customerId?: number; userId?: number; missed?: boolean; before?: Date }

export type ListedCall = StoredCall & {
  module: string
  shop: string | null
  managerId: number | null
  recordType: string | null
}

const PAGE = 50

/** With what a reader wants beside it: the module, the shop, and who is responsible for the customer. */
const selectListed = (db: Db) =>
  db
    .selectFrom('call')
    .innerJoin('integration_module as m', 'm.id', 'call.module_id')
    .leftJoin('shop as s', 's.id', 'call.shop_id')
    .leftJoin('customer as c', 'c.id', 'call.customer_id')
    .selectAll('call')
    .select(['m.code as module', 's.code as shop', 'c.manager_id'])

type ListedRow = Awaited<ReturnType<ReturnType<typeof selectListed>['executeTakeFirstOrThrow']>>

const toListed = (row: ListedRow): ListedCall => ({
  ...toCall(row),
  module: row.module,
  shop: row.shop,
  managerId: row.manager_id,
  recordType: row.record_type,
})

export const listCalls = async (db: Db, filter: CallFilter): Promise<ListedCall[]> => {
  let query = selectListed(db).orderBy('call.started_at', 'desc').limit(PAGE)
  if (filter.customerId !== undefined) query = query.where('call.customer_id', '=', filter.customerId)
  if (filter.userId !== undefined) query = query.where('call.user_id', '=', filter.userId)
  if (filter.missed !== undefined) query = query.where('call.missed', '=', filter.missed)
  if (filter.before) query = query.where('call.started_at', '<', filter.before)
  return (await query.execute()).map(toListed)
}

export const findListedCall = async (db: Db, id: number): Promise<ListedCall | undefined> => {
  const row = await selectListed(db).where('call.id', '=', id).executeTakeFirst()
  return row && toListed(row)
}

export const updateNote = async (db: Db, id: number, note: string): Promise<boolean> => {
  const row = await db.updateTable('call').set({ note }).where('id', '=', id).returning('id').executeTakeFirst()
  return row !== undefined
}

export const updateRecordType = async (db: Db, id: number, type: string): Promise<void> => {
  await db.updateTable('call').set({ record_type: type }).where('id', '=', id).execute()
}

export type TracedEvent = { at: Date; event: { type: string }; steps: Step[] }

export const listEvents = async (db: Db, callId: number): Promise<TracedEvent[]> => {
  const rows = await db
    .selectFrom('call_event')
    .select(['at', 'event', 'steps'])
    .where('call_id', '=', callId)
    .orderBy('id')
    .limit(200)
    .execute()
  return rows.map(({ at, event, steps }) => ({
    at,
    event: event as { type: string },
    steps: steps as unknown as Step[],
  }))
}

export type ShownCard = {
  userId: number
  sentAt: Date
  shownAt: Date | null
  closedAt: Date | null
  closedBecause: string | null
}

export const listCardsOf = async (db: Db, callId: number): Promise<ShownCard[]> => {
  const rows = await db.selectFrom('call_card').selectAll().where('call_id', '=', callId).orderBy('sent_at').execute()
  return rows.map((row) => ({
    userId: row.user_id,
    sentAt: row.sent_at,
    shownAt: row.shown_at,
    closedAt: row.closed_at,
    closedBecause: row.closed_because,
  }))
}

/** The calls whose card this user should see now. */
export const listOpenCards = async (db: Db, userId: number): Promise<StoredCall[]> => {
  const rows = await db
    .selectFrom('call_card as k')
    .innerJoin('call', 'call.id', 'k.call_id')
    .selectAll('call')
    .where('k.user_id', '=', userId)
    .where('k.closed_at', 'is', null)
    .orderBy('call.id')
    .execute()
  return rows.map(toCall)
}

/** The first time counts: how long a card took to be seen. */
export const updateShown = async (db: Db, callId: number, userId: number): Promise<boolean> => {
  const row = await db
    .updateTable('call_card')
    .set({ shown_at: sql`coalesce(shown_at, now())` })
    .where('call_id', '=', callId)
    .where('user_id', '=', userId)
    .returning('call_id')
    .executeTakeFirst()
  return row !== undefined
}
