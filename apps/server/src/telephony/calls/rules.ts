import type { CallEvent } from '@patchbay/contract/telephony/events'
import type { CallRecord, CallResult } from '@patchbay/contract/telephony/history'

/** One attempt to reach a user within a call (D-25). Times are ISO, as stored. */
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
  /** Its record was uploaded and overrides events (D-27). */
  recorded: boolean
  /** The user who logged it by hand; an exchange reported any other call. */
  loggedBy?: number | null
}

export type WithdrawnBecause = 'answered elsewhere' | 'moved on' | 'ended' | 'lost'

/** The decision, for the trace. */
export type DecisionOutcome =
  | 'rings'
  | 'forwarded'
  | 'answered'
  | 'ended'
  | 'ended-before'
  | 'start-added'
  | 'recorded-before'
  | 'lost'

export type EventDecision = {
  call: Call
  /** Who sees a card after the event. */
  showTo: readonly number[]
  withdrawFrom: readonly number[]
  because: WithdrawnBecause
  outcome: DecisionOutcome
}

export const isOpen = ({ to }: Leg): boolean => to === undefined

export const openUsers = ({ legs }: Call): number[] => [
  ...new Set(legs.filter(isOpen).flatMap(({ userId }) => (userId === undefined ? [] : [userId]))),
]

export const endLegs = (legs: readonly Leg[], at: string, stays: (leg: Leg) => boolean = () => false): Leg[] =>
  legs.map((leg) => (isOpen(leg) && !stays(leg) ? { ...leg, to: at } : leg))

/** D-25: an unanswered incoming call. One that failed before it rang, or whose end is unknown, was not missed. */
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

/** D-24: after a change, the card is shown where the call rings, and withdrawn from those where it rang before. */
export const decided = (
  before: Call,
  call: Call,
  because: WithdrawnBecause,
  outcome: DecisionOutcome,
): EventDecision => {
  const showTo = openUsers(call)
  return {
    call,
    showTo,
    withdrawFrom: openUsers(before).filter((user) => !showTo.includes(user)),
    because,
    outcome,
  }
}

/** What the event that withdraws a card says about a call that has ended: who talked and how long, or that it was missed. */
export const endingOf = ({
  state,
  result,
  userId,
  missed,
  duration,
}: Pick<Call, 'state' | 'result' | 'userId' | 'missed' | 'duration'>) => {
  if (state !== 'ended') return {}
  if (missed) return { missed }
  if (result !== 'answered') return {}
  return { ...(userId !== null && { talkedUserId: userId }), ...(duration !== null && { duration }) }
}

/** D-24: closes a call without an event for four hours; its result is unknown. */
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
    'lost',
  )

/** The key under which the traffic log files requests about a call. */
export const aboutCall = (id: number): string => `call/${id}`

export type EndedCall = Call & { id: number }

type Resolution = Pick<Call, 'direction'> & { result: CallResult; because: string }

/** D-25: which later call resolves the calls missed before it: an answered one, or a call back that at least rang. */
export const RESOLVES_MISSED_CALL: readonly Resolution[] = [
  { direction: 'in', result: 'answered', because: 'called again and was answered' },
  { direction: 'out', result: 'answered', because: 'called back' },
  { direction: 'out', result: 'no answer', because: 'called back' },
  { direction: 'out', result: 'busy', because: 'called back' },
]

/** D-25: why this call resolves the missed ones, if it does. `calls/missed-store` makes SQL of the same table. */
export const resolvesMissedCall = ({ direction, result }: Pick<Call, 'direction' | 'result'>): string | undefined =>
  RESOLVES_MISSED_CALL.find((one) => one.direction === direction && one.result === result)?.because

/** D-25: the list of missed calls, which everyone sees, may be another after this call. */
export const changesMissedCalls = (call: Pick<Call, 'state' | 'missed' | 'direction' | 'result'>): boolean =>
  call.state === 'ended' && (call.missed || resolvesMissedCall(call) !== undefined)

export type TelephonyUser = {
  id: number
  firstName: string
  lastName: string
  patronymic: string
  email: string
  status: string
}
