import type { Deps } from '../../deps.ts'
import type { Db } from '../../lib/db/database.ts'
import { inAccount } from '../../lib/db/transaction.ts'
import { insertAction } from '../../platform/action-log/store.ts'
import { notify } from '../../platform/notifications/service.ts'
import type { Route } from '../../platform/routing/rules.ts'
import { insertDecision } from '../../platform/routing/store.ts'
import { getUserName } from '../../platform/users/store.ts'
import { notifyOfMessage } from '../conversations/service.ts'
import { type Chat, lockChat, updateManager } from '../conversations/store.ts'
import { nameOf } from '../conversations/view.ts'
import { listMessages } from '../messages/store.ts'
import { resultKey } from './rules.ts'
import { findPending, type PendingChat, saveLook } from './store.ts'

/** The router in the Action Log. */
const ROUTER = 'Router'

/** The message that waits is among them: after it there is at most an away reply. */
const LATEST = 5

/** The new manager is notified of the message that waits. */
const assignTo = async (trx: Db, chat: Chat, userId: number): Promise<void> => {
  await updateManager(trx, chat.id, userId)
  const latest = await listMessages(trx, chat.id, {}, LATEST)
  const waiting = latest.find(({ originator }) => originator === 'customer')
  await notifyOfMessage(trx, { ...chat, managerId: userId }, waiting?.content ?? '')
  await insertAction(trx, {
    recordType: 'Chats',
    actor: ROUTER,
    action: 'chat.assigned',
    subject: nameOf(chat),
    detail: { chat: chat.id, to: await getUserName(trx, userId) },
  })
}

/**
 * Saves the decision about a conversation; without one it has a manager. A conversation that got a manager or a message since
 * it was read is left alone: its change has enqueued the router again. Returns whether browsers have to read again.
 */
export const applyRoute = (
  deps: Deps,
  accountId: number,
  { chatId, managerId, lastResult }: PendingChat,
  route: Route | undefined,
): Promise<boolean> =>
  inAccount(deps.db, accountId, async (trx) => {
    const chat = await lockChat(trx, chatId)
    if (!chat) return false
    if (!route || chat.managerId !== managerId) {
      await saveLook(trx, chatId, { pending: false, lastResult: '' })
      return false
    }
    const isNews = resultKey(route) !== lastResult
    if (isNews) await insertDecision(trx, { chatId, messageId: chat.lastMessageId, cause: 'message', route })
    if (route.userId === undefined) {
      await saveLook(trx, chatId, { lastResult: resultKey(route) })
      return isNews
    }
    await assignTo(trx, chat, route.userId)
    await saveLook(trx, chatId, { pending: false, lastResult: '' })
    return true
  })

/** A customer waits too long: somebody else takes over, or the team leads are notified. */
export const applyEscalation = (
  deps: Deps,
  accountId: number,
  { chatId, managerId, waitingSince }: PendingChat,
  route: Route,
  minutes: number,
): Promise<boolean> =>
  inAccount(deps.db, accountId, async (trx) => {
    const chat = await lockChat(trx, chatId)
    const now = await findPending(trx, chatId)
    // Somebody replied or took it meanwhile.
    if (!chat || chat.managerId !== managerId || now?.waitingSince?.getTime() !== waitingSince?.getTime()) return false
    await insertDecision(trx, { chatId, messageId: chat.lastMessageId, cause: 'escalation', route })
    if (route.userId !== undefined) await assignTo(trx, chat, route.userId)
    else {
      const content = { kind: 'chat-waits', chatId, from: nameOf(chat), minutes } as const
      await notify(trx, { responsible: [], otherwise: 'team-lead' }, content)
    }
    await insertAction(trx, {
      recordType: 'Chats',
      actor: ROUTER,
      action: 'chat.escalated',
      subject: nameOf(chat),
      detail: { chat: chatId, minutes, ...(route.userId === undefined && { notified: 'team leads' }) },
    })
    const isAssigned = route.userId !== undefined && { pending: false, lastResult: '' }
    await saveLook(trx, chatId, { escalatedWait: waitingSince, ...isAssigned })
    return true
  })
