import type { LiveKeys } from '../../../lib/live-keys.ts'

/** A missed call creates a task, a message of the customer completes it; invoices have tasks, too. */
export const taskKeys: LiveKeys = {
  'call-card': () => [['tasks']],
  'call-card-withdrawn': () => [['tasks']],
  'call-changed': () => [['tasks']],
  'calls-uploaded': () => [['tasks']],
  'invoice-changed': () => [['tasks']],
  'chat-changed': () => [['tasks']],
}
