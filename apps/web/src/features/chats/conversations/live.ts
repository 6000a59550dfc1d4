import type { LiveKeys } from '../../../lib/live-keys.ts'

/** D-97: a module that is switched off closes its conversations. A payment or a user completes the task of a message. */
export const chatKeys: LiveKeys = {
  'chat-changed': ({ chatId }) => [['chats'], ['chat', chatId]],
  'module-changed': () => [['chats'], ['chat']],
  'invoice-changed': () => [['chat']],
  'tasks-changed': () => [['chat']],
}
