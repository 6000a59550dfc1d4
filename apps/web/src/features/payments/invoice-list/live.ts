import type { LiveKeys } from '../../../lib/live-keys.ts'

export const invoiceListKeys: LiveKeys = {
  'invoice-changed': () => [['invoice-list']],
  'order-changed': () => [['invoice-list']],
}
