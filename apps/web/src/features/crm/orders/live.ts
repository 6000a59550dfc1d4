import type { LiveKeys } from '../../../lib/live-keys.ts'

/** Lists show whether an order is paid. */
export const orderKeys: LiveKeys = {
  'order-changed': () => [['orders']],
  'invoice-changed': () => [['orders']],
}
