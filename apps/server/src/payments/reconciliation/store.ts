import { sql } from 'kysely'
import type { Db } from '../../lib/db/database.ts'

// Which invoices somebody should look after: those that ought to have moved, and holds that are about to end.

/**
 * D-46: pending for half an hour, held for an hour, or changed in the last two days; at modules that can be asked, and
 * while no operation asks anyway.
 */
export const listToAsk = async (db: Db, most: number): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    select i.id from invoice i
    join integration_module m on m.account_id = i.account_id and m.id = i.module_id
    where i.account_id = current_account() and i.external_id is not null and m.removed_at is null and m.active
      and m.integrations #>> '{payment,actions,status}' is not null
      and (i.status = 'pending' and i.asked_at < now() - interval '30 minutes'
        or i.status = 'waitingForCapture' and i.asked_at < now() - interval '1 hour'
        or i.status = 'succeeded' and i.updated_at > now() - interval '48 hours' and i.asked_at < now() - interval '6 hours')
      and not exists (select from payment_operation o where o.account_id = i.account_id and o.invoice_id = i.id
        and o.state in ('requested', 'sent', 'unknown', 'accepted', 'needs_human'))
    order by i.asked_at limit ${most}`.execute(db)
  return rows.map(({ id }) => id)
}

export type EndingHold = {
  id: string
  orderId: number
  orderNumber: string
  customerId: number | null
  managerId: number | null
  expiredAt: Date
}

/** Takes the holds that end within a day and of which nobody was told; each is given out once. */
export const takeEndingHolds = async (db: Db): Promise<EndingHold[]> => {
  const { rows } = await sql<EndingHold>`
    update invoice i set expiry_warned_at = now()
    from customer_order o
    where i.account_id = current_account() and o.account_id = i.account_id and o.id = i.order_id
      and i.status = 'waitingForCapture' and i.expiry_warned_at is null and i.expired_at < now() + interval '24 hours'
    returning i.id, i.order_id as "orderId", i.order_number as "orderNumber", o.customer_id as "customerId",
      o.manager_id as "managerId", i.expired_at as "expiredAt"`.execute(db)
  return rows
}

const CHECKS_KEPT = '90 days'

export const deleteOldChecks = async (db: Db): Promise<void> => {
  await db.deleteFrom('invoice_check').where('at', '<', sql<Date>`now() - ${CHECKS_KEPT}::interval`).execute()
}
