import type { LiveKeys } from '../../../lib/live-keys.ts'

export const paymentDayKeys: LiveKeys = {
  'payment-day-changed': ({ id }) => [
    ['payment-days', 'list'],
    ['payment-days', id],
  ],
}
