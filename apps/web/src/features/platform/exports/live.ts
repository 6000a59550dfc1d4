import type { LiveKeys } from '../../../lib/live-keys.ts'

export const exportKeys: LiveKeys = { 'export-changed': () => [['exports']] }
