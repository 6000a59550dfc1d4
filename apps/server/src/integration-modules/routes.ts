import { editModule, getModule, updateModuleScopes } from '@patchbay/contract/integration-modules'
import {
  connectModule,
  getModuleDetails,
  listModules,
  previewConnection,
  removeModule,
  rotateModuleSecret,
  switchModule,
} from '@patchbay/contract/workspace-modules'
import type { Deps } from '../deps.ts'
import type { Bind } from '../lib/route.ts'
import { registerModule, showModule } from './actions.ts'
import { connect, preview, updateScopes } from './connect.ts'
import { rotateSecret, showModuleDetails, showModules } from './overview.ts'
import { remove, switchOnOrOff } from './state.ts'

export const integrationModuleRoutes = (bind: Bind<Deps>): void => {
  bind(editModule, registerModule)
  bind(getModule, showModule)
  bind(updateModuleScopes, updateScopes)
  bind(listModules, showModules)
  bind(getModuleDetails, showModuleDetails)
  bind(rotateModuleSecret, rotateSecret)
  bind(switchModule, switchOnOrOff)
  bind(removeModule, remove)
  bind(previewConnection, preview)
  bind(connectModule, connect)
}
