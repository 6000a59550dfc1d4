import type {
  deleteLoggedCall as deleteEndpoint,
  editLoggedCall as editEndpoint,
  LoggedCall,
  logCall as logEndpoint,
} from '@patchbay/contract/telephony/workspace/logged-calls'
import { findCustomer } from '../../crm/customers/store.ts'
import { listBestMatches } from '../../crm/phone-lookup/store.ts'
import { publishTasks } from '../../crm/tasks/service.ts'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../lib/db/database.ts'
import { inAccount } from '../../lib/db/transaction.ts'
import { fail } from '../../lib/errors.ts'
import { actorOf, type UserCaller } from '../../lib/http-in/callers.ts'
import type { Action } from '../../lib/http-in/route.ts'
import { parsePhone } from '../../lib/text/phone.ts'
import { insertAction } from '../../platform/action-log/store.ts'
import { listShopIds } from '../../platform/shops/store.ts'
import { getUserName } from '../../platform/users/store.ts'
import { canEditLogged, decideLoggedCall } from './logged-rules.ts'
import { deleteLoggedCall, insertLoggedCall, updateLoggedCall } from './logged-store.ts'
import { type Call, changesMissedCalls } from './rules.ts'
import { finishCalls, withdrawLoggedCall } from './service.ts'
import { lockCall, type StoredCall } from './store.ts'

/** The chosen customer, else the one with this number. */
const findCustomerId = async (trx: Db, { customerId, phone }: LoggedCall, country: string): Promise<number | null> => {
  if (customerId !== undefined) {
    const found = await findCustomer(trx, customerId)
    return found?.id ?? fail('entity_invalid', { fields: { customerId: 'there is no such customer' } })
  }
  const { e164 = '', tail } = parsePhone(phone, country)
  return (await listBestMatches(trx, [{ e164, tail }]))[0] ?? null
}

const findShopId = async (trx: Db, site: string | undefined): Promise<number | null> => {
  if (site === undefined) return null
  return (await listShopIds(trx)).get(site) ?? fail('entity_invalid', { fields: { site: 'there is no such shop' } })
}

type Context = { country: string; now: Date }

const decide = async (trx: Db, logged: LoggedCall, userId: number, { country, now }: Context): Promise<Call> => {
  const [customerId, shopId] = [await findCustomerId(trx, logged, country), await findShopId(trx, logged.site)]
  const decision = decideLoggedCall(logged, { userId, customerId, shopId, country, now })
  return decision.ok ? decision.call : fail('entity_invalid', { fields: decision.fields })
}

const contextOf = async (deps: Deps, accountId: number): Promise<Context> => ({
  country: (await deps.accounts.account(accountId)).country,
  now: deps.now(),
})

type LogAction = 'call.logged' | 'call.changed' | 'call.deleted'

const logAction = async (trx: Db, caller: UserCaller, action: LogAction, id: number, call: Call): Promise<void> =>
  insertAction(trx, {
    recordType: 'Calls',
    actor: await getUserName(trx, caller.userId),
    action,
    subject: `call ${id}`,
    detail: { phone: call.phone, direction: call.direction, result: call.result, at: call.startedAt.toISOString() },
  })

/** Lists of calls, timelines, and the missed calls, which everyone sees. */
const publishLogged = async (deps: Deps, accountId: number, callId: number, calls: readonly Call[]): Promise<void> => {
  await deps.live.publish(accountId, { type: 'call-changed', callId })
  if (!calls.some(changesMissedCalls)) return
  await deps.live.publish(accountId, { type: 'call-ended' })
  await publishTasks(deps, accountId)
}

/** D-25: as a call that an exchange reports, it ends in the timeline and completes or creates the missed-call task. */
export const logCall: Action<Deps, typeof logEndpoint> = async (deps, caller, { body }) => {
  const { accountId } = caller
  const context = await contextOf(deps, accountId)
  const { id, call } = await inAccount(deps.db, accountId, async (trx) => {
    const call = await decide(trx, body.call, caller.userId, context)
    const id = await insertLoggedCall(trx, call, body.call.note ?? '')
    await finishCalls(trx, [{ ...call, id }], actorOf(caller))
    await logAction(trx, caller, 'call.logged', id, call)
    return { id, call }
  })
  await publishLogged(deps, accountId, id, [call])
  return { success: true, id }
}

const lockEditable = async (trx: Db, caller: UserCaller, id: number): Promise<StoredCall & { loggedBy: number }> => {
  const call = (await lockCall(trx, id)) ?? fail('not_found')
  const { loggedBy } = call
  // A call that an exchange reported cannot be changed by anybody.
  if (loggedBy === null) return fail('not_found')
  return canEditLogged(caller, call) ? { ...call, loggedBy } : fail('access_denied')
}

export const editLoggedCall: Action<Deps, typeof editEndpoint> = async (deps, caller, { params, body }) => {
  const { accountId } = caller
  const context = await contextOf(deps, accountId)
  const calls = await inAccount(deps.db, accountId, async (trx) => {
    const before = await lockEditable(trx, caller, params.id)
    const after = await decide(trx, body.call, before.loggedBy, context)
    await updateLoggedCall(trx, before.id, after, body.call.note ?? '')
    await withdrawLoggedCall(trx, before, 'edited', actorOf(caller))
    await finishCalls(trx, [{ ...after, id: before.id }], actorOf(caller))
    await logAction(trx, caller, 'call.changed', before.id, after)
    return [before, after]
  })
  await publishLogged(deps, accountId, params.id, calls)
  return { success: true }
}

export const removeLoggedCall: Action<Deps, typeof deleteEndpoint> = async (deps, caller, { params }) => {
  const { accountId } = caller
  const before = await inAccount(deps.db, accountId, async (trx) => {
    const call = await lockEditable(trx, caller, params.id)
    await deleteLoggedCall(trx, call.id)
    await withdrawLoggedCall(trx, call, 'deleted', actorOf(caller))
    await logAction(trx, caller, 'call.deleted', call.id, call)
    return call
  })
  await publishLogged(deps, accountId, params.id, [before])
  return { success: true }
}
