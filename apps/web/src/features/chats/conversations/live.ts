import type { LiveKeys } from '../../../lib/live-keys.ts'

export const chatKeys: LiveKeys = { 'chat-changed': ({ chatId }) => [['chats'], ['chat', chatId]] }
