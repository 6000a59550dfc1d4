import type { Endpoint } from '../base/endpoint.ts'
import { updateModuleScopes } from './connection.ts'
import { answerListened, followTraffic, triggerCall } from './listening.ts'
import {
  editTelephonySettingV3,
  editTelephonySettingV4,
  getTelephonySettingV3,
  getTelephonySettingV4,
} from './older-telephony.ts'
import { editModule, getModule } from './registration.ts'
import { removeModule, switchModule } from './workspace/activity.ts'
import { connectModule, getConnection, previewConnection } from './workspace/connection.ts'
import { getModuleDetails, listModules } from './workspace/health.ts'
import { rotateModuleSecret } from './workspace/registration.ts'
import { resendExchange } from './workspace/resend.ts'
import { changeRetention, getRetention, previewRetention } from './workspace/retention.ts'
import { hideSetupSteps, listSetupSteps } from './workspace/setup-steps.ts'

export const INTEGRATION_MODULE_ENDPOINTS: readonly Endpoint[] = [
  editModule,
  getModule,
  getTelephonySettingV4,
  getTelephonySettingV3,
  editTelephonySettingV4,
  editTelephonySettingV3,
  updateModuleScopes,
  listModules,
  getModuleDetails,
  rotateModuleSecret,
  switchModule,
  removeModule,
  previewConnection,
  connectModule,
  getConnection,
  listSetupSteps,
  hideSetupSteps,
  getRetention,
  previewRetention,
  changeRetention,
  resendExchange,
  answerListened,
  followTraffic,
  triggerCall,
]
