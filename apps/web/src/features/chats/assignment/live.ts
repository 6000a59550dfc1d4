import type { LiveKeys } from '../../../lib/live-keys.ts'

export const chatRoutingKeys: LiveKeys = {
  'chat-changed': ({ chatId }) => [['chat-routing', chatId]],
}
