import type { LiveKeys } from '../../../lib/live-keys.ts'

export const callKeys: LiveKeys = {
  'call-card': () => [['calls']],
  'call-card-withdrawn': () => [['calls']],
  'call-changed': () => [['calls']],
  'calls-uploaded': () => [['calls']],
  'call-ended': () => [['calls']],
}
