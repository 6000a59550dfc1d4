import { activateChannel, deactivateChannel, listChannels, updateChannel } from '@patchbay/contract/chats/channels'
import {
  ackMessage,
  deleteMessage,
  editMessage,
  readMessage,
  readMessagesUntil,
  restoreMessage,
  sendHistoryMessage,
  sendMessage,
} from '@patchbay/contract/chats/messages'
import { addReaction, removeReaction } from '@patchbay/contract/chats/reactions'
import { listReferenceChannels, listReferenceTemplates } from '@patchbay/contract/chats/reference-channels'
import { activateTemplate, deactivateTemplate, listTemplates, updateTemplate } from '@patchbay/contract/chats/templates'
import { readFeed } from '@patchbay/contract/chats/webhooks'
import {
  listChannelRouting,
  listChatDecisions,
  saveChannelRouting,
} from '@patchbay/contract/chats/workspace/assignment'
import {
  createCannedReply,
  deleteCannedReply,
  editCannedReply,
  listCannedReplies,
} from '@patchbay/contract/chats/workspace/canned-replies'
import { listModuleChannels } from '@patchbay/contract/chats/workspace/channels'
import { getChatStatistics } from '@patchbay/contract/chats/workspace/chat-statistics'
import {
  assignChat,
  endChatWait,
  getChat,
  listChats,
  listWaitingChats,
  readChat,
  setChatState,
} from '@patchbay/contract/chats/workspace/conversations'
import { searchMessages } from '@patchbay/contract/chats/workspace/message-search'
import { rewriteMessage, withdrawMessage, writeMessage } from '@patchbay/contract/chats/workspace/messages'
import { setReaction, unsetReaction } from '@patchbay/contract/chats/workspace/reactions'
import { listChatTemplates } from '@patchbay/contract/chats/workspace/templates'
import { getVisitor } from '@patchbay/contract/chats/workspace/visitors'
import {
  enableWebhooks,
  getWebhook,
  listWebhooks,
  replayWebhooks,
  resendWebhook,
} from '@patchbay/contract/chats/workspace/webhooks'
import { traceMessage } from '@patchbay/contract/platform/workspace/traces'
import type { Deps } from '../deps.ts'
import type { Bind } from '../lib/http-in/route.ts'
import { saveChannel, showChannelRouting, showChatDecisions } from './assignment/actions.ts'
import { addCannedReply, changeCannedReply, removeCannedReply, showCannedReplies } from './canned-replies/actions.ts'
import {
  activate,
  deactivateChannelOfModule,
  showChannels,
  showModuleChannels,
  updateChannelSettings,
} from './channels/actions.ts'
import { showChatStatistics } from './chat-statistics/actions.ts'
import { assign, endWait, markRead, showChat, showChats, showWaitingChats } from './conversations/actions.ts'
import { changeState } from './conversations/state-actions.ts'
import { findMessages } from './message-search/actions.ts'
import {
  acknowledgeMessage,
  deleteFromTransport,
  editFromTransport,
  markSeen,
  markSeenUntil,
  receiveFromTransport,
  receiveHistory,
  restoreFromTransport,
} from './messages/actions.ts'
import { rewrite, withdraw, write } from './messages/workspace-actions.ts'
import { addCustomerReaction, removeCustomerReaction, setUserReaction, unsetUserReaction } from './reactions/actions.ts'
import { addTemplate, changeTemplate, removeTemplate, showChatTemplates, showTemplates } from './templates/actions.ts'
import { showReferenceChannels, showReferenceTemplates } from './templates/reference-actions.ts'
import { showMessageTrace } from './traces/actions.ts'
import { showVisitor } from './visitors/actions.ts'
import { enableEndpoint, replay, resend, showFeed, showWebhook, showWebhooks } from './webhooks/actions.ts'

export const chatRoutes = (bind: Bind<Deps>): void => {
  bind(listChats, showChats)
  bind(getChatStatistics, showChatStatistics)
  bind(getChat, showChat)
  bind(assignChat, assign)
  bind(readChat, markRead)
  bind(setChatState, changeState)
  bind(getVisitor, showVisitor)
  bind(listChatDecisions, showChatDecisions)
  bind(listChannelRouting, showChannelRouting)
  bind(saveChannelRouting, saveChannel)
  bind(listWaitingChats, showWaitingChats)
  bind(endChatWait, endWait)

  bind(listCannedReplies, showCannedReplies)
  bind(createCannedReply, addCannedReply)
  bind(editCannedReply, changeCannedReply)
  bind(deleteCannedReply, removeCannedReply)

  bind(listChannels, showChannels)
  bind(activateChannel, activate)
  bind(updateChannel, updateChannelSettings)
  bind(deactivateChannel, deactivateChannelOfModule)
  bind(listModuleChannels, showModuleChannels)
  bind(listReferenceChannels, showReferenceChannels)
  bind(listReferenceTemplates, showReferenceTemplates)
  bind(listTemplates, showTemplates)
  bind(activateTemplate, addTemplate)
  bind(updateTemplate, changeTemplate)
  bind(deactivateTemplate, removeTemplate)
  bind(listChatTemplates, showChatTemplates)

  bind(sendMessage, receiveFromTransport)
  bind(sendHistoryMessage, receiveHistory)
  bind(editMessage, editFromTransport)
  bind(deleteMessage, deleteFromTransport)
  bind(restoreMessage, restoreFromTransport)
  bind(ackMessage, acknowledgeMessage)
  bind(readMessage, markSeen)
  bind(readMessagesUntil, markSeenUntil)
  bind(writeMessage, write)
  bind(rewriteMessage, rewrite)
  bind(withdrawMessage, withdraw)
  bind(searchMessages, findMessages)
  bind(traceMessage, showMessageTrace)

  bind(addReaction, addCustomerReaction)
  bind(removeReaction, removeCustomerReaction)
  bind(setReaction, setUserReaction)
  bind(unsetReaction, unsetUserReaction)

  bind(readFeed, showFeed)
  bind(listWebhooks, showWebhooks)
  bind(getWebhook, showWebhook)
  bind(resendWebhook, resend)
  bind(replayWebhooks, replay)
  bind(enableWebhooks, enableEndpoint)
}
