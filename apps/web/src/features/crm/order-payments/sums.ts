import { compare, type Minor, readMoney, subtract, toDecimal, ZERO } from '@patchbay/contract/base/money'
import type { Order } from '@patchbay/contract/crm/orders'

export type Payment = Order['payments'][string]

const minor = (amount: number, currency: string): Minor => {
  const read = readMoney(amount, currency)
  return read.ok ? read.value : ZERO
}

const less = ({ totalSumm, currency }: Order, payments: readonly Payment[]): Minor =>
  payments.reduce((left, { amount }) => subtract(left, minor(amount, currency)), minor(totalSumm, currency))

/** The part of the total that no payment covers yet; empty when all of it is covered. */
export const restOf = (order: Order): string => {
  const rest = less(order, Object.values(order.payments))
  return compare(rest, ZERO) > 0 ? toDecimal(rest, order.currency) : ''
}

/** D-87: what the order owes: its total less what is paid, apart from this payment. */
export const owedOf = (order: Order, isComplete: (status: string) => boolean, apart?: Payment): string => {
  const paid = Object.values(order.payments).filter(({ id, status }) => isComplete(status) && id !== apart?.id)
  const owed = less(order, paid)
  return toDecimal(compare(owed, ZERO) > 0 ? owed : ZERO, order.currency)
}

export type SumProblem = 'zero' | 'above'

/** D-87: what is wrong with a sum that somebody types; a wrong spelling is left to the server. */
export const problemOf = (typed: string, owed: string, currency: string): SumProblem | undefined => {
  const [sum, most] = [readMoney(typed, currency), readMoney(owed, currency)]
  if (!sum.ok || !most.ok) return undefined
  if (compare(sum.value, ZERO) <= 0) return 'zero'
  return compare(sum.value, most.value) > 0 ? 'above' : undefined
}
