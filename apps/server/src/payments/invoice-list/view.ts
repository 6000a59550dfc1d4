import { money, toDecimal } from '@patchbay/contract/base/money'
import type { InvoiceSum, ListedInvoice } from '@patchbay/contract/payments/workspace/invoice-list'
import type { InvoiceSumRow, ListedInvoiceRow } from './store.ts'

const exact = (amount: string, currency: string): string => toDecimal(money(amount, currency), currency)

export const viewListedInvoice = (row: ListedInvoiceRow): ListedInvoice => ({
  id: row.id,
  orderId: row.orderId,
  orderNumber: row.orderNumber,
  ...(row.customerId !== null && { customerId: row.customerId }),
  customerName: `${row.firstName ?? ''} ${row.lastName ?? ''}`.trim(),
  ...(row.shopCode !== null && { shop: { code: row.shopCode, name: row.shopName ?? '' } }),
  ...(row.managerId !== null && { managerId: row.managerId }),
  module: { code: row.moduleCode, name: row.moduleName },
  amount: exact(row.amount, row.currency),
  refunded: exact(row.refunded, row.currency),
  currency: row.currency,
  ...(row.status !== null && { status: row.status }),
  failed: row.failed,
  createdAt: row.createdAt.toISOString(),
  ...(row.expiredAt && { expiredAt: row.expiredAt.toISOString() }),
  ...(row.operationKind !== null &&
    row.operationState !== null &&
    row.operationAt !== null && {
      operation: { kind: row.operationKind, state: row.operationState, at: row.operationAt.toISOString() },
    }),
})

export const viewSum = ({ currency, count, amount, refunded }: InvoiceSumRow): InvoiceSum => ({
  currency,
  count,
  amount: exact(amount, currency),
  refunded: exact(refunded, currency),
})
