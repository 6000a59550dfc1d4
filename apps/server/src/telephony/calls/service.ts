import type { CompiledQuery } from 'kysely'
import { touchCustomerQuery } from '../../crm/customers/store.ts'
import { timelineQuery } from '../../crm/timeline/store.ts'
import type { Db } from '../../lib/db/database.ts'
import { completeMissedCallTaskQuery, missedCallTaskQuery } from './missed-store.ts'
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
