import type { setChatState } from '@patchbay/contract/chats/workspace/conversations'
import type { Deps } from '../../deps.ts'
import { inAccount } from '../../lib/db/transaction.ts'
import { fail } from '../../lib/errors.ts'
import { actorOf } from '../../lib/http-in/callers.ts'
import type { Action } from '../../lib/http-in/route.ts'
import { getAccount } from '../../platform/accounts/store.ts'
import { insertAction } from '../../platform/action-log/store.ts'
import { enqueueRouting } from '../../platform/routing/service.ts'
import { getUserName } from '../../platform/users/store.ts'
import { decideState } from './rules.ts'
import { recordState, scheduleSnoozeEnd } from './state-service.ts'
import { updateState } from './state-store.ts'
import { lockChat } from './store.ts'
import { nameOf } from './view.ts'

const ACTIONS = { open: 'chat.reopened', snoozed: 'chat.snoozed', closed: 'chat.closed' } as const

export const changeState: Action<Deps, typeof setChatState> = async (deps, caller, { params, body }) => {
  const until = body.until === undefined ? undefined : new Date(body.until)
  const changed = await inAccount(deps.db, caller.accountId, async (trx) => {
    const chat = (await lockChat(trx, params.id)) ?? fail('not_found')
    const now = deps.now()
    const decision = decideState(chat, { state: body.state, until }, now)
    if (!decision.ok) return fail('input_invalid', { fields: { until: decision.reason } })
    if (!decision.changed) return false
    const { state, snoozedUntil } = decision
    await updateState(trx, chat.id, { state, snoozedUntil, by: caller.userId, at: now })
    if (snoozedUntil) await scheduleSnoozeEnd(deps, trx, caller.accountId, chat.id, snoozedUntil)
    await recordState(trx, chat, { state, snoozedUntil, actor: actorOf(caller) })
    await insertAction(trx, {
      recordType: 'Chats',
      actor: await getUserName(trx, caller.userId),
      action: ACTIONS[state],
      subject: nameOf(chat),
      detail: { chat: chat.id, ...(snoozedUntil && { until: snoozedUntil.toISOString() }) },
    })
    // Its manager has room for a conversation that waits.
    if (state !== 'open' && (await getAccount(trx)).routing) await enqueueRouting(deps, trx)
    return true
  })
  if (changed) {
    await deps.live.publish(caller.accountId, { type: 'chat-changed', chatId: params.id })
    await deps.lanes.notifyWorkers()
  }
  return { success: true }
}
