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
  editPaymentStatus,
  editPaymentType,
  listOrderStatuses,
  listPaymentStatuses,
  listPaymentTypes,
} from './references.ts'
import { changeAccountSettings, getAccountSettings, getSettings } from './settings.ts'
import { editSite, listSites } from './shops.ts'
import { completeTask, createTask, listTasks } from './tasks.ts'
import { listCustomerTimeline } from './timeline.ts'
import { listTraffic } from './traffic.ts'
import {
  changeUser,
  choosePassword,
  forgotPassword,
  getApiUser,
  getMe,
  inviteUser,
  listApiUsers,
  listColleagues,
  listUserGroups,
  listWorkspaceUsers,
  saveUserGroup,
  setMyStatus,
  setUserStatus,
  signIn,
  signOut,
} from './users.ts'

/** Every request that the system sends to modules. */
export const CALLBACKS: readonly Callback[] = [moduleActivity]

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
  listTraffic,
  listActionLog,
  listApiUsers,
  getApiUser,
  listUserGroups,
  setUserStatus,
  setMyStatus,
  listColleagues,
  saveUserGroup,
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
