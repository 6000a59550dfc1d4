import { isCurrency } from '@patchbay/contract/base/currencies'
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

/** What an edit makes of the shop that was there, if one was. */
export const decideShop = (before: ShopSettings | undefined, code: string, edit: SiteEdit): ShopDecision => {
  const fields: Record<string, string> = {}
  if (edit.code !== undefined && edit.code !== code) fields.code = `must equal the code in the address (${code})`
  if (edit.currency !== undefined && !isCurrency(edit.currency)) fields.currency = 'is not a currency of ISO 4217'
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

export type ShopChoice = { id: number; code: string; currency: string | null }

/** D-05: the shop that a caller means: the one it names, else the first that it sees; never one that it does not see. */
export const chooseShop = <S extends ShopChoice>(
  shops: readonly S[],
  sites: readonly string[] | null,
  named: string | undefined,
): S | undefined => {
  const seen = shops.filter(({ code }) => sites === null || sites.includes(code))
  return named === undefined ? seen[0] : seen.find(({ code }) => code === named)
}
