import type { editSite, listSites, Site, SiteEdit } from '@patchbay/contract/platform/shops'
import type { listWorkspaceShops, saveWorkspaceShop } from '@patchbay/contract/platform/workspace/shops'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../lib/db/database.ts'
import { inAccount } from '../../lib/db/transaction.ts'
import { fail } from '../../lib/errors.ts'
import type { Action } from '../../lib/http-in/route.ts'
import { rejectMismatch, type UpsertIntent } from '../../lib/http-in/upsert-intent.ts'
import { insertAction } from '../action-log/store.ts'
import { getUserName } from '../users/store.ts'
import { decideShop, isShopVisible, visibleShops } from './rules.ts'
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
  // There is no catalogue here; clients of the API expect these members.
  loadFromYml: false,
  isCatalogMainSite: false,
  isDemo: false,
})

const listSitesOf = async (deps: Deps, accountId: number): Promise<Site[]> => {
  const account = await deps.accounts.account(accountId)
  const shops = await inAccount(deps.db, accountId, listShops)
  return shops.map((shop, index) => present(shop, index === 0, account))
}

/** D-05 */
export const showSites: Action<Deps, typeof listSites> = async (deps, caller) => {
  const sites = await listSitesOf(deps, caller.accountId)
  const visible = visibleShops(sites, caller.sites)
  return { success: true, sites: Object.fromEntries(visible.map((site) => [site.code, site])) }
}

export const showShops: Action<Deps, typeof listWorkspaceShops> = async (deps, caller) => ({
  success: true,
  shops: await listSitesOf(deps, caller.accountId),
})

const saveShopSettings = async (deps: Deps, accountId: number, change: UpsertIntent, site: SiteEdit): Promise<void> => {
  await inAccount(deps.db, accountId, async (trx) => {
    const before = await lockShop(trx, change.code)
    rejectMismatch(change, before)
    const decision = decideShop(before, change.code, site)
    if (!decision.ok) return fail('entity_invalid', { fields: decision.fields })
    await saveShop(trx, decision.shop)
    await insertAction(trx, {
      recordType: 'Shops',
      actor: await change.actor(trx),
      action: before ? 'changed' : 'created',
      subject: change.code,
    })
  })
}

export const changeSite: Action<Deps, typeof editSite> = async (deps, caller, { params: { code }, body: { site } }) => {
  if (!isShopVisible(caller.sites, code)) fail('access_denied')
  await saveShopSettings(deps, caller.accountId, { code, actor: async () => `API key ${caller.keyId}` }, site)
  return { success: true }
}

export const saveShopInWorkspace: Action<Deps, typeof saveWorkspaceShop> = async (
  deps,
  caller,
  { params: { code }, body },
) => {
  const actor = (trx: Db) => getUserName(trx, caller.userId)
  await saveShopSettings(deps, caller.accountId, { code, actor, isNew: body.isNew }, body.shop)
  return { success: true }
}
