import { type CompiledQuery, sql } from 'kysely'
import { MISSED_CALL } from '../../crm/tasks/rules.ts'
import type { Db } from '../../lib/db/database.ts'
import { type Param, preparedStatement } from '../../lib/db/prepared-statement.ts'
import type { Call } from './rules.ts'

// Tasks about missed calls. Records come late and in any order, so what counts is which of a person's calls was the last;
// PostgreSQL looks for it as it writes, and no other call slips in between.

type Told = Pick<Call, 'customerId' | 'phone' | 'phoneKey' | 'startedAt'>
type MadeUp = Told & { because: string }

const REASON = sql.lit(MISSED_CALL)
const MADE_UP = sql`(result = 'answered' or (direction = 'out' and result in ('no answer', 'busy')))`

/** Whom a call was with: a customer, or a number that nobody knows. Each has an index of its own. */
const callOf = {
  customer: (param: Param<Told>) => sql`customer_id = ${param('customerId')}`,
  number: (param: Param<Told>) => sql`phone_key = ${param('phoneKey')} and customer_id is null`,
}
const taskOf = {
  customer: (param: Param<Told>) => sql`customer_id = ${param('customerId')}`,
  number: (param: Param<Told>) => sql`phone = ${param('phoneKey')} and customer_id is null`,
}
type Whose = keyof typeof callOf
const whose = ({ customerId }: Told): Whose => (customerId === null ? 'number' : 'customer')

const buildMissed = (of: Whose) =>
  preparedStatement<Told, unknown>((db, param) =>
    sql`
      insert into task (text, reason, customer_id, phone, due_at)
      select 'Call back ' || ${param('phone')}, ${REASON}, ${param('customerId')}::bigint,
        ${param(of === 'number' ? 'phoneKey' : 'phone')}, ${param('startedAt')}::timestamptz
      where not exists (
        select from call where ${callOf[of](param)} and started_at > ${param('startedAt')} and (missed or ${MADE_UP}))
      on conflict do nothing`.compile(db),
  )
const missed = { customer: buildMissed('customer'), number: buildMissed('number') }

/** A task to call back at once, unless a later call made up for it, or was missed too and has its own. */
export const missedCallTaskQuery = (db: Db, told: Told): CompiledQuery<unknown> => missed[whose(told)](db, told)

const buildMadeUp = (of: Whose) =>
  preparedStatement<MadeUp, unknown>((db, param) =>
    sql`
      update task set done_at = now(), done_because = ${param('because')}
      where ${taskOf[of](param)} and reason = ${REASON} and done_at is null and not exists (
        select from call where ${callOf[of](param)} and started_at >= ${param('startedAt')} and missed)`.compile(db),
  )
const madeUp = { customer: buildMadeUp('customer'), number: buildMadeUp('number') }

/** Ends the task, unless a later call was missed again. */
export const completeMissedCallTaskQuery = (db: Db, told: MadeUp): CompiledQuery<unknown> =>
  madeUp[whose(told)](db, told)
