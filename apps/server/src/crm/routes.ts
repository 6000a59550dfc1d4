import { createCustomerNote, listCustomerNotes } from '@patchbay/contract/crm/customer-notes'
import {
  createCustomer as createCustomerEndpoint,
  editCustomer as editEndpoint,
  getCustomer,
  listCustomers,
} from '@patchbay/contract/crm/customers'
import { createOrderPayment, deleteOrderPayment, editOrderPayment } from '@patchbay/contract/crm/order-payments'
import { createOrder, editOrder, getOrder, listOrders } from '@patchbay/contract/crm/orders'
import {
  editPaymentStatus,
  editPaymentType,
  listOrderStatuses,
  listPaymentStatuses,
  listPaymentTypes,
} from '@patchbay/contract/crm/references'
import { createTask as createTaskEndpoint } from '@patchbay/contract/crm/tasks'
import {
  getCustomerCard,
  listWorkspaceCustomers,
  noteCustomer as noteEndpoint,
} from '@patchbay/contract/crm/workspace/customers'
import {
  addOrderPayment,
  editWorkspaceOrder,
  getWorkspaceOrder,
  listWorkspaceOrders,
} from '@patchbay/contract/crm/workspace/orders'
import {
  listWorkspaceReferences,
  listWorkspaceStatuses,
  saveWorkspacePaymentStatus,
  saveWorkspacePaymentType,
} from '@patchbay/contract/crm/workspace/references'
import { completeTask, listTasks } from '@patchbay/contract/crm/workspace/tasks'
import { listCustomerTimeline } from '@patchbay/contract/crm/workspace/timeline'
import type { Deps } from '../deps.ts'
import type { Bind } from '../lib/http-in/route.ts'
import { createNote, noteCustomer, showNotes } from './customer-notes/actions.ts'
import {
  createCustomer,
  editCustomer,
  showCustomer,
  showCustomerCard,
  showCustomers,
  showWorkspaceCustomers,
} from './customers/actions.ts'
import { addPayment, createPayment, editPayment, removePaymentFromApi } from './order-payments/actions.ts'
import {
  createOrderFromApi,
  editInWorkspace,
  editOrderFromApi,
  showOrder,
  showOrders,
  showWorkspaceOrder,
  showWorkspaceOrders,
} from './orders/actions.ts'
import {
  changePaymentStatus,
  changePaymentType,
  savePaymentStatusInWorkspace,
  savePaymentTypeInWorkspace,
  showOrderStatuses,
  showPaymentStatuses,
  showPaymentTypes,
  showReferences,
  showStatuses,
} from './references/actions.ts'
import { createTask, finishTask, showTasks } from './tasks/actions.ts'
import { showCustomerTimeline } from './timeline/actions.ts'

export const crmRoutes = (bind: Bind<Deps>): void => {
  bind(listCustomers, showCustomers)
  bind(listWorkspaceCustomers, showWorkspaceCustomers)
  bind(getCustomer, showCustomer)
  bind(createCustomerEndpoint, createCustomer)
  bind(editEndpoint, editCustomer)
  bind(listCustomerNotes, showNotes)
  bind(createCustomerNote, createNote)
  bind(getCustomerCard, showCustomerCard)
  bind(noteEndpoint, noteCustomer)

  bind(listOrders, showOrders)
  bind(getOrder, showOrder)
  bind(createOrder, createOrderFromApi)
  bind(editOrder, editOrderFromApi)
  bind(listWorkspaceOrders, showWorkspaceOrders)
  bind(getWorkspaceOrder, showWorkspaceOrder)
  bind(editWorkspaceOrder, editInWorkspace)

  bind(createOrderPayment, createPayment)
  bind(editOrderPayment, editPayment)
  bind(deleteOrderPayment, removePaymentFromApi)
  bind(addOrderPayment, addPayment)

  bind(listOrderStatuses, showOrderStatuses)
  bind(listPaymentStatuses, showPaymentStatuses)
  bind(editPaymentStatus, changePaymentStatus)
  bind(listPaymentTypes, showPaymentTypes)
  bind(editPaymentType, changePaymentType)
  bind(listWorkspaceReferences, showReferences)
  bind(listWorkspaceStatuses, showStatuses)
  bind(saveWorkspacePaymentStatus, savePaymentStatusInWorkspace)
  bind(saveWorkspacePaymentType, savePaymentTypeInWorkspace)

  bind(createTaskEndpoint, createTask)
  bind(listTasks, showTasks)
  bind(completeTask, finishTask)

  bind(listCustomerTimeline, showCustomerTimeline)
}
