import { traceCall } from '@patchbay/contract/platform/workspace/traces'
import { reportCallEvent, reportCallEventV3, reportCallEventV4 } from '@patchbay/contract/telephony/events'
import { uploadCalls, uploadCallsV3, uploadCallsV4 } from '@patchbay/contract/telephony/history'
import { findManager, findManagerByPost, findManagerV3, findManagerV4 } from '@patchbay/contract/telephony/routing'
import { setUserStatus } from '@patchbay/contract/telephony/statuses'
import { readTrace } from '@patchbay/contract/telephony/traces'
import { uploadTranscript as uploadTranscriptEndpoint } from '@patchbay/contract/telephony/transcripts'
import {
  ackCallCard,
  linkCall as linkCallEndpoint,
  listCallCards,
  listCardCustomers,
} from '@patchbay/contract/telephony/workspace/call-cards'
import { getCallStatistics } from '@patchbay/contract/telephony/workspace/call-statistics'
import { getCall, listCalls, noteCall, taskFromCall } from '@patchbay/contract/telephony/workspace/calls'
import { getTelephony, startCall } from '@patchbay/contract/telephony/workspace/click-to-call'
import { getDailyCalls } from '@patchbay/contract/telephony/workspace/daily-calls'
import { listUserExtensions, saveUserExtension } from '@patchbay/contract/telephony/workspace/extensions'
import {
  deleteLoggedCall,
  editLoggedCall as editLoggedCallEndpoint,
  logCall as logCallEndpoint,
} from '@patchbay/contract/telephony/workspace/logged-calls'
import { listMissedCalls } from '@patchbay/contract/telephony/workspace/missed-calls'
import { listOpenCalls } from '@patchbay/contract/telephony/workspace/open-calls'
import { explainManagerLookup } from '@patchbay/contract/telephony/workspace/routing'
import { editTelephonySettings, getTelephonySettings } from '@patchbay/contract/telephony/workspace/settings'
import { openSoftphone } from '@patchbay/contract/telephony/workspace/softphone'
import { setMyStatus } from '@patchbay/contract/telephony/workspace/statuses'
import { getTranscript } from '@patchbay/contract/telephony/workspace/transcripts'
import type { Deps } from '../deps.ts'
import type { Bind } from '../lib/http-in/route.ts'
import { ackCard, showCardCustomers, showCards } from './call-cards/actions.ts'
import { showCallStatistics } from './call-statistics/actions.ts'
import { createTaskFromCall, saveNote, showCall, showCalls } from './calls/actions.ts'
import { linkCall } from './calls/link-actions.ts'
import { editLoggedCall, logCall, removeLoggedCall } from './calls/logged-actions.ts'
import { requestCall, showTelephony } from './click-to-call/actions.ts'
import { showDailyCalls } from './daily-calls/actions.ts'
import { reportEvent, reportEventV3 } from './events/actions.ts'
import { saveExtension, showExtensions } from './extensions/actions.ts'
import { upload } from './history/actions.ts'
import { showMissedCalls } from './missed-calls/actions.ts'
import { showOpenCalls } from './open-calls/actions.ts'
import { lookUpManager } from './routing/actions.ts'
import { explainLookup } from './routing/explain-actions.ts'
import { saveTelephonySettings, showTelephonySettings } from './settings/actions.ts'
import { requestSoftphone } from './softphone/actions.ts'
import { changeMyStatus, changeStatusOf } from './statuses/actions.ts'
import { showCallTrace, showTraceToModule } from './traces/actions.ts'
import { showTranscript, uploadTranscript } from './transcripts/actions.ts'

export const telephonyRoutes = (bind: Bind<Deps>): void => {
  bind(reportCallEvent, reportEvent)
  bind(reportCallEventV4, reportEvent)
  bind(reportCallEventV3, reportEventV3)
  bind(uploadCalls, upload)
  bind(uploadCallsV4, upload)
  bind(uploadCallsV3, upload)
  bind(uploadTranscriptEndpoint, uploadTranscript)
  bind(findManager, lookUpManager)
  bind(findManagerByPost, lookUpManager)
  bind(findManagerV4, lookUpManager)
  bind(findManagerV3, lookUpManager)
  bind(explainManagerLookup, explainLookup)
  bind(readTrace, showTraceToModule)
  bind(listCalls, showCalls)
  bind(getCall, showCall)
  bind(getTranscript, showTranscript)
  bind(logCallEndpoint, logCall)
  bind(editLoggedCallEndpoint, editLoggedCall)
  bind(deleteLoggedCall, removeLoggedCall)
  bind(listMissedCalls, showMissedCalls)
  bind(listOpenCalls, showOpenCalls)
  bind(getDailyCalls, showDailyCalls)
  bind(getCallStatistics, showCallStatistics)
  bind(startCall, requestCall)
  bind(noteCall, saveNote)
  bind(taskFromCall, createTaskFromCall)
  bind(linkCallEndpoint, linkCall)
  bind(traceCall, showCallTrace)
  bind(listCallCards, showCards)
  bind(ackCallCard, ackCard)
  bind(listCardCustomers, showCardCustomers)
  bind(getTelephony, showTelephony)
  bind(openSoftphone, requestSoftphone)
  bind(getTelephonySettings, showTelephonySettings)
  bind(editTelephonySettings, saveTelephonySettings)
  bind(listUserExtensions, showExtensions)
  bind(saveUserExtension, saveExtension)
  bind(setUserStatus, changeStatusOf)
  bind(setMyStatus, changeMyStatus)
}
