import { MOST_COUNTED } from '@patchbay/contract/base/constants'
import type { Db } from '../../lib/db/database.ts'
import { byCursor } from '../../lib/db/keyset-cursor.ts'
import { type ListedTask, rowsOf, toListed } from './store.ts'

/** Open tasks of this user and unassigned ones that are due before then, without those that the system created. */
export const listDueTasks = async (db: Db, performerId: number, before: Date): Promise<ListedTask[]> => {
  const due = rowsOf(db)
    .where('t.done_at', 'is', null)
    .where('t.reason', 'is', null)
    .where('t.due_key', '<', before)
    .limit(MOST_COUNTED)
  // Two queries: each is a range of an index, an OR of both would not be.
  const theirs = await due.where('t.performer_id', '=', performerId).execute()
  const unassigned = await due.where('t.performer_id', 'is', null).execute()
  return [...theirs, ...unassigned].map(toListed).toSorted(byCursor)
}
