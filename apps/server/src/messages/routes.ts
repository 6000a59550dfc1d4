import { rewriteMessage, withdrawMessage, writeMessage } from '@patchbay/contract/chats'
import {
  ackMessage,
  deleteMessage,
  editMessage,
  readMessage,
  readMessagesUntil,
  restoreMessage,
  sendHistoryMessage,
  sendMessage,
} from '@patchbay/contract/messages'
import { traceMessage } from '@patchbay/contract/traces'
import type { Deps } from '../deps.ts'
import type { Bind } from '../lib/route.ts'
import { acknowledge, edit, markSeen, markSeenUntil, receive, receiveHistory, remove, restore } from './actions.ts'
import { showTrace } from './trace.ts'
import { rewrite, withdraw, write } from './write.ts'

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
