import type { ChatState } from '@patchbay/contract/base/constants'
import type { Db } from '../../lib/db/database.ts'

export type StateChange = { state: ChatState; snoozedUntil: Date | null; by: number | null; at: Date }

/** Hold the lock of the chat. In a closed one nobody waits for a reply. */
export const updateState = async (db: Db, id: number, { state, snoozedUntil, by, at }: StateChange): Promise<void> => {
  await db
    .updateTable('chat')
    .set({
      state,
      snoozed_until: snoozedUntil,
      state_at: at,
      state_by: by,
      ...(state === 'closed' && { waiting_since: null }),
    })
    .where('id', '=', id)
    .execute()
}

/** Back at the top of the list, where it is noticed. Hold the lock of the chat. */
export const updateActiveAt = async (db: Db, id: number, at: Date): Promise<void> => {
  await db.updateTable('chat').set({ active_at: at }).where('id', '=', id).execute()
}
