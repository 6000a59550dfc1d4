import type { CallEvent, CallRecord, CallResult } from '@patchbay/contract/telephony/events'

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

/** Whom an event names: a user, an extension of a user, or an extension that nobody here has. */
export type Named = { userId?: number; code?: string }

export type WithdrawnBecause = 'answered elsewhere' | 'moved on' | 'ended' | 'lost'

export type EventDecision = {
  call: Call
  /** Who sees a card after the event. */
  ringsAt: readonly number[]
  withdrawnFrom: readonly number[]
  because: WithdrawnBecause
  /** What was decided, for the trace. */
  says: string
}

const isOpen = ({ to }: Leg): boolean => to === undefined
const openUsers = ({ legs }: Call): number[] => [
  ...new Set(legs.filter(isOpen).flatMap(({ userId }) => (userId === undefined ? [] : [userId]))),
]

const endLegs = (legs: readonly Leg[], at: string, stays: (leg: Leg) => boolean = () => false): Leg[] =>
  legs.map((leg) => (isOpen(leg) && !stays(leg) ? { ...leg, to: at } : leg))

/** D-25: an incoming call that nobody took. One that failed before it rang, or whose end is unknown, was not missed. */
const isMissed = (direction: 'in' | 'out', result: CallResult | null): boolean =>
  direction === 'in' && (result === 'no answer' || result === 'busy')

/** D-21: `no answer` and `no answered` are one; a caller who gave up got no answer. */
export const resultOf = (
  status: NonNullable<CallEvent['hangupStatus']> | CallRecord['result'] | undefined,
): CallResult => {
  if (status === 'no answered' || status === 'cancel') return 'no answer'
  return status ?? 'unknown'
}

const secondsBetween = (from: Date, to: Date): number => Math.max(0, Math.round((to.getTime() - from.getTime()) / 1000))

const decided = (before: Call, call: Call, because: WithdrawnBecause, says: string): EventDecision => {
  const ringsAt = openUsers(call)
  return { call, ringsAt, withdrawnFrom: openUsers(before).filter((user) => !ringsAt.includes(user)), because, says }
}

const isAt = (leg: Leg, { userId, code }: Named): boolean =>
  isOpen(leg) && (userId !== undefined ? leg.userId === userId : leg.userId === undefined && leg.code === code)

const ring = (call: Call, named: readonly Named[], now: string): Call => {
  const fresh = named.filter((one) => !call.legs.some((leg) => isAt(leg, one)))
  return { ...call, legs: [...call.legs, ...fresh.map((one): Leg => ({ ...one, from: now }))] }
}

/** D-24: an event that names one user says who has the call now: they took it, or it went on to them. */
const ringOrAnswer = (call: Call, named: readonly Named[], now: Date): EventDecision => {
  const at = now.toISOString()
  const [only] = named
  const elsewhere = only && call.legs.some((leg) => isOpen(leg) && !isAt(leg, only))
  if (named.length !== 1 || !only || !elsewhere) {
    return decided(call, ring(call, named, at), 'moved on', `rings at ${named.length}`)
  }
  const rang = call.legs.some((leg) => isAt(leg, only))
  const legs = endLegs(call.legs, at, (leg) => isAt(leg, only))
  if (!rang) return decided(call, ring({ ...call, legs }, named, at), 'moved on', 'goes on to another')
  const answered = legs.map((leg) => (isAt(leg, only) ? { ...leg, answeredAt: leg.answeredAt ?? at } : leg))
  const talking: Call = {
    ...call,
    legs: answered,
    state: 'talking',
    userId: only.userId ?? call.userId,
    answeredAt: call.answeredAt ?? now,
  }
  return decided(call, talking, 'answered elsewhere', 'answered by one, withdrawn from the others')
}

const hangUp = (
  call: Call,
  event: Pick<CallEvent, 'hangupStatus'>,
  named: readonly Named[],
  now: Date,
): EventDecision => {
  const said = resultOf(event.hangupStatus)
  const result = said === 'unknown' && call.answeredAt ? 'answered' : said
  const [only] = named
  const answered = result === 'answered'
  const spoke = answered ? (call.userId ?? (named.length === 1 ? (only?.userId ?? null) : null)) : call.userId
  const ended: Call = {
    ...call,
    state: 'ended',
    result,
    missed: isMissed(call.direction, result),
    userId: spoke ?? (openUsers(call).length === 1 ? (openUsers(call)[0] ?? null) : null),
    endedAt: now,
    duration: answered && call.answeredAt ? secondsBetween(call.answeredAt, now) : call.duration,
    legs: endLegs(call.legs, now.toISOString()),
  }
  return decided(call, ended, 'ended', `ended: ${result}`)
}

/** The completion overtook the beginning: the call stays closed, and is told what it did not know. */
const learnLate = (call: Call, event: CallEvent, named: readonly Named[], now: Date): EventDecision => {
  if (event.type === 'hangup' || call.legs.length > 0) return decided(call, call, 'ended', 'the call has ended already')
  const at = (call.endedAt ?? now).toISOString()
  const learned: Call = {
    ...call,
    direction: event.type,
    missed: isMissed(event.type, call.result),
    legs: named.map((one): Leg => ({ ...one, from: at, to: at })),
    userId: call.userId ?? (named.length === 1 ? (named[0]?.userId ?? null) : null),
  }
  return decided(call, learned, 'ended', 'the call has ended already; its beginning was added')
}

/** D-22, D-24, D-27: what an event makes of a call. `call` was just opened by it, or stood there before. */
export const decideEvent = (call: Call, event: CallEvent, named: readonly Named[], now: Date): EventDecision => {
  if (call.recorded) return decided(call, call, 'ended', 'the record of this call is here already')
  if (call.state === 'ended') return learnLate(call, event, named, now)
  if (event.type === 'hangup') return hangUp(call, event, named, now)
  if (call.state === 'lost') return decided(call, call, 'lost', 'the call was given up as lost')
  return ringOrAnswer(call, named, now)
}

/** D-24: a call of which nothing was heard for four hours. */
export const decideLost = (call: Call, now: Date): EventDecision =>
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

/** A record as it is kept: numbers normalised, names found. */
export type ReadRecord = Omit<Call, 'state' | 'missed' | 'endedAt' | 'answeredAt' | 'legs' | 'recorded' | 'result'> & {
  result: CallResult
}

const endOf = (record: ReadRecord): Date =>
  new Date(record.startedAt.getTime() + ((record.durationWaiting ?? 0) + (record.duration ?? 0)) * 1000)

export const callOfRecord = (record: ReadRecord): Call => {
  const answeredAt =
    record.result === 'answered' ? new Date(record.startedAt.getTime() + (record.durationWaiting ?? 0) * 1000) : null
  const endedAt = endOf(record)
  const leg: Leg = {
    ...(record.userId !== null && { userId: record.userId }),
    from: record.startedAt.toISOString(),
    ...(answeredAt && { answeredAt: answeredAt.toISOString() }),
    to: endedAt.toISOString(),
  }
  return {
    ...record,
    state: 'ended',
    missed: isMissed(record.direction, record.result),
    answeredAt,
    endedAt,
    legs: record.userId === null ? [] : [leg],
    recorded: true,
  }
}

/**
 * D-26, D-27: the first record of a call holds against everything that events said; a repeat only fills what was empty.
 */
export const decideRecord = (call: Call, record: ReadRecord): { call: Call; repeated: boolean } => {
  if (!call.recorded) {
    const told = callOfRecord(record)
    return {
      repeated: false,
      call: {
        ...told,
        customerId: call.customerId ?? told.customerId,
        userId: told.userId ?? call.userId,
        shopId: told.shopId ?? call.shopId,
        externalPhone: told.externalPhone ?? call.externalPhone,
        legs: call.legs.length > 0 ? endLegs(call.legs, (told.endedAt ?? told.startedAt).toISOString()) : told.legs,
      },
    }
  }
  return {
    repeated: true,
    call: {
      ...call,
      customerId: call.customerId ?? record.customerId,
      userId: call.userId ?? record.userId,
      shopId: call.shopId ?? record.shopId,
      externalPhone: call.externalPhone ?? record.externalPhone,
      duration: call.duration ?? record.duration,
      durationWaiting: call.durationWaiting ?? record.durationWaiting,
      recordUrl: call.recordUrl ?? record.recordUrl,
      source: call.source ?? record.source,
    },
  }
}

/**
 * D-22: the exchange's id of the call. Old clients put the external number there; such an "id" would make all calls to
 * one number a single call, so it counts as none.
 */
export const callIdOf = ({ callExternalId }: CallEvent, isExternalNumber: boolean): string | null => {
  const id = callExternalId?.trim()
  return !id || isExternalNumber || /^\+\d{5,}$/.test(id) ? null : id
}

const LATE_MS = 30_000

/** An event that comes late makes a card without noise. */
export const isLate = (happened: Date, now: Date): boolean => now.getTime() - happened.getTime() > LATE_MS

export type Speaker = { id: number; code: string; clientId: string | null; apiKeyId: string | null }
export type Speaking = {
  clientId?: string | undefined
  keyId: string
  /** The only module that the key may speak for. */
  moduleCode: string | null
  /** Modules that have one of the extensions that the request names. */
  withExtension: ReadonlySet<number>
}
export type Attribution =
  | { ok: true; moduleId: number; by: string }
  | { ok: false; because: 'telephony_off' | 'module_unclear' }

/** D-23: whose event it is: clientId, else the key's module, else the extension, else the only one. */
export const moduleFor = (active: readonly Speaker[], speaking: Speaking): Attribution => {
  const { clientId, keyId, moduleCode, withExtension } = speaking
  const may = active.filter(({ code }) => moduleCode === null || code === moduleCode)
  if (may.length === 0) return { ok: false, because: 'telephony_off' }
  const named = clientId ? may.filter((module) => module.clientId === clientId) : may
  const ways: [string, Speaker[]][] = [
    ['its clientId', clientId ? named : []],
    ['the API key', named.filter(({ apiKeyId, code }) => apiKeyId === keyId || code === moduleCode)],
    ['the extension', named.filter(({ id }) => withExtension.has(id))],
    ['being the only one', named],
  ]
  for (const [by, [one, ...more]] of ways) if (one && more.length === 0) return { ok: true, moduleId: one.id, by }
  return { ok: false, because: 'module_unclear' }
}

/** Who may hear a recording: administrators, those who took part, and who is responsible for the customer. */
export const canListen = (
  listener: { userId: number; role: string },
  { userId, legs }: Pick<Call, 'userId' | 'legs'>,
  managerId: number | null,
): boolean =>
  listener.role === 'admin' ||
  userId === listener.userId ||
  managerId === listener.userId ||
  legs.some((leg) => leg.userId === listener.userId)

/** What requests about a call are found by. */
export const aboutCall = (id: number): string => `call/${id}`
