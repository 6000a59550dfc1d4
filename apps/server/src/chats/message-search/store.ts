import type { Db } from '../../lib/db/database.ts'
import { createWordIndex } from '../../lib/db/word-index.ts'

export const { insertWords, deleteWords, listIds: listMessageIds } = createWordIndex('message_token', 'message_id')

export type Progress = { filledTo: number | null; expiredTo: number }

export const findProgress = async (db: Db): Promise<Progress> => {
  const row = await db.selectFrom('message_search').select(['filled_to', 'expired_to']).executeTakeFirst()
  return { filledTo: row?.filled_to ?? null, expiredTo: row?.expired_to ?? 0 }
}

export const saveProgress = async (db: Db, progress: Partial<Progress>): Promise<void> => {
  const values = {
    ...(progress.filledTo !== undefined && { filled_to: progress.filledTo }),
    ...(progress.expiredTo !== undefined && { expired_to: progress.expiredTo }),
  }
  await db
    .insertInto('message_search')
    .values(values)
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(values))
    .execute()
}
