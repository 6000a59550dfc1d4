import type { ExchangeResult } from '@patchbay/contract/platform/workspace/traffic'
import type { SetUpTexts } from '../texts/set-up.ts'

const sentenceOf = (result: ExchangeResult, { results: texts }: SetUpTexts): string => {
  switch (result.code) {
    case 'text':
      return result.text
    case 'rejected':
      return texts.rejected(result.message)
    case 'refused':
      return texts.refused(result.status, result.message)
    case 'not-understood':
      return texts.notUnderstood(result.status, texts.why[result.why](result.value ?? ''))
    case 'answered':
      return texts.answered(result.status)
    case 'timeout':
      return texts.timeout(result.seconds)
    case 'url-refused':
    case 'unsent':
    case 'no-answer':
      return texts[result.code](result.detail)
    default:
      return texts[result.code]
  }
}

/** The result of a request to or from a module as a sentence. */
export const resultText = (texts: SetUpTexts, result: ExchangeResult): string => {
  const sentence = sentenceOf(result, texts)
  const attempt = 'attempt' in result ? result.attempt : undefined
  return attempt === undefined ? sentence : texts.results.attempt(sentence, attempt)
}
