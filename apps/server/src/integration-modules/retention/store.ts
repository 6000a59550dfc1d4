import type { RetentionKind } from '@patchbay/contract/platform/retention-constants'
import { sql } from 'kysely'
import type { Db } from '../../lib/db/database.ts'

/** More are not counted: the dialog says "more than". */
export const MOST_COUNTED = 100_000
const WALKED = 10_000

/** Logs in the order of their ids, which is the order in which their jobs walk and delete them. */
const LOGS = {
  messages: ['message', 'created_at'],
  timeline: ['timeline', 'at'],
  'action-log': ['action_log', 'at'],
  traffic: ['traffic', 'at'],
  webhooks: ['webhook', 'created_at'],
  'payment-reports': ['invoice_inbox', 'at'],
} as const satisfies Record<Exclude<RetentionKind, 'calls'>, readonly [table: string, at: string]>

const countCalls = async (db: Db, before: Date): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from (
      select from call where started_at < ${before} order by started_at limit ${MOST_COUNTED + 1}) old`.execute(db)
  return rows[0]?.count ?? 0
}

/** How many rows of a kind are older, counted a little beyond the limit at most. */
export const countRowsBefore = async (db: Db, kind: RetentionKind, before: Date): Promise<number> => {
  if (kind === 'calls') return countCalls(db, before)
  const [table, at] = LOGS[kind]
  let [counted, after] = [0, 0]
  while (counted <= MOST_COUNTED) {
    const { rows } = await sql<{ old: number; last: number | null }>`
      select count(*)::integer as old, max(id) as last from (
        select id, ${sql.ref(at)} as at from ${sql.table(table)} where id > ${after} order by id limit ${WALKED}) walked
      where at < ${before}`.execute(db)
    const [row] = rows
    if (!row || row.last === null) return counted
    counted += row.old
    after = row.last
  }
  return counted
}
