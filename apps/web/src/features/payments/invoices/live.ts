import type { LiveKeys } from '../../../lib/live-keys.ts'

export const invoiceKeys: LiveKeys = {
  'order-changed': ({ id }) => [['invoices', id]],
  'invoice-changed': ({ orderId }) => [['invoices', orderId]],
}
