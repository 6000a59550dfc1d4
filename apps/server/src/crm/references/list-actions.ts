import type {
  listCountries,
  listCurrencies,
  listOrderMethods,
  listOrderTypes,
  listPriceTypes,
  listStatusGroups,
  listStores,
  listUnits,
} from '@patchbay/contract/crm/reference-lists'
import type { Deps } from '../../deps.ts'
import { inAccount } from '../../lib/db/transaction.ts'
import type { Action } from '../../lib/http-in/route.ts'
import { visibleShops } from '../../platform/shops/rules.ts'
import { listShops } from '../../platform/shops/store.ts'
import { groupsOf, ORDER_METHODS, ORDER_TYPES, PRICE_TYPE, UNITS } from './list-rules.ts'
import { listOrderStatuses } from './store.ts'

export const showStatusGroups: Action<Deps, typeof listStatusGroups> = async (deps, caller) => ({
  success: true,
  statusGroups: groupsOf(await inAccount(deps.db, caller.accountId, listOrderStatuses)),
})

export const showOrderTypes: Action<Deps, typeof listOrderTypes> = async () => ({
  success: true,
  orderTypes: ORDER_TYPES,
})

export const showOrderMethods: Action<Deps, typeof listOrderMethods> = async () => ({
  success: true,
  orderMethods: ORDER_METHODS,
})

/** Empty: there is no stock here. */
export const showStores: Action<Deps, typeof listStores> = async () => ({ success: true, stores: [] })

export const showUnits: Action<Deps, typeof listUnits> = async () => ({ success: true, units: [...UNITS] })

/** The currencies and countries of the account and of the shops that the key sees; the account's first. */
const inUse = async (deps: Deps, accountId: number, sites: readonly string[] | null, of: 'currency' | 'country') => {
  const account = await deps.accounts.account(accountId)
  const shops = visibleShops(await inAccount(deps.db, accountId, listShops), sites)
  return [...new Set([account[of], ...shops.map((shop) => shop[of] ?? account[of])])]
}

export const showCountries: Action<Deps, typeof listCountries> = async (deps, caller) => ({
  success: true,
  countriesIso: await inUse(deps, caller.accountId, caller.sites, 'country'),
})

export const showCurrencies: Action<Deps, typeof listCurrencies> = async (deps, caller) => ({
  success: true,
  currencies: (await inUse(deps, caller.accountId, caller.sites, 'currency')).map((code, place) => ({
    id: place + 1,
    code,
    isBase: place === 0,
  })),
})

export const showPriceTypes: Action<Deps, typeof listPriceTypes> = async (deps, caller) => ({
  success: true,
  priceTypes: [{ ...PRICE_TYPE, currency: (await deps.accounts.account(caller.accountId)).currency }],
})
