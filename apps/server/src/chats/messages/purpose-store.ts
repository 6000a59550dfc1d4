import { sql } from 'kysely'
import type { Db } from '../../lib/db/database.ts'

export type PurposeKind = 'payment-link' | 'proposal'

export type NewMessagePurpose = {
  messageId: number
  kind: PurposeKind
  invoiceId: string | null
  orderId: number | null
  /** It waits for the customer's answer. */
  taskId: number | null
}

export type Purpose = Omit<NewMessagePurpose, 'taskId'> & {
  orderNumber: string | null
  task: { id: number; doneAt: Date | null; doneBecause: string | null } | undefined
}

export const insertPurpose = async (db: Db, purpose: NewMessagePurpose): Promise<void> => {
  await db
    .insertInto('message_purpose')
    .values({
      message_id: purpose.messageId,
      kind: purpose.kind,
      invoice_id: purpose.invoiceId,
      order_id: purpose.orderId,
      task_id: purpose.taskId,
    })
    .execute()
}

/** By message; most have none. */
export const listPurposes = async (db: Db, messageIds: readonly number[]): Promise<Map<number, Purpose>> => {
  const rows = await db
    .selectFrom('message_purpose as p')
    .leftJoin('task as t', 't.id', 'p.task_id')
    .leftJoin('customer_order as o', 'o.id', 'p.order_id')
    .select(['p.message_id', 'p.kind', 'p.invoice_id', 'p.order_id', 'p.task_id'])
    .select(['o.number', 't.done_at', 't.done_because'])
    .where('p.message_id', '=', sql<number>`any(${messageIds}::bigint[])`)
    .execute()
  return new Map(
    rows.map((row) => [
      row.message_id,
      {
        messageId: row.message_id,
        kind: row.kind as PurposeKind,
        invoiceId: row.invoice_id,
        orderId: row.order_id,
        orderNumber: row.number,
        task:
          row.task_id === null ? undefined : { id: row.task_id, doneAt: row.done_at, doneBecause: row.done_because },
      },
    ]),
  )
}

/** The task that still waits for an answer to this message. */
export const findAwaitedTaskId = async (db: Db, messageId: number): Promise<number | undefined> => {
  const row = await db
    .selectFrom('message_purpose as p')
    .innerJoin('task as t', 't.id', 'p.task_id')
    .select('t.id')
    .where('p.message_id', '=', messageId)
    .where('t.done_at', 'is', null)
    .executeTakeFirst()
  return row?.id
}
