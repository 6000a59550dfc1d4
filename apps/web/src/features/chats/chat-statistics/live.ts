import type { LiveKeys } from '../../../lib/live-keys.ts'

export const chatStatisticsKeys: LiveKeys = { 'figures-changed': () => [['chat-statistics']] }
