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
    // First: two calls of one customer that end in the same moment wait for each other here.
    ...(customerId === null ? [] : [touchCustomerQuery(db, { id: customerId, at: startedAt })]),
    ...(missed ? [missedCallTaskQuery(db, call)] : []),
    ...(because === undefined ? [] : [completeMissedCallTaskQuery(db, { ...call, because })]),
    ...(customerId === null ? [] : [timelineQuery(db, { customerId, kind: 'call', actor, detail, at: startedAt })]),
  ]
}

/** Once per call, when it becomes known that it has ended. */
export const finishCallQueries = (db: Db, ended: readonly EndedCall[], actor: string): CompiledQuery<unknown>[] =>
  ended.flatMap((call) => finishCallQuery(db, call, actor))

/** The same within a transaction that is under way; what does not wait for another's answer leaves together. */
export const finishCalls = async (trx: Db, ended: readonly EndedCall[], actor: string): Promise<void> => {
  await Promise.all(finishCallQueries(trx, ended, actor).map((query) => trx.executeQuery(query)))
}
