import type { DeleteBatch } from '../../platform/clean-up/retention-service.ts'
import { wordsOfTranscript } from '../transcripts/rules.ts'
import { deleteWords, listTranscripts } from '../transcripts/store.ts'
import { deleteCalls, lockOldCalls } from './retention-store.ts'

/** D-144: calls by when they began, whenever they were uploaded. */
export const deleteOldCalls: DeleteBatch = async (trx, before, { most }) => {
  const ids = await lockOldCalls(trx, before, most)
  if (ids.length === 0) return undefined
  const transcripts = [...(await listTranscripts(trx, ids))]
  // The index of words is keyed by the word: it is deleted by what is in the transcript, while it is there.
  if (transcripts.length > 0)
    await deleteWords(
      trx,
      transcripts.map(([id, segments]) => ({ id, words: wordsOfTranscript(segments) })),
    )
  await deleteCalls(trx, ids)
  return 0
}
