import type { CallEvent, CallRecord, HangupStatus, UserStatus } from '@patchbay/sdk/shapes'

// The exchange: phones, a ring group, calls. It has no network and no clock; it reports every change in order through
// `report`.

const PHONES = ['101', '102', '103']
/** Calling it rings the responsible manager, else all phones whose user is free. */
export const GROUP = '600'
/** Calling it rings all of them at once; the responsible manager is not looked up. */
export const EVERYONE = '700'

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

export type CallReport = { event: CallEvent } | { record: CallRecord; startedAt: number }

export type Exchange = ReturnType<typeof createExchange>

type ExchangeOptions = {
  report: (report: CallReport) => void
  now: () => number
  newId: () => string
  recordUrl: (id: string) => string
  phones?: readonly string[]
}

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

const recordOf = (
  call: Call,
  status: HangupStatus,
  now: number,
  recordUrl: ExchangeOptions['recordUrl'],
): CallReport => {
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

export const createExchange = ({ report, now, newId, recordUrl, phones = PHONES }: ExchangeOptions) => {
  const calls = new Map<string, Call>()
  const statuses = new Map<string, UserStatus>()
  const ringsAll = (to: string) => to === GROUP || to === EVERYONE
  // A phone that only rings can ring for a second call (call waiting).
  const isTaken = (code: string) =>
    [...calls.values()].some(
      ({ codes, state, direction }) => codes.includes(code) && (state === 'talking' || direction === 'out'),
    )
  const isFree = (code: string) => (statuses.get(code) ?? 'free') === 'free' && !isTaken(code)
  const begin = (call: Omit<Call, 'id' | 'state' | 'startedAt'>): Call => {
    const begun: Call = { ...call, id: newId(), state: 'ringing', startedAt: now() }
    calls.set(begun.id, begun)
    report(eventOf(begun))
    return begun
  }
  const end = (call: Call, status: HangupStatus): void => {
    calls.delete(call.id)
    report(eventOf(call, { type: 'hangup', hangupStatus: status }))
    report(recordOf(call, status, now(), recordUrl))
  }
  return {
    list: () => [...calls.values()],
    statusOf: (code: string): UserStatus => statuses.get(code) ?? 'free',
    setStatus: (code: string, status: UserStatus) => void statuses.set(code, status),
    phones,
    hasPhone: (code: string) => phones.includes(code),
    /** An incoming call to a phone or a group; busy when no phone is free. */
    callIn: (phone: string, to: string, externalPhone?: string): Call | undefined => {
      const codes = (ringsAll(to) ? phones : [to]).filter(isFree)
      const place = externalPhone === undefined ? {} : { externalPhone }
      if (codes.length > 0) return begin({ direction: 'in', phone, codes, ...place })
      end(begin({ direction: 'in', phone, codes: ringsAll(to) ? [...phones] : [to], ...place }), 'busy')
      return undefined
    },
    /** An outgoing call of a manager. */
    callOut: (code: string, phone: string, externalPhone?: string): Call =>
      begin({ direction: 'out', phone, codes: [code], ...(externalPhone !== undefined && { externalPhone }) }),
    /** The first phone to answer gets the call; the others stop ringing. */
    answer: (id: string, code?: string): boolean => {
      const call = calls.get(id)
      if (call?.state !== 'ringing' || (code !== undefined && !call.codes.includes(code))) return false
      call.state = 'talking'
      call.answeredAt = now()
      if (code !== undefined) call.codes = [code]
      report(eventOf(call, { type: 'answer' }))
      return true
    },
    /** Transfers a call to another phone. */
    transfer: (id: string, to: string): boolean => {
      const call = calls.get(id)
      if (call?.state !== 'talking' || !isFree(to)) return false
      call.codes = [to]
      report(eventOf(call))
      report(eventOf(call, { type: 'answer' }))
      return true
    },
    /** One phone stops ringing; the last one ends the call. An event that names one of several phones would say that it answered. */
    decline: (id: string, code: string): boolean => {
      const call = calls.get(id)
      if (call?.state !== 'ringing' || call.direction !== 'in' || !call.codes.includes(code)) return false
      if (call.codes.length === 1) end(call, 'busy')
      else call.codes = call.codes.filter((one) => one !== code)
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
