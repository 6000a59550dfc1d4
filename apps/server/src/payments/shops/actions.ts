import type { bindPaymentType, listPaymentShops } from '@patchbay/contract/payments/workspace/shops'
import { bindType } from '../../crm/references/store.ts'
import type { Deps } from '../../deps.ts'
import { inAccount } from '../../lib/db/transaction.ts'
import { fail } from '../../lib/errors.ts'
import type { Action } from '../../lib/http-in/route.ts'
import { insertAction } from '../../platform/action-log/store.ts'
import { getUserName } from '../../platform/users/store.ts'
import { isUsable, warningFor, whyNotConnected } from './rules.ts'
import { findShop, listBoundTypes, listShops } from './store.ts'

/** P-07, P-23, D-52: shops, the payment types connected to them, and warnings. */
export const showPaymentShops: Action<Deps, typeof listPaymentShops> = (deps, caller) =>
  inAccount(deps.db, caller.accountId, async (trx) => {
    const shops = await listShops(trx)
    const types = (await listBoundTypes(trx)).map(({ code, name, shopId, payments }) => {
      const shop = shops.find(({ id }) => id === shopId)
      const warning = warningFor(shop)
      return {
        code,
        name,
        ...(shopId !== null && { shopId }),
        ...(warning && { warning }),
        usable: isUsable(shop),
        payments,
      }
    })
    return { success: true, shops, types }
  })

/** P-23 */
export const bindToShop: Action<Deps, typeof bindPaymentType> = async (deps, caller, { params, body }) => {
  await inAccount(deps.db, caller.accountId, async (trx) => {
    const shop = body.shopId === undefined ? undefined : await findShop(trx, body.shopId)
    const refusal = whyNotConnected(body.shopId !== undefined, shop)
    if (refusal) fail(refusal)
    if (!(await bindType(trx, params.typeCode, body.shopId ?? null))) fail('not_found')
    await insertAction(trx, {
      recordType: 'Integration payments',
      actor: await getUserName(trx, caller.userId),
      action: 'payment-type.bound',
      subject: params.typeCode,
      detail: { shop: shop?.code },
    })
  })
  return { success: true }
}
