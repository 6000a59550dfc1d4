import type { LiveKeys } from '../../../lib/live-keys.ts'

/** A customer's page shows their calls and orders in its timeline. */
export const customerKeys: LiveKeys = {
  'call-card': () => [['customers']],
  'call-card-withdrawn': () => [['customers']],
  'calls-uploaded': () => [['customers']],
  'order-changed': () => [['customers']],
}
