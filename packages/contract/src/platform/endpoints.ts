import type { Endpoint } from '../base/endpoint.ts'
import { apiVersions, getSettings, systemInfo } from './accounts.ts'
import { credentials, credentialsV5 } from './api-keys.ts'
import { getFile, uploadFileByUrl } from './files.ts'
import { editSite, listSites } from './shops.ts'
import { getApiUser, listApiUsers, listUserGroups } from './users.ts'
import { changeAccountSettings, getAccountSettings } from './workspace/accounts.ts'
import { listActionLog } from './workspace/action-log.ts'
import { createApiKey, listApiKeys, revokeApiKey, rotateApiKey } from './workspace/api-keys.ts'
import { getWorkspaceFile } from './workspace/files.ts'
import { choosePassword, forgotPassword, getMe, signIn, signOut } from './workspace/sessions.ts'
import { listWorkspaceShops, saveWorkspaceShop } from './workspace/shops.ts'
import { listShares, listTraffic, readSharedExchange, revokeShare, shareExchange } from './workspace/traffic.ts'
import { changeUser, inviteUser, listColleagues, listWorkspaceUsers, saveUserGroup } from './workspace/users.ts'

export const PLATFORM_ENDPOINTS: readonly Endpoint[] = [
  apiVersions,
  credentials,
  credentialsV5,
  systemInfo,
  getSettings,
  getAccountSettings,
  changeAccountSettings,
  listActionLog,
  listApiKeys,
  createApiKey,
  rotateApiKey,
  revokeApiKey,
  uploadFileByUrl,
  getFile,
  getWorkspaceFile,
  listSites,
  editSite,
  listWorkspaceShops,
  saveWorkspaceShop,
  listTraffic,
  shareExchange,
  listShares,
  revokeShare,
  readSharedExchange,
  signIn,
  signOut,
  getMe,
  forgotPassword,
  choosePassword,
  listWorkspaceUsers,
  inviteUser,
  changeUser,
  listApiUsers,
  getApiUser,
  listUserGroups,
  saveUserGroup,
  listColleagues,
]
