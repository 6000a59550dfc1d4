import { bindPaymentType, listPaymentShops } from '@patchbay/contract/payments/workspace/shops'
import type { Deps } from '../../deps.ts'
import type { Bind } from '../../lib/http-in/route.ts'
import { bindToShop as bindType, showPaymentShops } from './actions.ts'

export const paymentShopRoutes = (bind: Bind<Deps>): void => {
  bind(listPaymentShops, showPaymentShops)
  bind(bindPaymentType, bindType)
}
