import type { LiveKeys } from '../../../lib/live-keys.ts'

/** The record of a call may end it, too. */
export const openCallKeys: LiveKeys = {
  'open-calls-changed': () => [['open-calls']],
  'calls-uploaded': () => [['open-calls']],
}
