import { touchCustomer } from '../customers/store.ts'
import type { Db } from '../lib/db.ts'
import { completeTasks, insertTask } from '../tasks/store.ts'
import { insertTimeline } from '../timeline/store.ts'
import { findContactAfter } from './call-store.ts'
import type { Call } from './rules.ts'

// What a call that has ended leaves behind: an entry in the customer's timeline, and for one that was missed a task that
// closes itself as soon as somebody speaks with the customer.

const MISSED_CALL = 'missed-call'

type Whose = { customerId: number } | { phone: string }

const whose = ({ customerId, phoneKey }: Pick<Call, 'customerId' | 'phoneKey'>): Whose =>
  customerId === null ? { phone: phoneKey } : { customerId }

/** An answered call in either direction, or a call back that at least rang, makes up for the calls missed before it. */
const makesUp = ({ direction, result }: Call): string | undefined => {
  if (direction === 'out')
    return result === 'answered' || result === 'no answer' || result === 'busy' ? 'called back' : undefined
  return result === 'answered' ? 'called again and was answered' : undefined
}

const settleTasks = async (trx: Db, call: Call): Promise<void> => {
  const because = makesUp(call)
  if (because) {
    // Records come late and in any order: only what was missed before this call is made up for.
    if (await findContactAfter(trx, call, 'missed')) return
    await completeTasks(trx, { ...whose(call), reason: MISSED_CALL, because })
  } else if (call.missed) {
    if (await findContactAfter(trx, call, 'made up')) return
    await insertTask(trx, {
      text: `Call back ${call.phone}`,
      reason: MISSED_CALL,
      customerId: call.customerId,
      phone: call.customerId === null ? call.phoneKey : call.phone,
      performerId: null,
    })
  }
}

/** Once per call, when it becomes known that it has ended. */
export const settleCall = async (trx: Db, call: Call & { id: number }, actor: string): Promise<void> => {
  await settleTasks(trx, call)
  if (call.customerId === null) return
  await touchCustomer(trx, call.customerId, call.startedAt)
  const { id, direction, result, missed, userId, duration } = call
  await insertTimeline(trx, {
    customerId: call.customerId,
    kind: 'call',
    actor,
    detail: { callId: id, direction, result, missed, userId, duration },
    at: call.startedAt,
  })
}

/** The customer wrote in a chat: whoever answers there need not call back. */
export const customerWrote = async (trx: Db, customerId: number): Promise<void> => {
  await completeTasks(trx, { customerId, reason: MISSED_CALL, because: 'wrote in a chat' })
}
