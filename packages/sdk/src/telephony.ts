import { type ActivityOptions, activityRoute } from './activity.ts'
import { partialAnswer, readRange } from './ranges.ts'
import { type TelephonyRegistration, trimTrailingSlash } from './registration.ts'
import {
  headerOf,
  type IntegrationServer,
  jsonResponse,
  type ModuleRequest,
  type ModuleResponse,
  Refusal,
} from './request.ts'
import { createRequestHandler, type Route, type VerifiedRequest } from './request-handler.ts'
import type { MakeCall, OpenSoftphone, StatusChange, UserStatus } from './shapes.ts'
import { readText } from './validation.ts'

export type TelephonyContext = { clientId: string; key: string }

export type Recording = { contentType: string; bytes: Uint8Array }

export type TelephonyHandlers = ActivityOptions & {
  /** Starts the call, or refuses with a message. Return as soon as it rings: the system waits five seconds. */
  makeCall: (call: MakeCall, context: TelephonyContext) => void | Promise<void>
  changeUserStatus?: (change: StatusChange, context: TelephonyContext) => void | Promise<void>
  /** The recording of a call, by the id that was put into recordUrl. */
  recording?: (id: string, context: TelephonyContext) => Recording | undefined | Promise<Recording | undefined>
  /**
   * The link to the softphone of an extension, for a frame in the workspace (docs/concepts/softphones.md). Put a token of its
   * user after #: it reaches neither logs nor other servers.
   */
  softphone?: (request: OpenSoftphone, context: TelephonyContext) => string | Promise<string>
  /** Path prefix of the callbacks; /telephony by default. */
  path?: string
}

// Only types come from the contract; a status that it gains is missing here at compile time.
const STATUSES: Record<UserStatus, true> = { free: true, busy: true, dinner: true, break: true }
export const USER_STATUSES: readonly string[] = Object.keys(STATUSES)
const isStatus = (status: string): status is UserStatus => USER_STATUSES.includes(status)

/** Supports range requests: players seek in a recording with them. */
const audio = (request: ModuleRequest, { contentType, bytes }: Recording): ModuleResponse => {
  const headers = { 'content-type': contentType, 'accept-ranges': 'bytes' }
  const part = readRange(headerOf(request, 'range'), bytes.length)
  if (part === undefined) return { status: 200, headers, body: bytes }
  const partial = partialAnswer(bytes, part)
  return { ...partial, headers: { ...headers, ...partial.headers } }
}

const makeCallRoute = (path: string, makeCall: TelephonyHandlers['makeCall']): Route => ({
  method: 'GET',
  path,
  runOnce: true,
  handle: async ({ parameters, clientId, key }: VerifiedRequest) => {
    const [code, phone, userId] = ['code', 'phone', 'userId'].map((name) => readText(parameters, name))
    const { externalPhone } = parameters
    const call = { code, phone, userId, ...(typeof externalPhone === 'string' && { externalPhone }) } as MakeCall
    await makeCall(call, { clientId, key })
    return jsonResponse(200, { success: true })
  },
})

const statusRoute = (path: string, change: NonNullable<TelephonyHandlers['changeUserStatus']>): Route => ({
  method: 'GET',
  path,
  runOnce: true,
  handle: async ({ parameters, clientId, key }: VerifiedRequest) => {
    const [code = '', userId = '', status = ''] = ['code', 'userId', 'status'].map((name) => readText(parameters, name))
    if (!isStatus(status)) throw new Refusal(`The status must be one of ${USER_STATUSES.join(', ')}`, 400)
    await change({ code, userId, status }, { clientId, key })
    return jsonResponse(200, { success: true })
  },
})

/** The page learns from the link which workspace it belongs to: softphone.ts reads it there. */
const withOrigin = (link: string, origin: string): string => {
  const url = new URL(link)
  const fragment = new URLSearchParams(url.hash.slice(1))
  fragment.set('origin', origin)
  url.hash = fragment.toString()
  return url.href
}

const softphoneRoute = (path: string, softphone: NonNullable<TelephonyHandlers['softphone']>): Route => ({
  method: 'GET',
  path,
  // Each tab that takes the phone over needs a link of its own.
  runOnce: false,
  handle: async ({ parameters, clientId, key }: VerifiedRequest) => {
    const [code = '', userId = '', origin = ''] = ['code', 'userId', 'origin'].map((name) => readText(parameters, name))
    if (URL.parse(origin)?.origin !== origin) throw new Refusal('The parameter "origin" is not an origin', 400)
    const link = await softphone({ code, userId, origin }, { clientId, key })
    return jsonResponse(200, { success: true, url: withOrigin(link, origin) })
  },
})

const recordingRoute = (path: string, recording: NonNullable<TelephonyHandlers['recording']>): Route => ({
  method: 'GET',
  path,
  runOnce: false,
  handle: async ({ rest, clientId, key, request }: VerifiedRequest) => {
    const found = await recording(decodeURIComponent(rest), { clientId, key })
    if (!found) throw new Refusal('There is no such recording', 404)
    return audio(request, found)
  },
})

/** The URL of a recording, for `recordUrl` of an uploaded call. */
export const recordUrl = (publicUrl: string, id: string, path = '/telephony'): string =>
  `${trimTrailingSlash(publicUrl)}${path}/recordings/${encodeURIComponent(id)}`

/** The telephony callbacks (docs/spec: interface 4.2). */
export const serveTelephony = (handlers: TelephonyHandlers): IntegrationServer<TelephonyRegistration> => {
  const { path = '/telephony', makeCall, changeUserStatus, recording, softphone } = handlers
  const routes = [
    activityRoute(handlers, `${path}/activity`),
    makeCallRoute(`${path}/make-call`, makeCall),
    ...(changeUserStatus ? [statusRoute(`${path}/user-status`, changeUserStatus)] : []),
    ...(softphone ? [softphoneRoute(`${path}/softphone`, softphone)] : []),
    ...(recording ? [recordingRoute(`${path}/recordings/`, recording)] : []),
  ]
  return {
    // The system takes only 200 for a started call, so a refusal must not be 200 here.
    handler: createRequestHandler(handlers, routes, ({ status, message }) =>
      jsonResponse(status === 200 ? 422 : status, { success: false, errorMsg: message }),
    ),
    registration: (publicUrl, more) => {
      const base = trimTrailingSlash(publicUrl)
      return {
        baseUrl: publicUrl,
        actions: { activity: `${path}/activity` },
        integrations: {
          telephony: {
            makeCallUrl: `${base}${path}/make-call`,
            ...(changeUserStatus && { changeUserStatusUrl: `${base}${path}/user-status` }),
            ...(softphone && { softphoneUrl: `${base}${path}/softphone` }),
            inputEventSupported: true,
            outputEventSupported: true,
            hangupEventSupported: true,
            ...more,
          },
        },
      }
    },
  }
}
