import { isCurrency } from '../base/currencies.ts'
import { fromLocalTime } from '../base/local-time.ts'
import { type AmountIn, type Minor, readMoney } from '../base/money.ts'
import { MOST_LINES_PER_PAGE, STATEMENT_LINE_TYPES, type StatementLineType } from './statements.ts'

/** A line of a statement as it is stored and compared. */
export type ReadLine = {
  type: StatementLineType
  paymentId: string
  refundId: string | undefined
  invoiceUuid: string | undefined
  amount: Minor
  currency: string
  at: Date
}

/** What is wrong with a page: the line, counted from 1, and its member; no line when the page itself is not understood. */
export type PageProblem = { line?: number; field: string; value?: string }

export type ReadPage = { ok: true; lines: ReadLine[]; next: string | undefined } | { ok: false; problem: PageProblem }

const membersOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {}

const LONGEST_ID = 255
const LONGEST_CURSOR = 1_024
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** Ids come as texts or as numbers, on one line. */
const idOf = (value: unknown): string | undefined => {
  const text = typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : value
  return typeof text === 'string' && text !== '' && text.length <= LONGEST_ID && !/\p{Cc}/u.test(text)
    ? text
    : undefined
}

const amountOf = (value: unknown, currency: string): Minor | undefined => {
  if (typeof value !== 'number' && typeof value !== 'string') return undefined
  const read = readMoney(value as AmountIn, currency)
  return read.ok && read.value > 0n ? read.value : undefined
}

/** Without an offset it would mean another moment in another time zone. */
const momentOf = (value: unknown): Date | undefined => {
  if (typeof value !== 'string' || !/(Z|[+-]\d{2}:?\d{2})$/.test(value)) return undefined
  const second = fromLocalTime(value, 'UTC')
  const [, fraction = '0'] = /\.(\d{1,3})/.exec(value) ?? []
  return second && new Date(second.getTime() + Number(fraction.padEnd(3, '0')))
}

type LineRead = { ok: true; line: ReadLine } | { ok: false; field: string; value: unknown }

const readLine = (given: unknown): LineRead => {
  const { type, paymentId, refundId, invoiceUuid, amount, currency, at } = membersOf(given)
  const wrong = (field: string, value: unknown): LineRead => ({ ok: false, field, value })
  const known = STATEMENT_LINE_TYPES.find((one) => one === type)
  if (!known) return wrong('type', type)
  const id = idOf(paymentId)
  if (id === undefined) return wrong('paymentId', paymentId)
  const refund = refundId == null ? undefined : idOf(refundId)
  if (refundId != null && refund === undefined) return wrong('refundId', refundId)
  const uuid = typeof invoiceUuid === 'string' ? invoiceUuid.toLowerCase() : undefined
  if (invoiceUuid != null && !(uuid !== undefined && UUID.test(uuid))) return wrong('invoiceUuid', invoiceUuid)
  if (typeof currency !== 'string' || !isCurrency(currency)) return wrong('currency', currency)
  const sum = amountOf(amount, currency)
  if (sum === undefined) return wrong('amount', amount)
  const moment = momentOf(at)
  if (!moment) return wrong('at', at)
  return {
    ok: true,
    line: { type: known, paymentId: id, refundId: refund, invoiceUuid: uuid, amount: sum, currency, at: moment },
  }
}

const shown = (value: unknown): { value?: string } =>
  value === undefined
    ? {}
    : { value: (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).slice(0, 100) }

/** D-133: a page is read as a whole or not at all: a statement with a line left out would hide what it is compared for. */
export const readStatementPage = (result: unknown): ReadPage => {
  const { lines, next } = membersOf(result)
  if (!Array.isArray(lines)) return { ok: false, problem: { field: 'lines', ...shown(lines) } }
  if (lines.length > MOST_LINES_PER_PAGE)
    return { ok: false, problem: { field: 'lines', value: `${lines.length} > ${MOST_LINES_PER_PAGE}` } }
  const isCursor = typeof next === 'string' && next !== '' && next.length <= LONGEST_CURSOR
  if (next != null && !isCursor) return { ok: false, problem: { field: 'next', ...shown(next) } }
  const read: ReadLine[] = []
  for (const [place, given] of lines.entries()) {
    const line = readLine(given)
    if (!line.ok) return { ok: false, problem: { line: place + 1, field: line.field, ...shown(line.value) } }
    read.push(line.line)
  }
  return { ok: true, lines: read, next: isCursor ? next : undefined }
}
