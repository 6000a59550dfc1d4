import { isCurrency } from '@patchbay/contract/base/currencies'
import { minor, readMoney } from '@patchbay/contract/base/money'
import {
  NEEDED_STATEMENT_FIELDS,
  STATEMENT_FIELDS,
  type StatementField,
} from '@patchbay/contract/payments/day-constants'
import type { ReadLine } from '@patchbay/contract/payments/statement-rules'
import type { StatementProblem } from '@patchbay/contract/payments/workspace/payment-days'
import { headingKey } from '../../crm/imports/heading-rules.ts'
import { decimalOf, timeOf } from '../../crm/imports/row-rules.ts'
import { unescapeFormula } from '../../lib/text/csv.ts'

// D-133: a statement as a CSV file of the provider: which column holds what, and what a row says.

export type StatementMapping = readonly (StatementField | null)[]

/** English, Spanish and Russian, and the headings of common providers. */
const WORDS: Record<StatementField, readonly string[]> = {
  paymentId: [
    ...['payment id', 'payment', 'charge id', 'transaction id', 'transaction', 'source id', 'id'],
    ...[
      'id de pago',
      'id de transacción',
      'pago',
      'ид платежа',
      'id платежа',
      'номер платежа',
      'платёж',
      'id операции',
    ],
  ],
  refundId: ['refund id', 'refund', 'id de devolución', 'id de reembolso', 'id возврата', 'номер возврата'],
  invoiceUuid: ['invoice uuid', 'invoice id', 'invoice', 'uuid', 'id de solicitud', 'id счёта', 'счёт'],
  type: ['type', 'operation', 'kind', 'tipo', 'operación', 'тип', 'операция', 'тип операции'],
  amount: ['amount', 'gross', 'gross amount', 'sum', 'total', 'importe', 'monto', 'сумма', 'сумма платежа'],
  currency: ['currency', 'moneda', 'divisa', 'валюта'],
  at: [
    ...['date', 'time', 'date and time', 'at', 'created', 'created utc', 'paid at', 'captured at'],
    ...['fecha', 'fecha y hora', 'дата', 'время', 'дата и время', 'дата платежа'],
  ],
}

const KEYS = new Map(
  STATEMENT_FIELDS.flatMap((field) => [field, ...WORDS[field]].map((word) => [headingKey(word), field] as const)),
)

/** D-133: by the headings; a field is given to its first column. */
export const guessColumns = (headings: readonly string[]): (StatementField | null)[] => {
  const taken = new Set<StatementField>()
  return headings.map((heading) => {
    const field = KEYS.get(headingKey(heading))
    if (field === undefined || taken.has(field)) return null
    taken.add(field)
    return field
  })
}

/** D-133: a mapping that a person chose: names of fields by column, empty for a column that is not read. */
export const readMapping = (text: string): (StatementField | null)[] =>
  text.split(',').map((name) => STATEMENT_FIELDS.find((field) => field === name) ?? null)

/** D-133: the first needed field that no column holds, or one that two columns hold. */
export const whyColumnsRefused = (mapping: StatementMapping): StatementField | undefined =>
  NEEDED_STATEMENT_FIELDS.find((field) => !mapping.includes(field)) ??
  STATEMENT_FIELDS.find((field) => mapping.indexOf(field) !== mapping.lastIndexOf(field))

const TYPES: Record<ReadLine['type'], readonly string[]> = {
  payment: ['payment', 'charge', 'capture', 'sale', 'pago', 'cobro', 'venta', 'платёж', 'платеж', 'оплата', 'списание'],
  refund: ['refund', 'return', 'payment refund', 'devolución', 'reembolso', 'возврат'],
}

const typeOf = (text: string): ReadLine['type'] | undefined => {
  const key = headingKey(text)
  return (['payment', 'refund'] as const).find((type) => TYPES[type].some((word) => headingKey(word) === key))
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
const LONGEST_ID = 255

export type FileRow = { line: ReadLine } | { skipped: true } | { problem: StatementProblem }

/**
 * D-133: a row of the file. A total at the end and what is neither payment nor refund (fees, payouts) are left out. Without a
 * column for the type, a negative amount is a refund.
 */
export const readRow = (
  cells: readonly string[],
  mapping: StatementMapping,
  { zone, currency: usual }: { zone: string; currency: string },
): FileRow => {
  const cell = (field: StatementField): string => unescapeFormula((cells[mapping.indexOf(field)] ?? '').trim()).trim()
  const wrong = (field: StatementField): FileRow => ({
    problem: { code: 'line', field, value: cell(field).slice(0, 100) },
  })
  const [paymentId, when, named] = [cell('paymentId'), cell('at'), cell('type')]
  if (paymentId === '' && when === '') return { skipped: true }
  const typed = named === '' ? undefined : typeOf(named)
  if (named !== '' && typed === undefined) return { skipped: true }
  if (paymentId === '' || paymentId.length > LONGEST_ID || /\p{Cc}/u.test(paymentId)) return wrong('paymentId')
  const currency = mapping.includes('currency') ? cell('currency').toUpperCase() : usual
  if (!isCurrency(currency)) return wrong('currency')
  const decimal = decimalOf(cell('amount'))
  const sum = decimal === undefined ? undefined : readMoney(decimal, currency)
  if (!sum?.ok || sum.value === 0n) return wrong('amount')
  const at = timeOf(when, zone)
  if (!at) return wrong('at')
  const uuid = cell('invoiceUuid').toLowerCase()
  const isNegative = sum.value < 0n
  return {
    line: {
      type: typed ?? (isNegative ? 'refund' : 'payment'),
      paymentId,
      refundId: cell('refundId').slice(0, LONGEST_ID) || undefined,
      invoiceUuid: UUID.test(uuid) ? uuid : undefined,
      amount: isNegative ? minor(-sum.value) : sum.value,
      currency,
      at,
    },
  }
}
