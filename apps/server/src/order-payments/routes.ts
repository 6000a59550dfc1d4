import { createOrderPayment, deleteOrderPayment, editOrderPayment } from '@patchbay/contract/orders'
import type { Deps } from '../deps.ts'
import type { Bind } from '../lib/route.ts'
import { create, edit, remove } from './actions.ts'

export const orderPaymentRoutes = (bind: Bind<Deps>): void => {
  bind(createOrderPayment, create)
  bind(editOrderPayment, edit)
  bind(deleteOrderPayment, remove)
}
