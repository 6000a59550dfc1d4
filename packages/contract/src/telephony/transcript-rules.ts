import { MOST_TRANSCRIPT_TEXT, type TranscriptSegment } from './transcripts.ts'

export type TranscriptDecision =
  | { ok: true; segments: TranscriptSegment[] }
  | { ok: false; fields: Record<string, string> }

/** In the order of their beginning: transcription services send the channels of a call one after the other. */
export const decideTranscript = (segments: readonly TranscriptSegment[]): TranscriptDecision => {
  const backwards = segments.findIndex(({ start, end }) => end < start)
  if (backwards !== -1) return { ok: false, fields: { [`segments.${backwards}.end`]: 'is before its start' } }
  const length = segments.reduce((sum, { text }) => sum + text.length, 0)
  if (length > MOST_TRANSCRIPT_TEXT)
    return { ok: false, fields: { segments: `have ${length} characters; at most ${MOST_TRANSCRIPT_TEXT} are stored` } }
  return { ok: true, segments: segments.toSorted((one, other) => one.start - other.start) }
}
