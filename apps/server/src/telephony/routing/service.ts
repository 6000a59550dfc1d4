import { type PhoneMatch, responsibleManager } from '../../crm/phone-lookup/rules.ts'
import type { Deps } from '../../deps.ts'
import { inAccount } from '../../lib/db/transaction.ts'
import { decideRoute, type Route } from '../../platform/routing/rules.ts'
import { loadShopRouting, loadTeam, shopRequest, withPresence } from '../../platform/routing/service.ts'
import { listReachableUserIds } from './store.ts'

export type CallToRoute = {
  /** The customers with the number, best match first. */
  matches: readonly PhoneMatch[]
  /** Where they must have an extension; absent: in any module. */
  moduleId?: number | undefined
  shopId: number | null
}

/** Whom the router chooses for a call, and why not the others. The exchange decides where it rings. */
export const routeCall = async (
  deps: Deps,
  accountId: number,
  { matches: [best], moduleId, shopId }: CallToRoute,
): Promise<Route> => {
  const { timezone } = await deps.accounts.account(accountId)
  const responsible = best && responsibleManager(best)
  const { team, shop } = await inAccount(deps.db, accountId, async (trx) => {
    const reachable = await listReachableUserIds(trx, moduleId)
    return {
      team: await loadTeam(deps, trx, responsible ? [responsible.userId] : [], reachable),
      shop: (await loadShopRouting(trx))(shopId),
    }
  })
  const present = await withPresence(deps, accountId, team)
  return decideRoute(present, { kind: 'call', responsible, ...shopRequest(shop, deps.now(), timezone) })
}
