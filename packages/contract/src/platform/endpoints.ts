import type { Endpoint } from '../base/endpoint.ts'
import { apiVersions, getSettings, systemInfo } from './accounts.ts'
import { credentials, credentialsV5 } from './api-keys.ts'
import { getFile, uploadFileByUrl } from './files.ts'
import { editSite, listSites } from './shops.ts'
import { getApiUser, listApiUsers, listUserGroups } from './users.ts'
import { changeAccountSettings, getAccountSettings } from './workspace/accounts.ts'
import { listActionLog } from './workspace/action-log.ts'
import {
  allowSeveralModules,
  createApiKey,
  listApiKeys,
  revokeApiKey,
  rotateApiKey,
  splitApiKey,
} from './workspace/api-keys.ts'
import { createExport, deleteExport, listExports } from './workspace/exports.ts'
import { getWorkspaceFile } from './workspace/files.ts'
import { getNotificationSettings, saveNotificationSettings } from './workspace/notification-settings.ts'
import { listNotifications, readNotifications } from './workspace/notifications.ts'
import { endOwnSession, endOwnSessions, listOwnSessions } from './workspace/own-sessions.ts'
import { saveProfile } from './workspace/profile.ts'
import { getPushKey, subscribeToPush, unsubscribeFromPush } from './workspace/push.ts'
import { changeRoutingSettings, getRoutingSettings, setShopGroup } from './workspace/routing.ts'
import {
  confirmSecondFactor,
  disableSecondFactor,
  getSecondFactor,
  renewRecoveryCodes,
  resetSecondFactor,
  startSecondFactor,
} from './workspace/second-factor.ts'
import { choosePassword, forgotPassword, getMe, signIn, signOut } from './workspace/sessions.ts'
import { listWorkspaceShops, saveWorkspaceShop } from './workspace/shops.ts'
import {
  deleteSingleSignOn,
  finishSingleSignOn,
  getSignInOptions,
  getSingleSignOn,
  saveSingleSignOn,
  startSingleSignOn,
} from './workspace/single-sign-on.ts'
import { listShares, listTraffic, readSharedExchange, revokeShare, shareExchange } from './workspace/traffic.ts'
import {
  changeUser,
  deleteUserGroup,
  inviteUser,
  listColleagues,
  listWorkspaceGroups,
  listWorkspaceUsers,
  saveUserGroup,
} from './workspace/users.ts'
import { listWorkingHours, saveWorkingHours } from './workspace/working-hours.ts'

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
  allowSeveralModules,
  splitApiKey,
  createExport,
  listExports,
  deleteExport,
  uploadFileByUrl,
  getFile,
  getWorkspaceFile,
  listSites,
  editSite,
  listWorkspaceShops,
  saveWorkspaceShop,
  listWorkingHours,
  saveWorkingHours,
  getRoutingSettings,
  changeRoutingSettings,
  setShopGroup,
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
  saveProfile,
  listOwnSessions,
  endOwnSession,
  endOwnSessions,
  getSecondFactor,
  startSecondFactor,
  confirmSecondFactor,
  renewRecoveryCodes,
  disableSecondFactor,
  resetSecondFactor,
  getSignInOptions,
  startSingleSignOn,
  finishSingleSignOn,
  getSingleSignOn,
  saveSingleSignOn,
  deleteSingleSignOn,
  listWorkspaceUsers,
  inviteUser,
  changeUser,
  listApiUsers,
  getApiUser,
  listUserGroups,
  listWorkspaceGroups,
  saveUserGroup,
  deleteUserGroup,
  listColleagues,
  listNotifications,
  readNotifications,
  getNotificationSettings,
  saveNotificationSettings,
  getPushKey,
  subscribeToPush,
  unsubscribeFromPush,
]
