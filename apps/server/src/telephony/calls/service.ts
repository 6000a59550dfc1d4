import type { CompiledQuery } from 'kysely'
import { touchCustomerQuery } from '../../crm/customers/store.ts'
import { findLastMissedCallTask } from '../../crm/tasks/missed-call-store.ts'
import { insertTimeline, timelineQuery } from '../../crm/timeline/store.ts'
import type { Db } from '../../lib/db/database.ts'
import {
  completeMissedCallTaskQuery,
  findMissedBefore,
  missedCallTaskQuery,
  releaseMissedCallTaskQuery,
} from './missed-store.ts'
import { type EndedCall, resolvesMissedCall } from './rules.ts'

const finishCallQuery = (db: Db, call: EndedCall, actor: string): CompiledQuery<unknown>[] => {
  const { id, customerId, direction, result, missed, userId, duration, startedAt, loggedBy } = call
  const because = resolvesMissedCall(call)
  const byHand = typeof loggedBy === 'number' && { loggedBy }
  const detail = { callId: id, direction, result, missed, userId, duration, ...byHand }
  return [
    // First: this row lock orders two calls of one customer that end at the same moment.
    ...(customerId === null ? [] : [touchCustomerQuery(db, { id: customerId, at: startedAt })]),
    ...(missed ? [missedCallTaskQuery(db, call)] : []),
    ...(because === undefined ? [] : [completeMissedCallTaskQuery(db, { ...call, because })]),
    ...(customerId === null ? [] : [timelineQuery(db, { customerId, kind: 'call', actor, detail, at: startedAt })]),
  ]
}

/** Timeline entry, task and last contact of a call that has ended: once per call. */
export const finishCallQueries = (db: Db, ended: readonly EndedCall[], actor: string): CompiledQuery<unknown>[] =>
  ended.flatMap((call) => finishCallQuery(db, call, actor))

/** The same inside the caller's transaction; the statements are pipelined. */
export const finishCalls = async (trx: Db, ended: readonly EndedCall[], actor: string): Promise<void> => {
  await Promise.all(finishCallQueries(trx, ended, actor).map((query) => trx.executeQuery(query)))
}

/**
 * Timeline entry, task and last contact of an ended call that goes from one customer, or an unknown number, to another. The
 * timeline is append only: the earlier customer gets an entry that takes the call out. A call that goes on is finished later.
 */
export const moveFinishedCall = async (trx: Db, before: EndedCall, after: EndedCall, actor: string): Promise<void> => {
  if (before.state !== 'ended') return
  const { customerId, missed } = before
  if (missed) await trx.executeQuery(releaseMissedCallTaskQuery(trx, { ...before, because: 'linked to a customer' }))
  if (customerId !== null) {
    const detail = { callId: before.id, customerId: after.customerId }
    await insertTimeline(trx, { customerId, kind: 'call.unlinked', actor, detail })
  }
  await finishCalls(trx, [after], actor)
}

/**
 * Takes back what followed from a call that was logged by hand, after its row is changed or deleted: the entry in the timeline
 * is taken out, a task about it is completed, and a task that it had completed is there again, unless a person did that.
 */
export const withdrawLoggedCall = async (
  trx: Db,
  before: EndedCall,
  because: 'edited' | 'deleted',
  actor: string,
): Promise<void> => {
  const { customerId, missed } = before
  if (missed) await trx.executeQuery(releaseMissedCallTaskQuery(trx, { ...before, because: `call ${because}` }))
  const resolved = resolvesMissedCall(before)
  if (resolved !== undefined && (await findLastMissedCallTask(trx, before))?.doneBecause === resolved) {
    const earlier = await findMissedBefore(trx, before)
    if (earlier) await trx.executeQuery(missedCallTaskQuery(trx, earlier))
  }
  if (customerId === null) return
  await insertTimeline(trx, { customerId, kind: 'call.unlinked', actor, detail: { callId: before.id, because } })
}
