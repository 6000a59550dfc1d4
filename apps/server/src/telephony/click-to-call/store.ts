import type { Db } from '../../lib/db/database.ts'

export type CallRequest = { id: string; userId: number; moduleId: number; phone: string }

/** False when this call request is stored already. */
export const insertCallRequest = async (db: Db, { id, userId, moduleId, phone }: CallRequest): Promise<boolean> => {
  const row = await db
    .insertInto('call_press')
    .values({ id, user_id: userId, module_id: moduleId, phone })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export const findCallRequest = (db: Db, userId: number, id: string): Promise<{ outcome: string | null } | undefined> =>
  db.selectFrom('call_press').select('outcome').where('user_id', '=', userId).where('id', '=', id).executeTakeFirst()

export const updateCallRequest = async (db: Db, userId: number, id: string, outcome: string): Promise<void> => {
  await db
    .updateTable('call_press')
    .set({ outcome: outcome.slice(0, 500) })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .execute()
}

export const deleteCallRequestsBefore = async (db: Db, before: Date): Promise<void> => {
  await db.deleteFrom('call_press').where('pressed_at', '<', before).execute()
}

/** The shop of the order or the customer that is called. */
export const findShopOf = async (
  db: Db,
  { orderId, customerId }: { orderId?: number; customerId?: number },
): Promise<number | undefined> => {
  if (orderId !== undefined) {
    const order = await db.selectFrom('customer_order').select('shop_id').where('id', '=', orderId).executeTakeFirst()
    return order?.shop_id
  }
  if (customerId === undefined) return undefined
  const customer = await db.selectFrom('customer').select('shop_id').where('id', '=', customerId).executeTakeFirst()
  return customer?.shop_id ?? undefined
}
