import { sql } from 'kysely'
import type { Db } from '../lib/db.ts'

export type NewTask = {
  text: string
  commentary?: string
  /** Nobody: anybody's. */
  performerId?: number | null
  dueAt?: Date | null
  customerId?: number | null
  orderId?: number | null
  phone?: string | null
  /** What made it, when nobody did: missed-call, hold-expires. */
  reason?: string | null
  /** Nobody: the system, or an API key. */
  createdBy?: number | null
}

/** Undefined when there is such a task already: of missed calls a customer, or an unknown number, has one open task. */
export const insertTask = async (db: Db, task: NewTask): Promise<number | undefined> => {
  const row = await db
    .insertInto('task')
    .values({
      text: task.text,
      commentary: task.commentary ?? '',
      performer_id: task.performerId ?? null,
      due_at: task.dueAt ?? null,
      customer_id: task.customerId ?? null,
      order_id: task.orderId ?? null,
      phone: task.phone ?? null,
      reason: task.reason ?? null,
      created_by: task.createdBy ?? null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

/** Whose tasks: a customer's, an order's, or those of a number that nobody knows. */
export type TasksOf = { customerId: number } | { orderId: number } | { phone: string }

/** Ends the open tasks that the system made for this reason, and says why: a call was answered, an order was paid. */
export const completeTasks = async (
  db: Db,
  { reason, because, ...of }: TasksOf & { reason: string; because: string },
): Promise<number[]> => {
  let query = db
    .updateTable('task')
    .set({ done_at: sql`now()`, done_because: because })
    .where('reason', '=', reason)
    .where('done_at', 'is', null)
  if ('customerId' in of) query = query.where('customer_id', '=', of.customerId)
  else if ('orderId' in of) query = query.where('order_id', '=', of.orderId)
  else query = query.where('phone', '=', of.phone).where('customer_id', 'is', null)
  return (await query.returning('id').execute()).map(({ id }) => id)
}
