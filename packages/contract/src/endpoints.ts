import { apiVersions, credentials, credentialsV5, systemInfo } from './accounts.ts'
import { listActionLog } from './action-log.ts'
import { createApiKey, listApiKeys, revokeApiKey, rotateApiKey } from './api-keys.ts'
import type { Callback } from './callback.ts'
import {
  createCustomer,
  createCustomerNote,
  editCustomer,
  getCustomer,
  getCustomerCard,
  listCustomerNotes,
  listCustomers,
  noteCustomer,
} from './customers.ts'
import type { Endpoint } from './endpoint.ts'
import {
  connectModule,
  editModule,
  getModule,
  listModules,
  moduleActivity,
  previewConnection,
  removeModule,
  switchModule,
  updateModuleScopes,
} from './integration-modules.ts'
import {
  createOrder,
  createOrderPayment,
  deleteOrderPayment,
  editOrder,
  editOrderPayment,
  editWorkspaceOrder,
  getOrder,
  getWorkspaceOrder,
  listOrders,
  listWorkspaceOrders,
} from './orders.ts'
import {
  approveCallback,
  cancelCallback,
  checkInvoice,
  createCallback,
  createInvoice,
  getInvoice,
  importInvoice,
  refundCallback,
  statusCallback,
  updateInvoice,
} from './payments.ts'
import {
  editPaymentStatus,
  editPaymentType,
  listOrderStatuses,
  listPaymentStatuses,
  listPaymentTypes,
} from './references.ts'
import { editSite, listSites } from './shops.ts'
import { listCustomerTimeline } from './timeline.ts'
import { listTraffic } from './traffic.ts'
import {
  changeUser,
  choosePassword,
  forgotPassword,
  getMe,
  inviteUser,
  listWorkspaceUsers,
  signIn,
  signOut,
} from './users.ts'

/** Every request that the system sends to modules. */
export const CALLBACKS: readonly Callback[] = [
  moduleActivity,
  createCallback,
  approveCallback,
  cancelCallback,
  refundCallback,
  statusCallback,
]

/** Every endpoint there is. The server refuses to start when one of them is not bound to an action. */
export const ENDPOINTS: readonly Endpoint[] = [
  apiVersions,
  credentials,
  credentialsV5,
  systemInfo,
  editModule,
  getModule,
  updateModuleScopes,
  listModules,
  switchModule,
  removeModule,
  previewConnection,
  connectModule,
  listApiKeys,
  createApiKey,
  rotateApiKey,
  revokeApiKey,
  signIn,
  signOut,
  getMe,
  forgotPassword,
  choosePassword,
  listWorkspaceUsers,
  inviteUser,
  changeUser,
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
  listSites,
  editSite,
  listOrderStatuses,
  listPaymentStatuses,
  editPaymentStatus,
  listPaymentTypes,
  editPaymentType,
  updateInvoice,
  checkInvoice,
  createInvoice,
  getInvoice,
  importInvoice,
  listTraffic,
  listActionLog,
  listCustomers,
  getCustomer,
  createCustomer,
  editCustomer,
  listCustomerNotes,
  createCustomerNote,
  getCustomerCard,
  noteCustomer,
  listCustomerTimeline,
]
