import { apiVersions, getSettings, systemInfo } from '@patchbay/contract/platform/accounts'
import { credentials, credentialsV5 } from '@patchbay/contract/platform/api-keys'
import { changeAccountSettings, getAccountSettings } from '@patchbay/contract/platform/workspace/accounts'
import type { Deps } from '../deps.ts'
import type { Bind } from '../lib/http-in/route.ts'
import {
  saveAccountSettings,
  showAccountSettings,
  showApiSettings,
  showSystemInfo,
  showVersions,
} from './accounts/actions.ts'
import { showCredentials } from './api-keys/actions.ts'

export const accountRoutes = (bind: Bind<Deps>): void => {
  bind(apiVersions, showVersions)
  bind(credentials, showCredentials)
  bind(credentialsV5, showCredentials)
  bind(systemInfo, showSystemInfo)
  bind(getSettings, showApiSettings)
  bind(getAccountSettings, showAccountSettings)
  bind(changeAccountSettings, saveAccountSettings)
}
