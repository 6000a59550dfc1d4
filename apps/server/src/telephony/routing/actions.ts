import type { findManager } from '@patchbay/contract/telephony/events'
import type { PhoneMatch } from '../../crm/customers/rules.ts'
import { phoneMatchQuery } from '../../crm/customers/store.ts'
import { rankFound } from '../../crm/phone-lookup/service.ts'
import type { Deps } from '../../deps.ts'
import { inAccountOnce, inAccountTogether } from '../../lib/db/transaction.ts'
import type { Action } from '../../lib/http-in/route.ts'
import { parsePhone } from '../../lib/text/phone.ts'
import { speakerOf } from '../events/hear.ts'
import { reachableQuery, speakersQuery } from '../settings/store.ts'
import { type Candidate, candidatesFor, decideManager, responsibleFor } from './rules.ts'

// The routing lookup: an exchange asks at whom a call should ring. Nothing is written, everything is read by an index.

const linksTo = (publicUrl: string, given: string, match: PhoneMatch | undefined) => {
  const phone = encodeURIComponent(given)
  return {
    newOrderLink: `${publicUrl}/orders/add?phone=${phone}`,
    ...(match?.openOrder && { lastOrderLink: `${publicUrl}/orders/${match.openOrder.id}` }),
    ...(match
      ? { customerLink: `${publicUrl}/customers/${match.id}` }
      : { newCustomerLink: `${publicUrl}/customers/add?phone=${phone}` }),
  }
}

const shownCustomer = (match: PhoneMatch) => ({
  id: String(match.id),
  ...(match.externalId !== null && { externalId: match.externalId }),
  firstName: match.firstName,
  lastName: match.lastName,
  patronymic: match.patronymic,
  ...(match.emails[0] !== undefined && { email: match.emails[0] }),
  phones: match.phones.map(({ given }) => ({ number: given })),
})

const shownManager = ({ person, code = '' }: Candidate) => ({
  id: String(person.id),
  firstName: person.firstName,
  lastName: person.lastName,
  patronymic: person.patronymic,
  email: person.email,
  code,
})

const shownCandidate = ({ person, match, because, here, free, code }: Candidate) => ({
  id: String(person.id),
  customerId: String(match.id),
  because,
  here,
  free,
  ...(code !== undefined && { code }),
})

/** T-20, T-21, D-28…D-31 */
export const lookUpManager: Action<Deps, typeof findManager> = async (deps, caller, { query }) => {
  const { accountId } = caller
  const { publicUrl, country } = await deps.directory.account(accountId)
  const phone = parsePhone(query.phone, country)
  const [modules, found] = await inAccountTogether(deps.pool, accountId, [
    speakersQuery(deps.db, {}),
    phoneMatchQuery(deps.db, phone),
  ])
  const { moduleId } = speakerOf({ modules, extensions: [] }, caller, query.clientId)
  const { customers } = await rankFound(deps, accountId, phone, found)
  const userIds = [...new Set(customers.flatMap((match) => responsibleFor(match)?.userId ?? []))]
  const [reachable, here] = await Promise.all([
    userIds.length > 0 ? inAccountOnce(deps.pool, accountId, reachableQuery(deps.db, { userIds })) : [],
    deps.presence.whoIsHere(accountId, userIds),
  ])
  const people = new Map(reachable.map((person) => [person.id, person]))
  const codeOf = (userId: number) =>
    reachable.find((one) => one.moduleId === moduleId && one.id === userId)?.code ?? undefined
  const candidates = candidatesFor(customers, people, here ?? new Set(), codeOf)
  const verdict = decideManager(customers, candidates, query.ignoreStatus ?? false)
  const [best] = customers
  return {
    success: true,
    ...(verdict === 'found' && candidates[0] && { manager: shownManager(candidates[0]) }),
    ...(query.details && {
      ...(best && { customer: shownCustomer(best) }),
      links: linksTo(publicUrl, query.phone.trim(), best),
    }),
    ...(query.explain && { explain: { reason: verdict, candidates: candidates.map(shownCandidate) } }),
  }
}
