import { sql } from 'kysely'
import type { Db } from '../../lib/db/database.ts'

// Invoices that changed since their days were compared: written by triggers (migration 0190), read by the lane.

export type InvoiceChange = { id: number; invoiceId: string }

export const listChanges = async (db: Db, limit: number): Promise<InvoiceChange[]> => {
  const { rows } = await sql<InvoiceChange>`
    select id, invoice_id as "invoiceId" from payment_day_change order by id limit ${limit}`.execute(db)
  return rows
}

export const deleteChanges = async (db: Db, ids: readonly number[]): Promise<void> => {
  await sql`delete from payment_day_change where id = any(${ids}::bigint[])`.execute(db)
}

/** The days that an invoice is in, was in, or belongs to now. */
export const listDaysOfInvoices = async (db: Db, invoiceIds: readonly string[]): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    with changed as (
      select id, module_id, external_id, paid_at from invoice where id = any(${invoiceIds}::uuid[])
    )
    select d.id from changed c join payment_day d on d.module_id = c.module_id
      and c.paid_at >= d.from_time and c.paid_at < d.to_time
    union select d.id from changed c join invoice_refund r on r.invoice_id = c.id
      join payment_day d on d.module_id = c.module_id and r.created_at >= d.from_time and r.created_at < d.to_time
    union select e.day_id from payment_day_entry e where e.invoice_id = any(${invoiceIds}::uuid[])
    union select l.day_id from changed c join statement_line l on l.payment_id = c.external_id
      join payment_day d on d.id = l.day_id and d.module_id = c.module_id
    union select l.day_id from changed c join statement_line l on l.invoice_uuid = c.id
    order by 1`.execute(db)
  return rows.map(({ id }) => id)
}
