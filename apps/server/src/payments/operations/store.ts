import { type Minor, money, toDecimal } from '@patchbay/contract/base/money'
import type { OperationKind, OperationState } from '@patchbay/contract/payments/statuses'
import { sql } from 'kysely'
import type { Db } from '../../lib/db/database.ts'
import { isOpen, type NextState, OPEN_STATES } from './rules.ts'

// Operations, each with its own idempotency key. Times come from the database's clock, so that processes agree.

export type Operation = {
  id: string
  invoiceId: string
  kind: OperationKind
  amount: Minor | null
  reissue: boolean
  state: OperationState
  tries: number
  looks: number
  /** Some attempt may have been applied by the module. */
  maybeApplied: boolean
  fence: number
  requestedBy: string
  sentAt: Date | null
  sentText: string | null
  refundExternalId: string | null
  errorMsg: string | null
  createdAt: Date
  resolvedAt: Date | null
  resolvedBy: string | null
  resolution: string | null
  /** Seconds until it is due, by the database's clock; negative when it is overdue. */
  dueIn: number
}

/** Longer than the longest call to a module. */
const LEASE = '25 seconds'

const rowsOf = (db: Db) =>
  db
    .selectFrom('payment_operation')
    .innerJoin('invoice', (join) =>
      join
        .onRef('invoice.account_id', '=', 'payment_operation.account_id')
        .onRef('invoice.id', '=', 'payment_operation.invoice_id'),
    )
    .select([
      'payment_operation.id',
      'payment_operation.invoice_id',
      'payment_operation.kind',
      'payment_operation.amount',
      'payment_operation.reissue',
      'payment_operation.state',
      'payment_operation.tries',
      'payment_operation.looks',
      'payment_operation.doubtful',
      'payment_operation.fence',
      'payment_operation.requested_by',
      'payment_operation.sent_at',
      'payment_operation.sent_text',
      'payment_operation.refund_external_id',
      'payment_operation.error_msg',
      'payment_operation.created_at',
      'payment_operation.resolved_at',
      'payment_operation.resolved_by',
      'payment_operation.resolution',
    ])
    .select(['invoice.currency', sql<number>`extract(epoch from next_at - now())::float8`.as('due_in')])
type Row = Awaited<ReturnType<ReturnType<typeof rowsOf>['executeTakeFirstOrThrow']>>

const toOperation = (row: Row): Operation => ({
  id: row.id,
  invoiceId: row.invoice_id,
  kind: row.kind as OperationKind,
  amount: row.amount === null ? null : money(row.amount, row.currency),
  reissue: row.reissue,
  state: row.state as OperationState,
  tries: row.tries,
  looks: row.looks,
  maybeApplied: row.doubtful,
  fence: row.fence,
  requestedBy: row.requested_by,
  sentAt: row.sent_at,
  sentText: row.sent_text,
  refundExternalId: row.refund_external_id,
  errorMsg: row.error_msg,
  createdAt: row.created_at,
  resolvedAt: row.resolved_at,
  resolvedBy: row.resolved_by,
  resolution: row.resolution,
  dueIn: row.due_in,
})

export const findOperation = async (db: Db, id: string): Promise<Operation | undefined> => {
  const row = await rowsOf(db).where('payment_operation.id', '=', id).executeTakeFirst()
  return row && toOperation(row)
}

export const lockOperation = async (db: Db, id: string): Promise<Operation | undefined> => {
  const row = await rowsOf(db).where('payment_operation.id', '=', id).forUpdate('payment_operation').executeTakeFirst()
  return row && toOperation(row)
}

const openOf = (db: Db, invoiceId: string) =>
  rowsOf(db).where('payment_operation.invoice_id', '=', invoiceId).where('state', 'in', OPEN_STATES.map(sql.lit))

export const findOpenOperation = async (db: Db, invoiceId: string): Promise<Operation | undefined> => {
  const row = await openOf(db, invoiceId).executeTakeFirst()
  return row && toOperation(row)
}

export const lockOpenOperation = async (db: Db, invoiceId: string): Promise<Operation | undefined> => {
  const row = await openOf(db, invoiceId).forUpdate('payment_operation').executeTakeFirst()
  return row && toOperation(row)
}

export type NewOperation = {
  id: string
  invoiceId: string
  kind: OperationKind
  amount: Minor | null
  currency: string
  reissue?: boolean
  requestedBy: string
  /** Seconds until a worker takes it over from the requesting process. */
  graceSeconds: number
}

export const insertOperation = async (db: Db, operation: NewOperation): Promise<void> => {
  await db
    .insertInto('payment_operation')
    .values({
      id: operation.id,
      invoice_id: operation.invoiceId,
      kind: operation.kind,
      amount: operation.amount === null ? null : toDecimal(operation.amount, operation.currency),
      reissue: operation.reissue ?? false,
      requested_by: operation.requestedBy,
      next_at: sql`now() + ${`${operation.graceSeconds} seconds`}::interval`,
    })
    .execute()
}

/** Claims an operation before it is sent. Undefined when another process has it or it is closed. */
export const claimOperation = async (
  db: Db,
  { id, fence }: Pick<Operation, 'id' | 'fence'>,
  sentText: string,
): Promise<number | undefined> => {
  const row = await db
    .updateTable('payment_operation')
    .set({
      state: 'sent',
      tries: sql`tries + 1`,
      fence: sql`fence + 1`,
      next_at: sql`now() + ${LEASE}::interval`,
      sent_at: sql`now()`,
      sent_text: sentText,
    })
    .where('id', '=', id)
    .where('fence', '=', fence)
    .where('state', 'in', ['requested', 'unknown'])
    .returning('fence')
    .executeTakeFirst()
  return row?.fence
}

/** Schedules the next reconciliation before this one runs, whatever it finds. */
export const scheduleReconcile = async (db: Db, id: string, inSeconds: number): Promise<void> => {
  await db
    .updateTable('payment_operation')
    .set({ looks: sql`looks + 1`, next_at: sql`now() + ${`${inSeconds} seconds`}::interval` })
    .where('id', '=', id)
    .execute()
}

export type OperationResolution = {
  by: string
  answerText?: string
  refundExternalId?: string | undefined
  resolution?: string
}

export const settleOperation = async (
  db: Db,
  id: string,
  next: NextState | { state: 'superseded' },
  { by, answerText, refundExternalId, resolution }: OperationResolution,
): Promise<void> => {
  await db
    .updateTable('payment_operation')
    .set({
      state: next.state,
      fence: sql`fence + 1`,
      ...('inSeconds' in next && { next_at: sql`now() + ${`${next.inSeconds} seconds`}::interval` }),
      ...('maybeApplied' in next && { doubtful: next.maybeApplied }),
      ...('errorMsg' in next && { error_msg: next.errorMsg }),
      ...(answerText !== undefined && { answer_text: answerText }),
      ...(refundExternalId !== undefined && { refund_external_id: refundExternalId }),
      ...(resolution !== undefined && { resolution }),
      ...(!isOpen(next.state) && { resolved_at: sql<Date>`now()`, resolved_by: by }),
    })
    .where('id', '=', id)
    .execute()
}

export const findLastOperation = async (db: Db, invoiceId: string): Promise<Operation | undefined> => {
  const row = await rowsOf(db)
    .where('payment_operation.invoice_id', '=', invoiceId)
    .orderBy('payment_operation.created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && toOperation(row)
}

export const retryNow = async (db: Db, id: string): Promise<void> => {
  await db
    .updateTable('payment_operation')
    .set({ next_at: sql`now()` })
    .where('id', '=', id)
    .where('state', 'in', ['unknown', 'accepted', 'needs_human'])
    .execute()
}

/** The operations of an invoice, oldest first. */
export const listOperations = async (db: Db, invoiceId: string): Promise<Operation[]> => {
  const query = rowsOf(db).where('payment_operation.invoice_id', '=', invoiceId)
  return (await query.orderBy('payment_operation.created_at').limit(200).execute()).map(toOperation)
}
