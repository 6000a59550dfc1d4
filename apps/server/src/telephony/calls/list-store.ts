import { sql } from 'kysely'
import type { Db } from '../../lib/db/database.ts'
import { byCursor, cursorOf, isBefore } from '../../lib/db/keyset-cursor.ts'
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

export type CallFilter = {
  customerId?: number
  /** With a leg of this user. */
  userId?: number
  missed?: boolean
  /** The last digits of the number, last one first. */
  phoneEnds?: readonly string[]
  /** The cursor of the last call of the page before. */
  before?: string
}

export type ListedCall = StoredCall & {
  module: string
  moduleState: { active: boolean; frozen: boolean; removed: boolean }
  shop: { code: string; name: string } | null
  managerId: number | null
  recordType: string | null
  mark: string
}

/** With the module, the shop and the customer's manager. */
const selectListed = (db: Db) =>
  db
    .selectFrom('call')
    .innerJoin('integration_module as m', 'm.id', 'call.module_id')
    .leftJoin('shop as s', 's.id', 'call.shop_id')
    .leftJoin('customer as c', 'c.id', 'call.customer_id')
    .select(OF_CALL)
    .select(['call.record_type', 'm.code as module', 's.code as shop_code', 's.name as shop_name', 'c.manager_id'])
    .select(['m.active', 'm.frozen', 'm.removed_at'])
    .select(cursorOf('call.started_at', 'call.id').as('mark'))

type ListedRow = Awaited<ReturnType<ReturnType<typeof selectListed>['executeTakeFirstOrThrow']>>

const toListed = (row: ListedRow): ListedCall => ({
  ...toCall(row),
  module: row.module,
  moduleState: { active: row.active, frozen: row.frozen, removed: row.removed_at !== null },
  shop: row.shop_code === null ? null : { code: row.shop_code, name: row.shop_name ?? '' },
  managerId: row.manager_id,
  recordType: row.record_type,
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

/** The latest first. */
export const listCalls = async (
  db: Db,
  { customerId, userId, missed, phoneEnds, before }: CallFilter,
  limit: number,
): Promise<ListedCall[]> => {
  let query = selectListed(db).orderBy('call.started_at', 'desc').orderBy('call.id', 'desc').limit(limit)
  if (customerId !== undefined) query = query.where('call.customer_id', '=', customerId)
  if (missed !== undefined) query = query.where('call.missed', '=', missed)
  if (phoneEnds?.length === 0) return []
  if (phoneEnds) query = query.where('call.id', '=', sql<number>`any(array(${callsEndingIn(phoneEnds)}))`)
  if (before !== undefined) query = query.where(isBefore('call.started_at', 'call.id', before))
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
