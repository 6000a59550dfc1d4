import type { Callback } from './base/callback.ts'
import type { Endpoint } from './base/endpoint.ts'
import { CHAT_ENDPOINTS } from './chats/endpoints.ts'
import { visitorOnline, visitorVisits } from './chats/visitors.ts'
import { TRANSPORT_EVENTS } from './chats/webhook-events.ts'
import { downloadAttachment, uploadAttachment } from './crm/attachments.ts'
import { CRM_ENDPOINTS } from './crm/endpoints.ts'
import { moduleActivity } from './integration-modules/activity.ts'
import { readModuleConfig, registerAtModule } from './integration-modules/connection.ts'
import { INTEGRATION_MODULE_ENDPOINTS } from './integration-modules/endpoints.ts'
import { listenToRequests } from './integration-modules/listening.ts'
import { PAYMENT_ENDPOINTS } from './payments/endpoints.ts'
import {
  approveCallback,
  cancelCallback,
  createCallback,
  refundCallback,
  statusCallback,
} from './payments/operations.ts'
import { statementCallback } from './payments/statements.ts'
import { PLATFORM_ENDPOINTS } from './platform/endpoints.ts'
import { uploadFile } from './platform/files.ts'
import { fetchRecording, makeCall, openSoftphone, userStatusChanged } from './telephony/callbacks.ts'
import { TELEPHONY_ENDPOINTS } from './telephony/endpoints.ts'

/** Every request that the system sends to modules. */
export const CALLBACKS: readonly Callback[] = [
  readModuleConfig,
  registerAtModule,
  moduleActivity,
  makeCall,
  userStatusChanged,
  openSoftphone,
  fetchRecording,
  createCallback,
  approveCallback,
  cancelCallback,
  refundCallback,
  statusCallback,
  statementCallback,
  visitorOnline,
  visitorVisits,
  ...TRANSPORT_EVENTS,
]

/** Endpoints that take bytes instead of parameters: apps/server/src/http/uploads.ts serves them. */
export const BYTE_ENDPOINTS: readonly Endpoint[] = [uploadFile, uploadAttachment]

/** Endpoints that answer something else than JSON: apps/server/src/http serves them. */
export const STREAM_ENDPOINTS: readonly Endpoint[] = [downloadAttachment, listenToRequests]

/** Every other endpoint. The server does not start when one of them is not bound to an action. */
export const ENDPOINTS: readonly Endpoint[] = [
  ...PLATFORM_ENDPOINTS,
  ...CRM_ENDPOINTS,
  ...TELEPHONY_ENDPOINTS,
  ...PAYMENT_ENDPOINTS,
  ...CHAT_ENDPOINTS,
  ...INTEGRATION_MODULE_ENDPOINTS,
]
