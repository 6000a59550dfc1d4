import { apiVersions, credentials, credentialsV5, systemInfo } from './accounts.ts'
import { listActionLog } from './action-log.ts'
import { createApiKey, listApiKeys, revokeApiKey, rotateApiKey } from './api-keys.ts'
import type { Callback } from './callback.ts'
import type { Endpoint } from './endpoint.ts'
import {
  connectModule,
  editModule,
  getModule,
  getModuleDetails,
  listModules,
  moduleActivity,
  previewConnection,
  removeModule,
  rotateModuleSecret,
  switchModule,
  updateModuleScopes,
} from './integration-modules.ts'
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
  listTraffic,
  listActionLog,
]
