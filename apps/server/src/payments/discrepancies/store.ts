import { type DiscrepancyKind, RESOLVED_BY_SYSTEM } from '@patchbay/contract/payments/discrepancy-rules'
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
    .select(['id', 'at', 'kind', 'invoice_id', 'module_code', 'day_id', 'detail'])
    .select(['resolved_at', 'resolved_by', 'resolution'])
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

export type DayDiscrepancy = {
  key: string
  kind: DiscrepancyKind
  invoiceId: string | null
  detail: Record<string, unknown>
}

/**
 * D-134: the differences of a day as it was compared now. One that is still there keeps its note; one that is gone is resolved;
 * one that came back is open again.
 */
export const replaceDayDiscrepancies = async (
  db: Db,
  { id, moduleCode }: { id: number; moduleCode: string },
  found: readonly DayDiscrepancy[],
): Promise<void> => {
  const rows = found.map(({ key, kind, invoiceId, detail }) => ({ key, kind, invoice_id: invoiceId, detail }))
  await sql`
    insert into discrepancy (day_id, day_key, kind, invoice_id, module_code, detail)
    select ${id}, key, kind, invoice_id, ${moduleCode}, detail
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as given (key text, kind text, invoice_id uuid, detail jsonb)
    on conflict (account_id, day_id, day_key) where day_id is not null
      do update set resolved_at = null, resolved_by = null, resolution = null
      where discrepancy.resolved_by = ${RESOLVED_BY_SYSTEM}`.execute(db)
  const keys = found.map(({ key }) => key)
  // A subquery is hashed; an array as a parameter would be searched for each row.
  await sql`
    update discrepancy set resolved_at = now(), resolved_by = ${RESOLVED_BY_SYSTEM}, resolution = 'no longer differs'
    where day_id = ${id} and resolved_at is null and day_key not in (select unnest(${keys}::text[]))`.execute(db)
}

const MOST_OF_DAY = 1_000

/** Those of a day that are not resolved by the system, open ones first. */
export const listDayDiscrepancies = async (db: Db, dayId: number) => {
  const { rows } = await sql<DiscrepancyRow & { order_id: number | null; order_number: string | null }>`
    select d.id, d.at, d.kind, d.invoice_id, d.module_code, d.day_id, d.detail, d.resolved_at, d.resolved_by, d.resolution,
      i.order_id, i.order_number
    from discrepancy d left join invoice i on i.account_id = d.account_id and i.id = d.invoice_id
    where d.day_id = ${dayId} and d.resolved_by is distinct from ${RESOLVED_BY_SYSTEM}
    order by d.resolved_at is not null, d.id limit ${MOST_OF_DAY}`.execute(db)
  return rows
}

export const countOpenOfDay = async (db: Db, dayId: number): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from discrepancy where day_id = ${dayId} and resolved_at is null`.execute(db)
  return rows[0]?.count ?? 0
}

export const updateResolvedOfDay = async (
  db: Db,
  { dayId, ids, by, note }: { dayId: number; ids: readonly number[]; by: string; note: string },
): Promise<number> => {
  const { numAffectedRows } = await sql`
    update discrepancy set resolved_at = now(), resolved_by = ${by}, resolution = ${note}
    where day_id = ${dayId} and id = any(${ids}::bigint[]) and resolved_at is null`.execute(db)
  return Number(numAffectedRows ?? 0n)
}
