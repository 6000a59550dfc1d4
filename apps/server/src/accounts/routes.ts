import { apiVersions, credentials, credentialsV5, systemInfo } from '@patchbay/contract/accounts'
import { changeAccountSettings, getAccountSettings, getSettings } from '@patchbay/contract/settings'
import type { Deps } from '../deps.ts'
import type { Bind } from '../lib/route.ts'
import { showCredentials, showSystemInfo, showVersions } from './actions.ts'
import { changeSettings, showAccountSettings, showSettings } from './settings.ts'

export const accountRoutes = (bind: Bind<Deps>): void => {
  bind(apiVersions, showVersions)
  bind(credentials, showCredentials)
  bind(credentialsV5, showCredentials)
  bind(systemInfo, showSystemInfo)
  bind(getSettings, showSettings)
  bind(getAccountSettings, showAccountSettings)
  bind(changeAccountSettings, changeSettings)
}
