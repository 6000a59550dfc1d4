import type { LiveKeys } from '../../../lib/live-keys.ts'

/** A call back, a completed task or a message of the customer resolves a missed call. */
export const missedCallKeys: LiveKeys = {
  'call-ended': () => [['missed-calls']],
  'call-changed': () => [['missed-calls']],
  'calls-uploaded': () => [['missed-calls']],
  'tasks-changed': () => [['missed-calls']],
  'chat-changed': () => [['missed-calls']],
}
