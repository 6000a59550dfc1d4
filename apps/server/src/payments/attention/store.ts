import { MOST_COUNTED } from '@patchbay/contract/base/constants'
import type { OperationKind } from '@patchbay/contract/payments/statuses'
import { sql } from 'kysely'
import type { Db } from '../../lib/db/database.ts'

type OfInvoice = { invoiceId: string; orderId: number; orderNumber: string; amount: string; currency: string }

export type ExpiringHoldRow = OfInvoice & { expiresAt: Date }

/** Holds that expire before then, or have expired and are not settled yet; the first to expire first. */
export const listExpiringHolds = async (db: Db, before: Date): Promise<ExpiringHoldRow[]> => {
  const { rows } = await sql<ExpiringHoldRow>`
    select id as "invoiceId", order_id as "orderId", order_number as "orderNumber", amount::text as amount, currency,
      expired_at as "expiresAt"
    from invoice where status = 'waitingForCapture' and expired_at < ${before}
    order by expired_at, id limit ${MOST_COUNTED}`.execute(db)
  return rows
}

export type UnresolvedOperationRow = OfInvoice & { kind: OperationKind; at: Date }

/** D-46: whose outcome only a person can find out; the oldest first. */
export const listUnresolvedOperations = async (db: Db): Promise<UnresolvedOperationRow[]> => {
  const { rows } = await sql<UnresolvedOperationRow>`
    select i.id as "invoiceId", i.order_id as "orderId", i.order_number as "orderNumber",
      coalesce(p.amount, i.amount)::text as amount, i.currency, p.kind, coalesce(p.sent_at, p.created_at) as at
    from payment_operation p
    join invoice i on i.id = p.invoice_id
    where p.state = 'needs_human'
    order by p.created_at, p.id limit ${MOST_COUNTED}`.execute(db)
  return rows
}
