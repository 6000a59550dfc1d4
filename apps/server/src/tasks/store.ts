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

export type Task = { [Name in keyof NewTask]-?: Exclude<NewTask[Name], undefined> } & {
  id: number
  createdAt: Date
  doneAt: Date | null
  doneBecause: string | null
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

export type TaskFilter = {
  /** Theirs and anybody's; absent: everybody's. */
  performerId?: number
  /** Also what is done; absent: all open tasks. */
  customerId?: number
  before?: number
}

/** Newest first. */
export const listTasks = async (
  db: Db,
  { performerId, customerId, before }: TaskFilter,
  limit: number,
): Promise<Task[]> => {
  let query = db.selectFrom('task').selectAll().orderBy('id', 'desc').limit(limit)
  query = customerId === undefined ? query.where('done_at', 'is', null) : query.where('customer_id', '=', customerId)
  if (performerId !== undefined)
    query = query.where((eb) => eb.or([eb('performer_id', '=', performerId), eb('performer_id', 'is', null)]))
  if (before !== undefined) query = query.where('id', '<', before)
  const rows = await query.execute()
  return rows.map((row) => ({
    id: row.id,
    text: row.text,
    commentary: row.commentary,
    performerId: row.performer_id,
    dueAt: row.due_at,
    customerId: row.customer_id,
    orderId: row.order_id,
    phone: row.phone,
    reason: row.reason,
    createdBy: row.created_by,
    createdAt: row.created_at,
    doneAt: row.done_at,
    doneBecause: row.done_because,
  }))
}

/** False when there is no such task. The first reason stays. */
export const completeTask = async (db: Db, id: number, because: string): Promise<boolean> => {
  const row = await db
    .updateTable('task')
    .set({ done_at: sql`coalesce(done_at, now())`, done_because: sql`coalesce(done_because, ${because})` })
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export type OrderNamed = { id?: number; externalId?: string; number?: string }

/** Which order a task is about, among those of the shops that the caller sees (null: all). */
export const findOrderFor = async (
  db: Db,
  { id, externalId, number }: OrderNamed,
  sites: readonly string[] | null,
): Promise<{ id: number; customerId: number | null } | undefined> => {
  let query = db.selectFrom('customer_order').select(['id', 'customer_id as customerId'])
  if (id !== undefined) query = query.where('id', '=', id)
  else if (number !== undefined) query = query.where('number', '=', number)
  else query = query.where('external_id', '=', externalId ?? '')
  if (sites)
    query = query.where('shop_id', 'in', (eb) =>
      eb.selectFrom('shop').select('shop.id').where('shop.code', '=', sql<string>`any(${sites}::text[])`),
    )
  return query.orderBy('id', 'desc').executeTakeFirst()
}
