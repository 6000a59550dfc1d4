import { sql } from 'kysely'
import type { Db } from '../../lib/db/database.ts'

type ExpiringHold = {
  id: string
  orderId: number
  orderNumber: string
  customerId: number | null
  managerId: number | null
  expiredAt: Date
}

/** Claims the holds that expire within a day and have no task yet; each is returned once. */
export const claimExpiringHolds = async (db: Db): Promise<ExpiringHold[]> => {
  const { rows } = await sql<ExpiringHold>`
    update invoice i set expiry_warned_at = now()
    from customer_order o
    where i.account_id = current_account() and o.account_id = i.account_id and o.id = i.order_id
      and i.status = 'waitingForCapture' and i.expiry_warned_at is null and i.expired_at < now() + interval '24 hours'
    returning i.id, i.order_id as "orderId", i.order_number as "orderNumber", o.customer_id as "customerId",
      o.manager_id as "managerId", i.expired_at as "expiredAt"`.execute(db)
  return rows
}
