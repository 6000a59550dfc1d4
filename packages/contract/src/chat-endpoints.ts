import type { Endpoint } from './base/endpoint.ts'
import {
  activateChannel,
  deactivateChannel,
  listChannels,
  listModuleChannels,
  updateChannel,
} from './chats/channels.ts'
import {
  ackMessage,
  deleteMessage,
  editMessage,
  readMessage,
  readMessagesUntil,
  restoreMessage,
  sendHistoryMessage,
  sendMessage,
} from './chats/messages.ts'
import { addReaction, removeReaction, setReaction, unsetReaction } from './chats/reactions.ts'
import { activateTemplate, deactivateTemplate, listTemplates, updateTemplate } from './chats/templates.ts'
import { enableWebhooks, getWebhook, listWebhooks, readFeed, replayWebhooks, resendWebhook } from './chats/webhooks.ts'
import {
  assignChat,
  getChat,
  listChats,
  readChat,
  rewriteMessage,
  withdrawMessage,
  writeMessage,
} from './chats/workspace/conversations.ts'
import { getFile, getWorkspaceFile, uploadFileByUrl } from './platform/files.ts'

/** The transport API, and conversations in the workspace. */
export const CHAT_ENDPOINTS: readonly Endpoint[] = [
  listChannels,
  activateChannel,
  updateChannel,
  deactivateChannel,
  listModuleChannels,
  listTemplates,
  activateTemplate,
  updateTemplate,
  deactivateTemplate,
  sendMessage,
  sendHistoryMessage,
  editMessage,
  deleteMessage,
  restoreMessage,
  ackMessage,
  readMessage,
  readMessagesUntil,
  addReaction,
  removeReaction,
  setReaction,
  unsetReaction,
  listChats,
  getChat,
  writeMessage,
  rewriteMessage,
  withdrawMessage,
  assignChat,
  readChat,
  uploadFileByUrl,
  getFile,
  getWorkspaceFile,
  readFeed,
  listWebhooks,
  getWebhook,
  resendWebhook,
  replayWebhooks,
  enableWebhooks,
]
