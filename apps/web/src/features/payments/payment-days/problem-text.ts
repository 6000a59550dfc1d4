import type { StatementProblem } from '@patchbay/contract/payments/workspace/payment-days'
import type { PaymentDayTexts } from '../../../texts/payment-days.ts'

/** Why a statement could not be used, as a sentence. */
export const problemText = (
  texts: PaymentDayTexts,
  { code, line, field = '', value = '' }: StatementProblem,
): string => {
  const name = texts.fields[field] ?? field
  if (code === 'columns') return texts.problems.columns(name)
  if (code === 'line') return texts.problems.line(line === undefined ? name : texts.lineOf(line, name, value))
  return texts.problems[code](value)
}
