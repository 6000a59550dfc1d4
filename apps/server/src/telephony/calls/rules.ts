import type { CallEvent } from '@patchbay/contract/telephony/events'
import type { CallRecord, CallResult } from '@patchbay/contract/telephony/history'

// Pure decisions about calls: what an event or a record makes of a call, and which module is speaking.

/** One attempt to reach somebody within a call (D-25). Times are ISO, as they are kept. */
export type Leg = { userId?: number; code?: string; from: string; answeredAt?: string; to?: string }

export type Call = {
  direction: 'in' | 'out'
  state: 'ringing' | 'talking' | 'ended' | 'lost'
  result: CallResult | null
  missed: boolean
  phone: string
  phoneKey: string
  customerId: number | null
  userId: number | null
  shopId: number | null
  externalPhone: string | null
  startedAt: Date
  answeredAt: Date | null
  endedAt: Date | null
  duration: number | null
  durationWaiting: number | null
  recordUrl: string | null
  source: unknown
  legs: readonly Leg[]
  /** Its record was uploaded: what the record says holds (D-27). */
  recorded: boolean
}

export type WithdrawnBecause = 'answered elsewhere' | 'moved on' | 'ended' | 'lost'

export type EventDecision = {
  call: Call
  /** Who sees a card after the event. */
  showTo: readonly number[]
  withdrawFrom: readonly number[]
  because: WithdrawnBecause
  /** What was decided, for the trace. */
  summary: string
}

export const isOpen = ({ to }: Leg): boolean => to === undefined

export const openUsers = ({ legs }: Call): number[] => [
  ...new Set(legs.filter(isOpen).flatMap(({ userId }) => (userId === undefined ? [] : [userId]))),
]

export const endLegs = (legs: readonly Leg[], at: string, stays: (leg: Leg) => boolean = () => false): Leg[] =>
  legs.map((leg) => (isOpen(leg) && !stays(leg) ? { ...leg, to: at } : leg))

/** D-25: an incoming call that nobody took. One that failed before it rang, or whose end is unknown, was not missed. */
export const isMissed = (direction: 'in' | 'out', result: CallResult | null): boolean =>
  direction === 'in' && (result === 'no answer' || result === 'busy')

/** D-21: `no answer` and `no answered` are one; a caller who gave up got no answer. */
export const resultOf = (
  status: NonNullable<CallEvent['hangupStatus']> | CallRecord['result'] | undefined,
): CallResult => {
  if (status === 'no answered' || status === 'cancel') return 'no answer'
  return status ?? 'unknown'
}

export const secondsBetween = (from: Date, to: Date): number =>
  Math.max(0, Math.round((to.getTime() - from.getTime()) / 1000))

export const decided = (before: Call, call: Call, because: WithdrawnBecause, says: string): EventDecision => {
  const ringsAt = openUsers(call)
  return {
    call,
    showTo: ringsAt,
    withdrawFrom: openUsers(before).filter((user) => !ringsAt.includes(user)),
    because,
    summary: says,
  }
}

/** D-24: a call of which nothing was heard for four hours. */
export const decideStale = (call: Call, now: Date): EventDecision =>
  decided(
    call,
    {
      ...call,
      state: 'lost',
      result: 'unknown',
      missed: false,
      endedAt: now,
      legs: endLegs(call.legs, now.toISOString()),
    },
    'lost',
    'no news for four hours',
  )

/** What requests about a call are found by. */
export const aboutCall = (id: number): string => `call/${id}`

// What a call that has ended leaves behind: an entry in the customer's timeline, and for one that was missed a task that
// closes itself as soon as somebody speaks with the customer.

export type EndedCall = Call & { id: number }

/** An answered call in either direction, or a call back that at least rang, makes up for the calls missed before it. */
export const resolvesMissedCall = ({ direction, result }: Call): string | undefined => {
  if (result === 'answered') return direction === 'out' ? 'called back' : 'called again and was answered'
  return direction === 'out' && (result === 'no answer' || result === 'busy') ? 'called back' : undefined
}

// Pure decisions about who should have a call (D-28, D-30, T-20, T-21).

export type TelephonyUser = {
  id: number
  firstName: string
  lastName: string
  patronymic: string
  email: string
  status: string
}
