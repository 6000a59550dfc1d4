import { fromLocalTime } from '@patchbay/contract/base/local-time'
import type { CallEvent } from '@patchbay/contract/telephony/events'
import type { PhoneMatch } from '../../crm/phone-lookup/rules.ts'
import type { OpenOrder } from '../../crm/phone-lookup/store.ts'
import { fail } from '../../lib/errors.ts'
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
  return decided(call, ended, 'ended', `ended: ${result}`)
}

/** The completion overtook the beginning: the call stays closed, and is told what it did not know. */
const addLateStart = (call: Call, event: CallEvent, named: readonly CallTarget[], now: Date): EventDecision => {
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
export const decideEvent = (call: Call, event: CallEvent, named: readonly CallTarget[], now: Date): EventDecision => {
  if (call.recorded) return decided(call, call, 'ended', 'the record of this call is here already')
  if (call.state === 'ended') return addLateStart(call, event, named, now)
  if (event.type === 'hangup') return hangUp(call, event, named, now)
  if (call.state === 'lost') return decided(call, call, 'lost', 'the call was given up as lost')
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

/** An event that comes late makes a card without noise. */
export const isLate = (happened: Date, now: Date): boolean => now.getTime() - happened.getTime() > LATE_MS

export type TelephonyModule = { id: number; code: string; clientId: string | null; apiKeyId: string | null }
export type ModuleClaim = {
  clientId?: string | undefined
  keyId: string
  /** The only module that the key may speak for. */
  moduleCode: string | null
  /** Modules that have one of the extensions that the request names. */
  withExtension: ReadonlySet<number>
}
export type ModuleResolution =
  | { ok: true; moduleId: number; by: string }
  | { ok: false; because: 'telephony_off' | 'module_unclear' }

/** D-23: whose event it is: clientId, else the key's module, else the extension, else the only one. */
export const chooseModule = (active: readonly TelephonyModule[], speaking: ModuleClaim): ModuleResolution => {
  const { clientId, keyId, moduleCode, withExtension } = speaking
  const may = active.filter(({ code }) => moduleCode === null || code === moduleCode)
  if (may.length === 0) return { ok: false, because: 'telephony_off' }
  const named = clientId ? may.filter((module) => module.clientId === clientId) : may
  const ways: [string, TelephonyModule[]][] = [
    ['its clientId', clientId ? named : []],
    ['the API key', named.filter(({ apiKeyId, code }) => apiKeyId === keyId || code === moduleCode)],
    ['the extension', named.filter(({ id }) => withExtension.has(id))],
    ['being the only one', named],
  ]
  for (const [by, [one, ...more]] of ways) if (one && more.length === 0) return { ok: true, moduleId: one.id, by }
  return { ok: false, because: 'module_unclear' }
}

/** When it happened: as the exchange says, unless its clock runs ahead of ours. */
export const happenedAt = (event: CallEvent, timezone: string, now: Date): Date => {
  const told = event.date === undefined ? undefined : fromLocalTime(event.date, timezone)
  return told && told < now ? told : now
}

const sharesTarget = (call: StoredCall, heard: EventContext): boolean =>
  heard.named.length === 0
    ? call.legs.length === 0
    : call.legs.some((leg) =>
        heard.named.some(({ userId, code }) => (userId === undefined ? leg.code === code : leg.userId === userId)),
      )

/** D-22: the call that the event speaks of. Without an id only a hangup of the same number and extension finds one. */
export const matchCall = (event: CallEvent, heard: EventContext, externalId: string | null): StoredCall | undefined => {
  if (externalId !== null) return heard.calls.find((call) => call.externalId === externalId)
  const open = heard.calls.filter((call) => call.externalId === null)
  return event.type === 'hangup' ? open.find((call) => sharesTarget(call, heard)) : undefined
}

export const openCall = (event: CallEvent, heard: EventContext, startedAt: Date): Call => ({
  direction: event.type === 'out' ? 'out' : 'in',
  state: 'ringing',
  result: null,
  missed: false,
  phone: event.phone.trim(),
  phoneKey: heard.phoneKey,
  customerId: heard.matches[0]?.id ?? null,
  userId: null,
  shopId: heard.shopId,
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

/** D-23: the module that is speaking, or a refusal that says what to do. */
export const resolveModule = (
  { modules, extensions }: Pick<TelephonyContext, 'modules' | 'extensions'>,
  caller: KeyCaller,
  clientId: string | undefined,
  codes: readonly string[] = [],
): { moduleId: number; code: string; by: string } => {
  const withExtension = new Set(extensions.filter(({ code }) => codes.includes(code)).map(({ moduleId }) => moduleId))
  const found = chooseModule(modules, { clientId, keyId: caller.keyId, moduleCode: caller.moduleCode, withExtension })
  if (!found.ok) return fail(found.because)
  const code = modules.find(({ id }) => id === found.moduleId)?.code ?? ''
  return { moduleId: found.moduleId, code, by: found.by }
}

export type CallTargets = {
  named: CallTarget[]
  unknownCodes: string[]
  unknownUsers: number[]
}

/** Codes are extensions of the module; users may also be named directly. Each is named once. */
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
    named: [...byCode, ...byId],
    unknownCodes: byCode.flatMap(({ userId, code }) => (userId === undefined && code !== undefined ? [code] : [])),
    unknownUsers: direct.filter((userId) => !people.some(({ id }) => id === userId)),
  }
}

export type EventContext = {
  moduleId: number
  moduleCode: string
  attributedBy: string
  phoneKey: string
  matchedBy: 'e164' | 'tail' | undefined
  matches: PhoneMatch[]
  orders: OpenOrder[]
  here: ReadonlySet<number> | undefined
  idIsNumber: boolean
  /** The configured external number that was called, with its shop (T-16). */
  number: ExternalPhone | undefined
  people: ReadonlyMap<number, TelephonyUser>
  shopId: number | null
  /** Those that the event may speak of. */
  calls: StoredCall[]
} & CallTargets
