import type { traceCall } from '@patchbay/contract/platform/workspace/traces'
import type { CallTrace, readTrace } from '@patchbay/contract/telephony/traces'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../lib/db/database.ts'
import { inAccount } from '../../lib/db/transaction.ts'
import { fail } from '../../lib/errors.ts'
import type { Action } from '../../lib/http-in/route.ts'
import { listExchangesAbout } from '../../platform/traffic/store.ts'
import { inOrder, stepOfExchange } from '../../platform/traffic/view.ts'
import { findCall, findCallByExternalId } from '../calls/list-store.ts'
import { aboutCall } from '../calls/rules.ts'
import type { StoredCall } from '../calls/store.ts'
import { readTelephonyContext } from '../events/actions.ts'
import { resolveModule } from '../events/rules.ts'
import { listCardsOf, listEvents } from './store.ts'
import { stepsOfCard, stepsOfEvent } from './view.ts'

const traceOf = async (trx: Db, call: StoredCall) => {
  const [events, cards] = [await listEvents(trx, call.id), await listCardsOf(trx, call.id)]
  const exchanges = await listExchangesAbout(trx, aboutCall(call.id))
  const told = events.length === 0 && call.recorded
  return inOrder([
    ...exchanges.map(stepOfExchange),
    ...events.flatMap(stepsOfEvent),
    ...cards.flatMap(stepsOfCard),
    // Without an event there is nobody to show a card to: that is what an administrator came here to learn.
    ...(told ? [{ at: call.startedAt.toISOString(), step: 'call.uploaded', ok: false, values: {} }] : []),
  ])
}

export const showCallTrace: Action<Deps, typeof traceCall> = async (deps, caller, { params }) => {
  await deps.traffic.flush()
  return inAccount(deps.db, caller.accountId, async (trx) => {
    const call = (await findCall(trx, params.id)) ?? fail('not_found')
    const { customerId } = call
    const about = { subject: call.phone, ...(customerId !== null && { customerId }) }
    return { success: true, trace: { ...about, steps: await traceOf(trx, call) } }
  })
}

const traceForModule = async (trx: Db, call: StoredCall): Promise<CallTrace> => {
  const [events, cards] = [await listEvents(trx, call.id), await listCardsOf(trx, call.id)]
  return {
    call: {
      id: call.id,
      ...(call.externalId !== null && { externalId: call.externalId }),
      state: call.state,
      ...(call.result !== null && { result: call.result }),
    },
    events: events.map(({ at, event, steps }) => ({
      at: at.toISOString(),
      type: event.type,
      steps: steps.map(({ step, ok, ms, says }) => ({ step, ok, ms, says })),
    })),
    cards: cards.map((card) => ({
      userId: card.userId,
      sentAt: card.sentAt.toISOString(),
      ...(card.shownAt && { shownAt: card.shownAt.toISOString() }),
      ...(card.closedAt && { closedAt: card.closedAt.toISOString() }),
      ...(card.closedBecause !== null && { closedBecause: card.closedBecause }),
    })),
  }
}

/** The same for the author of the module, who knows the call by the exchange's id. */
export const showTraceToModule: Action<Deps, typeof readTrace> = async (deps, caller, { query }) => {
  const nothing = { codes: [], userIds: [], externalKeys: [], site: '' }
  const surroundings = await readTelephonyContext(deps, caller.accountId, nothing)
  const { moduleId } = resolveModule(surroundings, caller, query.clientId)
  return inAccount(deps.db, caller.accountId, async (trx) => {
    const call = (await findCallByExternalId(trx, moduleId, query.callExternalId)) ?? fail('not_found')
    return { success: true, trace: await traceForModule(trx, call) }
  })
}
