import { toLocalTime } from '@patchbay/contract/base/local-time'
import { type ChatSummary, listChats } from '@patchbay/contract/chats/workspace/conversations'
import { defineExportList, NO_HTTP } from '../../platform/exports/service.ts'
import { showChats } from './actions.ts'

type Query = Parameters<typeof showChats>[2]['query']

export const chatExport = defineExportList<ChatSummary, Query>({
  name: 'chats',
  endpoint: listChats,
  cells: {
    id: ({ id }) => id,
    name: ({ name }) => name,
    channel: ({ channel }) => channel.name,
    type: ({ channel }) => channel.type,
    manager: ({ managerId }, names) => names.user(managerId),
    unread: ({ unread }) => unread,
    activeAt: ({ activeAt }, { zone }) => toLocalTime(new Date(activeAt), zone),
    lastMessage: ({ lastMessage }) => lastMessage?.text,
    customerId: ({ customerId }) => customerId,
  },
  read: async (deps, caller, query, after) => {
    const paged = { ...query, ...(after !== undefined && { before: String(after) }) }
    const { chats, next } = await showChats(deps, caller, { query: paged }, NO_HTTP)
    return { rows: chats, next }
  },
})
