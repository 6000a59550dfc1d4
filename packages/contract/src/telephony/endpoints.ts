import type { Endpoint } from '../base/endpoint.ts'
import { traceCall } from '../platform/workspace/traces.ts'
import { reportCallEvent, reportCallEventV3, reportCallEventV4 } from './events.ts'
import { uploadCalls, uploadCallsV3, uploadCallsV4 } from './history.ts'
import { findManager, findManagerByPost, findManagerV3, findManagerV4 } from './routing.ts'
import { setUserStatus } from './statuses.ts'
import { readTrace } from './traces.ts'
import { uploadTranscript } from './transcripts.ts'
import { ackCallCard, linkCall, listCallCards, listCardCustomers } from './workspace/call-cards.ts'
import { getCallStatistics } from './workspace/call-statistics.ts'
import { getCall, listCalls, noteCall, taskFromCall } from './workspace/calls.ts'
import { getTelephony, startCall } from './workspace/click-to-call.ts'
import { getDailyCalls } from './workspace/daily-calls.ts'
import { listUserExtensions, saveUserExtension } from './workspace/extensions.ts'
import { deleteLoggedCall, editLoggedCall, logCall } from './workspace/logged-calls.ts'
import { listMissedCalls } from './workspace/missed-calls.ts'
import { listOpenCalls } from './workspace/open-calls.ts'
import { explainManagerLookup } from './workspace/routing.ts'
import { editTelephonySettings, getTelephonySettings } from './workspace/settings.ts'
import { openSoftphone } from './workspace/softphone.ts'
import { setMyStatus } from './workspace/statuses.ts'
import { getTranscript } from './workspace/transcripts.ts'

export const TELEPHONY_ENDPOINTS: readonly Endpoint[] = [
  reportCallEvent,
  reportCallEventV4,
  reportCallEventV3,
  uploadCalls,
  uploadCallsV4,
  uploadCallsV3,
  uploadTranscript,
  findManager,
  findManagerByPost,
  findManagerV4,
  findManagerV3,
  explainManagerLookup,
  readTrace,
  listCalls,
  listMissedCalls,
  listOpenCalls,
  getDailyCalls,
  getCallStatistics,
  getCall,
  getTranscript,
  logCall,
  editLoggedCall,
  deleteLoggedCall,
  startCall,
  noteCall,
  taskFromCall,
  traceCall,
  listCallCards,
  ackCallCard,
  listCardCustomers,
  linkCall,
  getTelephony,
  openSoftphone,
  getTelephonySettings,
  editTelephonySettings,
  listUserExtensions,
  saveUserExtension,
  setUserStatus,
  setMyStatus,
]
