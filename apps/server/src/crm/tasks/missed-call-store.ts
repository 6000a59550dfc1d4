import { type CompiledQuery, type RawBuilder, sql } from 'kysely'
import type { Db } from '../../lib/db/database.ts'
import { type Param, preparedStatement } from '../../lib/db/prepared-statement.ts'
import { MISSED_CALL } from './rules.ts'

/** The caller: a customer, or an unknown number. Each has its own index. */
export type Caller = 'customer' | 'number'
export type MissedCall = { customerId: number | null; phone: string; phoneKey: string; startedAt: Date }
type Resolution = MissedCall & { because: string }
/** About a row of `given`, over tables of the area that supplies it. */
type Condition = (caller: Caller) => RawBuilder<unknown>

type Columns = {
  customerIds: readonly (number | null)[]
  phones: readonly string[]
  phoneKeys: readonly string[]
  times: readonly Date[]
  reasons: readonly (string | null)[]
}

const REASON = sql.lit(MISSED_CALL)
const KEY = { customer: sql`customer_id`, number: sql`phone_key` }

const columnsOf = (calls: readonly (MissedCall & { because?: string })[]): Columns => ({
  customerIds: calls.map(({ customerId }) => customerId),
  phones: calls.map(({ phone }) => phone),
  phoneKeys: calls.map(({ phoneKey }) => phoneKey),
  times: calls.map(({ startedAt }) => startedAt),
  reasons: calls.map(({ because }) => because ?? null),
})

/** The latest of each caller's calls: of the others none has an effect that it has not. In order, as all lock them. */
const given = (caller: Caller, param: Param<Columns>) => sql`(
  select distinct on (${KEY[caller]}) *
  from unnest(${param('customerIds')}::bigint[], ${param('phones')}::text[], ${param('phoneKeys')}::text[],
    ${param('times')}::timestamptz[], ${param('reasons')}::text[])
    as one (customer_id, phone, phone_key, started_at, because)
  order by ${KEY[caller]}, started_at desc) as given`

/** A statement for the calls of customers, and one for those of unknown numbers. */
const forBothCallers = <Given extends MissedCall>(
  build: (caller: Caller, param: Param<Columns>) => RawBuilder<unknown>,
) => {
  const statement = (caller: Caller) =>
    preparedStatement<Columns, unknown>((db, param) => build(caller, param).compile(db))
  const statements = { customer: statement('customer'), number: statement('number') }
  return (db: Db, calls: readonly Given[]): CompiledQuery<unknown>[] => {
    const ofCustomers = calls.filter(({ customerId }) => customerId !== null)
    const ofNumbers = calls.filter(({ customerId }) => customerId === null)
    return [
      ...(ofCustomers.length > 0 ? [statements.customer(db, columnsOf(ofCustomers))] : []),
      ...(ofNumbers.length > 0 ? [statements.number(db, columnsOf(ofNumbers))] : []),
    ]
  }
}

/** Inserts a task to call back in the account's callback time, unless there is an open one already or the condition holds. */
export const missedCallTasks = (unless: Condition) =>
  forBothCallers<MissedCall>(
    (caller, param) => sql`
      insert into task (reason, data, customer_id, phone, due_at)
      select ${REASON}, jsonb_build_object('phone', given.phone), given.customer_id,
        ${caller === 'number' ? sql`given.phone_key` : sql`given.phone`},
        given.started_at + (select callback_minutes from account) * interval '1 minute'
      from ${given(caller, param)}
      where not ${unless(caller)}
      on conflict do nothing`,
  )

/** Completes the open task, unless the condition holds. */
export const completeMissedCallTasks = (unless: Condition) =>
  forBothCallers<Resolution>((caller, param) => {
    const ofCaller =
      caller === 'customer'
        ? sql`task.customer_id = given.customer_id`
        : sql`task.phone = given.phone_key and task.customer_id is null`
    return sql`
      update task set done_at = now(), done_because = given.because
      from ${given(caller, param)}
      where ${ofCaller} and task.reason = ${REASON} and task.done_at is null and not ${unless(caller)}`
  })

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
