import type { Texts } from '../texts/catalogue.ts'
import { ApiError } from './api.ts'

/** What happened and what to do: in the user's language if there is a text for the code, else the server's message. */
export const errorText = (texts: Texts, error: unknown): string => {
  if (!(error instanceof ApiError)) return texts.errors.internal
  if (error.status === 0) return texts.states.offline
  const known = texts.errors as Record<string, string>
  const fields = Object.entries(error.fields).map(([field, wrong]) => `${field}: ${wrong}`)
  return [known[error.code ?? ''] ?? error.message, ...fields].join('. ')
}
