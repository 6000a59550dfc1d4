import {
  ackCallCard,
  editTelephonySettings,
  getCall,
  getTelephony,
  getTelephonySettings,
  listCallCards,
  listCalls,
  noteCall,
  pressCall,
  taskFromCall,
} from '@patchbay/contract/calls'
import {
  findManager,
  findManagerByPost,
  findManagerV3,
  findManagerV4,
  readTrace,
  reportCallEvent,
  uploadCalls,
  uploadCallsV3,
  uploadCallsV4,
} from '@patchbay/contract/telephony'
import { traceCall } from '@patchbay/contract/traces'
import type { Deps } from '../deps.ts'
import type { Bind } from '../lib/route.ts'
import { ackCard, keepNote, makeTask, showCall, showCalls, showCards } from './calls.ts'
import { reportEvent } from './events.ts'
import { startCall } from './make-call.ts'
import { lookUpManager } from './manager.ts'
import { editSettings, showSettings, showTelephony } from './settings.ts'
import { showTrace, showTraceToModule } from './trace.ts'
import { upload } from './uploads.ts'

export const telephonyRoutes = (bind: Bind<Deps>): void => {
  bind(reportCallEvent, reportEvent)
  bind(uploadCalls, upload)
  bind(uploadCallsV4, upload)
  bind(uploadCallsV3, upload)
  bind(findManager, lookUpManager)
  bind(findManagerByPost, lookUpManager)
  bind(findManagerV4, lookUpManager)
  bind(findManagerV3, lookUpManager)
  bind(readTrace, showTraceToModule)
  bind(listCalls, showCalls)
  bind(getCall, showCall)
  bind(pressCall, startCall)
  bind(noteCall, keepNote)
  bind(taskFromCall, makeTask)
  bind(traceCall, showTrace)
  bind(listCallCards, showCards)
  bind(ackCallCard, ackCard)
  bind(getTelephony, showTelephony)
  bind(getTelephonySettings, showSettings)
  bind(editTelephonySettings, editSettings)
}
