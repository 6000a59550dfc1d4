import { type Dialog, dialogOfResponse } from './dialog.ts'
import { authorize, type Credentials } from './digest.ts'
import { ALLOW, type Header, headerOf, newTag, SDP, type SipRequest, type SipResponse, sequenceOf } from './message.ts'
import type { Transactions } from './transactions.ts'
import type { DialogEvents } from './user-agent.ts'

// A call that we place: its INVITE, until it is answered, refused or cancelled.

export type OutgoingCall = {
  uri: string
  /** The value of From, without a tag. */
  from: string
  to: string
  sdp: string
  headers?: readonly Header[]
  credentials?: Credentials | undefined
  onRinging?: () => void
  onAnswer: (dialog: Dialog, sdp: string) => DialogEvents
  onRefused: (status: number) => void
}

/** The INVITE as it was sent: enough to cancel it after a restart. */
export type PlacedCall = { cancel: () => void; sent: () => SipRequest }

export type InviteContext = {
  transactions: Transactions
  contact: Header
  acknowledge: (dialog: Dialog, sequence: number) => void
  bye: (dialog: Dialog) => Promise<unknown>
  add: (dialog: Dialog, events: DialogEvents) => void
}

const authorizationFor = (call: OutgoingCall, response: SipResponse): Header | undefined => {
  const isProxy = response.status === 407
  if (!call.credentials || !(isProxy || response.status === 401)) return undefined
  const challenge = headerOf(response, isProxy ? 'proxy-authenticate' : 'www-authenticate')
  const value = authorize(challenge, call.credentials, { method: 'INVITE', uri: call.uri, cnonce: newTag() })
  return [isProxy ? 'proxy-authorization' : 'authorization', value]
}

export const placeCall = (context: InviteContext, call: OutgoingCall): PlacedCall => {
  const { transactions, contact, acknowledge, bye, add } = context
  const same: Header[] = [
    ['max-forwards', '70'],
    ['from', `${call.from};tag=${newTag()}`],
    ['to', call.to],
    ['call-id', crypto.randomUUID()],
    contact,
    ALLOW,
    ...(call.headers ?? []),
    SDP,
  ]
  let cancelled = false
  let provisional = false
  let accepted: Dialog | undefined
  const onAccepted = (response: SipResponse) => {
    const repeated = accepted !== undefined
    accepted ??= dialogOfResponse(response)
    acknowledge(accepted, sequenceOf(response).number)
    if (repeated) return
    if (!cancelled) return add(accepted, call.onAnswer(accepted, response.body))
    // Answered in the moment in which it was cancelled.
    void bye(accepted)
    call.onRefused(487)
  }
  const onResponse = (response: SipResponse, sequence: number) => {
    if (response.status >= 300) {
      const authorization = sequence > 1 || cancelled ? undefined : authorizationFor(call, response)
      if (authorization) sent = send(sequence + 1, [authorization])
      else call.onRefused(response.status)
      return
    }
    if (response.status >= 200) return onAccepted(response)
    // A CANCEL may not overtake its INVITE.
    if (!provisional && cancelled) sent.transaction.cancel()
    provisional = true
    if (response.status > 100 && !cancelled) call.onRinging?.()
  }
  const send = (sequence: number, more: readonly Header[]) => {
    provisional = false
    const headers: Header[] = [...same, ['cseq', `${sequence} INVITE`], ...more]
    const invite: SipRequest = { method: 'INVITE', uri: call.uri, headers, body: call.sdp }
    return { invite, transaction: transactions.request(invite, (response) => onResponse(response, sequence)) }
  }
  let sent = send(1, [])
  return {
    cancel: () => {
      if (cancelled || accepted) return
      cancelled = true
      if (provisional) sent.transaction.cancel()
    },
    sent: () => transactions.withVia({ ...sent.invite, body: '' }, sent.transaction.branch),
  }
}
