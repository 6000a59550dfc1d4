import { sql } from 'kysely'
import type { Db } from '../../lib/db/database.ts'

/** `at`: when it was created elsewhere, for an imported order. */
export const saveStatusTime = async (db: Db, orderId: number, at?: Date): Promise<void> => {
  const time = at ?? sql<Date>`now()`
  await db
    .insertInto('order_status_time')
    .values({ order_id: orderId, at: time })
    .onConflict((conflict) => conflict.columns(['account_id', 'order_id']).doUpdateSet({ at: time }))
    .execute()
}
