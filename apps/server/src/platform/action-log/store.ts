import type { ActionCode, ActionRecord } from '@patchbay/contract/platform/workspace/action-log'
import type { Db } from '../../lib/db/database.ts'
import { storableJson } from '../../lib/text/json.ts'

export type NewAction = Pick<ActionRecord, 'recordType' | 'actor'> & { action: ActionCode } & Partial<
    Pick<ActionRecord, 'subject' | 'detail'>
  >

/** Call it in the transaction of the change. Rows of this table cannot be updated or deleted. */
export const insertAction = async (
  db: Db,
  { recordType, actor, action, subject = '', detail = {} }: NewAction,
): Promise<void> => {
  await db
    .insertInto('action_log')
    .values({ record_type: recordType, actor, action, subject, detail: storableJson(detail) })
    .execute()
}

export const ACTIONS_PER_PAGE = 100

export type ActionFilter = { recordType?: string; actor?: string; since?: string; until?: string; before?: number }

export const listActions = async (db: Db, filter: ActionFilter): Promise<ActionRecord[]> => {
  let query = db
    .selectFrom('action_log')
    .select(['id', 'at', 'record_type', 'actor', 'action', 'subject', 'detail'])
    .orderBy('id', 'desc')
    .limit(ACTIONS_PER_PAGE)
  if (filter.recordType) query = query.where('record_type', '=', filter.recordType)
  if (filter.actor) query = query.where('actor', '=', filter.actor)
  if (filter.since) query = query.where('at', '>=', new Date(filter.since))
  if (filter.until) query = query.where('at', '<', new Date(filter.until))
  if (filter.before) query = query.where('id', '<', filter.before)
  const rows = await query.execute()
  return rows.map((row) => ({
    id: row.id,
    at: row.at.toISOString(),
    recordType: row.record_type as ActionRecord['recordType'],
    actor: row.actor,
    action: row.action,
    subject: row.subject,
    detail: row.detail as ActionRecord['detail'],
  }))
}
