import type { Texts } from '../texts/catalogue.ts'
import { ApiError } from './api.ts'

/** What the server says about an error are data and codes; the codes have texts. */
const valueTexts = ({ invoices }: Texts, values: Record<string, string>): Record<string, string> => {
  const { status = '', kind = '' } = values
  const statuses = invoices.statuses as Record<string, string>
  const kinds = invoices.operations as Record<string, string>
  return { ...values, status: statuses[status] ?? status, kind: kinds[kind] ?? kind }
}

const fieldText = ({ fields: texts }: Texts, [field, wrong]: [string, string]): string => {
  const name = texts.names[field.split('.').at(-1) ?? field] ?? field
  return `${name}: ${texts.reasons[wrong] ?? (texts.invalid || wrong)}`
}

/** What happened and what to do, in the user's language; the server's message only if there is no text for its code. */
export const errorText = (texts: Texts, error: unknown): string => {
  if (!(error instanceof ApiError)) return texts.errors.internal
  if (error.status === 0) return texts.states.offline
  const known = (texts.errors as Record<string, string>)[error.code ?? '']
  const values = valueTexts(texts, error.values)
  const sentence = known?.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '') ?? error.message
  return [sentence, ...Object.entries(error.fields).map((field) => fieldText(texts, field))].join('. ')
}
