import { traceCall } from '@patchbay/contract/platform/workspace/traces'
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
} from '@patchbay/contract/telephony/events'
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
} from '@patchbay/contract/telephony/workspace/calls'
import type { Deps } from '../deps.ts'
import type { Bind } from '../lib/http-in/route.ts'
import { ackCard, showCards } from './call-cards/actions.ts'
import { keepNote, makeTask, showCall, showCalls } from './calls/actions.ts'
import { showTelephony, startCall } from './click-to-call/actions.ts'
import { reportEvent } from './events/actions.ts'
import { upload } from './history/actions.ts'
import { lookUpManager } from './routing/actions.ts'
import { editSettings, showSettings } from './settings/actions.ts'
import { showTrace, showTraceToModule } from './traces/actions.ts'

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
