import type { LiveKeys } from '../../../lib/live-keys.ts'

export const webhookKeys: LiveKeys = {
  'module-changed': () => [['webhooks']],
  'chat-changed': () => [['webhooks']],
}
