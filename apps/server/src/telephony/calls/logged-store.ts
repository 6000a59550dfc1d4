import type { Db } from '../../lib/db/database.ts'
import type { Call } from './rules.ts'
import { columnsOf } from './store.ts'

const loggedColumns = (call: Call, note: string) => ({
  ...columnsOf(call),
  phone: call.phone,
  phone_key: call.phoneKey,
  note,
})

export const insertLoggedCall = async (db: Db, call: Call, note: string): Promise<number> => {
  const { id } = await db
    .insertInto('call')
    .values({ ...loggedColumns(call, note), module_id: null, logged_by: call.loggedBy ?? null })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** The author stays. */
export const updateLoggedCall = async (db: Db, id: number, call: Call, note: string): Promise<void> => {
  await db
    .updateTable('call')
    .set((eb) => ({ ...loggedColumns(call, note), version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .where('logged_by', 'is not', null)
    .execute()
}

export const deleteLoggedCall = async (db: Db, id: number): Promise<void> => {
  await db.deleteFrom('call').where('id', '=', id).where('logged_by', 'is not', null).execute()
}

/** For the demo account. */
export const hasLoggedCalls = async (db: Db): Promise<boolean> => {
  const row = await db.selectFrom('call').select('id').where('logged_by', 'is not', null).limit(1).executeTakeFirst()
  return row !== undefined
}
