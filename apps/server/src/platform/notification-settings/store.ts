import type { NotificationSettings } from '@patchbay/contract/platform/workspace/notification-settings'
import { sql } from 'kysely'
import type { Db } from '../../lib/db/database.ts'
import { settingsFrom } from './rules.ts'

/** By user; those who never changed theirs are missing. */
export const listSettings = async (db: Db, userIds: readonly number[]): Promise<Map<number, NotificationSettings>> => {
  const rows = await db
    .selectFrom('notification_settings')
    .select(['user_id', 'settings'])
    .where('user_id', '=', sql<number>`any(${userIds}::bigint[])`)
    .execute()
  return new Map(rows.map(({ user_id, settings }) => [user_id, settingsFrom(settings)]))
}

export const saveSettings = async (db: Db, userId: number, settings: NotificationSettings): Promise<void> => {
  const stored = JSON.stringify(settings)
  await db
    .insertInto('notification_settings')
    .values({ user_id: userId, settings: stored })
    .onConflict((conflict) => conflict.columns(['account_id', 'user_id']).doUpdateSet({ settings: stored }))
    .execute()
}
