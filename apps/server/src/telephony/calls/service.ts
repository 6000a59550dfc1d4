import type { CompiledQuery } from 'kysely'
import { touchCustomerQuery } from '../../crm/customers/store.ts'
import { insertTimeline, timelineQuery } from '../../crm/timeline/store.ts'
import type { Db } from '../../lib/db/database.ts'
import { completeMissedCallTaskQuery, missedCallTaskQuery, releaseMissedCallTaskQuery } from './missed-store.ts'
import { type EndedCall, resolvesMissedCall } from './rules.ts'

const finishCallQuery = (db: Db, call: EndedCall, actor: string): CompiledQuery<unknown>[] => {
  const { id, customerId, direction, result, missed, userId, duration, startedAt } = call
  const because = resolvesMissedCall(call)
  const detail = { callId: id, direction, result, missed, userId, duration }
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
