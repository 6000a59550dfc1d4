import type { TaskContent } from '@patchbay/contract/crm/workspace/tasks'
import { sql } from 'kysely'
import type { Db } from '../../lib/db/database.ts'
import { byCursor, cursorOf, isAfter } from '../../lib/db/keyset-cursor.ts'
import { type Move, movedIds, onlyIds } from '../../lib/db/moved-rows.ts'
import { contentOf, type SystemTaskKind, storedContent, type TaskRepeat } from './rules.ts'

export type NewTask = {
  content: TaskContent
  commentary?: string
  /** Null: unassigned. */
  performerId?: number | null
  dueAt?: Date | null
  customerId?: number | null
  orderId?: number | null
  phone?: string | null
  /** Where it was created from. */
  chatId?: number | null
  callId?: number | null
  repeat?: TaskRepeat | null
  /** The day of the month it was first due on. */
  repeatDay?: number | null
  /** The task whose completion created this one. */
  repeatOf?: number | null
  /** Null: the system, or an API key. */
  createdBy?: number | null
}

export type Task = { [Name in keyof NewTask]-?: Exclude<NewTask[Name], undefined> } & {
  id: number
  createdAt: Date
  doneAt: Date | null
  doneBecause: string | null
}

/**
 * Undefined when the task exists: a customer, or an unknown number, has at most one open task about missed calls, and a task
 * that repeats has one next task.
 */
export const insertTask = async (db: Db, task: NewTask): Promise<number | undefined> => {
  const { text, reason, data } = storedContent(task.content)
  const row = await db
    .insertInto('task')
    .values({
      text,
      reason,
      data: data === null ? null : JSON.stringify(data),
      commentary: task.commentary ?? '',
      performer_id: task.performerId ?? null,
      due_at: task.dueAt ?? null,
      customer_id: task.customerId ?? null,
      order_id: task.orderId ?? null,
      phone: task.phone ?? null,
      chat_id: task.chatId ?? null,
      call_id: task.callId ?? null,
      repeat: task.repeat ?? null,
      repeat_day: task.repeatDay ?? null,
      repeat_of: task.repeatOf ?? null,
      created_by: task.createdBy ?? null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

/** The tasks of a customer, of an order, or of an unknown number. */
export type TasksOf = { customerId: number } | { orderId: number } | { phone: string }

/** Completes the open tasks of this kind. `because`: a call was answered, an order was paid. */
export const completeTasks = async (
  db: Db,
  { kind, because, ...of }: TasksOf & { kind: SystemTaskKind; because: string },
): Promise<number[]> => {
  let query = db
    .updateTable('task')
    .set({ done_at: sql`now()`, done_because: because })
    .where('reason', '=', sql.lit(kind)) // a literal, for the index of missed calls
    .where('done_at', 'is', null)
  if ('customerId' in of) query = query.where('customer_id', '=', of.customerId)
  else if ('orderId' in of) query = query.where('order_id', '=', of.orderId)
  else query = query.where('phone', '=', of.phone).where('customer_id', 'is', null)
  return (await query.returning('id').execute()).map(({ id }) => id)
}

export const hasOpenTask = async (db: Db, customerId: number, kind: SystemTaskKind): Promise<boolean> => {
  const row = await db
    .selectFrom('task')
    .select('id')
    .where('customer_id', '=', customerId)
    .where('reason', '=', sql.lit(kind))
    .where('done_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

export const reopenTasks = async (db: Db, ids: readonly number[]): Promise<void> => {
  await db
    .updateTable('task')
    .set({ done_at: null, done_because: null })
    .where('id', '=', sql<number>`any(${ids}::bigint[])`)
    .execute()
}

/** With the names of its customer and order. */
export type ListedTask = Task & { customerName: string | null; orderNumber: string | null; mark: string }

export type TaskFilter = {
  /** Theirs and unassigned ones; absent: everyone's. */
  performerId?: number
  /** With completed ones; absent: all open tasks. */
  customerId?: number
  /** Due before then. */
  dueBefore?: Date
  /** The cursor of the last task of the page before. */
  after?: string
}

export const rowsOf = (db: Db) =>
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
      't.data',
      't.chat_id',
      't.call_id',
      't.repeat',
      't.repeat_day',
      't.repeat_of',
      't.created_by',
      't.created_at',
      't.done_at',
      't.done_because',
    ])
    .select(['c.first_name', 'c.last_name', 'o.number', cursorOf('t.due_key', 't.id').as('mark')])
    .orderBy('t.due_key')
    .orderBy('t.id')

type Row = Awaited<ReturnType<ReturnType<typeof rowsOf>['executeTakeFirstOrThrow']>>

export const toListed = (row: Row): ListedTask => ({
  id: row.id,
  content: contentOf(row),
  commentary: row.commentary,
  performerId: row.performer_id,
  dueAt: row.due_at,
  customerId: row.customer_id,
  orderId: row.order_id,
  phone: row.phone,
  chatId: row.chat_id,
  callId: row.call_id,
  repeat: row.repeat as TaskRepeat | null,
  repeatDay: row.repeat_day,
  repeatOf: row.repeat_of,
  createdBy: row.created_by,
  createdAt: row.created_at,
  doneAt: row.done_at,
  doneBecause: row.done_because,
  customerName: row.customer_id === null ? null : `${row.first_name ?? ''} ${row.last_name ?? ''}`.trim(),
  orderNumber: row.number,
  mark: row.mark,
})

/** In the order in which they are due; those without a date last. */
export const listTasks = async (
  db: Db,
  { performerId, customerId, dueBefore, after }: TaskFilter,
  limit: number,
): Promise<ListedTask[]> => {
  let query = rowsOf(db).limit(limit)
  query =
    customerId === undefined ? query.where('t.done_at', 'is', null) : query.where('t.customer_id', '=', customerId)
  if (dueBefore) query = query.where('t.due_key', '<', dueBefore)
  if (after !== undefined) query = query.where(isAfter('t.due_key', 't.id', after))
  if (performerId === undefined) return (await query.execute()).map(toListed)
  // Two queries: each is a range of an index, an OR of both would not be.
  const theirs = await query.where('t.performer_id', '=', performerId).execute()
  const unassigned = await query.where('t.performer_id', 'is', null).execute()
  return [...theirs, ...unassigned].map(toListed).toSorted(byCursor).slice(0, limit)
}

/** What the task is about; undefined when there is no such task. */
export const updatePerformer = async (
  db: Db,
  id: number,
  performerId: number | null,
): Promise<TaskContent | undefined> => {
  const row = await db
    .updateTable('task')
    .set({ performer_id: performerId })
    .where('id', '=', id)
    .returning(['text', 'reason', 'data'])
    .executeTakeFirst()
  return row && contentOf(row)
}

export type DueTask = { id: number; performerId: number; content: TaskContent }

/** Claims the open tasks that are due and whose assignee was not notified of it; each is returned once. */
export const claimDueTasks = async (db: Db, now: Date, limit: number): Promise<DueTask[]> => {
  const { rows } = await sql<{ id: number; performer_id: number; text: string; reason: string | null; data: unknown }>`
    update task set due_notified_at = ${now} where id in (
      select id from task where due_at <= ${now} and done_at is null and due_notified_at is null
        and performer_id is not null order by due_at limit ${limit} for update skip locked)
    returning id, performer_id, text, reason, data`.execute(db)
  return rows.map((row) => ({ id: row.id, performerId: row.performer_id, content: contentOf(row) }))
}

/** Locks the task until the commit: of two requests to complete it, the second finds it completed. */
export const lockTask = async (db: Db, id: number): Promise<ListedTask | undefined> => {
  const locked = await db.selectFrom('task').select('id').where('id', '=', id).forUpdate().executeTakeFirst()
  const row = locked && (await rowsOf(db).where('t.id', '=', id).executeTakeFirst())
  return row && toListed(row)
}

export const updateDone = async (db: Db, id: number, because: string, at: Date): Promise<void> => {
  await db.updateTable('task').set({ done_at: at, done_because: because }).where('id', '=', id).execute()
}

export type TaskEdit = Required<
  Pick<Task, 'content' | 'commentary' | 'dueAt' | 'performerId' | 'repeat' | 'repeatDay'>
> & { dueChanged: boolean }

/** A new due time is announced again. */
export const updateTask = async (db: Db, id: number, edit: TaskEdit): Promise<void> => {
  await db
    .updateTable('task')
    .set({
      ...('text' in edit.content && { text: edit.content.text }),
      commentary: edit.commentary,
      due_at: edit.dueAt,
      performer_id: edit.performerId,
      repeat: edit.repeat,
      repeat_day: edit.repeatDay,
      ...(edit.dueChanged && { due_notified_at: null }),
    })
    .where('id', '=', id)
    .execute()
}

/** For a merge of two customers, and to undo it. Returns the ids of the moved rows. */
export const moveTasks = (db: Db, move: Move): Promise<number[]> =>
  movedIds(
    db,
    sql`update task set customer_id = ${move.into} where customer_id = ${move.from} ${onlyIds(move)} returning id`,
  )

export const hasTasks = async (db: Db, of: { customerId: number } | { orderId: number }): Promise<boolean> => {
  const tasks = db.selectFrom('task').select('id').limit(1)
  const found =
    'customerId' in of ? tasks.where('customer_id', '=', of.customerId) : tasks.where('order_id', '=', of.orderId)
  return (await found.execute()).length > 0
}
