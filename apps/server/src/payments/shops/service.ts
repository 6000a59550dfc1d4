import type { RegistrationInfo } from '@patchbay/contract/integration-modules/registration'
import type { PaymentSettings } from '@patchbay/contract/payments/settings'
import { bindType, listTypeCodes, savePaymentType } from '../../crm/references/store.ts'
import type { Db } from '../../lib/db/database.ts'
import { fail } from '../../lib/errors.ts'
import { decideShops, typeCodeFor } from './rules.ts'
import { findShop, listBoundTypes, listKnownShops, removeShops, saveShop } from './store.ts'

const NEW_TYPE = { active: true, isDefault: false, description: '', sites: null, ordering: 0 }

/** P-04…P-06, D-52: replaces a module's shops, and returns what became unusable. */
export const replaceShops = async (
  trx: Db,
  module: { id: number; code: string; name: string },
  shops: PaymentSettings['shops'],
): Promise<Pick<RegistrationInfo, 'payment'>> => {
  const changes = decideShops(await listKnownShops(trx, module.id), shops)
  const taken = await listTypeCodes(trx)
  for (const shop of changes.kept) {
    const shopId = await saveShop(trx, module.id, shop)
    if (!changes.withoutType.includes(shop)) continue
    const code = typeCodeFor(module.code, shop.code, taken)
    taken.add(code)
    await savePaymentType(trx, { ...NEW_TYPE, code, name: `${module.name}: ${shop.name}`.slice(0, 255) })
    await bindType(trx, code, shopId)
  }
  if (changes.removed.length === 0) return {}
  const ids = changes.removed.map(({ id }) => id)
  await removeShops(trx, ids)
  const types = (await listBoundTypes(trx)).filter(({ shopId }) => shopId !== null && ids.includes(shopId))
  return {
    payment: {
      removedShops: changes.removed.map(({ code }) => code),
      unusablePaymentTypes: types.map(({ code }) => code),
      unusablePayments: types.reduce((sum, { payments }) => sum + payments, 0),
    },
  }
}

/** P-06: guard of order payments: a removed shop takes no new payments. */
export const rejectRemovedShop = async (trx: Db, type: string): Promise<void> => {
  const bound = (await listBoundTypes(trx)).find(({ code }) => code === type)
  const shop = bound?.shopId ? await findShop(trx, bound.shopId) : undefined
  if (shop && shop.removed_at !== null) fail('payment_shop_gone', { values: { shop: shop.name } })
}
