import type { RegistrationInfo } from '@patchbay/contract/integration-modules/registration'
import type { PaymentSettings } from '@patchbay/contract/payments/settings'
import type { ShopWarning } from '@patchbay/contract/payments/workspace/shops'

export type KnownShop = { id: number; code: string; removed: boolean; types: number }
type Given = PaymentSettings['shops'][number]

export type ShopChanges = {
  /** New, changed or restored. */
  kept: Given[]
  /** P-05: these get a new payment type. */
  withoutType: Given[]
  removed: KnownShop[]
}

/** P-04…P-06: a registration replaces the whole list of shops. */
export const decideShops = (known: readonly KnownShop[], given: readonly Given[]): ShopChanges => ({
  kept: [...given],
  withoutType: given.filter(({ code }) => !known.some((shop) => shop.code === code && shop.types > 0)),
  removed: known.filter(({ code, removed }) => !removed && !given.some((shop) => shop.code === code)),
})

/** P-05: a readable, unused code for the payment type of a new shop. */
export const typeCodeFor = (moduleCode: string, shopCode: string, taken: ReadonlySet<string>): string => {
  const base = `${moduleCode}-${shopCode}`.replace(/[^A-Za-z0-9_.-]+/g, '-').slice(0, 56)
  for (let n = 1; ; n++) {
    const code = n === 1 ? base : `${base}-${n}`
    if (!taken.has(code)) return code
  }
}

/** D-52: what became unusable with the removed shops: their payment types, and how many payments those have. */
export const unusableAfter = (
  removed: readonly KnownShop[],
  types: readonly { code: string; shopId: number | null; payments: number }[],
): NonNullable<RegistrationInfo['payment']> => {
  const unusable = types.filter(({ shopId }) => removed.some(({ id }) => id === shopId))
  return {
    removedShops: removed.map(({ code }) => code),
    unusablePaymentTypes: unusable.map(({ code }) => code),
    unusablePayments: unusable.reduce((sum, { payments }) => sum + payments, 0),
  }
}

type ShopState = { name: string; active: boolean; removed: boolean; moduleOff: boolean }

/** P-06, P-07, D-97: the warning for a user who adds a payment of such a type to an order. */
export const warningFor = (shop: ShopState | undefined): ShopWarning | undefined => {
  if (!shop) return undefined
  if (shop.removed) return { code: 'shop-removed', shop: shop.name }
  if (shop.moduleOff) return { code: 'module-off', shop: shop.name }
  return shop.active ? undefined : { code: 'shop-inactive', shop: shop.name }
}

/** P-06, D-97: an inactive shop is warned of; one that is removed, or whose module is off, cannot be used. */
export const isUsable = (shop: ShopState | undefined): boolean => !shop || (!shop.removed && !shop.moduleOff)

/** P-23, D-97: why a payment type is not connected to this shop; to none it always is. */
export const whyNotConnected = (
  wanted: boolean,
  shop: ShopState | undefined,
): 'not_found' | 'module_inactive' | undefined => {
  if (!wanted) return undefined
  if (!shop || shop.removed) return 'not_found'
  return isUsable(shop) ? undefined : 'module_inactive'
}
