import type { CallEvent, CallRecord, HangupStatus, UserStatus } from '@patchbay/sdk/shapes'

// The exchange itself: phones, a ring group, calls. It knows no network and no clock; what has to be told comes out of it
// in the order in which it happened.

export const PHONES = ['101', '102', '103'] as const
/** Calling it rings all phones whose user is free. */
export const GROUP = '600'

export type Call = {
  id: string
  direction: 'in' | 'out'
  /** The number outside. */
  phone: string
  externalPhone?: string
  /** The phones that ring, or the one that talks. */
  codes: string[]
  state: 'ringing' | 'talking'
  startedAt: number
  answeredAt?: number
}

export type Told = { event: CallEvent } | { record: CallRecord; startedAt: number }

export type Exchange = ReturnType<typeof createExchange>

type Parts = { tell: (told: Told) => void; now: () => number; newId: () => string; recordUrl: (id: string) => string }

const RESULT: Readonly<Record<HangupStatus, CallRecord['result']>> = {
  answered: 'answered',
  'no answered': 'no answer',
  busy: 'busy',
  cancel: 'no answer',
  failed: 'failed',
}

const eventOf = (call: Call, more: Partial<CallEvent> = {}): { event: CallEvent } => ({
  event: {
    phone: call.phone,
    type: call.direction,
    codes: [...call.codes],
    callExternalId: call.id,
    ...(call.externalPhone !== undefined && { externalPhone: call.externalPhone }),
    ...more,
  },
})

const recordOf = (call: Call, status: HangupStatus, now: number, recordUrl: Parts['recordUrl']): Told => {
  const seconds = (from: number, to: number) => Math.max(0, Math.round((to - from) / 1000))
  const talked = call.answeredAt === undefined ? 0 : Math.max(1, seconds(call.answeredAt, now))
  const record = {
    date: '',
    type: call.direction,
    phone: call.phone,
    externalId: call.id,
    ...(call.codes[0] !== undefined && { code: call.codes[0] }),
    ...(call.externalPhone !== undefined && { externalPhone: call.externalPhone }),
    result: RESULT[status],
    duration: talked,
    durationWaiting: seconds(call.startedAt, call.answeredAt ?? now),
    ...(talked > 0 && { recordUrl: recordUrl(call.id) }),
  }
  return { record, startedAt: call.startedAt }
}

export const createExchange = ({ tell, now, newId, recordUrl }: Parts) => {
  const calls = new Map<string, Call>()
  const statuses = new Map<string, UserStatus>()
  const isTaken = (code: string) => [...calls.values()].some((call) => call.codes.includes(code))
  const isFree = (code: string) => (statuses.get(code) ?? 'free') === 'free' && !isTaken(code)
  const begin = (call: Omit<Call, 'id' | 'state' | 'startedAt'>): Call => {
    const begun: Call = { ...call, id: newId(), state: 'ringing', startedAt: now() }
    calls.set(begun.id, begun)
    tell(eventOf(begun))
    return begun
  }
  const end = (call: Call, status: HangupStatus): void => {
    calls.delete(call.id)
    tell(eventOf(call, { type: 'hangup', hangupStatus: status }))
    tell(recordOf(call, status, now(), recordUrl))
  }
  return {
    list: () => [...calls.values()],
    statusOf: (code: string): UserStatus => statuses.get(code) ?? 'free',
    setStatus: (code: string, status: UserStatus) => void statuses.set(code, status),
    hasPhone: (code: string) => (PHONES as readonly string[]).includes(code),
    /** Somebody outside calls a phone or the group. Without anybody who could answer, the line is busy. */
    callIn: (phone: string, to: string, externalPhone?: string): Call | undefined => {
      const codes = to === GROUP ? PHONES.filter(isFree) : [to].filter(isFree)
      const place = externalPhone === undefined ? {} : { externalPhone }
      if (codes.length > 0) return begin({ direction: 'in', phone, codes, ...place })
      end(begin({ direction: 'in', phone, codes: to === GROUP ? [...PHONES] : [to], ...place }), 'busy')
      return undefined
    },
    /** A manager calls somebody outside. */
    callOut: (code: string, phone: string, externalPhone?: string): Call =>
      begin({ direction: 'out', phone, codes: [code], ...(externalPhone !== undefined && { externalPhone }) }),
    /** Whoever picks up first has the call; the others stop ringing. */
    answer: (id: string, code?: string): boolean => {
      const call = calls.get(id)
      if (call?.state !== 'ringing' || (code !== undefined && !call.codes.includes(code))) return false
      call.state = 'talking'
      call.answeredAt = now()
      const others = call.codes.length > 1
      if (code !== undefined) call.codes = [code]
      // An event that names one user tells the system who took it.
      if (others) tell(eventOf(call))
      return true
    },
    /** Hands a call on: it rings at the other phone, and goes on when that is picked up. */
    transfer: (id: string, to: string): boolean => {
      const call = calls.get(id)
      if (call?.state !== 'talking' || !isFree(to)) return false
      call.codes = [to]
      tell(eventOf(call))
      return true
    },
    hangUp: (id: string, status?: HangupStatus): boolean => {
      const call = calls.get(id)
      if (!call) return false
      end(call, call.state === 'talking' ? 'answered' : (status ?? 'no answered'))
      return true
    },
  }
}
