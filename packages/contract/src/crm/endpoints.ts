import type { Endpoint } from '../base/endpoint.ts'
import { deleteAttachment, editAttachment, getAttachment, listAttachments } from './attachments.ts'
import { createCustomerNote, listCustomerNotes } from './customer-notes.ts'
import { createCustomer, editCustomer, getCustomer, listCustomers } from './customers.ts'
import { listCustomerHistory, listOrderHistory } from './history.ts'
import { createOrderPayment, deleteOrderPayment, editOrderPayment } from './order-payments.ts'
import { createOrder, editOrder, getOrder, listOrders } from './orders.ts'
import {
  listCountries,
  listCurrencies,
  listOrderMethods,
  listOrderTypes,
  listPriceTypes,
  listStatusGroups,
  listStores,
  listUnits,
} from './reference-lists.ts'
import {
  editDeliveryType,
  editOrderStatus,
  editPaymentStatus,
  editPaymentType,
  listDeliveryTypes,
  listOrderStatuses,
  listPaymentStatuses,
  listPaymentTypes,
} from './references.ts'
import { createTask, editApiTask, getApiTask, listApiTasks } from './tasks.ts'
import { fixCustomerIds, fixOrderIds, listStatusesOfOrders, uploadCustomers, uploadOrders } from './uploads.ts'
import { listCustomerFiles, listOrderFiles } from './workspace/attachments.ts'
import {
  createWorkspaceCustomer,
  editWorkspaceCustomer,
  getCustomerCard,
  listWorkspaceCustomers,
  mergeCustomers,
  noteCustomer,
  undoMerge,
} from './workspace/customers.ts'
import { getDailyPayments } from './workspace/daily-payments.ts'
import {
  checkImport,
  commandImport,
  getImport,
  listImportRows,
  listImports,
  previewImport,
} from './workspace/imports.ts'
import { addOrderPayment, changeOrderPayment, removeOrderPayment } from './workspace/order-payments.ts'
import {
  createWorkspaceOrder,
  editWorkspaceOrder,
  getWorkspaceOrder,
  listSortedOrders,
  listWorkspaceOrders,
} from './workspace/orders.ts'
import {
  listWorkspaceReferences,
  listWorkspaceStatuses,
  saveWorkspaceDeliveryType,
  saveWorkspaceOrderStatus,
  saveWorkspacePaymentStatus,
  saveWorkspacePaymentType,
} from './workspace/references.ts'
import { search } from './workspace/search.ts'
import { assignTask, completeTask, createWorkspaceTask, editTask, listDueTasks, listTasks } from './workspace/tasks.ts'
import { listCustomerTimeline } from './workspace/timeline.ts'

export const CRM_ENDPOINTS: readonly Endpoint[] = [
  listCustomers,
  listCustomerHistory,
  listWorkspaceCustomers,
  getCustomer,
  createCustomer,
  editCustomer,
  listCustomerNotes,
  createCustomerNote,
  getCustomerCard,
  noteCustomer,
  createWorkspaceCustomer,
  editWorkspaceCustomer,
  mergeCustomers,
  undoMerge,
  search,
  listOrders,
  listOrderHistory,
  getOrder,
  createOrder,
  editOrder,
  listWorkspaceOrders,
  listSortedOrders,
  getWorkspaceOrder,
  createWorkspaceOrder,
  editWorkspaceOrder,
  listAttachments,
  getAttachment,
  editAttachment,
  deleteAttachment,
  listOrderFiles,
  listCustomerFiles,
  uploadOrders,
  uploadCustomers,
  fixOrderIds,
  fixCustomerIds,
  listStatusesOfOrders,
  createOrderPayment,
  editOrderPayment,
  deleteOrderPayment,
  addOrderPayment,
  changeOrderPayment,
  removeOrderPayment,
  listCountries,
  listCurrencies,
  listDeliveryTypes,
  listOrderMethods,
  listOrderTypes,
  listPriceTypes,
  listStatusGroups,
  listStores,
  listUnits,
  listOrderStatuses,
  editOrderStatus,
  listPaymentStatuses,
  editPaymentStatus,
  listPaymentTypes,
  editPaymentType,
  editDeliveryType,
  listWorkspaceReferences,
  listWorkspaceStatuses,
  saveWorkspaceOrderStatus,
  saveWorkspacePaymentStatus,
  saveWorkspacePaymentType,
  saveWorkspaceDeliveryType,
  createTask,
  listApiTasks,
  getApiTask,
  editApiTask,
  listTasks,
  listDueTasks,
  assignTask,
  completeTask,
  createWorkspaceTask,
  editTask,
  listImports,
  getImport,
  previewImport,
  checkImport,
  commandImport,
  listImportRows,
  listCustomerTimeline,
  getDailyPayments,
]
