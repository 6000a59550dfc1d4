import { activateChannel, deactivateChannel, listChannels, listModuleChannels, updateChannel } from './channels.ts'
import { assignChat, getChat, listChats, readChat, rewriteMessage, withdrawMessage, writeMessage } from './chats.ts'
import type { Endpoint } from './endpoint.ts'
import { getFile, getWorkspaceFile, uploadFileByUrl } from './files.ts'
import {
  ackMessage,
  deleteMessage,
  editMessage,
  readMessage,
  readMessagesUntil,
  restoreMessage,
  sendHistoryMessage,
  sendMessage,
} from './messages.ts'
import { addReaction, removeReaction, setReaction, unsetReaction } from './reactions.ts'
import { activateTemplate, deactivateTemplate, listTemplates, updateTemplate } from './templates.ts'
import { enableWebhooks, getWebhook, listWebhooks, readFeed, replayWebhooks, resendWebhook } from './webhooks.ts'

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
