import type {
  CallSummary,
  getCall,
  listCalls as listCallsEndpoint,
  noteCall,
  taskFromCall,
} from '@patchbay/contract/telephony/workspace/calls'
import { phoneEndsOf } from '../../crm/search/rules.ts'
import { addTask, publishTasks } from '../../crm/tasks/service.ts'
import type { Deps } from '../../deps.ts'
import { inAccount } from '../../lib/db/transaction.ts'
import { fail } from '../../lib/errors.ts'
import type { UserCaller } from '../../lib/http-in/callers.ts'
import type { Action } from '../../lib/http-in/route.ts'
import { isEnabled } from '../../platform/modules/rules.ts'
import { listExistingUserIds } from '../../platform/users/store.ts'
import { canListen } from '../recordings/rules.ts'
import { findCall, findListedCall, type ListedCall, listCalls, updateNote } from './list-store.ts'

const summary = (call: ListedCall, reader: UserCaller): CallSummary => ({
  id: call.id,
  module: call.module,
  direction: call.direction,
  phone: call.phone,
  state: call.state,
  ...(call.result !== null && { result: call.result }),
  missed: call.missed,
  startedAt: call.startedAt.toISOString(),
  ...(call.duration !== null && { duration: call.duration }),
  ...(call.durationWaiting !== null && { durationWaiting: call.durationWaiting }),
  ...(call.customerId !== null && { customerId: call.customerId }),
  ...(call.userId !== null && { userId: call.userId }),
  ...(call.shop !== null && { shop: call.shop }),
  note: call.note,
  // D-97: the recording is at the exchange.
  recording: call.recordUrl !== null && isEnabled(call.moduleState) && canListen(reader, call, call.managerId),
  legs: [...call.legs],
})

const PAGE = 50

export const showCalls: Action<Deps, typeof listCallsEndpoint> = async (deps, caller, { query }) => {
  const { phone, ...filter } = query
  const { country } = await deps.accounts.account(caller.accountId)
  const byPhone = phone !== undefined && { phoneEnds: phoneEndsOf(phone.trim(), country) }
  const calls = await inAccount(deps.db, caller.accountId, (trx) => listCalls(trx, { ...filter, ...byPhone }, PAGE))
  const last = calls.length === PAGE ? calls.at(-1) : undefined
  return { success: true, calls: calls.map((call) => summary(call, caller)), ...(last && { next: last.mark }) }
}

export const showCall: Action<Deps, typeof getCall> = async (deps, caller, { params }) => {
  const call = await inAccount(deps.db, caller.accountId, (trx) => findListedCall(trx, params.id))
  return { success: true, call: summary(call ?? fail('not_found'), caller) }
}

/** The note belongs to the call: everyone who sees the card or the call reads it. */
export const saveNote: Action<Deps, typeof noteCall> = async (deps, caller, { params, body }) => {
  const found = await inAccount(deps.db, caller.accountId, (trx) => updateNote(trx, params.id, body.note))
  return found ? { success: true } : fail('not_found')
}

export const createTaskFromCall: Action<Deps, typeof taskFromCall> = async (deps, caller, { params, body }) => {
  const id = await inAccount(deps.db, caller.accountId, async (trx) => {
    const call = (await findCall(trx, params.id)) ?? fail('not_found')
    const performerId = body.performerId ?? caller.userId
    const known = await listExistingUserIds(trx, [performerId])
    if (!known.has(performerId)) fail('entity_invalid', { fields: { performerId: 'is no user of this account' } })
    return addTask(trx, {
      content: { kind: 'custom', text: body.text },
      performerId,
      dueAt: body.dueAt ? new Date(body.dueAt) : null,
      customerId: call.customerId,
      phone: call.phone,
      createdBy: caller.userId,
    })
  })
  await deps.lanes.notifyWorkers()
  await publishTasks(deps, caller.accountId)
  return { success: true, id: id ?? fail('internal') }
}
