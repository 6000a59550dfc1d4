import { sql } from 'kysely'
import type { Db } from '../../lib/db/database.ts'

// What modules told us, as it came, and where that disagrees with what we keep.

export type NewFact = { source: string; invoiceId: string | undefined; report: unknown }

/** The fact first, the judgement afterwards: the table takes no changes and no deletions. */
export const insertFact = async (db: Db, { source, invoiceId, report }: NewFact): Promise<number> => {
  const row = await db
    .insertInto('invoice_inbox')
    .values({ source, invoice_id: invoiceId ?? null, report: JSON.stringify(report) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

export type NewDiscrepancy = {
  inboxId: number | null
  invoiceId: string | null
  moduleCode: string | null
  kind: string
  detail: Record<string, unknown>
}

export const insertDiscrepancy = async (db: Db, found: NewDiscrepancy): Promise<void> => {
  await db
    .insertInto('discrepancy')
    .values({
      inbox_id: found.inboxId,
      invoice_id: found.invoiceId,
      module_code: found.moduleCode,
      kind: found.kind,
      detail: JSON.stringify(found.detail),
    })
    .execute()
}

/** Facts that came before what they follow: they are judged again when that has come. */
export const listEarlyFacts = async (db: Db, invoiceId: string) => {
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

export const updateResolved = async (db: Db, id: number, by: string, resolution: string): Promise<boolean> => {
  const updated = await db
    .updateTable('discrepancy')
    .set({ resolved_at: sql`now()`, resolved_by: by, resolution })
    .where('id', '=', id)
    .where('resolved_at', 'is', null)
    .executeTakeFirst()
  return updated.numUpdatedRows === 1n
}

export const listDiscrepancies = async (db: Db, { open, before }: { open: boolean; before: number | undefined }) => {
  let query = db.selectFrom('discrepancy').selectAll().orderBy('id', 'desc').limit(100)
  if (open) query = query.where('resolved_at', 'is', null)
  if (before !== undefined) query = query.where('id', '<', before)
  return query.execute()
}

/** What modules told of an invoice, the oldest first. */
export const listFacts = async (db: Db, invoiceId: string) => {
  const rows = await db
    .selectFrom('invoice_inbox')
    .select(['at', 'source', 'report'])
    .where('invoice_id', '=', invoiceId)
    .orderBy('id')
    .limit(200)
    .execute()
  return rows.map(({ report, ...row }) => ({ ...row, report: report as { status?: unknown } }))
}

export const listDiscrepanciesOf = (db: Db, invoiceId: string) =>
  db
    .selectFrom('discrepancy')
    .select(['at', 'kind'])
    .where('invoice_id', '=', invoiceId)
    .orderBy('id')
    .limit(200)
    .execute()
