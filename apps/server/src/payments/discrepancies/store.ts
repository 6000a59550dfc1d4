import type { DiscrepancyKind } from '@patchbay/contract/payments/discrepancy-rules'
import { sql } from 'kysely'
import type { Db } from '../../lib/db/database.ts'

export type NewDiscrepancy = {
  inboxId: number | null
  invoiceId: string | null
  moduleCode: string | null
  kind: DiscrepancyKind
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
  let query = db
    .selectFrom('discrepancy')
    .select(['id', 'at', 'kind', 'invoice_id', 'module_code', 'detail', 'resolved_at', 'resolved_by', 'resolution'])
    .orderBy('id', 'desc')
    .limit(100)
  if (open) query = query.where('resolved_at', 'is', null)
  if (before !== undefined) query = query.where('id', '<', before)
  return query.execute()
}

export type DiscrepancyRow = Awaited<ReturnType<typeof listDiscrepancies>>[number]

export const listDiscrepanciesOf = (db: Db, invoiceId: string) =>
  db
    .selectFrom('discrepancy')
    .select(['at', 'kind'])
    .where('invoice_id', '=', invoiceId)
    .orderBy('id')
    .limit(200)
    .execute()
