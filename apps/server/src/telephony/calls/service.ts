import type { CompiledQuery } from 'kysely'
import { touchCustomersQuery } from '../../crm/customers/store.ts'
import { findLastMissedCallTask } from '../../crm/tasks/missed-call-store.ts'
import { insertTimeline, type NewEntry, timelineQuery } from '../../crm/timeline/store.ts'
import type { Db } from '../../lib/db/database.ts'
import {
  completeMissedCallTaskQueries,
  findMissedBefore,
  missedCallTaskQueries,
  releaseMissedCallTaskQueries,
} from './missed-store.ts'
import { type EndedCall, resolvesMissedCall } from './rules.ts'

const entryOf = (call: EndedCall, customerId: number, actor: string): NewEntry => {
  const { id, direction, result, missed, userId, duration, startedAt, loggedBy } = call
  const byHand = typeof loggedBy === 'number' && { loggedBy }
  const detail = { callId: id, direction, result, missed, userId, duration, ...byHand }
  return { customerId, kind: 'call', actor, detail, at: startedAt }
}

/** Timeline entry, task and last contact of calls that have ended: once per call, in few statements for any number of them. */
export const finishCallQueries = (db: Db, ended: readonly EndedCall[], actor: string): CompiledQuery<unknown>[] => {
  const ofCustomers = ended.flatMap((call) => (call.customerId === null ? [] : { call, id: call.customerId }))
  const resolving = ended.flatMap((call) => {
    const because = resolvesMissedCall(call)
    return because === undefined ? [] : { ...call, because }
  })
  const contacts = { ids: ofCustomers.map(({ id }) => id), times: ofCustomers.map(({ call }) => call.startedAt) }
  const entries = ofCustomers.map(({ call, id }) => entryOf(call, id, actor))
  return [
    // First: these row locks order calls of one customer that end at the same moment.
    ...(entries.length > 0 ? [touchCustomersQuery(db, contacts)] : []),
    ...missedCallTaskQueries(
      db,
      ended.filter(({ missed }) => missed),
    ),
    ...completeMissedCallTaskQueries(db, resolving),
    ...(entries.length > 0 ? [timelineQuery(db, entries)] : []),
  ]
}

/** The same inside the caller's transaction; the statements are pipelined. */
export const finishCalls = async (trx: Db, ended: readonly EndedCall[], actor: string): Promise<void> => {
  await Promise.all(finishCallQueries(trx, ended, actor).map((query) => trx.executeQuery(query)))
}

/** Completes the task about a missed call that is no longer this caller's, unless another of theirs is still missed. */
const releaseMissedCall = async (trx: Db, call: EndedCall, because: string): Promise<void> => {
  for (const query of releaseMissedCallTaskQueries(trx, [{ ...call, because }])) await trx.executeQuery(query)
}

/**
 * Timeline entry, task and last contact of an ended call that goes from one customer, or an unknown number, to another. The
 * timeline is append only: the earlier customer gets an entry that takes the call out. A call that goes on is finished later.
 */
export const moveFinishedCall = async (trx: Db, before: EndedCall, after: EndedCall, actor: string): Promise<void> => {
  if (before.state !== 'ended') return
  const { customerId, missed } = before
  if (missed) await releaseMissedCall(trx, before, 'linked to a customer')
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
  if (missed) await releaseMissedCall(trx, before, `call ${because}`)
  const resolved = resolvesMissedCall(before)
  if (resolved !== undefined && (await findLastMissedCallTask(trx, before))?.doneBecause === resolved) {
    const earlier = await findMissedBefore(trx, before)
    for (const query of missedCallTaskQueries(trx, earlier ? [earlier] : [])) await trx.executeQuery(query)
  }
  if (customerId === null) return
  await insertTimeline(trx, { customerId, kind: 'call.unlinked', actor, detail: { callId: before.id, because } })
}
