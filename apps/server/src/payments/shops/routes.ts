import { bindPaymentType, listPaymentShops } from '@patchbay/contract/payments/workspace/shops'
import type { Deps } from '../../deps.ts'
import type { Bind } from '../../lib/http-in/route.ts'
import { bind as bindType, showShops } from './actions.ts'

export const paymentShopRoutes = (bind: Bind<Deps>): void => {
  bind(listPaymentShops, showShops)
  bind(bindPaymentType, bindType)
}
