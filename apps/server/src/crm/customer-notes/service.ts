import type { Db } from '../../lib/db/database.ts'
import { insertTimeline } from '../timeline/store.ts'
import { insertNote, type Note } from './store.ts'

/** Saves a note and its entry in the timeline. */
export const addNote = async (
  trx: Db,
  written: Pick<Note, 'customerId' | 'text' | 'authorId'>,
  actor: string,
): Promise<number> => {
  const id = await insertNote(trx, written)
  const { customerId, text } = written
  await insertTimeline(trx, { customerId, kind: 'customer.note', actor, detail: { noteId: id, text } })
  return id
}
