import type { LiveKeys } from '../../../lib/live-keys.ts'

export const callStatisticsKeys: LiveKeys = { 'figures-changed': () => [['call-statistics']] }
