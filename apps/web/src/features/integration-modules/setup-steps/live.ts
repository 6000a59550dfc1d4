import type { LiveKeys } from '../../../lib/live-keys.ts'

/** Each of these may be the first of its kind. */
export const setupStepKeys: LiveKeys = {
  'module-changed': () => [['setup-steps']],
  'call-card': () => [['setup-steps']],
  'call-ended': () => [['setup-steps']],
  'calls-uploaded': () => [['setup-steps']],
  'invoice-changed': () => [['setup-steps']],
  'chat-changed': () => [['setup-steps']],
}
