import { apiVersions, credentials, credentialsV5, systemInfo } from './accounts.ts'
import { listActionLog } from './action-log.ts'
import { createApiKey, listApiKeys, revokeApiKey, rotateApiKey } from './api-keys.ts'
import type { Callback } from './callback.ts'
import { activateChannel, deactivateChannel, listChannels, updateChannel } from './channels.ts'
import { assignChat, getChat, listChats, readChat, rewriteMessage, withdrawMessage, writeMessage } from './chats.ts'
import type { Endpoint } from './endpoint.ts'
import {
  connectModule,
  editModule,
  getModule,
  listModules,
  moduleActivity,
  previewConnection,
  removeModule,
  switchModule,
  updateModuleScopes,
} from './integration-modules.ts'
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
import { listTraffic } from './traffic.ts'
import {
  changeUser,
  choosePassword,
  forgotPassword,
  getMe,
  inviteUser,
  listWorkspaceUsers,
  signIn,
  signOut,
} from './users.ts'
import { enableWebhooks, getWebhook, listWebhooks, readFeed, replayWebhooks, resendWebhook } from './webhooks.ts'

/** Every request that the system sends to modules. */
export const CALLBACKS: readonly Callback[] = [moduleActivity]

/** Every endpoint there is. The server refuses to start when one of them is not bound to an action. */
export const ENDPOINTS: readonly Endpoint[] = [
  apiVersions,
  credentials,
  credentialsV5,
  systemInfo,
  editModule,
  getModule,
  updateModuleScopes,
  listModules,
  switchModule,
  removeModule,
  previewConnection,
  connectModule,
  listApiKeys,
  createApiKey,
  rotateApiKey,
  revokeApiKey,
  signIn,
  signOut,
  getMe,
  forgotPassword,
  choosePassword,
  listWorkspaceUsers,
  inviteUser,
  changeUser,
  listChannels,
  activateChannel,
  updateChannel,
  deactivateChannel,
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
  readFeed,
  listWebhooks,
  getWebhook,
  resendWebhook,
  replayWebhooks,
  enableWebhooks,
  listTraffic,
  listActionLog,
]
