import type { LiveKeys } from '../../../lib/live-keys.ts'

/** D-97: a module that is switched off closes its conversations. */
export const chatKeys: LiveKeys = {
  'chat-changed': ({ chatId }) => [['chats'], ['chat', chatId]],
  'module-changed': () => [['chats'], ['chat']],
}
