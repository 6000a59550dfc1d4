import type { LiveKeys } from '../../../lib/live-keys.ts'

/** A missed call creates a task, a message of the customer completes it; invoices have tasks, too. */
export const taskKeys: LiveKeys = {
  'call-card': () => [['tasks']],
  'call-card-withdrawn': () => [['tasks']],
  'call-changed': () => [['tasks']],
  'calls-uploaded': () => [['tasks']],
  'call-ended': () => [['tasks']],
  'tasks-changed': () => [['tasks']],
  'invoice-changed': () => [['tasks']],
  'chat-changed': () => [['tasks']],
}
