import type { Db } from '../../lib/db/database.ts'

export type NewReport = { source: string; invoiceId: string | undefined; report: unknown }

/** Stored as received, before it is classified. The table is append-only. */
export const insertReport = async (db: Db, { source, invoiceId, report }: NewReport): Promise<number> => {
  const row = await db
    .insertInto('invoice_inbox')
    .values({ source, invoice_id: invoiceId ?? null, report: JSON.stringify(report) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

/** Reports that arrived before the status they follow; they are classified again when it arrives. */
export const listPendingReports = async (db: Db, invoiceId: string) => {
  const rows = await db
    .selectFrom('discrepancy')
    .innerJoin('invoice_inbox', (join) =>
      join
        .onRef('invoice_inbox.account_id', '=', 'discrepancy.account_id')
        .onRef('invoice_inbox.id', '=', 'discrepancy.inbox_id'),
    )
    .select(['discrepancy.id as discrepancyId', 'invoice_inbox.id as inboxId', 'invoice_inbox.report'])
    .where('discrepancy.invoice_id', '=', invoiceId)
    .where('discrepancy.kind', '=', 'too-early')
    .where('discrepancy.resolved_at', 'is', null)
    .orderBy('discrepancy.id')
    .execute()
  return rows.map((row) => ({ ...row, report: row.report as Record<string, unknown> }))
}

/** The reports about an invoice, oldest first. */
export const listReports = async (db: Db, invoiceId: string) => {
  const rows = await db
    .selectFrom('invoice_inbox')
    .select(['at', 'source', 'report'])
    .where('invoice_id', '=', invoiceId)
    .orderBy('id')
    .limit(200)
    .execute()
  return rows.map(({ report, ...row }) => ({ ...row, report: report as { status?: unknown } }))
}
