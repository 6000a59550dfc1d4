import { sql } from 'kysely'
import {
  type Caller,
  completeMissedCallTasks,
  type MissedCall,
  missedCallTasks,
} from '../../crm/tasks/missed-call-store.ts'
import type { Db } from '../../lib/db/database.ts'
import { RESOLVES } from './figure-store.ts'

// Tasks about missed calls. Records arrive late and in any order, so it matters which of a caller's calls was the last.
// PostgreSQL checks that in the statement that writes the tasks, so no other call can be stored in between.

const callsOf = (caller: Caller) =>
  caller === 'customer'
    ? sql`customer_id = given.customer_id`
    : sql`phone_key = given.phone_key and customer_id is null`

/** D-25: tasks to call back, unless a later call resolved this one, or was missed too and has its own. */
export const missedCallTaskQueries = missedCallTasks(
  (caller) => sql`exists (
    select from call
    where ${callsOf(caller)} and started_at > given.started_at and (missed or ${RESOLVES}))`,
)

/** D-25: completes the tasks, unless a later call was missed again. */
export const completeMissedCallTaskQueries = completeMissedCallTasks(
  (caller) => sql`exists (
    select from call where ${callsOf(caller)} and started_at >= given.started_at and missed)`,
)

/** A missed call is linked to another customer: completes the task, unless another call of this caller is still missed. */
export const releaseMissedCallTaskQueries = completeMissedCallTasks(
  (caller) => sql`exists (
    select from call as other
    where ${callsOf(caller)} and missed and not exists (
      select from call
      where ${callsOf(caller)} and started_at > other.started_at and ${RESOLVES}))`,
)

/** The latest call of this caller that was missed before then. */
export const findMissedBefore = async (db: Db, call: MissedCall): Promise<MissedCall | undefined> => {
  let query = db
    .selectFrom('call')
    .select(['customer_id', 'phone', 'phone_key', 'started_at'])
    .where('started_at', '<', call.startedAt)
    .where(sql<boolean>`missed`)
    .orderBy('started_at', 'desc')
    .limit(1)
  query =
    call.customerId === null
      ? query.where('phone_key', '=', call.phoneKey).where('customer_id', 'is', null)
      : query.where('customer_id', '=', call.customerId)
  const row = await query.executeTakeFirst()
  return row && { customerId: row.customer_id, phone: row.phone, phoneKey: row.phone_key, startedAt: row.started_at }
}
