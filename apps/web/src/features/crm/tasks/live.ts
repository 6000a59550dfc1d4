import type { LiveKeys } from '../../../lib/live-keys.ts'

/** A missed call creates a task. */
export const taskKeys: LiveKeys = {
  'call-card': () => [['tasks']],
  'call-card-withdrawn': () => [['tasks']],
  'calls-uploaded': () => [['tasks']],
}
