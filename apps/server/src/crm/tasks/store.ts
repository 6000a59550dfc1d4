import { sql } from 'kysely'
import type { Db } from '../../lib/db/database.ts'
import { cursorOf, isAfter } from '../../lib/db/keyset-cursor.ts'

export type NewTask = {
  text: string
  commentary?: string
  /** Nobody: anybody's. */
  performerId?: number | null
  dueAt?: Date | null
  customerId?: number | null
  orderId?: number | null
  phone?: string | null
  /** What made it, when nobody did (rules.ts). */
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
    .where('reason', '=', sql.lit(reason)) // written out, for the index of missed calls
    .where('done_at', 'is', null)
  if ('customerId' in of) query = query.where('customer_id', '=', of.customerId)
  else if ('orderId' in of) query = query.where('order_id', '=', of.orderId)
  else query = query.where('phone', '=', of.phone).where('customer_id', 'is', null)
  return (await query.returning('id').execute()).map(({ id }) => id)
}

/** As it is listed: with whom and what it is about by name. */
export type ListedTask = Task & { customerName: string | null; orderNumber: string | null; mark: string }

export type TaskFilter = {
  /** Theirs and anybody's; absent: everybody's. */
  performerId?: number
  /** Also what is done; absent: all open tasks. */
  customerId?: number
  /** The mark of the last one that the reader has. */
  after?: string
}

const rowsOf = (db: Db) =>
  db
    .selectFrom('task as t')
    .leftJoin('customer as c', 'c.id', 't.customer_id')
    .leftJoin('customer_order as o', 'o.id', 't.order_id')
    .select([
      't.id',
      't.text',
      't.commentary',
      't.performer_id',
      't.due_at',
      't.customer_id',
      't.order_id',
      't.phone',
      't.reason',
      't.created_by',
      't.created_at',
      't.done_at',
      't.done_because',
    ])
    .select(['c.first_name', 'c.last_name', 'o.number', cursorOf('t.due_key', 't.id').as('mark')])
    .orderBy('t.due_key')
    .orderBy('t.id')

type Row = Awaited<ReturnType<ReturnType<typeof rowsOf>['executeTakeFirstOrThrow']>>

const toListed = (row: Row): ListedTask => ({
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
  customerName: row.customer_id === null ? null : `${row.first_name ?? ''} ${row.last_name ?? ''}`.trim(),
  orderNumber: row.number,
  mark: row.mark,
})

const dueOrder = (one: ListedTask, other: ListedTask): number => {
  const [left, right] = [one, other].map(({ mark }) => BigInt(mark.split('.')[0] ?? 0))
  if (left === undefined || right === undefined || left === right) return one.id - other.id
  return left < right ? -1 : 1
}

/** In the order in which they are due; those without a date last. */
export const listTasks = async (
  db: Db,
  { performerId, customerId, after }: TaskFilter,
  limit: number,
): Promise<ListedTask[]> => {
  let query = rowsOf(db).limit(limit)
  query =
    customerId === undefined ? query.where('t.done_at', 'is', null) : query.where('t.customer_id', '=', customerId)
  if (after !== undefined) query = query.where(isAfter('t.due_key', 't.id', after))
  if (performerId === undefined) return (await query.execute()).map(toListed)
  // Theirs and anybody's: each is a stretch of an index, both together would not be.
  const theirs = await query.where('t.performer_id', '=', performerId).execute()
  const anybodys = await query.where('t.performer_id', 'is', null).execute()
  return [...theirs, ...anybodys].map(toListed).toSorted(dueOrder).slice(0, limit)
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
