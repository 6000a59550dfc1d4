import type { InputOf } from '@patchbay/contract/base/endpoint'
import type {
  assignChat,
  ChatSummary,
  endChatWait,
  getChat as getEndpoint,
  listChats as listEndpoint,
  listWaitingChats,
  readChat,
} from '@patchbay/contract/chats/workspace/conversations'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../lib/db/database.ts'
import { type PageCursor, pageAt } from '../../lib/db/keyset-cursor.ts'
import { inAccount } from '../../lib/db/transaction.ts'
import { waitingList } from '../../lib/db/waiting-list.ts'
import { fail } from '../../lib/errors.ts'
import type { Action } from '../../lib/http-in/route.ts'
import { readPeriod } from '../../lib/text/period.ts'
import { getAccount } from '../../platform/accounts/store.ts'
import { insertAction } from '../../platform/action-log/store.ts'
import { keptFromOf } from '../../platform/clean-up/retention-service.ts'
import { publishRead, readForEveryone } from '../../platform/notifications/service.ts'
import { enqueueRouting } from '../../platform/routing/service.ts'
import { findUser, getUserName } from '../../platform/users/store.ts'
import { acceptsReadMarks } from '../channels/rules.ts'
import { getChannelForUsers, listChannelsForUsers } from '../channels/service.ts'
import { getChannel } from '../channels/store.ts'
import { countedChats } from '../chat-statistics/figure-store.ts'
import { listPurposes } from '../messages/purpose-store.ts'
import { messageReadEvent } from '../messages/rules.ts'
import { findCursorBelow, listMessages, listMessagesById, updateReadByUsers } from '../messages/store.ts'
import { listReactions } from '../reactions/store.ts'
import { listTemplatesOfChannel } from '../templates/store.ts'
import { enqueueWebhook } from '../webhook-delivery/service.ts'
import { type ChatFilter, countUnread, listChats } from './list-store.ts'
import { type Chat, findChat, listChatsById, lockChat, updateManager, updateUnread } from './store.ts'
import { abilitiesOf, nameOf, presentMessage, summarize } from './view.ts'
import { clearWaiting, listWaiting } from './waiting-store.ts'

const CHATS_PER_PAGE = 50
const MESSAGES_PER_PAGE = 50

const summaries = async (trx: Db, chats: readonly Chat[]): Promise<ChatSummary[]> => {
  const channels = await listChannelsForUsers(trx, [...new Set(chats.map(({ channelId }) => channelId))])
  const ids = chats.flatMap(({ lastMessageId }) => lastMessageId ?? [])
  const last = new Map((await listMessagesById(trx, ids)).map((message) => [message.id, message]))
  return chats.flatMap((chat) => {
    const channel = channels.find(({ id }) => id === chat.channelId)
    return channel ? [summarize(chat, channel, last.get(chat.lastMessageId ?? 0))] : []
  })
}

/** The conversations in a state, or those that a figure of the report counts. */
const readList = async (
  trx: Db,
  query: InputOf<typeof listEndpoint>['query'],
): Promise<{ list: ChatFilter; from?: Date }> => {
  const { state, counted, from, to, userId, channelId, weekday, hour, tookOver, tookTo } = query
  if (counted === undefined) return { list: { state } }
  const { timezone } = await getAccount(trx)
  const read = readPeriod({ ...(from !== undefined && { from }), ...(to !== undefined && { to }) }, timezone)
  if (!read.ok) return fail('input_invalid', { fields: read.fields })
  const figure = {
    counted,
    timezone,
    ...read.period,
    ...(userId !== undefined && { userId }),
    ...(channelId !== undefined && { channelId }),
    ...(weekday !== undefined && { weekday }),
    ...(hour !== undefined && { hour }),
    ...(tookOver !== undefined && { tookOver }),
    ...(tookTo !== undefined && { tookTo }),
  }
  return { list: { among: countedChats(figure) }, ...(read.period.from && { from: read.period.from }) }
}

export const showChats: Action<Deps, typeof listEndpoint> = (deps, caller, { query }) =>
  inAccount(deps.db, caller.accountId, async (trx) => {
    const { mine, unassigned, unread, before, after } = query
    const assignee = mine ? { managerId: caller.userId } : unassigned && { managerId: null }
    const { list, from } = await readList(trx, query)
    const filter = { ...list, ...assignee, ...(unread && { unread }) }
    const read = (at: PageCursor) => listChats(trx, filter, at, CHATS_PER_PAGE + 1)
    const asked = { before, after }
    const rows = await read(asked)
    // Nothing is newer any more: the conversations of that page were closed, or moved up.
    const isLatest = after !== undefined && rows.length === 0
    const { page, older, newer } = pageAt(isLatest ? {} : asked, isLatest ? await read({}) : rows, CHATS_PER_PAGE)
    return {
      success: true,
      chats: await summaries(trx, page),
      ...(older !== undefined && { next: older }),
      ...(newer !== undefined && { previous: newer }),
      unread: await countUnread(trx),
      ...(await keptFromOf(trx, 'messages', from)),
    }
  })

export const showWaitingChats: Action<Deps, typeof listWaitingChats> = (deps, caller) =>
  inAccount(deps.db, caller.accountId, async (trx) => {
    const { items, count } = waitingList(await listWaiting(trx))
    const chats = await listChatsById(
      trx,
      items.map(({ id }) => id),
    )
    const summaryOf = new Map((await summaries(trx, chats)).map((chat) => [chat.id, chat]))
    const waiting = items.flatMap(({ id, since }) => {
      const chat = summaryOf.get(id)
      return chat ? [{ chat, waitingSince: since.toISOString() }] : []
    })
    return { success: true, waiting: { items: waiting, count } }
  })

/** For a message that only says thanks: the customer is not waiting for anything. */
export const endWait: Action<Deps, typeof endChatWait> = async (deps, caller, { params }) => {
  await inAccount(deps.db, caller.accountId, async (trx) => {
    const chat = (await lockChat(trx, params.id)) ?? fail('not_found')
    await clearWaiting(trx, chat.id)
  })
  await deps.live.publish(caller.accountId, { type: 'chat-changed', chatId: params.id })
  return { success: true }
}

export const showChat: Action<Deps, typeof getEndpoint> = (deps, caller, { params, query }) =>
  inAccount(deps.db, caller.accountId, async (trx) => {
    const chat = (await findChat(trx, params.id)) ?? fail('not_found')
    const channel = await getChannelForUsers(trx, chat.channelId)
    const until = query.around === undefined ? undefined : await findCursorBelow(trx, chat.id, query.around)
    const asked = { before: query.before ?? until, after: query.after }
    const rows = await listMessages(trx, chat.id, asked, MESSAGES_PER_PAGE + 1)
    const { page, older: earlier, newer: later } = pageAt(asked, rows, MESSAGES_PER_PAGE)
    const ids = page.map(({ id }) => id)
    const reactions = Map.groupBy(await listReactions(trx, ids), ({ messageId }) => messageId)
    const purposes = await listPurposes(trx, ids)
    const [summary = fail('not_found')] = await summaries(trx, [chat])
    return {
      success: true,
      chat: summary,
      can: abilitiesOf(channel, await listTemplatesOfChannel(trx, channel.id)),
      messages: page
        .map((message) => {
          const more = { reactions: reactions.get(message.id) ?? [], purpose: purposes.get(message.id) }
          return presentMessage(message, channel, more, caller.userId)
        })
        .reverse(),
      ...(earlier !== undefined && { earlier }),
      ...(later !== undefined && { later }),
    }
  })

export const assign: Action<Deps, typeof assignChat> = async (deps, caller, { params, body }) => {
  await inAccount(deps.db, caller.accountId, async (trx) => {
    const chat = (await lockChat(trx, params.id)) ?? fail('not_found')
    const user = body.userId === undefined ? undefined : await findUser(trx, body.userId)
    if (body.userId !== undefined && !user?.active) fail('input_invalid', { fields: { userId: 'is not a user here' } })
    if (chat.managerId === (user?.id ?? null)) return
    await updateManager(trx, chat.id, user?.id ?? null)
    if (chat.managerId !== null && (await getAccount(trx)).routing) await enqueueRouting(deps, trx)
    await insertAction(trx, {
      recordType: 'Chats',
      actor: await getUserName(trx, caller.userId),
      action: user ? 'chat.assigned' : 'chat.unassigned',
      subject: nameOf(chat),
      detail: { chat: chat.id, ...(user && { to: user.email }) },
    })
  })
  await deps.live.publish(caller.accountId, { type: 'chat-changed', chatId: params.id })
  return { success: true }
}

/** D-70: notifies a transport that wants read marks of the latest message read, which implies all before it. */
export const markRead: Action<Deps, typeof readChat> = async (deps, caller, { params }) => {
  const done = await inAccount(deps.db, caller.accountId, async (trx) => {
    const chat = (await lockChat(trx, params.id)) ?? fail('not_found')
    if (chat.unread > 0) await updateUnread(trx, chat.id, 0)
    const read = await updateReadByUsers(trx, chat.id)
    const channel = await getChannel(trx, chat.channelId)
    const isNotified =
      read !== undefined && read.externalId !== null && channel.active && acceptsReadMarks(channel.settings)
    if (isNotified && read.externalId !== null)
      await enqueueWebhook(deps, trx, channel.moduleId, chat, read.id, messageReadEvent(chat, read.externalId))
    // The unread mark is the chat's, not a user's: read by one, read by all.
    const users = await readForEveryone(trx, ['message', 'chat-waits'], chat.id)
    return { isNotified, changed: chat.unread > 0 || read !== undefined, users }
  })
  if (done.isNotified) await deps.lanes.notifyWorkers()
  await publishRead(deps, caller.accountId, done.users)
  if (done.changed) await deps.live.publish(caller.accountId, { type: 'chat-changed', chatId: params.id })
  return { success: true }
}
