import { createOrder, editOrder, getOrder, listOrders } from '@patchbay/contract/crm/orders'
import { editWorkspaceOrder, getWorkspaceOrder, listWorkspaceOrders } from '@patchbay/contract/crm/workspace/orders'
import type { Deps } from '../../deps.ts'
import type { Bind } from '../../lib/http-in/route.ts'
import {
  createOrderFromApi,
  editInWorkspace,
  editOrderFromApi,
  showOrder,
  showOrders,
  showWorkspaceOrder,
  showWorkspaceOrders,
} from './actions.ts'

export const orderRoutes = (bind: Bind<Deps>): void => {
  bind(listOrders, showOrders)
  bind(getOrder, showOrder)
  bind(createOrder, createOrderFromApi)
  bind(editOrder, editOrderFromApi)
  bind(listWorkspaceOrders, showWorkspaceOrders)
  bind(getWorkspaceOrder, showWorkspaceOrder)
  bind(editWorkspaceOrder, editInWorkspace)
}
