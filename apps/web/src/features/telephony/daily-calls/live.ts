import type { LiveKeys } from '../../../lib/live-keys.ts'

export const dailyCallKeys: LiveKeys = {
  'call-ended': () => [['daily-calls']],
  'calls-uploaded': () => [['daily-calls']],
}
