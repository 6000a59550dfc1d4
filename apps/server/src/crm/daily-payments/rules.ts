import { type Minor, money, toDecimal } from '@patchbay/contract/base/money'
import type { DailyPayments } from '@patchbay/contract/crm/workspace/daily-payments'

export type PaidOnDay = { day: string; currency: string; amount: string }

/** One series for each currency, the account's own first: amounts of different currencies are never added up. */
export const dailyPaymentsFor = (
  rows: readonly PaidOnDay[],
  days: readonly string[],
  ownCurrency: string,
): DailyPayments[] => {
  const byCurrency = Map.groupBy(
    rows.filter(({ day }) => days.includes(day)),
    ({ currency }) => currency,
  )
  const rank = (currency: string) => (currency === ownCurrency ? '' : currency)
  return [...byCurrency]
    .toSorted(([one], [other]) => (rank(one) < rank(other) ? -1 : 1))
    .map(([currency, paid]) => {
      const amounts = days.map((day) => money(paid.find((row) => row.day === day)?.amount ?? '0', currency))
      const total = amounts.reduce((sum, amount) => (sum + amount) as Minor, money('0', currency))
      return {
        currency,
        amounts: amounts.map((amount) => toDecimal(amount, currency)),
        total: toDecimal(total, currency),
      }
    })
}
