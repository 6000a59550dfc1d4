import type { findManager } from '@patchbay/contract/telephony/routing'
import { type PhoneMatch, responsibleManager } from '../../crm/phone-lookup/rules.ts'
import { rankPhoneMatches } from '../../crm/phone-lookup/service.ts'
import { phoneMatchQuery } from '../../crm/phone-lookup/store.ts'
import type { Deps } from '../../deps.ts'
import { inAccount, inAccountBatch, inAccountQuery } from '../../lib/db/transaction.ts'
import type { KeyCaller } from '../../lib/http-in/callers.ts'
import type { Action } from '../../lib/http-in/route.ts'
import { parsePhone } from '../../lib/text/phone.ts'
import { isShopVisible, visibleShopIds } from '../../platform/shops/rules.ts'
import { listShopIds } from '../../platform/shops/store.ts'
import { getSender } from '../events/service.ts'
import { modulesQuery } from '../events/store.ts'
import { candidatesFor, decideManager } from './rules.ts'
import { routeCall } from './service.ts'
import { listOrderIdsIn, reachableQuery } from './store.ts'
import { linksTo, shownCandidate, shownCustomer, shownManager } from './view.ts'

/** D-05: of the customers with this number, those of the key's shops, with an open order only if it is of one of these. */
const limitToShops = async (
  deps: Deps,
  { accountId, sites }: KeyCaller,
  matches: readonly PhoneMatch[],
): Promise<readonly PhoneMatch[]> => {
  if (sites === null) return matches
  const customers = matches.filter(({ site }) => isShopVisible(sites, site))
  const orderIds = customers.flatMap(({ openOrder }) => openOrder?.id ?? [])
  const visible = await inAccount(deps.db, accountId, (trx) => listOrderIdsIn(trx, orderIds, sites))
  return customers.map((match) => (visible.has(match.openOrder?.id ?? 0) ? match : { ...match, openOrder: null }))
}

/** With `route`: the next best person who is free (docs/decisions/routing.md). The answer without it does not change. */
const routeFor = async (deps: Deps, caller: KeyCaller, moduleId: number, matches: readonly PhoneMatch[], site = '') => {
  const { accountId, sites } = caller
  const shopIds = await inAccount(deps.db, accountId, listShopIds)
  const shopId = visibleShopIds(shopIds, sites).get(site) ?? null
  const { userId, ...route } = await routeCall(deps, accountId, { matches, moduleId, shopId })
  if (userId === undefined) return route
  const reachable = await inAccountQuery(deps.pool, accountId, reachableQuery(deps.db, { userIds: [userId] }))
  const person = reachable.find((one) => one.moduleId === moduleId)
  return { ...(person && { manager: shownManager({ person, code: person.code ?? undefined }) }), ...route }
}

/** T-20, T-21, D-28…D-31 */
export const lookUpManager: Action<Deps, typeof findManager> = async (deps, caller, { query }, http) => {
  const { accountId } = caller
  const { publicUrl, country, routing } = await deps.accounts.account(accountId)
  const phone = parsePhone(query.phone, country)
  const [modules, found] = await inAccountBatch(deps.pool, accountId, [
    modulesQuery(deps.db, {}),
    phoneMatchQuery(deps.db, phone),
  ])
  const module = await getSender(deps, caller, { modules, extensions: [] }, query.clientId)
  http.from(module.code)
  const { customers: matches } = await rankPhoneMatches(deps, accountId, phone, found)
  const customers = await limitToShops(deps, caller, matches)
  const userIds = [...new Set(customers.flatMap((match) => responsibleManager(match)?.userId ?? []))]
  const [reachable, here] = await Promise.all([
    userIds.length > 0 ? inAccountQuery(deps.pool, accountId, reachableQuery(deps.db, { userIds })) : [],
    deps.presence.listOnline(accountId, userIds),
  ])
  const people = new Map(reachable.map((person) => [person.id, person]))
  const codeOf = (userId: number) =>
    reachable.find((one) => one.moduleId === module.moduleId && one.id === userId)?.code ?? undefined
  const candidates = candidatesFor(customers, people, here ?? new Set(), codeOf)
  const result = decideManager(customers, candidates, query.ignoreStatus ?? false)
  const [best] = customers
  const isRouted = query.route || (query.explain && routing)
  const route = isRouted ? await routeFor(deps, caller, module.moduleId, customers, query.site) : undefined
  return {
    success: true,
    ...(result === 'found' && candidates[0] && { manager: shownManager(candidates[0]) }),
    ...(query.details && {
      ...(best && { customer: shownCustomer(best) }),
      links: linksTo(publicUrl, query.phone.trim(), best),
    }),
    ...(query.route && route && { route }),
    ...(query.explain && {
      explain: { reason: result, candidates: candidates.map(shownCandidate), ...(routing && route && { route }) },
    }),
  }
}
