import { apiVersions, credentials, credentialsV5, systemInfo } from '@patchbay/contract/platform/accounts'
import { changeAccountSettings, getAccountSettings, getSettings } from '@patchbay/contract/platform/workspace/accounts'
import type { Deps } from '../deps.ts'
import type { Bind } from '../lib/http-in/route.ts'
import { showCredentials, showSystemInfo, showVersions } from './accounts/actions.ts'
import { changeSettings, showAccountSettings, showSettings } from './accounts/settings.ts'

export const accountRoutes = (bind: Bind<Deps>): void => {
  bind(apiVersions, showVersions)
  bind(credentials, showCredentials)
  bind(credentialsV5, showCredentials)
  bind(systemInfo, showSystemInfo)
  bind(getSettings, showSettings)
  bind(getAccountSettings, showAccountSettings)
  bind(changeAccountSettings, changeSettings)
}
