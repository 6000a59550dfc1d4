import type { ReplyVariable } from '@patchbay/contract/base/constants'

/** What is known about the customer, their order and the manager. Absent or empty: it stays a variable in the text. */
export type ReplyValues = Partial<Record<ReplyVariable, string>>

/** What replies are filled in with, and the invoice behind the payment link. */
export type ReplyContext = { values: ReplyValues; paymentLink: { invoiceId: string; orderId: number } | undefined }

const VARIABLE = /\{\{\s*([\w.]+)\s*\}\}/g

/** The variables that a text still has, known or not, each once. */
export const variablesIn = (text: string): string[] => [
  ...new Set([...text.matchAll(VARIABLE)].map(([, name = '']) => name)),
]

/** Fills in what is known. What is not stays visible as {{name}}, so that nobody sends a gap. */
export const fillVariables = (text: string, values: ReplyValues): string => {
  const known = new Map(Object.entries(values))
  return text.replace(VARIABLE, (written, name: string) => known.get(name) || written)
}
