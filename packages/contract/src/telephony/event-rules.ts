import type { CallEvent } from './events.ts'

/**
 * D-22: the exchange's id of the call. Old clients put the external number there; such an "id" would make all calls to
 * one number a single call, so it counts as none.
 */
export const callIdOf = ({ callExternalId }: CallEvent, isExternalNumber: boolean): string | null => {
  const id = callExternalId?.trim()
  return !id || isExternalNumber || /^\+\d{5,}$/.test(id) ? null : id
}

export type TelephonyModule = { id: number; code: string; clientId: string | null }
export type ModuleClaim = {
  clientId?: string | undefined
  /** Those that the key acts for; null: all. */
  modules: readonly string[] | null
  /** Modules that have one of the extensions that the request names. */
  withExtension: ReadonlySet<number>
}
export type ResolvedBy = 'client-id' | 'api-key' | 'extension' | 'only-module'
type ModuleRefusal = { ok: false; because: 'telephony_off' | 'client_id_unknown' | 'module_unclear' }
export type ModuleResolution = { ok: true; moduleId: number; code: string; by: ResolvedBy } | ModuleRefusal

/** D-23, D-81: whose request it is: clientId, else the key's module, else the extension, else the only one. */
export const chooseModule = (active: readonly TelephonyModule[], claim: ModuleClaim): ModuleResolution => {
  const { clientId, modules, withExtension } = claim
  const allowed = active.filter(({ code }) => modules === null || modules.includes(code))
  if (allowed.length === 0) return { ok: false, because: 'telephony_off' }
  const named = clientId ? allowed.filter((module) => module.clientId === clientId) : allowed
  if (named.length === 0) return { ok: false, because: 'client_id_unknown' }
  const ways: [ResolvedBy, TelephonyModule[]][] = [
    ['client-id', clientId ? named : []],
    ['api-key', modules === null ? [] : named],
    ['extension', named.filter(({ id }) => withExtension.has(id))],
    ['only-module', named],
  ]
  for (const [by, [one, ...more]] of ways) {
    if (one && more.length === 0) return { ok: true, moduleId: one.id, code: one.code, by }
  }
  return { ok: false, because: 'module_unclear' }
}

/** T-15: nobody can be shown a card. A hangup, or an answer, is about those at whom the call rings. */
export const namesNobody = ({ type, codes, userIds }: CallEvent): boolean =>
  (type === 'in' || type === 'out') && codes.length + userIds.length === 0

/** What the system takes from an event, but cannot use as its author meant it. */
export const eventWarnings = (event: CallEvent): string[] => [
  ...(namesNobody(event) ? ['The event names nobody, so no card is shown: send codes or userIds.'] : []),
  ...(event.type === 'hangup' && event.hangupStatus === undefined
    ? ['The hangup has no hangupStatus, so the result of the call is not known from it.']
    : []),
  ...(event.type !== 'hangup' && !/\d/.test(event.phone)
    ? [`The phone "${event.phone}" has no digits, so no customer is found by it.`]
    : []),
]
