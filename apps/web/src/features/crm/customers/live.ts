import type { LiveKeys } from '../../../lib/live-keys.ts'

/** A customer's page shows calls, orders, invoices and messages in its timeline. */
export const customerKeys: LiveKeys = {
  'call-card': () => [['customers']],
  'call-card-withdrawn': () => [['customers']],
  'call-changed': () => [['customers']],
  'calls-uploaded': () => [['customers']],
  'order-changed': () => [['customers']],
  'customer-changed': () => [['customers'], ['search']],
  'invoice-changed': () => [['customers']],
  'chat-changed': () => [['customers']],
}
