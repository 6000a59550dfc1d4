import { apiVersions, credentials, credentialsV5, systemInfo } from './accounts.ts'
import { listActionLog } from './action-log.ts'
import { createApiKey, listApiKeys, revokeApiKey, rotateApiKey } from './api-keys.ts'
import type { Callback } from './callback.ts'
import {
  ackCallCard,
  editTelephonySettings,
  getCall,
  getTelephony,
  getTelephonySettings,
  listCallCards,
  listCalls,
  noteCall,
  pressCall,
  taskFromCall,
  traceCall,
} from './calls.ts'
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
  fetchRecording,
  findManager,
  findManagerByPost,
  findManagerV3,
  findManagerV4,
  makeCall,
  readTrace,
  reportCallEvent,
  tellUserStatus,
  uploadCalls,
  uploadCallsV3,
  uploadCallsV4,
} from './telephony.ts'
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
export const CALLBACKS: readonly Callback[] = [moduleActivity, makeCall, tellUserStatus, fetchRecording]

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
  listTraffic,
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
  pressCall,
  noteCall,
  taskFromCall,
  traceCall,
  listCallCards,
  ackCallCard,
  getTelephony,
  getTelephonySettings,
  editTelephonySettings,
]
