import { deleteAttachment, editAttachment, getAttachment, listAttachments } from '@patchbay/contract/crm/attachments'
import { createCustomerNote, listCustomerNotes } from '@patchbay/contract/crm/customer-notes'
import {
  createCustomer as createCustomerEndpoint,
  editCustomer as editEndpoint,
  getCustomer,
  listCustomers,
} from '@patchbay/contract/crm/customers'
import { listCustomerHistory, listOrderHistory } from '@patchbay/contract/crm/history'
import { createOrderPayment, deleteOrderPayment, editOrderPayment } from '@patchbay/contract/crm/order-payments'
import { createOrder, editOrder, getOrder, listOrders } from '@patchbay/contract/crm/orders'
import {
  listCountries,
  listCurrencies,
  listOrderMethods,
  listOrderTypes,
  listPriceTypes,
  listStatusGroups,
  listStores,
  listUnits,
} from '@patchbay/contract/crm/reference-lists'
import {
  editDeliveryType,
  editOrderStatus,
  editPaymentStatus,
  editPaymentType,
  listDeliveryTypes,
  listOrderStatuses,
  listPaymentStatuses,
  listPaymentTypes,
} from '@patchbay/contract/crm/references'
import { createTask as createTaskEndpoint, editApiTask, getApiTask, listApiTasks } from '@patchbay/contract/crm/tasks'
import {
  fixCustomerIds,
  fixOrderIds,
  listStatusesOfOrders,
  uploadCustomers,
  uploadOrders,
} from '@patchbay/contract/crm/uploads'
import { listCustomerFiles, listOrderFiles } from '@patchbay/contract/crm/workspace/attachments'
import {
  createWorkspaceCustomer,
  editWorkspaceCustomer,
  getCustomerCard,
  listWorkspaceCustomers,
  mergeCustomers as mergeEndpoint,
  noteCustomer as noteEndpoint,
  undoMerge as undoMergeEndpoint,
} from '@patchbay/contract/crm/workspace/customers'
import { getDailyPayments } from '@patchbay/contract/crm/workspace/daily-payments'
import {
  checkImport,
  commandImport,
  getImport,
  listImportRows,
  listImports,
  previewImport,
} from '@patchbay/contract/crm/workspace/imports'
import {
  addOrderPayment,
  changeOrderPayment,
  removeOrderPayment,
} from '@patchbay/contract/crm/workspace/order-payments'
import {
  createWorkspaceOrder,
  editWorkspaceOrder,
  getWorkspaceOrder,
  listSortedOrders,
  listWorkspaceOrders,
} from '@patchbay/contract/crm/workspace/orders'
import {
  listWorkspaceReferences,
  listWorkspaceStatuses,
  saveWorkspaceDeliveryType,
  saveWorkspaceOrderStatus,
  saveWorkspacePaymentStatus,
  saveWorkspacePaymentType,
} from '@patchbay/contract/crm/workspace/references'
import { search as searchEndpoint } from '@patchbay/contract/crm/workspace/search'
import {
  assignTask,
  completeTask,
  createWorkspaceTask,
  editTask,
  listDueTasks,
  listTasks,
} from '@patchbay/contract/crm/workspace/tasks'
import { listCustomerTimeline } from '@patchbay/contract/crm/workspace/timeline'
import type { Deps } from '../deps.ts'
import type { Bind } from '../lib/http-in/route.ts'
import {
  changeAttachment,
  removeAttachment,
  showAttachment,
  showAttachments,
  showCustomerFiles,
  showOrderFiles,
} from './attachments/actions.ts'
import { mergeCustomers, undoMerge } from './customer-merges/actions.ts'
import { createNote, noteCustomer, showNotes } from './customer-notes/actions.ts'
import {
  createCustomer,
  createInWorkspace as createCustomerInWorkspace,
  editCustomer,
  editInWorkspace as editCustomerInWorkspace,
  showCustomer,
  showCustomerCard,
  showCustomers,
  showWorkspaceCustomers,
} from './customers/actions.ts'
import { fixCustomerExternalIds, saveUploadedCustomers } from './customers/upload-actions.ts'
import { showDailyPayments } from './daily-payments/actions.ts'
import { showCustomerHistory, showOrderHistory } from './history/actions.ts'
import { check, command, preview, showImport, showImportRows, showImports } from './imports/actions.ts'
import {
  addPayment,
  changePaymentInWorkspace,
  createPayment,
  editPayment,
  removePaymentFromApi,
  removePaymentInWorkspace,
} from './order-payments/actions.ts'
import {
  createInWorkspace,
  createOrderFromApi,
  editInWorkspace,
  editOrderFromApi,
  showOrder,
  showOrders,
  showSortedOrders,
  showWorkspaceOrder,
  showWorkspaceOrders,
} from './orders/actions.ts'
import { fixOrderExternalIds, saveUploadedOrders, showStatusesOfOrders } from './orders/upload-actions.ts'
import {
  changeDeliveryType,
  changeOrderStatus,
  changePaymentStatus,
  changePaymentType,
  saveDeliveryTypeInWorkspace,
  saveOrderStatusInWorkspace,
  savePaymentStatusInWorkspace,
  savePaymentTypeInWorkspace,
  showDeliveryTypes,
  showOrderStatuses,
  showPaymentStatuses,
  showPaymentTypes,
  showReferences,
  showStatuses,
} from './references/actions.ts'
import {
  showCountries,
  showCurrencies,
  showOrderMethods,
  showOrderTypes,
  showPriceTypes,
  showStatusGroups,
  showStores,
  showUnits,
} from './references/list-actions.ts'
import { search } from './search/actions.ts'
import {
  assign,
  createTask,
  createInWorkspace as createTaskInWorkspace,
  edit as editTaskInWorkspace,
  finishTask,
  showDueTasks,
  showTasks,
} from './tasks/actions.ts'
import { changeApiTask, showApiTask, showApiTasks } from './tasks/api-actions.ts'
import { showCustomerTimeline } from './timeline/actions.ts'

const taskRoutes = (bind: Bind<Deps>): void => {
  bind(createTaskEndpoint, createTask)
  bind(listApiTasks, showApiTasks)
  bind(getApiTask, showApiTask)
  bind(editApiTask, changeApiTask)
  bind(listTasks, showTasks)
  bind(listDueTasks, showDueTasks)
  bind(assignTask, assign)
  bind(completeTask, finishTask)
  bind(createWorkspaceTask, createTaskInWorkspace)
  bind(editTask, editTaskInWorkspace)
}

const attachmentRoutes = (bind: Bind<Deps>): void => {
  bind(listAttachments, showAttachments)
  bind(getAttachment, showAttachment)
  bind(editAttachment, changeAttachment)
  bind(deleteAttachment, removeAttachment)
  bind(listOrderFiles, showOrderFiles)
  bind(listCustomerFiles, showCustomerFiles)
}

const uploadRoutes = (bind: Bind<Deps>): void => {
  bind(uploadOrders, saveUploadedOrders)
  bind(uploadCustomers, saveUploadedCustomers)
  bind(fixOrderIds, fixOrderExternalIds)
  bind(fixCustomerIds, fixCustomerExternalIds)
  bind(listStatusesOfOrders, showStatusesOfOrders)
}

const importRoutes = (bind: Bind<Deps>): void => {
  bind(listImports, showImports)
  bind(getImport, showImport)
  bind(previewImport, preview)
  bind(checkImport, check)
  bind(commandImport, command)
  bind(listImportRows, showImportRows)
}

export const crmRoutes = (bind: Bind<Deps>): void => {
  attachmentRoutes(bind)
  bind(listCustomers, showCustomers)
  bind(listCustomerHistory, showCustomerHistory)
  bind(listWorkspaceCustomers, showWorkspaceCustomers)
  bind(getCustomer, showCustomer)
  bind(createCustomerEndpoint, createCustomer)
  bind(editEndpoint, editCustomer)
  bind(listCustomerNotes, showNotes)
  bind(createCustomerNote, createNote)
  bind(getCustomerCard, showCustomerCard)
  bind(noteEndpoint, noteCustomer)
  bind(createWorkspaceCustomer, createCustomerInWorkspace)
  bind(editWorkspaceCustomer, editCustomerInWorkspace)
  bind(mergeEndpoint, mergeCustomers)
  bind(undoMergeEndpoint, undoMerge)
  bind(searchEndpoint, search)

  bind(listOrders, showOrders)
  bind(listOrderHistory, showOrderHistory)
  bind(getOrder, showOrder)
  bind(createOrder, createOrderFromApi)
  bind(editOrder, editOrderFromApi)
  bind(listWorkspaceOrders, showWorkspaceOrders)
  bind(listSortedOrders, showSortedOrders)
  bind(getWorkspaceOrder, showWorkspaceOrder)
  bind(createWorkspaceOrder, createInWorkspace)
  bind(editWorkspaceOrder, editInWorkspace)

  bind(createOrderPayment, createPayment)
  bind(editOrderPayment, editPayment)
  bind(deleteOrderPayment, removePaymentFromApi)
  bind(addOrderPayment, addPayment)
  bind(changeOrderPayment, changePaymentInWorkspace)
  bind(removeOrderPayment, removePaymentInWorkspace)

  bind(listCountries, showCountries)
  bind(listCurrencies, showCurrencies)
  bind(listDeliveryTypes, showDeliveryTypes)
  bind(listOrderMethods, showOrderMethods)
  bind(listOrderTypes, showOrderTypes)
  bind(listPriceTypes, showPriceTypes)
  bind(listStatusGroups, showStatusGroups)
  bind(listStores, showStores)
  bind(listUnits, showUnits)
  bind(listOrderStatuses, showOrderStatuses)
  bind(editOrderStatus, changeOrderStatus)
  bind(listPaymentStatuses, showPaymentStatuses)
  bind(editPaymentStatus, changePaymentStatus)
  bind(listPaymentTypes, showPaymentTypes)
  bind(editPaymentType, changePaymentType)
  bind(editDeliveryType, changeDeliveryType)
  bind(listWorkspaceReferences, showReferences)
  bind(listWorkspaceStatuses, showStatuses)
  bind(saveWorkspaceOrderStatus, saveOrderStatusInWorkspace)
  bind(saveWorkspacePaymentStatus, savePaymentStatusInWorkspace)
  bind(saveWorkspacePaymentType, savePaymentTypeInWorkspace)
  bind(saveWorkspaceDeliveryType, saveDeliveryTypeInWorkspace)

  taskRoutes(bind)
  importRoutes(bind)
  uploadRoutes(bind)

  bind(listCustomerTimeline, showCustomerTimeline)
  bind(getDailyPayments, showDailyPayments)
}
