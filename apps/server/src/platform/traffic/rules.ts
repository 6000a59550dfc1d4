import type { ExchangeResult } from '@patchbay/contract/platform/workspace/traffic'
import type { Answer, StreamAnswer } from '../../lib/http-out/egress.ts'
import { storableText } from '../../lib/text/json.ts'
import { redactText } from '../../lib/text/redact.ts'

const MOST_CHARACTERS = 500

/** As much of a text as the log keeps, redacted as the messages are: an error names what was looked for. */
export const shorten = (text: string): string =>
  storableText(redactText(text, MOST_CHARACTERS).slice(0, MOST_CHARACTERS))

const FAILURE_CODES = { refused: 'url-refused', unsent: 'unsent', resting: 'unsent', unknown: 'no-answer' } as const

type OutgoingResult = Exclude<
  ExchangeResult,
  { code: 'accepted' | 'rejected' | 'refused' | 'not-understood' | 'fetched' | 'text' }
>

/** The result of a request to a module. `detail` is what the network or the address check said. */
export const resultOfAnswer = (answer: Answer | StreamAnswer): OutgoingResult => {
  if (answer.ok) return { code: 'answered', status: answer.status }
  return answer.because ?? { code: FAILURE_CODES[answer.kind], detail: shorten(answer.reason) }
}

type Rejection = { message: string; fields?: Readonly<Record<string, string>> | undefined }

/** The result of a request from a module: the error text that it got, if any, with what is wrong with which field. */
export const resultOfRequest = (error: Rejection | undefined): ExchangeResult => {
  if (!error) return { code: 'accepted' }
  const fields = Object.entries(error.fields ?? {}).map(([name, text]) => `${name}: ${text}`)
  return { code: 'rejected', message: shorten([error.message, ...fields].join('; ')) }
}

/** The day of the daily limit. */
export const utcDay = (at: Date): string => at.toISOString().slice(0, 10)

/** How many requests these rows stand for. */
export const requestsIn = (exchanges: readonly { requests?: number | undefined }[]): number =>
  exchanges.reduce((sum, { requests = 1 }) => sum + requests, 0)

/** Rows of earlier versions have a text. */
export const storedResult = ({ result, verdict }: { result: unknown; verdict: string }): ExchangeResult =>
  result === null ? { code: 'text', text: verdict } : (result as ExchangeResult)
