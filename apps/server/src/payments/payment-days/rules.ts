import { type Minor, toDecimal } from '@patchbay/contract/base/money'
import type { DiscrepancyKind } from '@patchbay/contract/payments/discrepancy-rules'
import type { ReadLine } from '@patchbay/contract/payments/statement-rules'
import type { StatementLineType } from '@patchbay/contract/payments/statements'
import type { InvoiceStatus, RefundStatus } from '@patchbay/contract/payments/statuses'

// D-134: the provider's list, our invoices and the payments of orders, side by side. What matches is matched; everything else is a
// difference with its reason. Nothing is guessed by time or name: a line belongs to an invoice by the payment's id or the
// invoice's.

export type OurRefund = {
  id: number
  externalId: string | null
  amount: Minor
  status: RefundStatus
  at: Date
}

export type OurInvoice = {
  id: string
  externalId: string | null
  orderId: number
  orderNumber: string
  status: InvoiceStatus | null
  failed: boolean
  amount: Minor
  captured: Minor
  refunded: Minor
  currency: string
  paidAt: Date | null
  createdAt: Date
  refunds: readonly OurRefund[]
  /** Of the order; absent when it was deleted. */
  orderPayment: { amount: Minor; currency: string; status: string; complete: boolean } | undefined
}

export type DayInput = {
  from: Date
  to: Date
  lines: readonly ReadLine[]
  /** Those that the lines name, and those that were paid or refunded on this day. */
  invoices: readonly OurInvoice[]
  /** Lines of the statements of other days: what they have does not belong to this day, whatever our clock says. */
  otherLines: readonly Pick<ReadLine, 'type' | 'paymentId' | 'refundId' | 'invoiceUuid' | 'amount'>[]
}

export type Difference = { kind: DiscrepancyKind; detail: Record<string, string> }

export type Entry = {
  /** The same payment or refund has the same key whenever the day is compared. */
  key: string
  movement: StatementLineType
  at: Date
  paymentId: string | undefined
  refundId: string | undefined
  invoice: OurInvoice | undefined
  currency: string
  provider: Minor | undefined
  ours: Minor | undefined
  differences: readonly Difference[]
}

type Place = Pick<ReadLine, 'paymentId' | 'invoiceUuid'>
type Finder = (line: Place) => OurInvoice | undefined

/** Of several invoices with one paymentId the one that was paid, else the newest. */
const isBetter = (one: OurInvoice, than: OurInvoice | undefined): boolean => {
  if (!than) return true
  const [paid, other] = [one.captured > 0n, than.captured > 0n]
  return paid === other ? one.createdAt > than.createdAt : paid
}

/** D-134: a line names its payment by the provider's id; the id of the invoice helps where ours is not known yet. */
export const invoiceFinder = (invoices: readonly OurInvoice[]): Finder => {
  const byId = new Map(invoices.map((one) => [one.id, one]))
  const byExternalId = new Map<string, OurInvoice>()
  for (const one of invoices)
    if (one.externalId !== null && isBetter(one, byExternalId.get(one.externalId)))
      byExternalId.set(one.externalId, one)
  return ({ paymentId, invoiceUuid }) =>
    byExternalId.get(paymentId) ?? (invoiceUuid === undefined ? undefined : byId.get(invoiceUuid))
}

const isWithin = (at: Date | null, { from, to }: Pick<DayInput, 'from' | 'to'>): boolean =>
  at !== null && at >= from && at < to

const different = (kind: DiscrepancyKind, detail: Record<string, string | undefined> = {}): Difference => ({
  kind,
  detail: Object.fromEntries(
    Object.entries(detail).filter((member): member is [string, string] => member[1] !== undefined),
  ),
})

const sumsOf = (provider: Minor, ours: Minor, currency: string) => ({
  provider: toDecimal(provider, currency),
  ours: toDecimal(ours, currency),
})

const compareSums = (
  line: Pick<ReadLine, 'amount' | 'currency'>,
  ours: { amount: Minor; currency: string },
): Difference[] => {
  if (line.currency !== ours.currency)
    return [different('currency-differs', { provider: line.currency, ours: ours.currency })]
  return line.amount === ours.amount
    ? []
    : [different('amount-differs', sumsOf(line.amount, ours.amount, line.currency))]
}

/** D-134: the payment of the order follows its invoice: the amount that was issued, and a status that counts as paid. */
const compareOrderPayment = ({ orderPayment, ...invoice }: OurInvoice): Difference[] => {
  if (!orderPayment) return [different('order-payment-missing')]
  const { amount, currency, status, complete } = orderPayment
  if (currency !== invoice.currency)
    return [different('order-payment-differs', { field: 'currency', payment: currency, invoice: invoice.currency })]
  // A discount of the provider is charged less and leaves the payment as it was issued.
  if (amount !== invoice.amount && amount !== invoice.captured) {
    const [payment, charged] = [toDecimal(amount, currency), toDecimal(invoice.captured, currency)]
    return [different('order-payment-differs', { field: 'amount', payment, invoice: charged })]
  }
  return invoice.status === 'succeeded' && !complete
    ? [different('order-payment-differs', { field: 'status', payment: status, invoice: 'succeeded' })]
    : []
}

const statusOf = ({ status, failed }: OurInvoice): string => (failed ? 'failed' : (status ?? 'created'))

const comparePayment = (line: ReadLine, invoice: OurInvoice): Difference[] => {
  if (invoice.captured > 0n)
    return [
      ...compareSums(line, { amount: invoice.captured, currency: invoice.currency }),
      ...compareOrderPayment(invoice),
    ]
  return [different('status-differs', { ours: statusOf(invoice) }), ...compareSums(line, invoice)]
}

/** D-134: each payment line with its invoice, and each invoice that was paid on this day without a line. */
const matchPayments = (input: DayInput, find: Finder): Entry[] => {
  const seen = new Map<string, number>()
  const entries = input.lines
    .filter(({ type }) => type === 'payment')
    .map((line): Entry => {
      const invoice = find(line)
      const base = `payment/${invoice?.id ?? line.paymentId}`
      const times = (seen.get(base) ?? 0) + 1
      seen.set(base, times)
      const { at, paymentId, currency, amount: provider } = line
      const shared = { movement: 'payment', at, paymentId, refundId: undefined, invoice, currency, provider } as const
      if (times > 1)
        return { ...shared, key: `${base}/${times}`, ours: undefined, differences: [different('duplicate-line')] }
      if (!invoice) return { ...shared, key: base, ours: undefined, differences: [different('unknown-to-us')] }
      const ours = invoice.captured > 0n && invoice.currency === currency ? invoice.captured : undefined
      return { ...shared, key: base, ours, differences: comparePayment(line, invoice) }
    })
  const named = new Set(
    input.otherLines.filter(({ type }) => type === 'payment').flatMap((line) => find(line)?.id ?? []),
  )
  const missing = input.invoices
    .filter((one) => one.captured > 0n && isWithin(one.paidAt, input))
    .filter(({ id }) => !seen.has(`payment/${id}`) && !named.has(id))
    .map(
      (invoice): Entry => ({
        key: `payment/${invoice.id}`,
        movement: 'payment',
        at: invoice.paidAt ?? input.from,
        paymentId: invoice.externalId ?? undefined,
        refundId: undefined,
        invoice,
        currency: invoice.currency,
        provider: undefined,
        ours: invoice.captured,
        differences: [different('missing-at-provider'), ...compareOrderPayment(invoice)],
      }),
    )
  return [...entries, ...missing]
}

type RefundLine = Pick<ReadLine, 'refundId' | 'amount'>

/** D-134: by the refund's id; without one on either side, by the amount. Each refund of ours is taken once. */
export const pairRefunds = <L extends RefundLine>(
  lines: readonly L[],
  refunds: readonly OurRefund[],
): { pairs: { line: L; refund: OurRefund | undefined }[]; rest: OurRefund[] } => {
  const left = new Set(refunds)
  const take = (is: (refund: OurRefund) => boolean): OurRefund | undefined => {
    const found = [...left].find(is)
    if (found) left.delete(found)
    return found
  }
  const paired = new Map<L, OurRefund>()
  for (const line of lines) {
    const found = line.refundId === undefined ? undefined : take(({ externalId }) => externalId === line.refundId)
    if (found) paired.set(line, found)
  }
  for (const line of lines) {
    if (paired.has(line)) continue
    const isAlike = (one: OurRefund) =>
      one.amount === line.amount &&
      one.status !== 'canceled' &&
      (line.refundId === undefined || one.externalId === null)
    const found = take(isAlike)
    if (found) paired.set(line, found)
  }
  return { pairs: lines.map((line) => ({ line, refund: paired.get(line) })), rest: [...left] }
}

const compareRefund = (
  line: ReadLine,
  invoice: OurInvoice | undefined,
  refund: OurRefund | undefined,
): Difference[] => {
  if (!invoice || !refund) return [different('unknown-to-us')]
  const sums = compareSums(line, { amount: refund.amount, currency: invoice.currency })
  return refund.status === 'succeeded' ? sums : [different('status-differs', { ours: refund.status }), ...sums]
}

const group = <T>(all: readonly T[], keyOf: (one: T) => string): Map<string, T[]> => {
  const groups = new Map<string, T[]>()
  for (const one of all) {
    const key = keyOf(one)
    const known = groups.get(key)
    if (known) known.push(one)
    else groups.set(key, [one])
  }
  return groups
}

const matchRefundLines = (
  lines: readonly ReadLine[],
  invoice: OurInvoice | undefined,
): { entries: Entry[]; rest: OurRefund[] } => {
  const { pairs, rest } = pairRefunds(lines, invoice?.refunds ?? [])
  const seen = new Map<string, number>()
  const ids = new Set<string>()
  const entries = pairs.map(({ line, refund }): Entry => {
    const { at, paymentId, refundId, currency, amount: provider } = line
    const name = refund ? refund.id : `?${refundId ?? provider}`
    const base = `refund/${invoice?.id ?? paymentId}/${name}`
    const times = (seen.get(base) ?? 0) + 1
    seen.set(base, times)
    const isRepeated = refundId !== undefined && ids.has(refundId)
    if (refundId !== undefined) ids.add(refundId)
    const ours = refund?.status === 'succeeded' && invoice?.currency === currency ? refund.amount : undefined
    return {
      key: times > 1 ? `${base}/${times}` : base,
      ...{ movement: 'refund', at, paymentId, refundId, invoice, currency, provider },
      ours: isRepeated ? undefined : ours,
      differences: isRepeated ? [different('duplicate-line')] : compareRefund(line, invoice, refund),
    }
  })
  return { entries, rest }
}

/** D-134: each refund line with its refund, and each refund of this day without a line. */
const matchRefunds = (input: DayInput, find: Finder): Entry[] => {
  const ofLine = (line: Place) => find(line)?.id ?? `?${line.paymentId}`
  const lines = group(
    input.lines.filter(({ type }) => type === 'refund'),
    ofLine,
  )
  const others = group(
    input.otherLines.filter(({ type }) => type === 'refund'),
    ofLine,
  )
  const unknown = [...lines]
    .filter(([key]) => key.startsWith('?'))
    .flatMap(([, some]) => matchRefundLines(some, undefined).entries)
  const known = input.invoices.flatMap((invoice) => {
    const { entries, rest } = matchRefundLines(lines.get(invoice.id) ?? [], invoice)
    const left = pairRefunds(others.get(invoice.id) ?? [], rest).rest
    const missing = left
      .filter(({ status, at }) => status === 'succeeded' && isWithin(at, input))
      .map(
        (refund): Entry => ({
          key: `refund/${invoice.id}/${refund.id}`,
          movement: 'refund',
          at: refund.at,
          paymentId: invoice.externalId ?? undefined,
          refundId: refund.externalId ?? undefined,
          invoice,
          currency: invoice.currency,
          provider: undefined,
          ours: refund.amount,
          differences: [different('missing-at-provider')],
        }),
      )
    return [...entries, ...missing]
  })
  return [...unknown, ...known]
}

/** D-134: all payments and refunds of a day, in the order of time. Every line of the statement is in exactly one entry. */
export const matchDay = (input: DayInput): Entry[] => {
  const find = invoiceFinder(input.invoices)
  const entries = [...matchPayments(input, find), ...matchRefunds(input, find)]
  return entries.sort((one, other) => one.at.getTime() - other.at.getTime() || (one.key < other.key ? -1 : 1))
}
