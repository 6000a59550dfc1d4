import type { LiveKeys } from '../../../lib/live-keys.ts'

export const orderKeys: LiveKeys = {
  'order-changed': () => [['orders']],
  'invoice-changed': ({ orderId }) => [['orders', orderId]],
}
