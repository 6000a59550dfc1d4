import type { LiveKeys } from '../../../lib/live-keys.ts'

export const userKeys: LiveKeys = { 'user-status': () => [['me'], ['users'], ['colleagues']] }
