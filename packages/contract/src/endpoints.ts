import type { Callback } from './base/callback.ts'
import type { Endpoint } from './base/endpoint.ts'
import { CHAT_ENDPOINTS } from './chats/endpoints.ts'
import { visitorOnline, visitorVisits } from './chats/visitors.ts'
import { uploadAttachment } from './crm/attachments.ts'
import { CRM_ENDPOINTS } from './crm/endpoints.ts'
import { moduleActivity } from './integration-modules/activity.ts'
import { INTEGRATION_MODULE_ENDPOINTS } from './integration-modules/endpoints.ts'
import { PAYMENT_ENDPOINTS } from './payments/endpoints.ts'
import {
  approveCallback,
  cancelCallback,
  createCallback,
  refundCallback,
  statusCallback,
} from './payments/operations.ts'
import { PLATFORM_ENDPOINTS } from './platform/endpoints.ts'
import { uploadFile } from './platform/files.ts'
import { fetchRecording, makeCall, userStatusChanged } from './telephony/callbacks.ts'
import { TELEPHONY_ENDPOINTS } from './telephony/endpoints.ts'

/** Every request that the system sends to modules. */
export const CALLBACKS: readonly Callback[] = [
  moduleActivity,
  makeCall,
  userStatusChanged,
  fetchRecording,
  createCallback,
  approveCallback,
  cancelCallback,
  refundCallback,
  statusCallback,
  visitorOnline,
  visitorVisits,
]

/** Endpoints that take bytes instead of parameters: apps/server/src/http/uploads.ts serves them. */
export const BYTE_ENDPOINTS: readonly Endpoint[] = [uploadFile, uploadAttachment]

/** Every other endpoint. The server does not start when one of them is not bound to an action. */
export const ENDPOINTS: readonly Endpoint[] = [
  ...PLATFORM_ENDPOINTS,
  ...CRM_ENDPOINTS,
  ...TELEPHONY_ENDPOINTS,
  ...PAYMENT_ENDPOINTS,
  ...CHAT_ENDPOINTS,
  ...INTEGRATION_MODULE_ENDPOINTS,
]
