import type { Callback } from './base/callback.ts'
import type { Endpoint } from './base/endpoint.ts'
import { CHAT_ENDPOINTS } from './chat-endpoints.ts'
import { createCustomerNote, listCustomerNotes } from './crm/customer-notes.ts'
import { createCustomer, editCustomer, getCustomer, listCustomers } from './crm/customers.ts'
import { createOrderPayment, deleteOrderPayment, editOrderPayment } from './crm/order-payments.ts'
import { createOrder, editOrder, getOrder, listOrders } from './crm/orders.ts'
import {
  editPaymentStatus,
  editPaymentType,
  listOrderStatuses,
  listPaymentStatuses,
  listPaymentTypes,
} from './crm/references.ts'
import { createTask } from './crm/tasks.ts'
import { getCustomerCard, listWorkspaceCustomers, noteCustomer } from './crm/workspace/customers.ts'
import { addOrderPayment, editWorkspaceOrder, getWorkspaceOrder, listWorkspaceOrders } from './crm/workspace/orders.ts'
import {
  listWorkspaceReferences,
  listWorkspaceStatuses,
  saveWorkspacePaymentStatus,
  saveWorkspacePaymentType,
} from './crm/workspace/references.ts'
import { completeTask, listTasks } from './crm/workspace/tasks.ts'
import { listCustomerTimeline } from './crm/workspace/timeline.ts'
import { moduleActivity } from './integration-modules/activity.ts'
import { updateModuleScopes } from './integration-modules/connection.ts'
import { editModule, getModule } from './integration-modules/registration.ts'
import { removeModule, switchModule } from './integration-modules/workspace/activity.ts'
import { connectModule, previewConnection } from './integration-modules/workspace/connection.ts'
import { getModuleDetails, listModules } from './integration-modules/workspace/health.ts'
import { rotateModuleSecret } from './integration-modules/workspace/registration.ts'
import { checkInvoice } from './payments/checks.ts'
import { createInvoice, getInvoice, importInvoice } from './payments/invoices.ts'
import {
  approveCallback,
  cancelCallback,
  createCallback,
  refundCallback,
  statusCallback,
} from './payments/operations.ts'
import { updateInvoice } from './payments/reports.ts'
import { listDiscrepancies, resolveDiscrepancy } from './payments/workspace/discrepancies.ts'
import { issueInvoice, listOrderInvoices, sendInvoiceLink } from './payments/workspace/invoices.ts'
import {
  checkInvoiceStatus,
  operateInvoice,
  reissueInvoice,
  resolveOperation,
} from './payments/workspace/operations.ts'
import { editPaymentSettings, getPaymentSettings } from './payments/workspace/settings.ts'
import { bindPaymentType, listPaymentShops } from './payments/workspace/shops.ts'
import { apiVersions, getSettings, systemInfo } from './platform/accounts.ts'
import { credentials, credentialsV5 } from './platform/api-keys.ts'
import { uploadFile } from './platform/files.ts'
import { editSite, listSites } from './platform/shops.ts'
import { getApiUser, listApiUsers, listUserGroups } from './platform/users.ts'
import { changeAccountSettings, getAccountSettings } from './platform/workspace/accounts.ts'
import { listActionLog } from './platform/workspace/action-log.ts'
import { createApiKey, listApiKeys, revokeApiKey, rotateApiKey } from './platform/workspace/api-keys.ts'
import { choosePassword, forgotPassword, getMe, signIn, signOut } from './platform/workspace/sessions.ts'
import { listWorkspaceShops, saveWorkspaceShop } from './platform/workspace/shops.ts'
import { traceCall, traceInvoice, traceMessage } from './platform/workspace/traces.ts'
import {
  listShares,
  listTraffic,
  readSharedExchange,
  revokeShare,
  shareExchange,
} from './platform/workspace/traffic.ts'
import {
  changeUser,
  inviteUser,
  listColleagues,
  listWorkspaceUsers,
  saveUserGroup,
} from './platform/workspace/users.ts'
import { fetchRecording, makeCall, userStatusChanged } from './telephony/callbacks.ts'
import { reportCallEvent } from './telephony/events.ts'
import { uploadCalls, uploadCallsV3, uploadCallsV4 } from './telephony/history.ts'
import { findManager, findManagerByPost, findManagerV3, findManagerV4 } from './telephony/routing.ts'
import { setUserStatus } from './telephony/statuses.ts'
import { readTrace } from './telephony/traces.ts'
import { ackCallCard, listCallCards } from './telephony/workspace/call-cards.ts'
import { getCall, listCalls, noteCall, taskFromCall } from './telephony/workspace/calls.ts'
import { getTelephony, startCall } from './telephony/workspace/click-to-call.ts'
import { editTelephonySettings, getTelephonySettings } from './telephony/workspace/settings.ts'
import { setMyStatus } from './telephony/workspace/statuses.ts'

/** Every request that the system sends to modules. */
export const CALLBACKS: readonly Callback[] = [
  moduleActivity,
  makeCall,
  userStatusChanged,
  fetchRecording,
  createCallback,
  approveCallback,
  cancelCallback,
  refundCallback,
  statusCallback,
]

/** Those that take bytes instead of parameters: apps/server/src/http/uploads.ts serves them. */
export const BYTE_ENDPOINTS: readonly Endpoint[] = [uploadFile]

/** Every other endpoint there is. The server refuses to start when one of them is not bound to an action. */
export const ENDPOINTS: readonly Endpoint[] = [
  ...CHAT_ENDPOINTS,
  apiVersions,
  credentials,
  credentialsV5,
  systemInfo,
  editModule,
  getModule,
  updateModuleScopes,
  listModules,
  getModuleDetails,
  rotateModuleSecret,
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
  listWorkspaceReferences,
  listPaymentTypes,
  editPaymentType,
  listWorkspaceShops,
  saveWorkspaceShop,
  listWorkspaceStatuses,
  saveWorkspacePaymentStatus,
  saveWorkspacePaymentType,
  updateInvoice,
  checkInvoice,
  createInvoice,
  getInvoice,
  importInvoice,
  listOrderInvoices,
  addOrderPayment,
  issueInvoice,
  operateInvoice,
  reissueInvoice,
  sendInvoiceLink,
  checkInvoiceStatus,
  resolveOperation,
  listDiscrepancies,
  resolveDiscrepancy,
  getPaymentSettings,
  editPaymentSettings,
  listPaymentShops,
  bindPaymentType,
  listTraffic,
  shareExchange,
  listShares,
  revokeShare,
  readSharedExchange,
  traceInvoice,
  traceMessage,
  listActionLog,
  reportCallEvent,
  uploadCalls,
  uploadCallsV4,
  uploadCallsV3,
  findManager,
  findManagerByPost,
  findManagerV4,
  findManagerV3,
  readTrace,
  listCalls,
  getCall,
  startCall,
  noteCall,
  taskFromCall,
  traceCall,
  listCallCards,
  ackCallCard,
  getTelephony,
  getTelephonySettings,
  editTelephonySettings,
  listApiUsers,
  getApiUser,
  listUserGroups,
  setUserStatus,
  setMyStatus,
  listColleagues,
  saveUserGroup,
  listWorkspaceCustomers,
  listCustomers,
  getCustomer,
  createCustomer,
  editCustomer,
  listCustomerNotes,
  createCustomerNote,
  getCustomerCard,
  noteCustomer,
  listCustomerTimeline,
  createTask,
  listTasks,
  completeTask,
  getSettings,
  getAccountSettings,
  changeAccountSettings,
]
