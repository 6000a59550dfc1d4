import { updateModuleScopes } from '@patchbay/contract/integration-modules/connection'
import { answerListened, followTraffic, triggerCall } from '@patchbay/contract/integration-modules/listening'
import {
  editTelephonySettingV3,
  editTelephonySettingV4,
  getTelephonySettingV3,
  getTelephonySettingV4,
} from '@patchbay/contract/integration-modules/older-telephony'
import { editModule, getModule } from '@patchbay/contract/integration-modules/registration'
import { removeModule, switchModule } from '@patchbay/contract/integration-modules/workspace/activity'
import {
  connectModule,
  getConnection,
  previewConnection,
} from '@patchbay/contract/integration-modules/workspace/connection'
import { getModuleDetails, listModules } from '@patchbay/contract/integration-modules/workspace/health'
import { rotateModuleSecret } from '@patchbay/contract/integration-modules/workspace/registration'
import { resendExchange } from '@patchbay/contract/integration-modules/workspace/resend'
import {
  changeRetention,
  getRetention,
  previewRetention,
} from '@patchbay/contract/integration-modules/workspace/retention'
import { hideSetupSteps, listSetupSteps } from '@patchbay/contract/integration-modules/workspace/setup-steps'
import type { Deps } from '../deps.ts'
import type { Bind } from '../lib/http-in/route.ts'
import { deleteIntegration, setModuleActive } from './activity/actions.ts'
import { connect, preview, showConnection, updateScopes } from './connection/actions.ts'
import { showModuleDetails, showModules } from './health/actions.ts'
import { answerRequest, showOwnTraffic, startTestCall } from './listening/actions.ts'
import { registerModule, rotateSecret, showModule } from './registration/actions.ts'
import { changeTelephonySetting, changeTelephonySettingV3, showTelephonySetting } from './registration/older-actions.ts'
import { resend } from './resend/actions.ts'
import { countExpired, saveRetention, showRetention } from './retention/actions.ts'
import { setSetupHidden, showSetupSteps } from './setup-steps/actions.ts'

export const integrationModuleRoutes = (bind: Bind<Deps>): void => {
  bind(editModule, registerModule)
  bind(getModule, showModule)
  bind(getTelephonySettingV4, showTelephonySetting)
  bind(getTelephonySettingV3, showTelephonySetting)
  bind(editTelephonySettingV4, changeTelephonySetting)
  bind(editTelephonySettingV3, changeTelephonySettingV3)
  bind(updateModuleScopes, updateScopes)
  bind(listModules, showModules)
  bind(getModuleDetails, showModuleDetails)
  bind(rotateModuleSecret, rotateSecret)
  bind(switchModule, setModuleActive)
  bind(removeModule, deleteIntegration)
  bind(previewConnection, preview)
  bind(connectModule, connect)
  bind(getConnection, showConnection)
  bind(listSetupSteps, showSetupSteps)
  bind(hideSetupSteps, setSetupHidden)
  bind(getRetention, showRetention)
  bind(previewRetention, countExpired)
  bind(changeRetention, saveRetention)
  bind(resendExchange, resend)
  bind(answerListened, answerRequest)
  bind(followTraffic, showOwnTraffic)
  bind(triggerCall, startTestCall)
}
