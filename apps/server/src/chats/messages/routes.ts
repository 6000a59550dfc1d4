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
import { rewriteMessage, withdrawMessage, writeMessage } from '@patchbay/contract/chats/workspace/messages'
import { traceMessage } from '@patchbay/contract/platform/workspace/traces'
import type { Deps } from '../../deps.ts'
import type { Bind } from '../../lib/http-in/route.ts'
import { showTrace } from '../traces/actions.ts'
import { acknowledge, edit, markSeen, markSeenUntil, receive, receiveHistory, remove, restore } from './actions.ts'
import { rewrite, withdraw, write } from './workspace-actions.ts'

export const messageRoutes = (bind: Bind<Deps>): void => {
  bind(sendMessage, receive)
  bind(sendHistoryMessage, receiveHistory)
  bind(editMessage, edit)
  bind(deleteMessage, remove)
  bind(restoreMessage, restore)
  bind(ackMessage, acknowledge)
  bind(readMessage, markSeen)
  bind(readMessagesUntil, markSeenUntil)
  bind(writeMessage, write)
  bind(rewriteMessage, rewrite)
  bind(withdrawMessage, withdraw)
  bind(traceMessage, showTrace)
}
