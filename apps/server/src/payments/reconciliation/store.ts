import { sql } from 'kysely'
import type { Db } from '../../lib/db/database.ts'

import { OPEN_STATES } from '../operations/rules.ts'

/**
 * D-46: invoices pending for half an hour, held for an hour, or changed in the last two days, at modules that support
 * `status`, without an open operation (its reconciliation asks anyway).
 */
export const listToAsk = async (db: Db, most: number): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    select i.id from invoice i
    join integration_module m on m.account_id = i.account_id and m.id = i.module_id
    where i.account_id = current_account() and i.external_id is not null and m.removed_at is null and m.active
      and m.integrations #>> '{payment,actions,status}' is not null
      and (i.status = 'pending' and i.asked_at < now() - interval '30 minutes'
        or i.status = 'waitingForCapture' and i.asked_at < now() - interval '1 hour'
        or i.status = 'succeeded' and i.updated_at > now() - interval '48 hours' and i.asked_at < now() - interval '6 hours')
      and not exists (select from payment_operation o where o.account_id = i.account_id and o.invoice_id = i.id
        and o.state in (${sql.join(OPEN_STATES.map(sql.lit))}))
    order by i.asked_at limit ${most}`.execute(db)
  return rows.map(({ id }) => id)
}
