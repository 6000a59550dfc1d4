import type { Db } from '../../lib/db/database.ts'

/** Whether a customer has a chat. */
export const hasChats = async (db: Db, customerId: number): Promise<boolean> =>
  (await db.selectFrom('chat').select('id').where('customer_id', '=', customerId).limit(1).execute()).length > 0
