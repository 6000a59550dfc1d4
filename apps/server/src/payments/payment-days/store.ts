import type { DayState, StatementState } from '@patchbay/contract/payments/day-constants'
import type { DayChange, DayTotals, StatementProblem } from '@patchbay/contract/payments/workspace/payment-days'
import { sql } from 'kysely'
import type { Db } from '../../lib/db/database.ts'

export type PaymentDayRow = {
  id: number
  moduleId: number
  moduleCode: string
  moduleName: string
  day: string
  from: Date
  to: Date
  state: DayState
  statement: StatementState
  statementSource: 'module' | 'file' | null
  statementAt: Date | null
  statementProblem: StatementProblem | null
  lines: number
  outside: number
  matched: number
  different: number
  unacknowledged: number
  totals: DayTotals[]
  changeCount: number
  closedAt: Date | null
  closedBy: string | null
}

const SELECTED = sql`
  d.id, d.module_id as "moduleId", m.code as "moduleCode", m.name as "moduleName", to_char(d.day, 'YYYY-MM-DD') as day,
  d.from_time as "from", d.to_time as "to", d.state, d.statement, d.statement_source as "statementSource",
  d.statement_at as "statementAt", d.statement_problem as "statementProblem", d.lines, d.outside, d.matched, d.different,
  (select count(*)::integer from discrepancy x
    where x.account_id = d.account_id and x.day_id = d.id and x.resolved_at is null) as unacknowledged,
  d.totals, d.change_count as "changeCount", d.closed_at as "closedAt", d.closed_by as "closedBy"`

const FROM = sql`payment_day d join integration_module m on m.account_id = d.account_id and m.id = d.module_id`

export const findDay = async (db: Db, id: number): Promise<PaymentDayRow | undefined> => {
  const { rows } = await sql<PaymentDayRow>`select ${SELECTED} from ${FROM} where d.id = ${id}`.execute(db)
  return rows[0]
}

/** Comparing, closing and reopening a day hold its lock until the end of the transaction. */
export const lockDay = async (db: Db, id: number): Promise<PaymentDayRow | undefined> => {
  const { rows } = await sql<PaymentDayRow>`select ${SELECTED} from ${FROM} where d.id = ${id} for update of d`.execute(
    db,
  )
  return rows[0]
}

export const listDays = async (
  db: Db,
  { moduleId, before }: { moduleId: number | undefined; before: string | undefined },
  limit: number,
): Promise<PaymentDayRow[]> => {
  const { rows } = await sql<PaymentDayRow>`
    select ${SELECTED} from ${FROM}
    where true ${moduleId === undefined ? sql`` : sql`and d.module_id = ${moduleId}`}
      ${before === undefined ? sql`` : sql`and d.day < ${before}::date`}
    order by d.day desc, d.id desc limit ${limit}`.execute(db)
  return rows
}

export const insertDay = async (
  db: Db,
  { moduleId, day, from, to }: { moduleId: number; day: string; from: Date; to: Date },
): Promise<number> => {
  await sql`
    insert into payment_day (module_id, day, from_time, to_time)
    values (${moduleId}, ${day}::date, ${from}::timestamptz, ${to}::timestamptz)
    on conflict (account_id, module_id, day) do nothing`.execute(db)
  const { rows } = await sql<{ id: number }>`
    select id from payment_day where module_id = ${moduleId} and day = ${day}::date`.execute(db)
  return rows[0]?.id ?? 0
}

export const listDayChanges = async (db: Db, id: number): Promise<DayChange[]> => {
  const { rows } = await sql<{ changes: DayChange[] }>`select changes from payment_day where id = ${id}`.execute(db)
  return rows[0]?.changes ?? []
}

/** The day before and the day after, which a payment close to midnight may belong to. */
export const listNeighbours = async (db: Db, { id, moduleId, day }: PaymentDayRow): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    select id from payment_day where module_id = ${moduleId} and id <> ${id}
      and day between ${day}::date - 1 and ${day}::date + 1 and statement <> 'none' order by id`.execute(db)
  return rows.map((row) => row.id)
}

type DayUpdate = {
  state?: DayState
  statement?: StatementState
  statementSource?: 'module' | 'file'
  statementAt?: Date
  statementProblem?: StatementProblem | null
  lines?: number
  outside?: number
  matched?: number
  different?: number
  totals?: readonly DayTotals[]
  changes?: readonly DayChange[]
  changeCount?: number
  closedAt?: Date
  closedBy?: string
}

export const updateDay = async (db: Db, id: number, change: DayUpdate): Promise<void> => {
  const { statementSource, statementAt, statementProblem, totals, changes, changeCount, closedAt, closedBy, ...same } =
    change
  await db
    .updateTable('payment_day')
    .set({
      ...same,
      ...(statementSource !== undefined && { statement_source: statementSource }),
      ...(statementAt !== undefined && { statement_at: statementAt }),
      ...(statementProblem !== undefined && {
        statement_problem: statementProblem === null ? null : JSON.stringify(statementProblem),
      }),
      ...(totals !== undefined && { totals: JSON.stringify(totals) }),
      ...(changes !== undefined && { changes: JSON.stringify(changes) }),
      ...(changeCount !== undefined && { change_count: changeCount }),
      ...(closedAt !== undefined && { closed_at: closedAt }),
      ...(closedBy !== undefined && { closed_by: closedBy }),
    })
    .where('id', '=', id)
    .execute()
}

type Closing = { by: string; matched: number; different: number; totals: readonly DayTotals[] }

export const insertClosing = async (
  db: Db,
  dayId: number,
  { by, matched, different, totals }: Closing,
): Promise<void> => {
  await db
    .insertInto('payment_day_closing')
    .values({ day_id: dayId, by, matched, different, totals: JSON.stringify(totals) })
    .execute()
}

export const listClosings = (db: Db, dayId: number) =>
  db
    .selectFrom('payment_day_closing')
    .select(['at', 'by', 'matched', 'different', 'totals'])
    .where('day_id', '=', dayId)
    .orderBy('id', 'desc')
    .limit(50)
    .execute()
