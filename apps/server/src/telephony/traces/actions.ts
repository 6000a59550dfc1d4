import type { traceCall } from '@patchbay/contract/platform/workspace/traces'
import type { CallTrace, readTrace } from '@patchbay/contract/telephony/traces'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../lib/db/database.ts'
import { inAccount, inAccountQuery } from '../../lib/db/transaction.ts'
import { fail } from '../../lib/errors.ts'
import type { Action } from '../../lib/http-in/route.ts'
import { listExchangesAbout } from '../../platform/traffic/store.ts'
import { inOrder, stepOfExchange } from '../../platform/traffic/view.ts'
import { findCall, findCallByExternalId } from '../calls/list-store.ts'
import { aboutCall } from '../calls/rules.ts'
import type { StoredCall } from '../calls/store.ts'
import { resolveModule } from '../events/rules.ts'
import { modulesQuery } from '../events/store.ts'
import { listCardsOf, listEvents } from './store.ts'
import { moduleTrace, stepsOfCard, stepsOfEvent } from './view.ts'

const traceOf = async (trx: Db, call: StoredCall) => {
  const [events, cards] = [await listEvents(trx, call.id), await listCardsOf(trx, call.id)]
  const exchanges = await listExchangesAbout(trx, aboutCall(call.id))
  const uploadedOnly = events.length === 0 && call.recorded
  return inOrder([
    ...exchanges.map(stepOfExchange),
    ...events.flatMap(stepsOfEvent),
    ...cards.flatMap(stepsOfCard),
    // Without an event no card can appear: that is what an administrator came here to learn.
    ...(uploadedOnly ? [{ at: call.startedAt.toISOString(), step: 'call.uploaded', ok: false, values: {} }] : []),
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

const traceForModule = async (trx: Db, call: StoredCall): Promise<CallTrace> =>
  moduleTrace(call, await listEvents(trx, call.id), await listCardsOf(trx, call.id))

/** T-15: the trace for the author of the module, who knows the call by the exchange's id. */
export const showTraceToModule: Action<Deps, typeof readTrace> = async (deps, caller, { query }) => {
  const modules = await inAccountQuery(deps.pool, caller.accountId, modulesQuery(deps.db, {}))
  const module = resolveModule({ modules, extensions: [] }, caller, query.clientId)
  if (!module.ok) return fail(module.because)
  return inAccount(deps.db, caller.accountId, async (trx) => {
    const call = (await findCallByExternalId(trx, module.moduleId, query.callExternalId)) ?? fail('not_found')
    return { success: true, trace: await traceForModule(trx, call) }
  })
}
