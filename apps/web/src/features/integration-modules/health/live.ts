import type { LiveKeys } from '../../../lib/live-keys.ts'

export const moduleKeys: LiveKeys = { 'module-changed': () => [['modules']] }
