import type { UserStatus } from '@patchbay/contract/platform/users'
import type { Tone } from '../../../ui/Status.tsx'

export const TONES: Record<UserStatus, Tone> = { free: 'good', busy: 'bad', dinner: 'warn', break: 'warn' }
