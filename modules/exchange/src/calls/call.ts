import type { CallEvent, CallRecord, HangupStatus, UserStatus } from '@patchbay/sdk/shapes'
import type { MediaKind } from '../media/rtpengine.ts'
import type { Dialog } from '../sip/dialog.ts'
import type { SipRequest } from '../sip/message.ts'

// A call as data, and what each change of it means for the system. Pure: no clock, no network. What is here is stored after
// each change, so a restarted process goes on where the last one stopped.

/** One side of a call. Its id is its tag in rtpengine. */
export type Leg = {
  id: string
  /** None on the customer's side. */
  extension?: string
  kind: MediaKind
  dialog: Dialog
  /** Their last description of their media. */
  sdp: string
}

export type CallState = {
  id: string
  direction: 'in' | 'out'
  /** The customer's number. */
  phone: string
  externalPhone?: string
  /** The shop whose number was called. */
  site?: string
  /** Who placed an outgoing call. */
  extension?: string
  startedAt: number
  answeredAt?: number
  endedAt?: number
  /** The extensions that have a card of this call in the workspace. */
  cards: string[]
  answeredBy?: string
  manager?: string
  step: number
  declined: string[]
  customer?: Leg
  telephone?: Leg
  /** The customer's INVITE, until it is answered, and those that were sent to telephones. */
  invite?: SipRequest
  sent: SipRequest[]
  status?: HangupStatus
  /** Ports on which rtpengine receives from the customer and from telephones: the channels of the recording. */
  ports: { customer: number[]; telephone: number[] }
  recorded: boolean
  /** Nobody answered, and the customer left a message. */
  voicemail?: boolean
}

export type MessageBody =
  | { event: CallEvent; at: number }
  | { record: Omit<CallRecord, 'date'>; startedAt: number }
  | { status: { userId: string; status: UserStatus } }
export type Message = MessageBody & { lane: string }

export type Change = { state: CallState; messages: Message[] }

export const newCall = (
  call: Pick<CallState, 'id' | 'direction' | 'phone' | 'startedAt'> & Partial<CallState>,
): CallState => ({
  cards: [],
  step: 0,
  declined: [],
  sent: [],
  ports: { customer: [], telephone: [] },
  recorded: false,
  ...call,
})

const eventOf = (call: CallState, at: number, more: Partial<CallEvent>): Message => ({
  lane: call.id,
  at,
  event: {
    phone: call.phone,
    type: call.direction,
    codes: [],
    callExternalId: call.id,
    ...(call.externalPhone !== undefined && { externalPhone: call.externalPhone }),
    ...more,
  },
})

/**
 * The call rings at these extensions. The system reads a repeated event with one extension as its answer (D-85), and an event
 * with one new extension as "it went on to them": what adds nobody is not sent.
 */
export const ringAt = (call: CallState, codes: readonly string[], at: number): Change => {
  const added = codes.filter((code) => !call.cards.includes(code))
  if (added.length === 0) return { state: call, messages: [] }
  const cards = codes.length === 1 ? [...codes] : [...call.cards, ...added]
  return { state: { ...call, cards }, messages: [eventOf(call, at, { codes: [...codes] })] }
}

/** This extension has the call now. */
export const answerBy = (call: CallState, code: string, at: number): Change => ({
  state: { ...call, answeredBy: code, cards: [code], answeredAt: call.answeredAt ?? at },
  messages: [eventOf(call, at, { type: 'answer', codes: [code] })],
})

const RESULT: Readonly<Record<HangupStatus, CallRecord['result']>> = {
  answered: 'answered',
  'no answered': 'no answer',
  busy: 'busy',
  cancel: 'no answer',
  failed: 'failed',
}

const seconds = (from: number, to: number): number => Math.max(0, Math.round((to - from) / 1000))

const recordOf = (call: CallState, status: HangupStatus, at: number, recordUrl: string): Message => {
  const talked = call.answeredAt === undefined ? 0 : Math.max(1, seconds(call.answeredAt, at))
  const code = call.answeredBy ?? call.extension ?? call.cards[0]
  return {
    lane: call.id,
    startedAt: call.startedAt,
    record: {
      type: call.direction,
      phone: call.phone,
      externalId: call.id,
      result: RESULT[status],
      duration: talked,
      durationWaiting: seconds(call.startedAt, call.answeredAt ?? at),
      ...(code !== undefined && { code }),
      ...(call.externalPhone !== undefined && { externalPhone: call.externalPhone }),
      ...(call.site !== undefined && { site: call.site }),
      ...(call.recorded && { recordUrl }),
    },
  }
}

/** A call ends once: what is reported about it later changes nothing. */
export const endCall = (call: CallState, status: HangupStatus, at: number, recordUrl: string): Change => {
  if (call.endedAt !== undefined) return { state: call, messages: [] }
  const said = call.answeredAt === undefined ? status : 'answered'
  const codes = call.answeredBy === undefined ? call.cards : [call.answeredBy]
  const { invite: _invite, ...rest } = call
  return {
    state: { ...rest, endedAt: at, status: said, sent: [] },
    messages: [eventOf(call, at, { type: 'hangup', codes, hangupStatus: said }), recordOf(call, said, at, recordUrl)],
  }
}
