import type {
  ackCallCard,
  CallCard,
  listCallCards,
  listCardCustomers,
} from '@patchbay/contract/telephony/workspace/call-cards'
import type { Deps } from '../../deps.ts'
import { inAccount } from '../../lib/db/transaction.ts'
import { fail } from '../../lib/errors.ts'
import type { Action } from '../../lib/http-in/route.ts'
import { findCall } from '../calls/list-store.ts'
import { isLate } from '../events/rules.ts'
import { listCustomersOnCard } from './service.ts'
import { listOpenCards, updateShown } from './store.ts'
import { cardView, type StoredCard } from './view.ts'

/** What a browser reads when it starts, or after a resync. */
export const showCards: Action<Deps, typeof listCallCards> = async (deps, caller) => {
  const account = await deps.accounts.account(caller.accountId)
  const now = deps.now()
  return inAccount(deps.db, caller.accountId, async (trx) => {
    const cards: CallCard[] = []
    for (const call of await listOpenCards(trx, caller.userId)) {
      const customers = await listCustomersOnCard(trx, call, account)
      cards.push(cardView(call, { ...(call.card as StoredCard), customers }, isLate(call.startedAt, now)))
    }
    return { success: true, cards }
  })
}

/** Browsers ask when an order, a customer or the call has changed. */
export const showCardCustomers: Action<Deps, typeof listCardCustomers> = async (deps, caller, { params }) => {
  const account = await deps.accounts.account(caller.accountId)
  return inAccount(deps.db, caller.accountId, async (trx) => {
    const call = (await findCall(trx, params.id)) ?? fail('not_found')
    return { success: true, customers: await listCustomersOnCard(trx, call, account) }
  })
}

export const ackCard: Action<Deps, typeof ackCallCard> = async (deps, caller, { params }) => {
  const known = await inAccount(deps.db, caller.accountId, (trx) => updateShown(trx, params.id, caller.userId))
  return known ? { success: true } : fail('not_found')
}
