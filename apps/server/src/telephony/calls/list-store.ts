import type { Db } from '../../lib/db/database.ts'
import { CALL_COLUMNS, type StoredCall, toCall } from './store.ts'

// Calls as they are read: one, a page of them, what was heard of one, and the cards that are open.

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
    .select(OF_CALL)
    .select(['call.record_type', 'm.code as module', 's.code as shop', 'c.manager_id'])

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
