import type { RegistrationInfo } from '@patchbay/contract/integration-modules/registration'
import type { PaymentSettings } from '@patchbay/contract/payments/settings'
import { bindType, listTypeCodes, savePaymentType } from '../../crm/references/store.ts'
import type { Db } from '../../lib/db/database.ts'
import { fail } from '../../lib/errors.ts'
import { decideShops, isUsable, typeCodeFor, unusableAfter } from './rules.ts'
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
  await removeShops(
    trx,
    changes.removed.map(({ id }) => id),
  )
  return { payment: unusableAfter(changes.removed, await listBoundTypes(trx)) }
}

/** P-06, D-97: guard of order payments: a removed shop takes no new payments, nor does one whose module is off. */
export const rejectUnusableShop = async (trx: Db, type: string): Promise<void> => {
  const bound = (await listBoundTypes(trx)).find(({ code }) => code === type)
  const shop = bound?.shopId ? await findShop(trx, bound.shopId) : undefined
  if (shop?.removed) fail('payment_shop_gone', { values: { shop: shop.name } })
  if (!isUsable(shop)) fail('module_inactive')
}
