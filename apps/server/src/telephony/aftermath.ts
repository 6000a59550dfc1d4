import { touchCustomer } from '../customers/store.ts'
import type { Db } from '../lib/db.ts'
import { MISSED_CALL } from '../tasks/rules.ts'
import { completeTasks, insertTask } from '../tasks/store.ts'
import { insertTimeline } from '../timeline/store.ts'
import { listLastContacts } from './call-store.ts'
import type { Call } from './rules.ts'

// What a call that has ended leaves behind: an entry in the customer's timeline, and for one that was missed a task that
// closes itself as soon as somebody speaks with the customer.

type Ended = Call & { id: number }

/** An answered call in either direction, or a call back that at least rang, makes up for the calls missed before it. */
const makesUp = ({ direction, result }: Call): string | undefined => {
  if (result === 'answered') return direction === 'out' ? 'called back' : 'called again and was answered'
  return direction === 'out' && (result === 'no answer' || result === 'busy') ? 'called back' : undefined
}

/**
 * Records come late and in any order, so what counts is which of a customer's calls was the last: a missed one needs a
 * task, one that makes up for it ends that task.
 */
const settleTasks = async (trx: Db, ended: readonly Ended[]): Promise<void> => {
  const contacts = await listLastContacts(trx, ended)
  for (const { customerId, phoneKey, missedAt, madeUpAt, hasTask } of contacts) {
    const its = ended.filter((call) =>
      customerId === null ? call.customerId === null && call.phoneKey === phoneKey : call.customerId === customerId,
    )
    const missed = its.find((call) => call.missed && call.startedAt.getTime() === missedAt?.getTime())
    const because = its.map(makesUp).find((reason) => reason !== undefined)
    const isMadeUp = madeUpAt !== null && (missedAt === null || madeUpAt > missedAt)
    if (missed && !isMadeUp && !hasTask) {
      const text = `Call back ${missed.phone}`
      const phone = customerId === null ? phoneKey : missed.phone
      const dueAt = missed.startedAt // at once
      await insertTask(trx, { text, reason: MISSED_CALL, customerId, phone, performerId: null, dueAt })
    } else if (because && isMadeUp && hasTask) {
      const whose = customerId === null ? { phone: phoneKey } : { customerId }
      await completeTasks(trx, { ...whose, reason: MISSED_CALL, because })
    }
  }
}

const tellTimeline = async (trx: Db, call: Ended, actor: string): Promise<void> => {
  const { id, customerId, direction, result, missed, userId, duration, startedAt } = call
  if (customerId === null) return
  const detail = { callId: id, direction, result, missed, userId, duration }
  await Promise.all([
    touchCustomer(trx, customerId, startedAt),
    insertTimeline(trx, { customerId, kind: 'call', actor, detail, at: startedAt }),
  ])
}

/** Once per call, when it becomes known that it has ended. What does not wait for another's answer leaves together. */
export const settleCalls = async (trx: Db, ended: readonly Ended[], actor: string): Promise<void> => {
  if (ended.length === 0) return
  await Promise.all([settleTasks(trx, ended), ...ended.map((call) => tellTimeline(trx, call, actor))])
}
