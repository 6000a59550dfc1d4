import type { ackCallCard, listCallCards } from '@patchbay/contract/telephony/workspace/call-cards'
import type { Deps } from '../../deps.ts'
import { inAccount } from '../../lib/db/transaction.ts'
import { fail } from '../../lib/errors.ts'
import type { Action } from '../../lib/http-in/route.ts'
import { isLate } from '../events/rules.ts'
import { listOpenCards, updateShown } from './store.ts'
import { cardView, type StoredCard } from './view.ts'

/** What a browser reads when it starts, or after a resync. */
export const showCards: Action<Deps, typeof listCallCards> = async (deps, caller) => {
  const calls = await inAccount(deps.db, caller.accountId, (trx) => listOpenCards(trx, caller.userId))
  const now = deps.now()
  return {
    success: true,
    cards: calls.map((call) => cardView(call, call.card as StoredCard, isLate(call.startedAt, now))),
  }
}

export const ackCard: Action<Deps, typeof ackCallCard> = async (deps, caller, { params }) => {
  const known = await inAccount(deps.db, caller.accountId, (trx) => updateShown(trx, params.id, caller.userId))
  return known ? { success: true } : fail('not_found')
}
