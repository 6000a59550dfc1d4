import { createOrderPayment, deleteOrderPayment, editOrderPayment } from '@patchbay/contract/orders'
import { addOrderPayment } from '@patchbay/contract/workspace-payments'
import type { Deps } from '../deps.ts'
import type { Bind } from '../lib/route.ts'
import { add, create, edit, remove } from './actions.ts'

export const orderPaymentRoutes = (bind: Bind<Deps>): void => {
  bind(createOrderPayment, create)
  bind(editOrderPayment, edit)
  bind(deleteOrderPayment, remove)
  bind(addOrderPayment, add)
}
