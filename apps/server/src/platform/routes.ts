import { apiVersions, getSettings, systemInfo } from '@patchbay/contract/platform/accounts'
import { credentials, credentialsV5 } from '@patchbay/contract/platform/api-keys'
import { getFile, uploadFileByUrl } from '@patchbay/contract/platform/files'
import { editSite, listSites } from '@patchbay/contract/platform/shops'
import { getApiUser, listApiUsers, listUserGroups } from '@patchbay/contract/platform/users'
import { changeAccountSettings, getAccountSettings } from '@patchbay/contract/platform/workspace/accounts'
import { listActionLog } from '@patchbay/contract/platform/workspace/action-log'
import {
  allowSeveralModules,
  createApiKey,
  listApiKeys,
  revokeApiKey,
  rotateApiKey,
  splitApiKey,
} from '@patchbay/contract/platform/workspace/api-keys'
import {
  createExport as createExportEndpoint,
  deleteExport,
  listExports,
} from '@patchbay/contract/platform/workspace/exports'
import { getWorkspaceFile } from '@patchbay/contract/platform/workspace/files'
import {
  getNotificationSettings,
  saveNotificationSettings,
} from '@patchbay/contract/platform/workspace/notification-settings'
import { listNotifications, readNotifications } from '@patchbay/contract/platform/workspace/notifications'
import { endOwnSession, endOwnSessions, listOwnSessions } from '@patchbay/contract/platform/workspace/own-sessions'
import { saveProfile as saveProfileEndpoint } from '@patchbay/contract/platform/workspace/profile'
import { getPushKey, subscribeToPush, unsubscribeFromPush } from '@patchbay/contract/platform/workspace/push'
import { changeRoutingSettings, getRoutingSettings, setShopGroup } from '@patchbay/contract/platform/workspace/routing'
import {
  confirmSecondFactor,
  disableSecondFactor,
  getSecondFactor,
  renewRecoveryCodes,
  resetSecondFactor,
  startSecondFactor,
} from '@patchbay/contract/platform/workspace/second-factor'
import { choosePassword, forgotPassword, getMe, signIn, signOut } from '@patchbay/contract/platform/workspace/sessions'
import { listWorkspaceShops, saveWorkspaceShop } from '@patchbay/contract/platform/workspace/shops'
import {
  deleteSingleSignOn,
  finishSingleSignOn,
  getSignInOptions,
  getSingleSignOn,
  saveSingleSignOn,
  startSingleSignOn,
} from '@patchbay/contract/platform/workspace/single-sign-on'
import {
  listShares,
  listTraffic,
  readSharedExchange,
  revokeShare,
  shareExchange,
} from '@patchbay/contract/platform/workspace/traffic'
import {
  changeUser,
  deleteUserGroup,
  inviteUser,
  listColleagues,
  listWorkspaceGroups,
  listWorkspaceUsers,
  saveUserGroup,
} from '@patchbay/contract/platform/workspace/users'
import { listWorkingHours, saveWorkingHours } from '@patchbay/contract/platform/workspace/working-hours'
import type { Deps } from '../deps.ts'
import type { Bind } from '../lib/http-in/route.ts'
import {
  saveAccountSettings,
  showAccountSettings,
  showApiSettings,
  showSystemInfo,
  showVersions,
} from './accounts/actions.ts'
import { showActionLog } from './action-log/actions.ts'
import {
  allowSeveral,
  createKey,
  revokeKey,
  rotateKey,
  showCredentials,
  showKeys,
  splitKey,
} from './api-keys/actions.ts'
import { createExport, removeExport, showExports } from './exports/actions.ts'
import { saveFileFromUrl, showFile, showToUser } from './files/actions.ts'
import { saveOwnSettings, showOwnSettings } from './notification-settings/actions.ts'
import { markRead, showNotifications } from './notifications/actions.ts'
import { saveProfile } from './profile/actions.ts'
import { showPushKey, subscribe, unsubscribe } from './push/actions.ts'
import { changeRouting, changeShopGroup, showRouting } from './routing/actions.ts'
import {
  createSecondFactor,
  enableSecondFactor,
  removeOwnSecondFactor,
  replaceOwnRecoveryCodes,
  resetUserSecondFactor,
  showSecondFactor,
} from './second-factor/actions.ts'
import { endSession, requestPasswordReset, setPassword, showMe, startSession } from './sessions/actions.ts'
import { endAllSessions, endOneSession, showSessions } from './sessions/own-actions.ts'
import { changeSite, saveShopInWorkspace, showShops, showSites } from './shops/actions.ts'
import {
  beginSingleSignOn,
  completeSingleSignOn,
  removeSettings,
  saveSettings,
  showSettings,
  showSignInOptions,
} from './single-sign-on/actions.ts'
import { showTraffic } from './traffic/actions.ts'
import { createShare, removeShare, showShared, showShares } from './traffic/share-actions.ts'
import {
  editUser,
  invite,
  removeGroup,
  saveGroup,
  showColleagues,
  showGroups,
  showPeople,
  showPerson,
  showUsers,
  showWorkspaceGroups,
} from './users/actions.ts'
import { saveShopHours, showHours } from './working-hours/actions.ts'

const notificationRoutes = (bind: Bind<Deps>): void => {
  bind(listNotifications, showNotifications)
  bind(readNotifications, markRead)
  bind(getNotificationSettings, showOwnSettings)
  bind(saveNotificationSettings, saveOwnSettings)
  bind(getPushKey, showPushKey)
  bind(subscribeToPush, subscribe)
  bind(unsubscribeFromPush, unsubscribe)
}

const exportRoutes = (bind: Bind<Deps>): void => {
  bind(createExportEndpoint, createExport)
  bind(listExports, showExports)
  bind(deleteExport, removeExport)
}

const routingRoutes = (bind: Bind<Deps>): void => {
  bind(listWorkingHours, showHours)
  bind(saveWorkingHours, saveShopHours)
  bind(getRoutingSettings, showRouting)
  bind(changeRoutingSettings, changeRouting)
  bind(setShopGroup, changeShopGroup)
}

export const platformRoutes = (bind: Bind<Deps>): void => {
  bind(apiVersions, showVersions)
  bind(credentials, showCredentials)
  bind(credentialsV5, showCredentials)
  bind(systemInfo, showSystemInfo)
  bind(getSettings, showApiSettings)
  bind(getAccountSettings, showAccountSettings)
  bind(changeAccountSettings, saveAccountSettings)

  bind(listActionLog, showActionLog)

  bind(listApiKeys, showKeys)
  bind(createApiKey, createKey)
  bind(rotateApiKey, rotateKey)
  bind(revokeApiKey, revokeKey)
  bind(allowSeveralModules, allowSeveral)
  bind(splitApiKey, splitKey)

  exportRoutes(bind)
  bind(uploadFileByUrl, saveFileFromUrl)
  bind(getFile, showFile)
  bind(getWorkspaceFile, showToUser)

  bind(listSites, showSites)
  bind(editSite, changeSite)
  bind(listWorkspaceShops, showShops)
  bind(saveWorkspaceShop, saveShopInWorkspace)

  bind(listTraffic, showTraffic)
  bind(shareExchange, createShare)
  bind(listShares, showShares)
  bind(revokeShare, removeShare)
  bind(readSharedExchange, showShared)

  bind(signIn, startSession)
  bind(signOut, endSession)
  bind(getMe, showMe)
  bind(forgotPassword, requestPasswordReset)
  bind(choosePassword, setPassword)
  bind(saveProfileEndpoint, saveProfile)
  bind(listOwnSessions, showSessions)
  bind(endOwnSession, endOneSession)
  bind(endOwnSessions, endAllSessions)

  bind(getSecondFactor, showSecondFactor)
  bind(startSecondFactor, createSecondFactor)
  bind(confirmSecondFactor, enableSecondFactor)
  bind(renewRecoveryCodes, replaceOwnRecoveryCodes)
  bind(disableSecondFactor, removeOwnSecondFactor)
  bind(resetSecondFactor, resetUserSecondFactor)

  bind(getSignInOptions, showSignInOptions)
  bind(startSingleSignOn, beginSingleSignOn)
  bind(finishSingleSignOn, completeSingleSignOn)
  bind(getSingleSignOn, showSettings)
  bind(saveSingleSignOn, saveSettings)
  bind(deleteSingleSignOn, removeSettings)

  bind(listWorkspaceUsers, showUsers)
  bind(inviteUser, invite)
  bind(changeUser, editUser)
  bind(listApiUsers, showPeople)
  bind(getApiUser, showPerson)
  bind(listUserGroups, showGroups)
  bind(listWorkspaceGroups, showWorkspaceGroups)
  bind(saveUserGroup, saveGroup)
  bind(deleteUserGroup, removeGroup)
  bind(listColleagues, showColleagues)

  routingRoutes(bind)
  notificationRoutes(bind)
}
