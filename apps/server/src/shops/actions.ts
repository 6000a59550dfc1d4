import type { editSite, listSites, Site } from '@patchbay/contract/shops'
import { insertAction } from '../action-log/store.ts'
import type { Deps } from '../deps.ts'
import { fail } from '../lib/errors.ts'
import type { Action } from '../lib/route.ts'
import { inAccount } from '../lib/transaction.ts'
import { decideShop } from './rules.ts'
import { listShops, lockShop, type Shop, saveShop } from './store.ts'

const present = (shop: Shop, isFirst: boolean, account: { country: string; currency: string }): Site => ({
  id: shop.id,
  code: shop.code,
  name: shop.name,
  url: shop.url,
  description: shop.description,
  active: shop.active,
  defaultForCrm: isFirst,
  countryIso: shop.country ?? account.country,
  currency: shop.currency ?? account.currency,
  ordering: shop.ordering,
  // We keep no catalogue; the members are there for those who read them.
  loadFromYml: false,
  isCatalogMainSite: false,
  isDemo: false,
})

/** D-05 */
export const showSites: Action<Deps, typeof listSites> = async (deps, caller) => {
  const account = await deps.directory.account(caller.accountId)
  const shops = await inAccount(deps.db, caller.accountId, listShops)
  const sites = shops
    .map((shop, index) => present(shop, index === 0, account))
    .filter(({ code }) => caller.sites === null || caller.sites.includes(code))
  return { success: true, sites: Object.fromEntries(sites.map((site) => [site.code, site])) }
}

export const changeSite: Action<Deps, typeof editSite> = async (deps, caller, { params: { code }, body: { site } }) => {
  if (caller.sites !== null && !caller.sites.includes(code)) fail('access_denied')
  await inAccount(deps.db, caller.accountId, async (trx) => {
    const before = await lockShop(trx, code)
    const decision = decideShop(before, code, site)
    if (!decision.ok) return fail('entity_invalid', { fields: decision.fields })
    await saveShop(trx, decision.shop)
    await insertAction(trx, {
      recordType: 'Shops',
      actor: `API key ${caller.keyId}`,
      action: before ? 'changed' : 'opened',
      subject: code,
    })
  })
  return { success: true }
}
