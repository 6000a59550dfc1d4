import { type CompiledQuery, type RawBuilder, sql } from 'kysely'
import type { Db } from '../../lib/db/database.ts'
import { type Param, preparedStatement } from '../../lib/db/prepared-statement.ts'
import { MISSED_CALL } from './rules.ts'

/** The caller: a customer, or an unknown number. Each has its own index. */
export type Caller = 'customer' | 'number'
export type MissedCall = { customerId: number | null; phone: string; phoneKey: string; startedAt: Date }
type Resolution = MissedCall & { because: string }
/** A SQL condition over tables of the area that supplies it. */
type Condition = (caller: Caller, param: Param<MissedCall>) => RawBuilder<unknown>

const REASON = sql.lit(MISSED_CALL)
const callerOf = ({ customerId }: MissedCall): Caller => (customerId === null ? 'number' : 'customer')

/** Inserts a task to call back in the account's callback time, unless there is an open one already or the condition holds. */
export const missedCallTask = (unless: Condition): ((db: Db, call: MissedCall) => CompiledQuery<unknown>) => {
  const build = (caller: Caller) =>
    preparedStatement<MissedCall, unknown>((db, param) =>
      sql`
        insert into task (reason, data, customer_id, phone, due_at)
        select ${REASON}, jsonb_build_object('phone', ${param('phone')}::text), ${param('customerId')}::bigint,
          ${param(caller === 'number' ? 'phoneKey' : 'phone')},
          ${param('startedAt')}::timestamptz + (select callback_minutes from account) * interval '1 minute'
        where not ${unless(caller, param)}
        on conflict do nothing`.compile(db),
    )
  const queries = { customer: build('customer'), number: build('number') }
  return (db, call) => queries[callerOf(call)](db, call)
}

/** Completes the open task, unless the condition holds. */
export const completeMissedCallTask = (unless: Condition): ((db: Db, call: Resolution) => CompiledQuery<unknown>) => {
  const build = (caller: Caller) =>
    preparedStatement<Resolution, unknown>((db, param) => {
      const of =
        caller === 'customer'
          ? sql`customer_id = ${param('customerId')}`
          : sql`phone = ${param('phoneKey')} and customer_id is null`
      return sql`
        update task set done_at = now(), done_because = ${param('because')}
        where ${of} and reason = ${REASON} and done_at is null and not ${unless(caller, param)}`.compile(db)
    })
  const queries = { customer: build('customer'), number: build('number') }
  return (db, call) => queries[callerOf(call)](db, call)
}

/** The latest task about the missed calls of this caller; null: it is open, or nobody said why it was completed. */
export const findLastMissedCallTask = async (
  db: Db,
  { customerId, phoneKey }: MissedCall,
): Promise<{ doneBecause: string | null } | undefined> => {
  let query = db
    .selectFrom('task')
    .select('done_because as doneBecause')
    .where('reason', '=', sql<string>`${REASON}`)
    .orderBy('id', 'desc')
    .limit(1)
  query =
    customerId === null
      ? query.where('phone', '=', phoneKey).where('customer_id', 'is', null)
      : query.where('customer_id', '=', customerId)
  return query.executeTakeFirst()
}
