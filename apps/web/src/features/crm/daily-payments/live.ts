import type { LiveKeys } from '../../../lib/live-keys.ts'

export const dailyPaymentKeys: LiveKeys = {
  'order-changed': () => [['daily-payments']],
  'invoice-changed': () => [['daily-payments']],
}
