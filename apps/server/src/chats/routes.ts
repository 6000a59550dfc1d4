import { assignChat, getChat, listChats, readChat } from '@patchbay/contract/chats/workspace/conversations'
import type { Deps } from '../deps.ts'
import type { Bind } from '../lib/http-in/route.ts'
import { assign, markRead, showChat, showChats } from './conversations/actions.ts'

export const chatRoutes = (bind: Bind<Deps>): void => {
  bind(listChats, showChats)
  bind(getChat, showChat)
  bind(assignChat, assign)
  bind(readChat, markRead)
}
