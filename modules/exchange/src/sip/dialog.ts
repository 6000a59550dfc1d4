import {
  type Header,
  headerOf,
  headersOf,
  parameterOf,
  type SipMessage,
  type SipRequest,
  type SipResponse,
  sequenceOf,
  uriOf,
} from './message.ts'

// A dialog (RFC 3261, 12): what must be known to send requests within a call. Plain data, so that it is stored and outlives
// the process.

export type Dialog = {
  callId: string
  localTag: string
  remoteTag: string
  /** The values of From and To, without tags. */
  local: string
  remote: string
  /** The other side's Contact. */
  target: string
  routes: string[]
  sequence: number
}

const withoutTag = (value: string): string => value.replace(/;\s*tag=[^;,\s]+/i, '')

export const keyOf = (callId: string, localTag: string): string => `${callId} ${localTag}`

const contactOf = (message: SipMessage): string => uriOf(headerOf(message, 'contact'))

/** Of a call that we placed, from the response that accepted it. */
export const dialogOfResponse = (response: SipResponse): Dialog => {
  const from = headerOf(response, 'from')
  const to = headerOf(response, 'to')
  return {
    callId: headerOf(response, 'call-id'),
    localTag: parameterOf(from, 'tag'),
    remoteTag: parameterOf(to, 'tag'),
    local: withoutTag(from),
    remote: withoutTag(to),
    target: contactOf(response),
    routes: headersOf(response, 'record-route').reverse(),
    sequence: sequenceOf(response).number,
  }
}

/** Of a call that we received. */
export const dialogOfRequest = (request: SipRequest, localTag: string): Dialog => {
  const from = headerOf(request, 'from')
  return {
    callId: headerOf(request, 'call-id'),
    localTag,
    remoteTag: parameterOf(from, 'tag'),
    local: withoutTag(headerOf(request, 'to')),
    remote: withoutTag(from),
    target: contactOf(request),
    routes: headersOf(request, 'record-route'),
    sequence: 1,
  }
}

/** A restarted process does not know the last number that it sent; the next must only be higher. */
export const resumed = (dialog: Dialog): Dialog => ({ ...dialog, sequence: dialog.sequence + 1_000 })

export const requestWithin = (
  dialog: Dialog,
  method: string,
  sequence: number,
  more: readonly Header[] = [],
  body = '',
): SipRequest => ({
  method,
  uri: dialog.target,
  headers: [
    ...dialog.routes.map((value): Header => ['route', value]),
    ['max-forwards', '70'],
    ['from', `${dialog.local};tag=${dialog.localTag}`],
    ['to', `${dialog.remote};tag=${dialog.remoteTag}`],
    ['call-id', dialog.callId],
    ['cseq', `${sequence} ${method}`],
    ...more,
  ],
  body,
})
