import type { LiveKeys } from '../../../lib/live-keys.ts'

/** A card shows orders and names, also after the call, when no event of the call brings them. */
export const callCardKeys: LiveKeys = {
  'call-card': () => [['call-cards']],
  'call-card-withdrawn': () => [['call-cards']],
  'call-changed': () => [['call-cards', 'customers']],
  'order-changed': () => [['call-cards', 'customers']],
  'customer-changed': () => [['call-cards', 'customers']],
}
