import { money, toDecimal } from '@patchbay/contract/base/money'
import type { ReadLine } from '@patchbay/contract/payments/statement-rules'
import { sql } from 'kysely'
import type { Db } from '../../lib/db/database.ts'

type Row = {
  type: ReadLine['type']
  payment_id: string
  refund_id: string | null
  invoice_uuid: string | null
  amount: string
  currency: string
  at: Date
}

const toLine = (row: Row): ReadLine => ({
  type: row.type,
  paymentId: row.payment_id,
  refundId: row.refund_id ?? undefined,
  invoiceUuid: row.invoice_uuid ?? undefined,
  amount: money(row.amount, row.currency),
  currency: row.currency,
  at: row.at,
})

const COLUMNS = sql`l.type, l.payment_id, l.refund_id, l.invoice_uuid, l.amount::text as amount, l.currency, l.at`

export const listLines = async (db: Db, dayId: number): Promise<ReadLine[]> => {
  const { rows } = await sql<Row>`
    select ${COLUMNS} from statement_line l where l.day_id = ${dayId} order by l.place`.execute(db)
  return rows.map(toLine)
}

/** What the statements of other days of the module say about these payments. */
export const listOtherLines = async (
  db: Db,
  { id, moduleId }: { id: number; moduleId: number },
  named: { externalIds: readonly string[]; invoiceIds: readonly string[] },
): Promise<ReadLine[]> => {
  const { rows } = await sql<Row>`
    with found as (
      select l.day_id, l.place from unnest(${named.externalIds}::text[]) named (id)
        join statement_line l on l.payment_id = named.id
      union select l.day_id, l.place from unnest(${named.invoiceIds}::uuid[]) named (id)
        join statement_line l on l.invoice_uuid = named.id
    )
    select ${COLUMNS} from found
    join payment_day d on d.id = found.day_id and d.module_id = ${moduleId} and d.id <> ${id}
    join statement_line l on l.day_id = found.day_id and l.place = found.place
    order by l.day_id, l.place`.execute(db)
  return rows.map(toLine)
}

/** The new statement instead of the one before, as one. */
export const replaceLines = async (db: Db, dayId: number, lines: readonly ReadLine[]): Promise<void> => {
  await sql`delete from statement_line where day_id = ${dayId}`.execute(db)
  const rows = lines.map((line, place) => ({
    place,
    type: line.type,
    payment_id: line.paymentId,
    refund_id: line.refundId ?? null,
    invoice_uuid: line.invoiceUuid ?? null,
    amount: toDecimal(line.amount, line.currency),
    currency: line.currency,
    at: line.at.toISOString(),
  }))
  await sql`
    insert into statement_line (day_id, place, type, payment_id, refund_id, invoice_uuid, amount, currency, at)
    select ${dayId}, place, type, payment_id, refund_id, invoice_uuid, amount, currency, at
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given (place integer, type text, payment_id text,
      refund_id text, invoice_uuid uuid, amount numeric, currency text, at timestamptz)`.execute(db)
}
