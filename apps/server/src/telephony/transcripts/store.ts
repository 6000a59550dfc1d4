import type { TranscriptSegment } from '@patchbay/contract/telephony/transcripts'
import { sql } from 'kysely'
import type { Db } from '../../lib/db/database.ts'
import { createWordIndex } from '../../lib/db/word-index.ts'

export const { insertWords, deleteWords, listIds: listCallIdsByWords } = createWordIndex('call_token', 'call_id')

export const findTranscript = async (db: Db, callId: number): Promise<TranscriptSegment[] | undefined> => {
  const row = await db.selectFrom('call_transcript').select('segments').where('call_id', '=', callId).executeTakeFirst()
  return row && (row.segments as TranscriptSegment[])
}

export const listTranscripts = async (
  db: Db,
  callIds: readonly number[],
): Promise<ReadonlyMap<number, TranscriptSegment[]>> => {
  const rows = await db
    .selectFrom('call_transcript')
    .select(['call_id', 'segments'])
    .where('call_id', '=', sql<number>`any(${callIds}::bigint[])`)
    .execute()
  return new Map(rows.map(({ call_id, segments }) => [call_id, segments as TranscriptSegment[]]))
}

export const saveTranscript = async (db: Db, callId: number, segments: readonly TranscriptSegment[]): Promise<void> => {
  const stored = { segments: JSON.stringify(segments), uploaded_at: sql<Date>`now()` }
  await db
    .insertInto('call_transcript')
    .values({ call_id: callId, ...stored })
    .onConflict((conflict) => conflict.columns(['account_id', 'call_id']).doUpdateSet(stored))
    .execute()
}

export const deleteTranscript = async (db: Db, callId: number): Promise<void> => {
  await db.deleteFrom('call_transcript').where('call_id', '=', callId).execute()
}
