import type { LiveKeys } from '../../../lib/live-keys.ts'

export const paymentAttentionKeys: LiveKeys = { 'invoice-changed': () => [['payment-attention']] }
