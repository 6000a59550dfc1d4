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
import { showMessageTrace } from '../traces/actions.ts'
import {
  acknowledgeMessage,
  deleteFromTransport,
  editFromTransport,
  markSeen,
  markSeenUntil,
  receiveFromTransport,
  receiveHistory,
  restoreFromTransport,
} from './actions.ts'
import { rewrite, withdraw, write } from './workspace-actions.ts'

export const messageRoutes = (bind: Bind<Deps>): void => {
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
  bind(traceMessage, showMessageTrace)
}
