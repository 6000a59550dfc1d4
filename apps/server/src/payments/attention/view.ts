import { money, toDecimal } from '@patchbay/contract/base/money'
import type { ExpiringHold, UnresolvedOperation } from '@patchbay/contract/payments/workspace/attention'
import type { ExpiringHoldRow, UnresolvedOperationRow } from './store.ts'

const exact = (amount: string, currency: string): string => toDecimal(money(amount, currency), currency)

export const viewHold = ({ expiresAt, amount, ...row }: ExpiringHoldRow): ExpiringHold => ({
  ...row,
  amount: exact(amount, row.currency),
  expiresAt: expiresAt.toISOString(),
})

export const viewOperation = ({ at, amount, ...row }: UnresolvedOperationRow): UnresolvedOperation => ({
  ...row,
  amount: exact(amount, row.currency),
  at: at.toISOString(),
})
