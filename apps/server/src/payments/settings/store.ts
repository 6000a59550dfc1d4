import type { InvoiceStatus } from '@patchbay/contract/payments/statuses'
import { sql } from 'kysely'
import type { Db } from '../../lib/db/database.ts'

export type Mapping = { paymentType?: string; invoiceStatus: InvoiceStatus; paymentStatus: string }
export type LinkEmail = { subject: string; body: string }

export const listMappings = async (db: Db): Promise<Mapping[]> => {
  const rows = await db
    .selectFrom('invoice_status_mapping')
    .select(['payment_type', 'invoice_status', 'payment_status'])
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    ...(row.payment_type !== null && { paymentType: row.payment_type }),
    invoiceStatus: row.invoice_status as InvoiceStatus,
    paymentStatus: row.payment_status,
  }))
}

export const replaceMappings = async (db: Db, mappings: readonly Mapping[]): Promise<void> => {
  await db.deleteFrom('invoice_status_mapping').execute()
  for (const { paymentType, invoiceStatus, paymentStatus } of mappings) {
    await db
      .insertInto('invoice_status_mapping')
      .values({ payment_type: paymentType ?? null, invoice_status: invoiceStatus, payment_status: paymentStatus })
      .execute()
  }
}

export const findLinkEmail = async (db: Db): Promise<LinkEmail | undefined> =>
  db.selectFrom('payment_letter').select(['subject', 'body']).executeTakeFirst()

export const saveLinkEmail = async (db: Db, email: LinkEmail): Promise<void> => {
  await db
    .insertInto('payment_letter')
    .values(email)
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(email))
    .execute()
}

export const findPayerName = async (db: Db, orderId: number): Promise<string> => {
  const row = await db
    .selectFrom('customer_order')
    .select(['first_name', 'last_name'])
    .where('id', '=', orderId)
    .executeTakeFirst()
  return [row?.first_name, row?.last_name].filter(Boolean).join(' ')
}

/** D-50: the payment status that follows an invoice status: of the payment's type, else the account's. */
export const findMappedStatus = async (
  db: Db,
  paymentId: number,
  invoiceStatus: InvoiceStatus,
): Promise<{ status: string; complete: boolean } | undefined> => {
  const { rows } = await sql<{ payment_status: string; complete: boolean }>`
    select m.payment_status, s.complete
    from order_payment p
    join invoice_status_mapping m on m.account_id = p.account_id and m.invoice_status = ${invoiceStatus}
      and (m.payment_type = p.type or m.payment_type is null)
    join payment_status s on s.account_id = m.account_id and s.code = m.payment_status
    where p.account_id = current_account() and p.id = ${paymentId}
    order by m.payment_type nulls last limit 1`.execute(db)
  return rows[0] && { status: rows[0].payment_status, complete: rows[0].complete }
}
