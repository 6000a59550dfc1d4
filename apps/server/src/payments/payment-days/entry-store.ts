import { RESOLVED_BY_SYSTEM } from '@patchbay/contract/payments/discrepancy-rules'
import type { DayEntry } from '@patchbay/contract/payments/workspace/payment-days'
import { sql } from 'kysely'
import type { Db } from '../../lib/db/database.ts'
import type { StoredEntry } from './day-rules.ts'

export const replaceEntries = async (db: Db, dayId: number, entries: readonly StoredEntry[]): Promise<void> => {
  await sql`delete from payment_day_entry where day_id = ${dayId}`.execute(db)
  const rows = entries.map((entry, place) => ({
    place: place + 1,
    key: entry.key,
    invoice_id: entry.invoiceId ?? null,
    result: entry.result,
    entry,
  }))
  await sql`
    insert into payment_day_entry (day_id, place, key, invoice_id, result, entry)
    select ${dayId}, place, key, invoice_id, result, entry
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as given (place integer, key text, invoice_id uuid, result text, entry jsonb)`.execute(db)
}

export const listStoredEntries = async (db: Db, dayId: number): Promise<StoredEntry[]> => {
  const { rows } = await sql<{ entry: StoredEntry }>`
    select entry from payment_day_entry where day_id = ${dayId} order by place`.execute(db)
  return rows.map(({ entry }) => entry)
}

export type EntryRow = { place: number; entry: StoredEntry; note: string | null }

/** With the notes of their differences: a difference's key begins with the key of its entry. */
export const listEntries = async (
  db: Db,
  { dayId, result, after }: { dayId: number; result: DayEntry['result'] | undefined; after: number },
  limit: number,
): Promise<EntryRow[]> => {
  const { rows } = await sql<EntryRow>`
    select e.place, e.entry, n.note from payment_day_entry e
    left join (
      select split_part(x.day_key, chr(10), 1) as key, string_agg(distinct x.resolution, ' / ') as note
      from discrepancy x where x.day_id = ${dayId} and x.resolved_by <> ${RESOLVED_BY_SYSTEM} group by 1
    ) n on n.key = e.key and e.result = 'different'
    where e.day_id = ${dayId} and e.place > ${after} ${result === undefined ? sql`` : sql`and e.result = ${result}`}
    order by e.place limit ${limit}`.execute(db)
  return rows
}
