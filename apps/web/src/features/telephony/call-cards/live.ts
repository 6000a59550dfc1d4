import type { LiveKeys } from '../../../lib/live-keys.ts'

export const callCardKeys: LiveKeys = {
  'call-card': () => [['call-cards']],
  'call-card-withdrawn': () => [['call-cards']],
}
