import type { Endpoint } from './base/endpoint.ts'
import { activateChannel, deactivateChannel, listChannels, updateChannel } from './chats/channels.ts'
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
import { addReaction, removeReaction } from './chats/reactions.ts'
import { activateTemplate, deactivateTemplate, listTemplates, updateTemplate } from './chats/templates.ts'
import { readFeed } from './chats/webhooks.ts'
import { listModuleChannels } from './chats/workspace/channels.ts'
import { assignChat, getChat, listChats, readChat } from './chats/workspace/conversations.ts'
import { rewriteMessage, withdrawMessage, writeMessage } from './chats/workspace/messages.ts'
import { setReaction, unsetReaction } from './chats/workspace/reactions.ts'
import { enableWebhooks, getWebhook, listWebhooks, replayWebhooks, resendWebhook } from './chats/workspace/webhooks.ts'
import { getFile, uploadFileByUrl } from './platform/files.ts'
import { getWorkspaceFile } from './platform/workspace/files.ts'

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
