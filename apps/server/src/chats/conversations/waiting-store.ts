import { MOST_COUNTED } from '@patchbay/contract/base/constants'
import { sql } from 'kysely'
import type { Db } from '../../lib/db/database.ts'

/** The open chats whose customers wait for a reply, the longest wait first. The state is a literal, for the partial index. */
export const listWaiting = async (db: Db): Promise<{ id: number; since: Date }[]> => {
  const { rows } = await sql<{ id: number; since: Date }>`
    select id, waiting_since as since from chat where waiting_since is not null and state = 'open'
    order by waiting_since, id limit ${MOST_COUNTED}`.execute(db)
  return rows
}

/** Hold the lock of the chat. */
export const clearWaiting = async (db: Db, id: number): Promise<void> => {
  await db.updateTable('chat').set({ waiting_since: null }).where('id', '=', id).execute()
}
