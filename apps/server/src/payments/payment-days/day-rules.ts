import { add, type Minor, money, toDecimal, ZERO } from '@patchbay/contract/base/money'
import type { DayState, StatementState } from '@patchbay/contract/payments/day-constants'
import type { DayChange, DayEntry, DayTotals } from '@patchbay/contract/payments/workspace/payment-days'
import type { Entry } from './rules.ts'

// What a day says of its entries, what changed since it was closed, and what may be done with it.

/** An entry as it is stored and shown. */
export type StoredEntry = Omit<DayEntry, 'place' | 'note'> & { key: string }

/** D-134: everything that a later change can be recognised by. */
export const storedEntry = (entry: Entry): StoredEntry => {
  const { key, movement, at, paymentId, refundId, invoice, currency, provider, ours, differences } = entry
  const payment = invoice?.orderPayment
  return {
    key,
    movement,
    result: differences.length === 0 ? 'matched' : 'different',
    kinds: differences.map(({ kind }) => kind),
    at: at.toISOString(),
    ...(paymentId !== undefined && { paymentId }),
    ...(refundId !== undefined && { refundId }),
    ...(invoice && { invoiceId: invoice.id, orderId: invoice.orderId, orderNumber: invoice.orderNumber }),
    currency,
    ...(provider !== undefined && { provider: toDecimal(provider, currency) }),
    ...(ours !== undefined && { ours: toDecimal(ours, currency) }),
    ...(invoice &&
      movement === 'payment' && {
        status: invoice.failed ? 'failed' : (invoice.status ?? 'created'),
        refunded: toDecimal(invoice.refunded, invoice.currency),
        ...(payment && {
          orderPayment: { amount: toDecimal(payment.amount, payment.currency), status: payment.status },
        }),
      }),
  }
}

const NOTHING = { payments: 0, paid: ZERO, refunds: 0, refunded: ZERO }
type Side = { payments: number; paid: Minor; refunds: number; refunded: Minor }

const plus = (side: Side, movement: StoredEntry['movement'], amount: string | undefined, currency: string): Side => {
  if (amount === undefined) return side
  const sum = money(amount, currency)
  return movement === 'payment'
    ? { ...side, payments: side.payments + 1, paid: add(side.paid, sum) }
    : { ...side, refunds: side.refunds + 1, refunded: add(side.refunded, sum) }
}

/** D-134: per currency, never added up across. A payment that differs counts on the side that has it. */
export const totalsOf = (entries: readonly StoredEntry[]): DayTotals[] => {
  const totals = new Map<string, { matched: number; different: number; provider: Side; ours: Side }>()
  for (const { currency, movement, result, provider, ours } of entries) {
    const total = totals.get(currency) ?? { matched: 0, different: 0, provider: NOTHING, ours: NOTHING }
    totals.set(currency, {
      matched: total.matched + (result === 'matched' ? 1 : 0),
      different: total.different + (result === 'different' ? 1 : 0),
      provider: plus(total.provider, movement, provider, currency),
      ours: plus(total.ours, movement, ours, currency),
    })
  }
  const shown = ({ paid, refunded, ...counts }: Side, currency: string) => ({
    ...counts,
    paid: toDecimal(paid, currency),
    refunded: toDecimal(refunded, currency),
  })
  return [...totals]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([currency, { provider, ours, ...counts }]) => ({
      currency,
      ...counts,
      provider: shown(provider, currency),
      ours: shown(ours, currency),
    }))
}

const paymentText = ({ orderPayment }: StoredEntry): string | undefined =>
  orderPayment && `${orderPayment.amount} ${orderPayment.status}`

const amountText = ({ ours, provider }: StoredEntry): string | undefined => ours ?? provider

const FIELDS = {
  amount: ({ ours }: StoredEntry) => ours,
  status: ({ status }: StoredEntry) => status,
  refunded: ({ refunded }: StoredEntry) => refunded,
  'order-payment': paymentText,
} as const

type FieldChange = { field: DayChange['field']; before?: string | undefined; after?: string | undefined }

const changeOf = (entry: StoredEntry, change: FieldChange): DayChange => {
  const { movement, invoiceId, orderId, orderNumber, paymentId, currency } = entry
  return {
    field: change.field,
    movement,
    ...(invoiceId !== undefined && { invoiceId }),
    ...(orderId !== undefined && { orderId }),
    ...(orderNumber !== undefined && { orderNumber }),
    ...(paymentId !== undefined && { paymentId }),
    currency,
    ...(change.before !== undefined && { before: change.before }),
    ...(change.after !== undefined && { after: change.after }),
  }
}

const changesOf = (before: StoredEntry, after: StoredEntry): DayChange[] => {
  const changed = Object.entries(FIELDS).flatMap(([field, read]) => {
    const [was, is] = [read(before), read(after)]
    return was === is ? [] : [changeOf(after, { field: field as keyof typeof FIELDS, before: was, after: is })]
  })
  if (changed.length > 0 || before.kinds.join() === after.kinds.join()) return changed
  return [changeOf(after, { field: 'result', before: before.kinds.join(' '), after: after.kinds.join(' ') })]
}

/** D-134: what is no longer as it was at the closing. */
export const changesSince = (before: readonly StoredEntry[], after: readonly StoredEntry[]): DayChange[] => {
  const then = new Map(before.map((entry) => [entry.key, entry]))
  const now = new Set(after.map(({ key }) => key))
  return [
    ...after.flatMap((entry) => {
      const was = then.get(entry.key)
      return was ? changesOf(was, entry) : [changeOf(entry, { field: 'added', after: amountText(entry) })]
    }),
    ...before
      .filter(({ key }) => !now.has(key))
      .map((entry) => changeOf(entry, { field: 'removed', before: amountText(entry) })),
  ]
}

/** D-134: of two people who close at once the second gets an error. */
export const whyNotClosed = (
  { state, statement }: { state: DayState; statement: StatementState },
  unacknowledged: number,
): 'day_closed' | 'day_without_statement' | 'day_has_differences' | undefined => {
  if (state !== 'open') return 'day_closed'
  if (statement !== 'ready') return 'day_without_statement'
  return unacknowledged > 0 ? 'day_has_differences' : undefined
}

/** D-134: a closed day that is compared again: closed as long as nothing in it changed. */
export const stateAfter = (state: DayState, changes: readonly unknown[]): DayState =>
  state === 'open' ? 'open' : changes.length > 0 ? 'changed' : 'closed'

/** D-134: the lane in which days are compared again; the trigger of payment_day_change enqueues it. */
export const PAYMENT_DAY_LANE = 'payment-days'

/** D-134: the same difference has the same key, so that its note stays; one with other amounts is another. */
export const differenceKey = (entryKey: string, kind: string, detail: Record<string, string>): string =>
  [entryKey, kind, ...Object.entries(detail).flat()].join('\n')
