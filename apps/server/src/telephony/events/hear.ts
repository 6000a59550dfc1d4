import type { CallEvent } from '@patchbay/contract/telephony/events'
import type { PhoneMatch } from '../../crm/customers/rules.ts'
import { phoneMatchQuery } from '../../crm/customers/store.ts'
import { rankFound } from '../../crm/phone-lookup/service.ts'
import type { Deps } from '../../deps.ts'
import { inAccountOnce, inAccountTogether } from '../../lib/db/transaction.ts'
import { fail } from '../../lib/errors.ts'
import type { KeyCaller } from '../../lib/http-in/callers.ts'
import { parsePhone } from '../../lib/text/phone.ts'
import { type OpenOrder, openOrdersQuery, type StoredCall, toCall } from '../calls/store.ts'
import type { Person } from '../routing/rules.ts'
import { keyOf, phoneKey } from '../settings/service.ts'
import { type Asked, type ExternalPhone, type Surroundings, surroundingsQuery } from '../settings/store.ts'
import { callIdOf, moduleFor, type Named } from './rules.ts'
import { callsMeantQuery } from './store.ts'

// What an event means before anything is decided: whose it is, whom it names, who is calling, of which call it speaks. Only
// reading, nearly all of it in one round trip.

export const readSurroundings = async (deps: Deps, accountId: number, asked: Asked): Promise<Surroundings> => {
  const [found] = await inAccountOnce(deps.pool, accountId, surroundingsQuery(deps.db, asked))
  return found ?? fail('internal')
}

/** D-23: the module that is speaking, or a refusal that says what to do. */
export const speakerOf = (
  { modules, extensions }: Pick<Surroundings, 'modules' | 'extensions'>,
  caller: KeyCaller,
  clientId: string | undefined,
  codes: readonly string[] = [],
): { moduleId: number; code: string; by: string } => {
  const withExtension = new Set(extensions.filter(({ code }) => codes.includes(code)).map(({ moduleId }) => moduleId))
  const found = moduleFor(modules, { clientId, keyId: caller.keyId, moduleCode: caller.moduleCode, withExtension })
  if (!found.ok) return fail(found.because)
  const code = modules.find(({ id }) => id === found.moduleId)?.code ?? ''
  return { moduleId: found.moduleId, code, by: found.by }
}

export type NamedIn = {
  named: Named[]
  unknownCodes: string[]
  unknownUsers: number[]
}

/** Codes are extensions of the module; users may also be named directly. Each is named once. */
const whoIsNamed = (
  event: Pick<CallEvent, 'codes' | 'userIds'>,
  moduleId: number,
  { extensions, people }: Surroundings,
): NamedIn => {
  const ours = extensions.filter((one) => one.moduleId === moduleId)
  const byCode = [...new Set(event.codes)].map((code): Named => {
    const userId = ours.find((one) => one.code === code)?.userId
    return { ...(userId !== undefined && { userId }), code }
  })
  const direct = [...new Set(event.userIds)].filter((userId) => !byCode.some((one) => one.userId === userId))
  const byId = direct
    .filter((userId) => people.some(({ id }) => id === userId))
    .map((userId): Named => {
      const code = ours.find((one) => one.userId === userId)?.code
      return { userId, ...(code !== undefined && { code }) }
    })
  return {
    named: [...byCode, ...byId],
    unknownCodes: byCode.flatMap(({ userId, code }) => (userId === undefined && code !== undefined ? [code] : [])),
    unknownUsers: direct.filter((userId) => !people.some(({ id }) => id === userId)),
  }
}

export type Heard = {
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
  people: ReadonlyMap<number, Person>
  shopId: number | null
  /** Those that the event may speak of. */
  calls: StoredCall[]
} & NamedIn

export const hear = async (
  deps: Deps,
  caller: KeyCaller,
  event: CallEvent,
  clientId: string | undefined,
): Promise<Heard> => {
  const { accountId } = caller
  const { country } = await deps.directory.account(accountId)
  const phone = parsePhone(event.phone, country)
  const key = keyOf(phone)
  const given = [event.externalPhone, event.callExternalId].filter((text) => /\d{5}/.test(text ?? ''))
  const externalKeys = given.map((text) => phoneKey(text ?? '', country))
  const { codes, userIds, site = '' } = event
  const [[surroundings = fail('internal')], found, calls] = await inAccountTogether(deps.pool, accountId, [
    surroundingsQuery(deps.db, { codes, userIds, externalKeys, site }),
    phoneMatchQuery(deps.db, phone),
    callsMeantQuery(deps.db, event.type, { externalId: callIdOf(event, false), phoneKey: key }),
  ])
  const lookup = await rankFound(deps, accountId, phone, found)
  const speaker = speakerOf(surroundings, caller, clientId, codes)
  const who = whoIsNamed(event, speaker.moduleId, surroundings)
  const users = who.named.flatMap(({ userId }) => (userId === undefined ? [] : [userId]))
  const waiting = lookup.customers.filter(({ openOrder }) => openOrder !== null).map(({ id }) => id)
  const [here, orders] = await Promise.all([
    deps.presence.whoIsHere(accountId, users),
    waiting.length > 0 ? inAccountOnce(deps.pool, accountId, openOrdersQuery(deps.db, waiting)) : [],
  ])
  const number = surroundings.numbers.find(({ moduleId }) => moduleId === speaker.moduleId)
  return {
    moduleId: speaker.moduleId,
    moduleCode: speaker.code,
    attributedBy: speaker.by,
    phoneKey: key,
    matchedBy: lookup.matchedBy,
    matches: lookup.customers,
    orders,
    here,
    number,
    calls: calls.map(toCall).filter(({ moduleId }) => moduleId === speaker.moduleId),
    people: new Map(surroundings.people.map((person) => [person.id, person])),
    // Old clients say so in the place of the call's id (callIdOf).
    idIsNumber: !event.externalPhone && number !== undefined,
    shopId: number?.shopId ?? surroundings.shop?.id ?? null,
    ...who,
  }
}
