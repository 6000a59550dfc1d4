import { type Minor, money, toDecimal } from '@patchbay/contract/base/money'
import type { RefundStatus } from '@patchbay/contract/payments/statuses'
import type { Db } from '../../lib/db/database.ts'
import { type Invoice, REFUND } from '../invoices/store.ts'

export type Refund = {
  id: number
  externalId: string | null
  operationId: string | null
  amount: Minor
  status: RefundStatus
  comment: string
  createdAt: Date
}

export const listRefunds = async (db: Db, { id, currency }: Pick<Invoice, 'id' | 'currency'>): Promise<Refund[]> => {
  const rows = await db.selectFrom('invoice_refund').select(REFUND).where('invoice_id', '=', id).orderBy('id').execute()
  return rows.map((row) => ({
    id: row.id,
    externalId: row.external_id,
    operationId: row.operation_id,
    amount: money(row.amount, currency),
    status: row.status as RefundStatus,
    comment: row.comment,
    createdAt: row.created_at,
  }))
}

export type NewRefund = Pick<Refund, 'externalId' | 'operationId' | 'amount' | 'status' | 'comment'> & {
  createdAt?: Date
}

export const insertRefund = async (
  db: Db,
  invoice: Pick<Invoice, 'id' | 'currency'>,
  refund: NewRefund,
): Promise<void> => {
  await db
    .insertInto('invoice_refund')
    .values({
      invoice_id: invoice.id,
      external_id: refund.externalId,
      operation_id: refund.operationId,
      amount: toDecimal(refund.amount, invoice.currency),
      status: refund.status,
      comment: refund.comment,
      ...(refund.createdAt && { created_at: refund.createdAt }),
    })
    .execute()
}

export const updateRefund = async (
  db: Db,
  id: number,
  { externalId, status }: { externalId: string; status: RefundStatus },
): Promise<void> => {
  await db.updateTable('invoice_refund').set({ external_id: externalId, status }).where('id', '=', id).execute()
}
