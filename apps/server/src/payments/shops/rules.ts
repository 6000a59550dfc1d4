import { isCurrency } from '@patchbay/contract/base/currencies'
import type { PaymentSettings } from '@patchbay/contract/payments/settings'
import { repeated } from '../../lib/text/lists.ts'
import type { KeptIntegrations } from '../../platform/modules/rules.ts'

export type KnownShop = { id: number; code: string; removed: boolean; types: number }
type Given = PaymentSettings['shops'][number]

export type ShopChanges = {
  /** New, changed or come back. */
  kept: Given[]
  /** P-05: those that have no payment type yet get one. */
  withoutType: Given[]
  removed: KnownShop[]
}

/** P-04…P-06: the list that a registration passes takes the place of what was there. */
export const decideShops = (known: readonly KnownShop[], given: readonly Given[]): ShopChanges => ({
  kept: [...given],
  withoutType: given.filter(({ code }) => !known.some((shop) => shop.code === code && shop.types > 0)),
  removed: known.filter(({ code, removed }) => !removed && !given.some((shop) => shop.code === code)),
})

/** A code for the payment type of a new shop: readable, and free. */
export const typeCodeFor = (moduleCode: string, shopCode: string, taken: ReadonlySet<string>): string => {
  const base = `${moduleCode}-${shopCode}`.replace(/[^A-Za-z0-9_.-]+/g, '-').slice(0, 56)
  for (let n = 1; ; n++) {
    const code = n === 1 ? base : `${base}-${n}`
    if (!taken.has(code)) return code
  }
}

/** P-07: what a user is told who adds a payment of such a type to an order. */
export const warningFor = (
  shop: { name: string; active: boolean; removed: boolean } | undefined,
): string | undefined => {
  if (!shop) return undefined
  if (shop.removed) return `The shop ${shop.name} was removed by its payment module: this payment cannot be invoiced`
  return shop.active ? undefined : `The shop ${shop.name} is not active in its payment module: invoices may be refused`
}

/** P-02, P-04: currencies that exist, and shops that can be told apart. */
export const whyPaymentRefused = (payment: KeptIntegrations['payment']): Record<string, string> => {
  const fields: Record<string, string> = {}
  const unknown = payment?.currencies.filter((code) => !isCurrency(code)) ?? []
  if (unknown.length > 0) fields['integrations.payment.currencies'] = `not in ISO 4217: ${unknown.join(', ')}`
  const twice = repeated(payment?.shops.map(({ code }) => code) ?? [])
  if (twice !== undefined) fields['integrations.payment.shops'] = `${twice} stands there twice`
  return fields
}
