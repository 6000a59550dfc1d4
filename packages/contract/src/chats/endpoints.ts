import type { Endpoint } from '../base/endpoint.ts'
import { traceMessage } from '../platform/workspace/traces.ts'
import { activateChannel, deactivateChannel, listChannels, updateChannel } from './channels.ts'
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
import { addReaction, removeReaction } from './reactions.ts'
import { listReferenceChannels, listReferenceTemplates } from './reference-channels.ts'
import { activateTemplate, deactivateTemplate, listTemplates, updateTemplate } from './templates.ts'
import { readFeed } from './webhooks.ts'
import { listChannelRouting, listChatDecisions, saveChannelRouting } from './workspace/assignment.ts'
import { createCannedReply, deleteCannedReply, editCannedReply, listCannedReplies } from './workspace/canned-replies.ts'
import { listModuleChannels } from './workspace/channels.ts'
import { getChatStatistics } from './workspace/chat-statistics.ts'
import {
  assignChat,
  endChatWait,
  getChat,
  listChats,
  listWaitingChats,
  readChat,
  setChatState,
} from './workspace/conversations.ts'
import { searchMessages } from './workspace/message-search.ts'
import { rewriteMessage, withdrawMessage, writeMessage } from './workspace/messages.ts'
import { setReaction, unsetReaction } from './workspace/reactions.ts'
import { listChatTemplates } from './workspace/templates.ts'
import { getVisitor } from './workspace/visitors.ts'
import { enableWebhooks, getWebhook, listWebhooks, replayWebhooks, resendWebhook } from './workspace/webhooks.ts'

export const CHAT_ENDPOINTS: readonly Endpoint[] = [
  getVisitor,
  listChats,
  getChatStatistics,
  listWaitingChats,
  endChatWait,
  getChat,
  assignChat,
  readChat,
  setChatState,
  listCannedReplies,
  createCannedReply,
  editCannedReply,
  deleteCannedReply,
  listChatDecisions,
  listChannelRouting,
  saveChannelRouting,
  listChannels,
  activateChannel,
  updateChannel,
  deactivateChannel,
  listModuleChannels,
  listReferenceChannels,
  listReferenceTemplates,
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
  listChatTemplates,
  writeMessage,
  rewriteMessage,
  withdrawMessage,
  searchMessages,
  traceMessage,
  addReaction,
  removeReaction,
  setReaction,
  unsetReaction,
  readFeed,
  listWebhooks,
  getWebhook,
  resendWebhook,
  replayWebhooks,
  enableWebhooks,
]
