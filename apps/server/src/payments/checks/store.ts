import { money, ZERO } from '@patchbay/contract/base/money'
import type { CheckFacts } from '@patchbay/contract/payments/check-rules'
import type { InvoiceOwner } from '@patchbay/contract/payments/invoice-rules'
import type { InvoiceStatus, OperationKind } from '@patchbay/contract/payments/statuses'
import { sql } from 'kysely'
import type { Db } from '../../lib/db/database.ts'
import { isEnabled } from '../../platform/modules/rules.ts'
import { LIVE_STATUSES } from '../invoices/rules.ts'
import { OPEN_STATES } from '../operations/rules.ts'

const CHECKS_KEPT = '90 days'

export const deleteOldChecks = async (db: Db): Promise<void> => {
  await db.deleteFrom('invoice_check').where('at', '<', sql<Date>`now() - ${CHECKS_KEPT}::interval`).execute()
}

export type CheckRow = CheckFacts & InvoiceOwner & { shopName: string; orderVersion: number | null }

/** D-43, P-19: everything a check needs in one statement, so that it is consistent. */
export const findCheckFacts = async (db: Db, invoiceId: string): Promise<CheckRow | undefined> => {
  const { rows } = await sql<{
    status: InvoiceStatus | null
    failed: boolean
    open_kind: OperationKind | null
    amount: string
    currency: string
    payment_amount: string | null
    payment_paid: boolean
    owed: string | null
    order_version: number | null
    unchanged: boolean
    other_live: boolean
    shop_gone: boolean
    shop_name: string
    module_code: string
    active: boolean
    frozen: boolean
    removed: boolean
    site: string | null
  }>`
    select i.status, i.failed_at is not null as failed, i.amount, i.currency, m.code as module_code,
      m.active, m.frozen, m.removed_at is not null as removed, p.amount as payment_amount,
      (select code from shop where shop.account_id = o.account_id and shop.id = o.shop_id) as site,
      coalesce(paid.complete, false) as payment_paid, order_owed(o.id, i.payment_id) as owed, o.version as order_version,
      (i.fingerprint is null or i.fingerprint = order_fingerprint(o.id)) as unchanged,
      (select kind from payment_operation x where x.account_id = i.account_id and x.invoice_id = i.id
        and x.state in (${sql.join(OPEN_STATES.map(sql.lit))})) as open_kind,
      exists (select from invoice other where other.account_id = i.account_id and other.payment_id = i.payment_id
        and other.id <> i.id and other.status in (${sql.join(LIVE_STATUSES.map(sql.lit))})) as other_live,
      s.removed_at is not null as shop_gone, s.name as shop_name
    from invoice i
    join integration_module m on m.account_id = i.account_id and m.id = i.module_id
    join payment_shop s on s.account_id = i.account_id and s.id = i.shop_id
    left join order_payment p on p.account_id = i.account_id and p.id = i.payment_id
    left join payment_status paid on paid.account_id = p.account_id and paid.code = p.status
    left join customer_order o on o.account_id = i.account_id and o.id = i.order_id
    where i.account_id = current_account() and i.id = ${invoiceId}`.execute(db)
  const [row] = rows
  if (!row) return undefined
  return {
    status: row.status,
    failed: row.failed,
    openKind: row.open_kind,
    amount: money(row.amount, row.currency),
    currency: row.currency,
    orderExists: row.order_version !== null,
    paymentAmount: row.payment_amount === null ? null : money(row.payment_amount, row.currency),
    paymentPaid: row.payment_paid,
    owed: row.owed === null ? ZERO : money(row.owed, row.currency),
    unchanged: row.unchanged,
    otherLive: row.other_live,
    shopGone: row.shop_gone,
    moduleOff: !isEnabled(row),
    moduleCode: row.module_code,
    shopName: row.shop_name,
    site: row.site,
    orderVersion: row.order_version,
  }
}

export type NewCheck = {
  invoiceId: string | undefined
  given: unknown
  refusal: string | undefined
  orderVersion: number | null
}

export const insertCheck = async (db: Db, { invoiceId, given, refusal, orderVersion }: NewCheck): Promise<void> => {
  await db
    .insertInto('invoice_check')
    .values({
      invoice_id: invoiceId ?? null,
      given: JSON.stringify(given),
      refusal: refusal ?? null,
      order_version: orderVersion,
    })
    .execute()
}

export const listChecks = (db: Db, invoiceId: string) =>
  db
    .selectFrom('invoice_check')
    .select(['at', 'refusal'])
    .where('invoice_id', '=', invoiceId)
    .orderBy('id')
    .limit(200)
    .execute()
