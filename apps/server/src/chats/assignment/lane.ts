import type { Deps } from '../../deps.ts'
import { inAccount } from '../../lib/db/transaction.ts'
import type { Claim, LaneHandler } from '../../lib/queue/lane-worker.ts'
import { openMinutesBetween } from '../../platform/working-hours/rules.ts'
import { applyEscalation, applyRoute } from './apply-service.ts'
import { applyAwayReply } from './away-service.ts'
import { needsManager, planRoutes } from './rules.ts'
import { loadRoutingContext, type RoutingContext, requestFor } from './service.ts'
import { listOverdue, listPending, type PendingChat } from './store.ts'

// One lane per account: decisions are made one after another, so that each counts for the next, and no two workers assign at the
// same time. What is decided is saved per conversation, under its lock: a conversation that somebody took meanwhile stays theirs.

const MOST = 200
const MINUTE_MS = 60_000

/** Assigns the conversations that wait, the longest wait first, and sends away replies. */
const routePending = async (
  deps: Deps,
  { accountId, holds }: Claim,
  chats: readonly PendingChat[],
): Promise<number[]> => {
  const context = await loadRoutingContext(deps, accountId, chats)
  const waiting = chats
    .filter(({ waitingSince, managerId, channelId }) => {
      // Somebody may have said meanwhile that no reply is needed.
      if (waitingSince === null || !context.channel(channelId).enabled) return false
      return needsManager(managerId, context.team)
    })
    .map((chat) => ({ ...chat, request: requestFor(chat, context) }))
  const { routes } = planRoutes(context.team, waiting, context.now)
  const routeOf = new Map(routes.map(({ chat, route }) => [chat.chatId, route]))
  const changed: number[] = []
  for (const chat of chats) {
    if (!holds()) break
    const isRouted = await applyRoute(deps, accountId, chat, routeOf.get(chat.chatId))
    const isAway = await applyAwayReply(deps, accountId, chat, context)
    if (isAway || isRouted) changed.push(chat.chatId)
  }
  return changed
}

const isOverdue = (chat: PendingChat, minutes: number, { channel, now, timezone }: RoutingContext): boolean => {
  const { enabled, hours } = channel(chat.channelId)
  if (!enabled || !chat.waitingSince) return false
  return openMinutesBetween(hours, chat.waitingSince, now, timezone, minutes) >= minutes
}

/** Reassigns conversations whose customers have waited too long, or notifies the team leads. Once per wait. */
const escalate = async (deps: Deps, { accountId, holds }: Claim, minutes: number): Promise<number[]> => {
  const before = new Date(deps.now().getTime() - minutes * MINUTE_MS)
  const found = await inAccount(deps.db, accountId, (trx) => listOverdue(trx, before, MOST))
  if (found.length === 0) return []
  const context = await loadRoutingContext(deps, accountId, found)
  const overdue = found
    .filter((chat) => isOverdue(chat, minutes, context))
    .map((chat) => {
      const { managerId } = chat
      const unanswered = managerId === null ? undefined : { userId: managerId, minutes }
      return { ...chat, request: requestFor(chat, context, unanswered) }
    })
  const changed: number[] = []
  for (const { chat, route } of planRoutes(context.team, overdue, context.now).routes) {
    if (!holds()) break
    if (await applyEscalation(deps, accountId, chat, route, minutes)) changed.push(chat.chatId)
  }
  return changed
}

const publish = async (deps: Deps, accountId: number, chatIds: readonly number[]): Promise<void> => {
  for (const chatId of new Set(chatIds)) await deps.live.publish(accountId, { type: 'chat-changed', chatId })
  if (chatIds.length > 0) await deps.lanes.notifyWorkers()
}

export const routeChats =
  (deps: Deps): LaneHandler =>
  async (claim) => {
    const { accountId } = claim
    const { routing, escalateMinutes } = await deps.accounts.account(accountId)
    if (!routing) return 'done'
    let after: PendingChat | undefined
    do {
      const chats = await inAccount(deps.db, accountId, (trx) => listPending(trx, after, MOST))
      if (chats.length > 0) await publish(deps, accountId, await routePending(deps, claim, chats))
      after = chats.length === MOST ? chats.at(-1) : undefined
    } while (after && claim.holds())
    if (escalateMinutes !== null) await publish(deps, accountId, await escalate(deps, claim, escalateMinutes))
    return 'done'
  }
