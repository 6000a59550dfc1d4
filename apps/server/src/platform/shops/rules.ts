import { isCurrentCurrency } from '@patchbay/contract/base/currencies'
import type { SiteEdit } from '@patchbay/contract/platform/shops'

export type ShopSettings = {
  code: string
  name: string
  url: string
  active: boolean
  /** Null: the account's. */
  country: string | null
  currency: string | null
  description: string
  ordering: number
}

export type ShopDecision = { ok: true; shop: ShopSettings } | { ok: false; fields: Record<string, string> }

/** D-03: applies an edit to a shop, or creates one. */
export const decideShop = (before: ShopSettings | undefined, code: string, edit: SiteEdit): ShopDecision => {
  const fields: Record<string, string> = {}
  if (edit.code !== undefined && edit.code !== code) fields.code = `must equal the code in the address (${code})`
  if (edit.currency !== undefined && !isCurrentCurrency(edit.currency))
    fields.currency = 'is not a currency of ISO 4217'
  const name = edit.name ?? before?.name
  if (name === undefined) fields.name = 'is missing'
  const shop: ShopSettings = {
    code,
    name: name ?? code,
    url: edit.url ?? before?.url ?? '',
    active: edit.active ?? before?.active ?? true,
    country: edit.countryIso ?? before?.country ?? null,
    currency: edit.currency ?? before?.currency ?? null,
    description: edit.description ?? before?.description ?? '',
    ordering: edit.ordering ?? before?.ordering ?? 0,
  }
  return Object.keys(fields).length > 0 ? { ok: false, fields } : { ok: true, shop }
}

/** The codes of the shops that a caller is limited to; null: it sees everything. */
export type Sites = readonly string[] | null

/** D-05: a limited caller sees only what belongs to one of its shops. `code` is null for what belongs to no shop. */
export const isShopVisible = (sites: Sites, code: string | null): boolean =>
  sites === null || (code !== null && sites.includes(code))

/** D-05: of these shops, the ones that a caller sees. */
export const visibleShops = <S extends { code: string }>(shops: readonly S[], sites: Sites): S[] =>
  shops.filter(({ code }) => isShopVisible(sites, code))

/** D-05: of the ids of shops by code, those that a caller sees. */
export const visibleShopIds = (ids: ReadonlyMap<string, number>, sites: Sites): Map<string, number> =>
  new Map([...ids].filter(([code]) => isShopVisible(sites, code)))

/** D-05: the shop of a request: the one it names, else the first that its caller sees. Undefined: not found, or not visible. */
export const chooseShop = <S extends { code: string }>(
  shops: readonly S[],
  sites: Sites,
  named: string | undefined,
): S | undefined => {
  const visible = visibleShops(shops, sites)
  return named === undefined ? visible[0] : visible.find(({ code }) => code === named)
}
