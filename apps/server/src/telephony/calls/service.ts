import type { CompiledQuery } from 'kysely'
import { touchCustomerQuery } from '../../crm/customers/store.ts'
import { timelineQuery } from '../../crm/timeline/store.ts'
import type { Db } from '../../lib/db/database.ts'
import { madeUpTaskQuery, missedTaskQuery } from './missed-store.ts'
import { type Ended, makesUp } from './rules.ts'

const settleOne = (db: Db, call: Ended, actor: string): CompiledQuery<unknown>[] => {
  const { id, customerId, direction, result, missed, userId, duration, startedAt } = call
  const because = makesUp(call)
  const detail = { callId: id, direction, result, missed, userId, duration }
  return [
    // First: two calls of one customer that end in the same moment wait for each other here.
    ...(customerId === null ? [] : [touchCustomerQuery(db, { id: customerId, at: startedAt })]),
    ...(missed ? [missedTaskQuery(db, call)] : []),
    ...(because === undefined ? [] : [madeUpTaskQuery(db, { ...call, because })]),
    ...(customerId === null ? [] : [timelineQuery(db, { customerId, kind: 'call', actor, detail, at: startedAt })]),
  ]
}

/** Once per call, when it becomes known that it has ended. */
export const settleQueries = (db: Db, ended: readonly Ended[], actor: string): CompiledQuery<unknown>[] =>
  ended.flatMap((call) => settleOne(db, call, actor))

/** The same within a transaction that is under way; what does not wait for another's answer leaves together. */
export const settleCalls = async (trx: Db, ended: readonly Ended[], actor: string): Promise<void> => {
  await Promise.all(settleQueries(trx, ended, actor).map((query) => trx.executeQuery(query)))
}
