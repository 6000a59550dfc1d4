import type { TranscriptSegment } from '@patchbay/contract/telephony/transcripts'
import { excerptOf, hasAnyWord, type SearchedWords, wordsOf } from '../../lib/text/word-search.ts'

export const textOf = (segments: readonly TranscriptSegment[]): string => segments.map(({ text }) => text).join('\n')

/** A long call has more different words than a message. */
const MOST_WORDS = 2_000

export const wordsOfTranscript = (segments: readonly TranscriptSegment[]): string[] =>
  wordsOf(textOf(segments), MOST_WORDS)

/** The first moment at which one of the searched words was said. */
export const momentOf = (
  asked: SearchedWords,
  segments: readonly TranscriptSegment[],
): { text: string; at: number } | undefined => {
  const found = segments.find(({ text }) => hasAnyWord(asked, text))
  return found && { text: excerptOf(asked, found.text), at: found.start }
}
