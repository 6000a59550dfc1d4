import { fromLocalTime } from '@patchbay/contract/base/local-time'
import { chooseModule, type ModuleResolution, type ResolvedBy } from '@patchbay/contract/telephony/event-rules'
import type { CallEvent } from '@patchbay/contract/telephony/events'
import type { PhoneMatch } from '../../crm/phone-lookup/rules.ts'
import type { OpenOrder } from '../../crm/phone-lookup/store.ts'
import type { KeyCaller } from '../../lib/http-in/callers.ts'
import type { LastNote } from '../call-cards/store.ts'
import {
  type Call,
  decided,
  type EventDecision,
  endLegs,
  isMissed,
  isOpen,
  type Leg,
  openUsers,
  resultOf,
  secondsBetween,
  type TelephonyUser,
} from '../calls/rules.ts'
import type { StoredCall } from '../calls/store.ts'
import type { ExternalPhone } from '../settings/store.ts'
import type { TelephonyContext } from './store.ts'

/** A target of an event: a user, an extension of a user, or an extension without a user. */
export type CallTarget = { userId?: number; code?: string }

const isAt = (leg: Leg, { userId, code }: CallTarget): boolean =>
  isOpen(leg) && (userId !== undefined ? leg.userId === userId : leg.userId === undefined && leg.code === code)

const ring = (call: Call, named: readonly CallTarget[], now: string): Call => {
  const fresh = named.filter((one) => !call.legs.some((leg) => isAt(leg, one)))
  return { ...call, legs: [...call.legs, ...fresh.map((one): Leg => ({ ...one, from: now }))] }
}

/** D-24, D-85: one of them has taken the call; it rings at nobody else any more. */
const answer = (call: Call, only: CallTarget, now: Date): EventDecision => {
  const at = now.toISOString()
  const { legs } = ring(call, [only], at)
  const talking: Call = {
    ...call,
    legs: endLegs(legs, at, (leg) => isAt(leg, only)).map((leg) =>
      isAt(leg, only) ? { ...leg, answeredAt: leg.answeredAt ?? at } : leg,
    ),
    state: 'talking',
    userId: only.userId ?? call.userId,
    answeredAt: call.answeredAt ?? now,
  }
  return decided(call, talking, 'answered elsewhere', 'answered')
}

/** D-24, D-85: an event that names one user says who has the call now: they took it, or it went on to them. */
const ringOrAnswer = (
  call: Call,
  type: 'in' | 'out' | 'answer',
  named: readonly CallTarget[],
  now: Date,
): EventDecision => {
  const at = now.toISOString()
  const open = call.legs.filter(isOpen)
  const [only, ...others] = type === 'answer' && named.length === 0 ? open : named
  if (only && others.length === 0) {
    if (type === 'answer' || open.some((leg) => isAt(leg, only))) return answer(call, only, now)
    if (open.length > 0) {
      const left: Call = { ...call, state: 'ringing', legs: endLegs(call.legs, at) }
      return decided(call, ring(left, [only], at), 'moved on', 'forwarded')
    }
  }
  const rings = ring(call, named, at)
  if (type !== 'answer') return decided(call, rings, 'moved on', 'rings')
  // Somebody talks, and the exchange does not say who: the card stays with everyone.
  return decided(call, { ...rings, state: 'talking', answeredAt: call.answeredAt ?? now }, 'moved on', 'answered')
}

/** D-24: who talked: who has the call still, else whom the hangup names, else the only one at whom it rings. */
const talkerOf = (call: Call, named: readonly CallTarget[]): number | null => {
  const open = openUsers(call)
  if (call.userId !== null && open.includes(call.userId)) return call.userId
  const only = named.length === 1 ? named[0]?.userId : undefined
  return only ?? (open.length === 1 ? open[0] : undefined) ?? call.userId
}

const hangUp = (
  call: Call,
  event: Pick<CallEvent, 'hangupStatus'>,
  named: readonly CallTarget[],
  now: Date,
): EventDecision => {
  const said = resultOf(event.hangupStatus)
  const result = said === 'unknown' && call.answeredAt ? 'answered' : said
  const answered = result === 'answered'
  const ended: Call = {
    ...call,
    state: 'ended',
    result,
    missed: isMissed(call.direction, result),
    userId: answered ? talkerOf(call, named) : (call.userId ?? talkerOf(call, [])),
    endedAt: now,
    duration: answered && call.answeredAt ? secondsBetween(call.answeredAt, now) : call.duration,
    legs: endLegs(call.legs, now.toISOString()),
  }
  return decided(call, ended, 'ended', 'ended')
}

/** D-22: the hangup arrived before the first event: the call stays ended and gets what the late event adds. */
const addLateStart = (call: Call, event: CallEvent, named: readonly CallTarget[], now: Date): EventDecision => {
  if (event.type === 'hangup' || call.legs.length > 0) return decided(call, call, 'ended', 'ended-before')
  const at = (call.endedAt ?? now).toISOString()
  const direction = event.type === 'answer' ? call.direction : event.type
  const learned: Call = {
    ...call,
    direction,
    missed: isMissed(direction, call.result),
    legs: named.map((one): Leg => ({ ...one, from: at, to: at })),
    userId: call.userId ?? (named.length === 1 ? (named[0]?.userId ?? null) : null),
  }
  return decided(call, learned, 'ended', 'start-added')
}

/** D-22, D-24, D-27, D-85: what an event changes about a new or known call. */
export const decideEvent = (call: Call, event: CallEvent, named: readonly CallTarget[], now: Date): EventDecision => {
  if (call.recorded) return decided(call, call, 'ended', 'recorded-before')
  if (call.state === 'ended') return addLateStart(call, event, named, now)
  if (event.type === 'hangup') return hangUp(call, event, named, now)
  if (call.state === 'lost') return decided(call, call, 'lost', 'lost')
  return ringOrAnswer(call, event.type, named, now)
}

const LATE_MS = 30_000

/** D-24: a late event shows a card without a sound. */
export const isLate = (happened: Date, now: Date): boolean => now.getTime() - happened.getTime() > LATE_MS

/** D-23: the module that sent a request, or why it cannot be resolved. */
export const resolveModule = (
  { modules, extensions }: Pick<TelephonyContext, 'modules' | 'extensions'>,
  { modules: ofKey, everyModule }: Pick<KeyCaller, 'modules' | 'everyModule'>,
  clientId: string | undefined,
  codes: readonly string[] = [],
): ModuleResolution => {
  const withExtension = new Set(extensions.filter(({ code }) => codes.includes(code)).map(({ moduleId }) => moduleId))
  return chooseModule(modules, { clientId, modules: everyModule ? null : ofKey, withExtension })
}

/** D-20: the date of the event, unless the clock of the exchange is ahead of ours. */
export const happenedAt = (event: CallEvent, timezone: string, now: Date): Date => {
  const reported = event.date === undefined ? undefined : fromLocalTime(event.date, timezone)
  return reported && reported < now ? reported : now
}

/** D-22: events that may be about an open call without an id. */
export const findsByNumber = (type: CallEvent['type']): boolean => type === 'hangup' || type === 'answer'

const sharesTarget = (call: StoredCall, context: EventContext): boolean =>
  context.targets.length === 0
    ? call.legs.length === 0
    : call.legs.some((leg) =>
        context.targets.some(({ userId, code }) => (userId === undefined ? leg.code === code : leg.userId === userId)),
      )

/** D-22, D-85: the call that the event is about. Without an id, only an answer or a hangup finds one, by number and extension. */
export const matchCall = (
  event: CallEvent,
  context: EventContext,
  externalId: string | null,
): StoredCall | undefined => {
  if (externalId !== null) return context.calls.find((call) => call.externalId === externalId)
  const open = context.calls.filter((call) => call.externalId === null)
  return findsByNumber(event.type) ? open.find((call) => sharesTarget(call, context)) : undefined
}

/** D-22: a new call from its first event. */
export const openCall = (event: CallEvent, context: EventContext, startedAt: Date): Call => ({
  direction: event.type === 'out' ? 'out' : 'in',
  state: 'ringing',
  result: null,
  missed: false,
  phone: event.phone.trim(),
  phoneKey: context.phoneKey,
  customerId: context.matches[0]?.id ?? null,
  userId: null,
  shopId: context.shopId,
  externalPhone: event.externalPhone || null,
  startedAt,
  answeredAt: null,
  endedAt: null,
  duration: null,
  durationWaiting: null,
  recordUrl: null,
  source: null,
  legs: [],
  recorded: false,
})

export type CallTargets = {
  targets: CallTarget[]
  unknownCodes: string[]
  unknownUsers: number[]
}

/** T-15: codes are extensions of the module; users may also be named directly. Each target appears once. */
export const resolveTargets = (
  event: Pick<CallEvent, 'codes' | 'userIds'>,
  moduleId: number,
  { extensions, people }: TelephonyContext,
): CallTargets => {
  const ours = extensions.filter((one) => one.moduleId === moduleId)
  const byCode = [...new Set(event.codes)].map((code): CallTarget => {
    const userId = ours.find((one) => one.code === code)?.userId
    return { ...(userId !== undefined && { userId }), code }
  })
  const direct = [...new Set(event.userIds)].filter((userId) => !byCode.some((one) => one.userId === userId))
  const byId = direct
    .filter((userId) => people.some(({ id }) => id === userId))
    .map((userId): CallTarget => {
      const code = ours.find((one) => one.userId === userId)?.code
      return { userId, ...(code !== undefined && { code }) }
    })
  return {
    targets: [...byCode, ...byId],
    unknownCodes: byCode.flatMap(({ userId, code }) => (userId === undefined && code !== undefined ? [code] : [])),
    unknownUsers: direct.filter((userId) => !people.some(({ id }) => id === userId)),
  }
}

export type EventContext = {
  moduleId: number
  moduleCode: string
  resolvedBy: ResolvedBy
  phoneKey: string
  matchedBy: 'e164' | 'tail' | undefined
  matches: PhoneMatch[]
  orders: OpenOrder[]
  notes: LastNote[]
  /** Who is signed in; unknown while Redis is down. */
  online: ReadonlySet<number> | undefined
  idIsNumber: boolean
  /** The configured external number that was called, with its shop (T-16). */
  number: ExternalPhone | undefined
  people: ReadonlyMap<number, TelephonyUser>
  shopId: number | null
  /** Those that the event may be about. */
  calls: StoredCall[]
} & CallTargets

/** T-16: the external number that was called, if the module has it for a shop that the key may see (D-05). */
export const numberOf = (
  numbers: readonly ExternalPhone[],
  moduleId: number,
  isVisible: (shopCode: string) => boolean,
): ExternalPhone | undefined => numbers.find((number) => number.moduleId === moduleId && isVisible(number.shopCode))

/** T-16: the card shows the shop of a configured external number, and no other. */
export const shopOnCard = (number: ExternalPhone | undefined): { code: string; name: string } | undefined =>
  number && { code: number.shopCode, name: number.shopName }

type FlatEvent = Partial<Pick<CallEvent, 'phone' | 'type' | 'hangupStatus'>> & { event?: CallEvent; code?: string }

/** Wire habits 3.6: version 3 has an event also as plain parameters, with one extension. Undefined: neither is there. */
export const eventOfV3 = ({ event, phone, type, code, hangupStatus }: FlatEvent): CallEvent | undefined => {
  if (event) return event
  if (phone === undefined || type === undefined) return undefined
  return { phone, type, codes: code === undefined ? [] : [code], userIds: [], ...(hangupStatus && { hangupStatus }) }
}
