import { parseJson } from '@patchbay/contract/base/json'
import type { ExchangeResult, NotUnderstood } from '@patchbay/contract/platform/workspace/traffic'
import type { Answer } from '../../lib/http-out/egress.ts'
import { shorten } from './rules.ts'

// D-98: how the answer of a module is classified. Each kind of request has a rule of its own for what it needs of the answer; these
// are the steps that they share.

export type Answered = Pick<Extract<Answer, { ok: true }>, 'status' | 'headers' | 'body' | 'truncated'>

/** D-98: what a request to a module makes of an answer. */
export type VerdictRule = (answer: Answered) => ExchangeResult

/** D-98: where the judgement needs what is stored. */
export type StoredVerdictRule = (answer: Answered) => Promise<ExchangeResult>

/** D-98: an answer that does not say what was agreed on; `value` is what it said in that place. */
export const notUnderstood = (status: number, why: NotUnderstood, value?: string): ExchangeResult => ({
  code: 'not-understood',
  status,
  why,
  ...(value !== undefined && value !== '' && { value: shorten(value) }),
})

/** D-98: the module said no, in its own words. */
export const refused = (status: number, message: string): ExchangeResult => ({
  code: 'refused',
  status,
  message: shorten(message),
})

export type ReadAnswer = { json: unknown; unreadable?: undefined } | { json?: undefined; unreadable: NotUnderstood }

/** D-98: the JSON of an answer, or why there is none. Errors of frameworks and proxies are HTML. */
export const readJsonAnswer = ({ body, truncated }: Pick<Answered, 'body' | 'truncated'>): ReadAnswer => {
  const text = body.trim()
  if (truncated) return { unreadable: 'too-long' }
  if (text === '') return { unreadable: 'empty' }
  if (text.startsWith('<')) return { unreadable: 'html' }
  const read = parseJson(text)
  return read.ok ? { json: read.value } : { unreadable: 'not-json' }
}

const MESSAGE_NAMES = ['errorMsg', 'message', 'error', 'detail'] as const

/** D-98: what an answer says about an error, under the names that modules and frameworks use. */
export const messageIn = (json: unknown): string | undefined => {
  const members = typeof json === 'object' && json !== null ? (json as Record<string, unknown>) : {}
  return MESSAGE_NAMES.map((name) => members[name]).find(
    (text): text is string => typeof text === 'string' && text !== '',
  )
}

const isFine = (status: number): boolean => status >= 200 && status < 300

/** D-98: for requests whose answer is not read: an error has the words of the module, if it has any. */
export const verdictByStatus: VerdictRule = (answer) => {
  const { status } = answer
  const message = isFine(status) ? undefined : messageIn(readJsonAnswer(answer).json)
  return message === undefined ? { code: 'answered', status } : refused(status, message)
}

/** D-98: for requests that need `success: true`. */
export const verdictBySuccess: VerdictRule = (answer) => {
  const { status } = answer
  const { json, unreadable } = readJsonAnswer(answer)
  const message = messageIn(json)
  const success = (json as { success?: unknown } | null | undefined)?.success
  if (isFine(status) && success === true) return { code: 'accepted', status }
  if (success !== true && message !== undefined) return refused(status, message)
  if (!isFine(status)) return notUnderstood(status, 'http-status')
  return notUnderstood(status, unreadable ?? (success === false ? 'no-reason' : 'no-success'))
}

/** D-98: whether a request got what it was for. */
export const isGood = (result: ExchangeResult): boolean =>
  result.code === 'accepted' || result.code === 'fetched' || (result.code === 'answered' && isFine(result.status))
