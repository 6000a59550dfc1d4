import type { ManagerLookup } from '@patchbay/contract/telephony/workspace/routing'
import { type PhoneMatch, responsibleManager } from '../../crm/phone-lookup/rules.ts'
import type { TelephonyUser } from '../calls/rules.ts'

export type Candidate = {
  person: TelephonyUser
  match: PhoneMatch
  because: 'order' | 'customer'
  here: boolean
  free: boolean
  code: string | undefined
}

export type RoutingResult = 'found' | 'phone unknown' | 'nobody responsible' | 'not here' | 'not free' | 'no extension'

/** D-28, D-30: the responsible manager of each match, best match first, with presence, status and extension. */
export const candidatesFor = (
  ranked: readonly PhoneMatch[],
  people: ReadonlyMap<number, TelephonyUser>,
  here: ReadonlySet<number>,
  codeOf: (userId: number) => string | undefined,
): Candidate[] =>
  ranked.flatMap((match) => {
    const responsible = responsibleManager(match)
    const person = responsible && people.get(responsible.userId)
    if (!person) return []
    const free = person.status === 'free'
    return [{ person, match, because: responsible.because, here: here.has(person.id), free, code: codeOf(person.id) }]
  })

/** T-20, T-21: the responsible manager of the best match, if signed in, free and with an extension; else why not. */
export const decideManager = (
  [best]: readonly PhoneMatch[],
  candidates: readonly Candidate[],
  ignoreStatus: boolean,
): RoutingResult => {
  if (!best) return 'phone unknown'
  const candidate = candidates.find(({ match }) => match === best)
  if (!candidate) return 'nobody responsible'
  if (!candidate.here) return 'not here'
  if (!candidate.free && !ignoreStatus) return 'not free'
  return candidate.code === undefined ? 'no extension' : 'found'
}

/** T-20, D-28: the same decision in steps that an administrator can act on. Unknown presence counts as offline. */
export const explainResult = (
  isKnown: boolean,
  manager: ManagerLookup['manager'],
  extension: string | undefined,
): ManagerLookup['modules'][number]['result'] => {
  if (!isKnown) return 'phone-unknown'
  if (!manager) return 'nobody-responsible'
  if (!manager.active) return 'manager-inactive'
  if (!manager.online) return 'offline'
  if (manager.status !== 'free') return 'not-free'
  return extension === undefined ? 'no-extension' : 'found'
}
