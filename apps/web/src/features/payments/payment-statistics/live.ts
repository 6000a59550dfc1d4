import type { LiveKeys } from '../../../lib/live-keys.ts'

export const paymentStatisticsKeys: LiveKeys = { 'figures-changed': () => [['payment-statistics']] }
