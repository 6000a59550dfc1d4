import { MOST_COUNTED } from '@patchbay/contract/base/constants'
import { sql } from 'kysely'
import { MISSED_CALL } from '../../crm/tasks/rules.ts'
import type { Db } from '../../lib/db/database.ts'

export type MissedCallRow = {
  taskId: number
  callId: number | null
  calledAt: Date
  phone: string
  customerId: number | null
  firstName: string | null
  lastName: string | null
  performerId: number | null
  dueAt: Date | null
}

/**
 * D-25: a caller whose missed calls nobody has returned has an open task; with it the latest of these calls. The reason is a
 * literal, for the partial index. Tasks of unknown numbers have the key of the number as their phone.
 */
export const listMissedCalls = async (db: Db): Promise<MissedCallRow[]> => {
  const { rows } = await sql<MissedCallRow>`
    select t.id as "taskId", last.id as "callId", coalesce(last.started_at, t.created_at) as "calledAt",
      coalesce(last.phone, t.data ->> 'phone', t.phone, '') as phone, t.customer_id as "customerId",
      c.first_name as "firstName", c.last_name as "lastName", t.performer_id as "performerId", t.due_at as "dueAt"
    from task t
    left join customer c on c.id = t.customer_id
    left join lateral (
      select id, phone, started_at from (
        (select id, phone, started_at from call
         where customer_id = t.customer_id and missed order by started_at desc limit 1)
        union all
        (select id, phone, started_at from call
         where t.customer_id is null and phone_key = t.phone and customer_id is null and missed
         order by started_at desc limit 1)) either
      limit 1) last on true
    where t.reason = ${sql.lit(MISSED_CALL)} and t.done_at is null
    order by t.due_key, t.id
    limit ${MOST_COUNTED}`.execute(db)
  return rows
}
