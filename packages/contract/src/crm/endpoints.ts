import type { Endpoint } from '../base/endpoint.ts'
import { createCustomerNote, listCustomerNotes } from './customer-notes.ts'
import { createCustomer, editCustomer, getCustomer, listCustomers } from './customers.ts'
import { createOrderPayment, deleteOrderPayment, editOrderPayment } from './order-payments.ts'
import { createOrder, editOrder, getOrder, listOrders } from './orders.ts'
import {
  editPaymentStatus,
  editPaymentType,
  listOrderStatuses,
  listPaymentStatuses,
  listPaymentTypes,
} from './references.ts'
import { createTask } from './tasks.ts'
import { getCustomerCard, listWorkspaceCustomers, noteCustomer } from './workspace/customers.ts'
import { addOrderPayment, editWorkspaceOrder, getWorkspaceOrder, listWorkspaceOrders } from './workspace/orders.ts'
import {
  listWorkspaceReferences,
  listWorkspaceStatuses,
  saveWorkspacePaymentStatus,
  saveWorkspacePaymentType,
} from './workspace/references.ts'
import { completeTask, listTasks } from './workspace/tasks.ts'
import { listCustomerTimeline } from './workspace/timeline.ts'

export const CRM_ENDPOINTS: readonly Endpoint[] = [
  listCustomers,
  listWorkspaceCustomers,
  getCustomer,
  createCustomer,
  editCustomer,
  listCustomerNotes,
  createCustomerNote,
  getCustomerCard,
  noteCustomer,
  listOrders,
  getOrder,
  createOrder,
  editOrder,
  listWorkspaceOrders,
  getWorkspaceOrder,
  editWorkspaceOrder,
  createOrderPayment,
  editOrderPayment,
  deleteOrderPayment,
  addOrderPayment,
  listOrderStatuses,
  listPaymentStatuses,
  editPaymentStatus,
  listPaymentTypes,
  editPaymentType,
  listWorkspaceReferences,
  listWorkspaceStatuses,
  saveWorkspacePaymentStatus,
  saveWorkspacePaymentType,
  createTask,
  listTasks,
  completeTask,
  listCustomerTimeline,
]
