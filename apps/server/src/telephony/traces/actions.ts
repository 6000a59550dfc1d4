import { missing } from '@patchbay/contract/base/not-found'
import type { traceCall } from '@patchbay/contract/platform/workspace/traces'
import type { CallTrace, readTrace } from '@patchbay/contract/telephony/traces'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../lib/db/database.ts'
import { inAccount, inAccountQuery } from '../../lib/db/transaction.ts'
import { fail } from '../../lib/errors.ts'
import type { Action } from '../../lib/http-in/route.ts'
import { listDecisions } from '../../platform/routing/store.ts'
import { stepOfRouting } from '../../platform/routing/view.ts'
import { visibleShopIds } from '../../platform/shops/rules.ts'
import { listShopIds } from '../../platform/shops/store.ts'
import { listExchangesAbout } from '../../platform/traffic/store.ts'
import { inOrder, stepOfExchange } from '../../platform/traffic/view.ts'
import { findCall, findCallByExternalId } from '../calls/list-store.ts'
import { aboutCall } from '../calls/rules.ts'
import type { StoredCall } from '../calls/store.ts'
import { getSender } from '../events/service.ts'
import { modulesQuery } from '../events/store.ts'
import { verdictsOf } from './rules.ts'
import { listCardsOf, listEvents } from './store.ts'
import { moduleTrace, stepsOfCard, stepsOfEvent } from './view.ts'

const traceOf = async (trx: Db, call: StoredCall) => {
  const [events, cards] = [await listEvents(trx, call.id), await listCardsOf(trx, call.id)]
  const exchanges = await listExchangesAbout(trx, aboutCall(call.id))
  const decisions = await listDecisions(trx, { callId: call.id })
  return {
    verdicts: verdictsOf(events, cards),
    steps: inOrder([
      ...exchanges.map(stepOfExchange),
      ...events.flatMap(stepsOfEvent),
      ...cards.flatMap(stepsOfCard),
      ...decisions.map(stepOfRouting),
      ...(call.recorded
        ? [{ at: (call.endedAt ?? call.startedAt).toISOString(), step: 'call.uploaded', values: {} }]
        : []),
    ]),
  }
}

export const showCallTrace: Action<Deps, typeof traceCall> = async (deps, caller, { params }) => {
  await deps.traffic.flush(caller.accountId)
  return inAccount(deps.db, caller.accountId, async (trx) => {
    const call = (await findCall(trx, params.id)) ?? fail('not_found')
    const { customerId } = call
    const about = { subject: call.phone, ...(customerId !== null && { customerId }) }
    return { success: true, trace: { ...about, ...(await traceOf(trx, call)) } }
  })
}

const traceForModule = async (trx: Db, call: StoredCall): Promise<CallTrace> =>
  moduleTrace(call, await listEvents(trx, call.id), await listCardsOf(trx, call.id))

/** T-15: the trace for the author of the module, who knows the call by the exchange's id. */
const missingCall = (externalId: string): never => fail('not_found', missing('Call', 'callExternalId', externalId))

export const showTraceToModule: Action<Deps, typeof readTrace> = async (deps, caller, { query }, http) => {
  const modules = await inAccountQuery(deps.pool, caller.accountId, modulesQuery(deps.db, {}))
  const module = await getSender(deps, caller, { modules, extensions: [] }, query.clientId)
  http.from(module.code)
  return inAccount(deps.db, caller.accountId, async (trx) => {
    const call =
      (await findCallByExternalId(trx, module.moduleId, query.callExternalId)) ?? missingCall(query.callExternalId)
    const shops = visibleShopIds(await listShopIds(trx), caller.sites)
    // D-05: a call of no shop is the module's own.
    if (call.shopId !== null && ![...shops.values()].includes(call.shopId)) fail('not_found')
    return { success: true, trace: await traceForModule(trx, call) }
  })
}
