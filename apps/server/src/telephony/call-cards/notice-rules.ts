import { type Call, type EventDecision, openUsers } from '../calls/rules.ts'
import type { StoredCard } from './view.ts'

export type RingingNotice = {
  /** At whom the call begins to ring with this event. */
  users: readonly number[]
  /** Of a notification of the kind `call`, without the call's id. */
  content: { kind: 'call'; phone: string; customerName?: string }
  silent: boolean
  /** Set when an earlier notification is over: the call was missed, or somebody answered it. */
  stopped: 'missed' | 'done' | null
}

/** Who is notified of an incoming call: those at whom it rings. It stays in their notification centre if it is missed. */
export const ringingNotice = (
  before: Call | undefined,
  { call, showTo }: Pick<EventDecision, 'call' | 'showTo'>,
  card: Pick<StoredCard, 'customers'>,
  silent: boolean,
): RingingNotice => {
  const rings = call.direction === 'in' && call.state === 'ringing'
  const already = before ? openUsers(before) : []
  const customerName = card.customers[0]?.name
  return {
    users: rings ? showTo.filter((userId) => !already.includes(userId)) : [],
    content: { kind: 'call', phone: call.phone, ...(customerName && { customerName }) },
    silent,
    stopped: before?.state !== 'ringing' || call.state === 'ringing' ? null : call.missed ? 'missed' : 'done',
  }
}
