import { createOrderPayment, deleteOrderPayment, editOrderPayment } from '@patchbay/contract/crm/order-payments'
import { addOrderPayment } from '@patchbay/contract/crm/workspace/orders'
import type { Deps } from '../../deps.ts'
import type { Bind } from '../../lib/http-in/route.ts'
import { addPayment, createPayment, editPayment, removePaymentFromApi } from './actions.ts'

export const orderPaymentRoutes = (bind: Bind<Deps>): void => {
  bind(createOrderPayment, createPayment)
  bind(editOrderPayment, editPayment)
  bind(deleteOrderPayment, removePaymentFromApi)
  bind(addOrderPayment, addPayment)
}
