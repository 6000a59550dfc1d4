import type { CallResult } from '@patchbay/contract/telephony/history'
import { sql } from 'kysely'
import type { Db } from '../../lib/db/database.ts'
import { byCursor, cursorOf, isBefore } from '../../lib/db/keyset-cursor.ts'
import { type CallFigureFilter, figureConditions } from './figure-store.ts'
import type { Call } from './rules.ts'
import { CALL_COLUMNS, type StoredCall, toCall } from './store.ts'

/** In a join. */
export const OF_CALL = CALL_COLUMNS.map((column) => `call.${column}` as const)

export const findCall = async (db: Db, id: number): Promise<StoredCall | undefined> => {
  const row = await db.selectFrom('call').select(CALL_COLUMNS).where('id', '=', id).executeTakeFirst()
  return row && toCall(row)
}

export const findCallByExternalId = async (
  db: Db,
  moduleId: number,
  externalId: string,
): Promise<StoredCall | undefined> => {
  const row = await db
    .selectFrom('call')
    .select(CALL_COLUMNS)
    .where('module_id', '=', moduleId)
    .where('external_id', '=', externalId)
    .executeTakeFirst()
  return row && toCall(row)
}

export type CallFilter = CallFigureFilter & {
  customerId?: number
  /** With a leg of this user. */
  userId?: number
  missed?: boolean
  direction?: Call['direction']
  result?: CallResult
  shopId?: number
  /** Only those with a recording. */
  recording?: boolean
  from?: Date
  /** Not included. */
  to?: Date
  ids?: readonly number[]
  /** The last digits of the number, last one first. */
  phoneEnds?: readonly string[]
  /** The cursor of the last call of the page before. */
  before?: string
}

export type ListedCall = StoredCall & {
  /** Null: logged by hand. */
  module: { code: string; active: boolean; frozen: boolean; removed: boolean } | null
  shop: { code: string; name: string } | null
  recordType: string | null
  hasTranscript: boolean
  mark: string
}

/** With the module and the shop. */
const selectListed = (db: Db) =>
  db
    .selectFrom('call')
    .leftJoin('integration_module as m', 'm.id', 'call.module_id')
    .leftJoin('shop as s', 's.id', 'call.shop_id')
    .select(OF_CALL)
    .select(['call.record_type', 'm.code as module', 's.code as shop_code', 's.name as shop_name'])
    .select(['m.active', 'm.frozen', 'm.removed_at'])
    .select(sql<boolean>`exists (select from call_transcript t where t.call_id = call.id)`.as('has_transcript'))
    .select(cursorOf('call.started_at', 'call.id').as('mark'))

type ListedRow = Awaited<ReturnType<ReturnType<typeof selectListed>['executeTakeFirstOrThrow']>>

const toListed = (row: ListedRow): ListedCall => ({
  ...toCall(row),
  module:
    row.module === null
      ? null
      : {
          code: row.module,
          active: row.active === true,
          frozen: row.frozen === true,
          removed: row.removed_at !== null,
        },
  shop: row.shop_code === null ? null : { code: row.shop_code, name: row.shop_name ?? '' },
  recordType: row.record_type,
  hasTranscript: row.has_transcript,
  mark: row.mark,
})

/** The end of the range of texts that begin alike; the column has the collation "C". */
const LAST = '\u{10FFFF}'
/** Of the calls of each ending, those that are listed. */
const MOST_OF_NUMBER = 1_000

/** Read along the index of numbers: the same number first, its latest calls first. */
const callsEndingIn = (ends: readonly string[]) =>
  sql.join(
    ends.map(
      (end) => sql`(select id from call where phone_end >= ${end} and phone_end < ${end + LAST}
        order by phone_end, started_at desc limit ${MOST_OF_NUMBER})`,
    ),
    sql` union all `,
  )

type ListedQuery = ReturnType<typeof selectListed>

/** Literals, not parameters, where PostgreSQL must see the condition of a partial index when it plans. */
const withFilter = (query: ListedQuery, filter: CallFilter): ListedQuery => {
  const { customerId, missed, direction, result, shopId, recording, from, to, ids, phoneEnds, before } = filter
  let found = query
  if (customerId !== undefined) found = found.where('call.customer_id', '=', customerId)
  if (missed !== undefined) found = found.where(missed ? sql<boolean>`call.missed` : sql<boolean>`not call.missed`)
  if (direction !== undefined) found = found.where('call.direction', '=', direction)
  if (result !== undefined) found = found.where('call.result', '=', result)
  if (shopId !== undefined) found = found.where('call.shop_id', '=', shopId)
  if (recording) found = found.where('call.record_url', 'is not', null)
  if (from) found = found.where('call.started_at', '>=', from)
  if (to) found = found.where('call.started_at', '<', to)
  if (ids) found = found.where('call.id', '=', sql<number>`any(${ids}::bigint[])`)
  if (phoneEnds) found = found.where('call.id', '=', sql<number>`any(array(${callsEndingIn(phoneEnds)}))`)
  if (before !== undefined) found = found.where(isBefore('call.started_at', 'call.id', before))
  for (const condition of figureConditions(filter)) found = found.where(condition)
  return found
}

/** The latest first. */
export const listCalls = async (db: Db, filter: CallFilter, limit: number): Promise<ListedCall[]> => {
  const { userId, phoneEnds, ids } = filter
  if (phoneEnds?.length === 0 || ids?.length === 0) return []
  const latest = selectListed(db).orderBy('call.started_at', 'desc').orderBy('call.id', 'desc').limit(limit)
  const query = withFilter(latest, filter)
  if (userId === undefined) return (await query.execute()).map(toListed)
  // A leg that rang has a card; the one who talked is on the call. Two queries: each uses an index, an OR of both would not.
  const rang = db.selectFrom('call_card').select('call_id').where('user_id', '=', userId)
  const calls = [
    ...(await query.where('call.user_id', '=', userId).execute()),
    ...(await query.where('call.id', 'in', rang).execute()),
  ]
  const once = new Map(calls.map((call) => [call.id, toListed(call)]))
  return [...once.values()].toSorted((one, other) => byCursor(other, one)).slice(0, limit)
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
