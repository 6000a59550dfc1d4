import { type Minor, money, toDecimal } from '@patchbay/contract/base/money'
import type { CurrencyStatistics, PaymentFigures } from '@patchbay/contract/payments/workspace/payment-statistics'
import { addCounts, DURATION_BOUNDS } from '@patchbay/contract/platform/histograms'
import { daysBetween, type ReportPeriod } from '../../platform/statistics/rules.ts'

/** The figures of one day in one currency, of all invoices or of those of a shop and so on. */
export type PaymentRow = PaymentFigures & {
  dimension: string
  value: string
  currency: string
  day: string
  paymentTimes: number[]
}

type Count = 'issued' | 'converted' | 'paid' | 'held' | 'refunds'
type Amount = 'issuedAmount' | 'paidAmount' | 'heldAmount' | 'refundedAmount'

/** In minor units: amounts are added up exactly. */
export const figuresFor = (rows: readonly PaymentRow[], currency: string): PaymentFigures => {
  const count = (of: Count) => rows.reduce((sum, row) => sum + row[of], 0)
  const amount = (of: Amount) => {
    const sum = rows.reduce((minor, row) => (minor + money(row[of], currency)) as Minor, money('0', currency))
    return toDecimal(sum, currency)
  }
  return {
    issued: count('issued'),
    issuedAmount: amount('issuedAmount'),
    converted: count('converted'),
    paid: count('paid'),
    paidAmount: amount('paidAmount'),
    held: count('held'),
    heldAmount: amount('heldAmount'),
    refunds: count('refunds'),
    refundedAmount: amount('refundedAmount'),
  }
}

/** The currencies of the report, the account's own first: amounts of different currencies are never added up. */
export const orderCurrencies = (found: readonly string[], ownCurrency: string): string[] =>
  [...new Set(found)].toSorted((one, other) =>
    one === ownCurrency ? -1 : other === ownCurrency ? 1 : one.localeCompare(other),
  )

/** D-122: the report on payments in one currency, from the figures of its days. */
export const reportFor = (
  rows: readonly PaymentRow[],
  period: ReportPeriod,
  currency: string,
): Pick<CurrencyStatistics, 'currency' | 'total' | 'days' | 'paymentTimes'> => {
  const own = rows.filter((row) => row.currency === currency)
  const byDay = Map.groupBy(own, ({ day }) => day)
  return {
    currency,
    total: figuresFor(own, currency),
    days: daysBetween(period.from, period.to).map((day) => ({
      day,
      figures: figuresFor(byDay.get(day) ?? [], currency),
    })),
    paymentTimes: addCounts(
      own.map((row) => row.paymentTimes),
      DURATION_BOUNDS.length + 1,
    ),
  }
}
