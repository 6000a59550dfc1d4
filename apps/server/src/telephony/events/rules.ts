import { fromLocalTime } from '@patchbay/contract/base/local-time'
import type { CallEvent } from '@patchbay/contract/telephony/events'
import type { PhoneMatch } from '../../crm/phone-lookup/rules.ts'
import type { OpenOrder } from '../../crm/phone-lookup/store.ts'
import type { KeyCaller } from '../../lib/http-in/callers.ts'
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

/** Whom an event names: a user, an extension of a user, or an extension that nobody here has. */
export type CallTarget = { userId?: number; code?: string }

const isAt = (leg: Leg, { userId, code }: CallTarget): boolean =>
  isOpen(leg) && (userId !== undefined ? leg.userId === userId : leg.userId === undefined && leg.code === code)

const ring = (call: Call, named: readonly CallTarget[], now: string): Call => {
  const fresh = named.filter((one) => !call.legs.some((leg) => isAt(leg, one)))
  return { ...call, legs: [...call.legs, ...fresh.map((one): Leg => ({ ...one, from: now }))] }
}

/** D-24: an event that names one user says who has the call now: they took it, or it went on to them. */
const ringOrAnswer = (call: Call, named: readonly CallTarget[], now: Date): EventDecision => {
  const at = now.toISOString()
  const [only] = named
  const elsewhere = only && call.legs.some((leg) => isOpen(leg) && !isAt(leg, only))
  if (named.length !== 1 || !only || !elsewhere) {
    return decided(call, ring(call, named, at), 'moved on', 'rings')
  }
  const rang = call.legs.some((leg) => isAt(leg, only))
  const legs = endLegs(call.legs, at, (leg) => isAt(leg, only))
  if (!rang) return decided(call, ring({ ...call, legs }, named, at), 'moved on', 'forwarded')
  const answered = legs.map((leg) => (isAt(leg, only) ? { ...leg, answeredAt: leg.answeredAt ?? at } : leg))
  const talking: Call = {
    ...call,
    legs: answered,
    state: 'talking',
    userId: only.userId ?? call.userId,
    answeredAt: call.answeredAt ?? now,
  }
  return decided(call, talking, 'answered elsewhere', 'answered')
}

const hangUp = (
  call: Call,
  event: Pick<CallEvent, 'hangupStatus'>,
  named: readonly CallTarget[],
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
  return decided(call, ended, 'ended', 'ended')
}

/** D-22: the hangup came before the first event: the call stays ended and gets what the late event adds. */
const addLateStart = (call: Call, event: CallEvent, named: readonly CallTarget[], now: Date): EventDecision => {
  if (event.type === 'hangup' || call.legs.length > 0) return decided(call, call, 'ended', 'ended-before')
  const at = (call.endedAt ?? now).toISOString()
  const learned: Call = {
    ...call,
    direction: event.type,
    missed: isMissed(event.type, call.result),
    legs: named.map((one): Leg => ({ ...one, from: at, to: at })),
    userId: call.userId ?? (named.length === 1 ? (named[0]?.userId ?? null) : null),
  }
  return decided(call, learned, 'ended', 'start-added')
}

/** D-22, D-24, D-27: what an event changes about a call, which it has just opened or which was there before. */
export const decideEvent = (call: Call, event: CallEvent, named: readonly CallTarget[], now: Date): EventDecision => {
  if (call.recorded) return decided(call, call, 'ended', 'recorded-before')
  if (call.state === 'ended') return addLateStart(call, event, named, now)
  if (event.type === 'hangup') return hangUp(call, event, named, now)
  if (call.state === 'lost') return decided(call, call, 'lost', 'lost')
  return ringOrAnswer(call, named, now)
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

/** D-24: an event that comes late makes a card without a sound. */
export const isLate = (happened: Date, now: Date): boolean => now.getTime() - happened.getTime() > LATE_MS

export type TelephonyModule = { id: number; code: string; clientId: string | null; apiKeyId: string | null }
export type ModuleClaim = {
  clientId?: string | undefined
  keyId: string
  /** The only module that the key may act for. */
  moduleCode: string | null
  /** Modules that have one of the extensions that the request names. */
  withExtension: ReadonlySet<number>
}
export type ResolvedBy = 'client-id' | 'api-key' | 'extension' | 'only-module'
type ModuleRefusal = { ok: false; because: 'telephony_off' | 'module_unclear' }
export type ModuleResolution = { ok: true; moduleId: number; code: string; by: ResolvedBy } | ModuleRefusal

/** D-23: whose request it is: clientId, else the key's module, else the extension, else the only one. */
export const chooseModule = (active: readonly TelephonyModule[], claim: ModuleClaim): ModuleResolution => {
  const { clientId, keyId, moduleCode, withExtension } = claim
  const allowed = active.filter(({ code }) => moduleCode === null || code === moduleCode)
  if (allowed.length === 0) return { ok: false, because: 'telephony_off' }
  const named = clientId ? allowed.filter((module) => module.clientId === clientId) : allowed
  const ways: [ResolvedBy, TelephonyModule[]][] = [
    ['client-id', clientId ? named : []],
    ['api-key', named.filter(({ apiKeyId, code }) => apiKeyId === keyId || code === moduleCode)],
    ['extension', named.filter(({ id }) => withExtension.has(id))],
    ['only-module', named],
  ]
  for (const [by, [one, ...more]] of ways) {
    if (one && more.length === 0) return { ok: true, moduleId: one.id, code: one.code, by }
  }
  return { ok: false, because: 'module_unclear' }
}

/** D-23: the module that sent a request, or why it cannot be told. */
export const resolveModule = (
  { modules, extensions }: Pick<TelephonyContext, 'modules' | 'extensions'>,
  { keyId, moduleCode }: Pick<KeyCaller, 'keyId' | 'moduleCode'>,
  clientId: string | undefined,
  codes: readonly string[] = [],
): ModuleResolution => {
  const withExtension = new Set(extensions.filter(({ code }) => codes.includes(code)).map(({ moduleId }) => moduleId))
  return chooseModule(modules, { clientId, keyId, moduleCode, withExtension })
}

/** D-20: the time that the exchange gives, unless its clock is ahead of ours. */
export const happenedAt = (event: CallEvent, timezone: string, now: Date): Date => {
  const told = event.date === undefined ? undefined : fromLocalTime(event.date, timezone)
  return told && told < now ? told : now
}

const sharesTarget = (call: StoredCall, context: EventContext): boolean =>
  context.targets.length === 0
    ? call.legs.length === 0
    : call.legs.some((leg) =>
        context.targets.some(({ userId, code }) => (userId === undefined ? leg.code === code : leg.userId === userId)),
      )

/** D-22: the call that the event is about. Without an id, only a hangup of the same number and extension finds one. */
export const matchCall = (
  event: CallEvent,
  context: EventContext,
  externalId: string | null,
): StoredCall | undefined => {
  if (externalId !== null) return context.calls.find((call) => call.externalId === externalId)
  const open = context.calls.filter((call) => call.externalId === null)
  return event.type === 'hangup' ? open.find((call) => sharesTarget(call, context)) : undefined
}

/** D-22: a call as its first event opens it. */
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
