import { USER_STATUSES } from '../telephony.ts'
import {
  type Check,
  type CheckContext,
  expectRefusal,
  formatReply,
  type Probe,
  sendsValidRequests,
  sendsWhatIsUsed,
  sharedChecks,
  withSkipReason,
} from './check.ts'
import type { ReceivedRequest } from './mock-system.ts'
import { CheckSkip, fail, type ModuleReply, type ProbeRequest, type RequestOverrides } from './send-request.ts'
import { softphoneChecks } from './softphone.ts'

// Checks of a telephony module: its callbacks, and the events and records that it sends for each call.

const EVENT = '/telephony/call/event'
const UPLOAD = '/telephony/calls/upload'
const TRANSCRIPT = '/telephony/call/transcript'

const telephony = ({ settings }: CheckContext) => settings.integrations?.telephony ?? {}
const extension = (context: CheckContext) => telephony(context).additionalCodes?.[0] ?? { code: '101', userId: '1' }

let lastCall = 0
/** In turn: an exchange may refuse a second call of an extension that is in a call. */
const nextCode = (context: CheckContext, codes = context.hooks.extensions ?? []): string =>
  codes[lastCall++ % codes.length] ?? String(extension(context).code)

let lastPhone = 0
/** A new number for each call, so that its events can be found. */
const newPhone = (): string => `+1555${String(Date.now() % 1_000_000).padStart(6, '0')}${lastPhone++ % 10}`

type CallInput = { phone: string; code: string; externalPhone?: string }

const makeCallRequest = (
  context: CheckContext,
  call: CallInput = { phone: newPhone(), code: nextCode(context) },
): ProbeRequest => {
  const { userId } = telephony(context).additionalCodes?.find(({ code }) => code === call.code) ?? extension(context)
  return { method: 'GET', url: telephony(context).makeCallUrl ?? '', fields: { ...call, userId: String(userId) } }
}

const PROBE: Probe = {
  buildRequest: (context) => makeCallRequest(context),
  isAccepted: (reply) => reply.status === 200,
  isRefused: (reply) => reply.status >= 400,
}

const hasMakeCall = (context: CheckContext) =>
  telephony(context).makeCallUrl === undefined ? 'the module registered no makeCallUrl' : undefined
const canObserveCalls = (context: CheckContext) =>
  context.connected ? hasMakeCall(context) : 'the module is not connected to the mock system'

const dial = async (context: CheckContext, call?: CallInput, overrides?: RequestOverrides): Promise<ModuleReply> => {
  const reply = await context.send(makeCallRequest(context, call), overrides)
  if (reply.status !== 200)
    fail(`makeCallUrl responded ${formatReply(reply)}; the system takes anything but 200 for a failed call`)
  return reply
}

type Fields = Record<string, unknown>
const eventOf = ({ path, fields }: ReceivedRequest): Fields | undefined =>
  path.endsWith(EVENT) ? ((fields.event ?? {}) as Fields) : undefined
const recordsOf = ({ path, fields }: ReceivedRequest): Fields[] =>
  path.endsWith(UPLOAD) ? ([fields.calls].flat() as Fields[]) : []

const waitForEvent = async (context: CheckContext, phone: string, type: string): Promise<Fields> => {
  const matches = (received: ReceivedRequest) => {
    const event = eventOf(received)
    return received.status === 200 && event?.type === type && event.phone === phone
  }
  const received = await context.mockSystem.waitFor(matches, context.waitMs)
  return (received && eventOf(received)) ?? fail(`no event of type ${type} was sent for ${phone}`)
}

const waitForRecord = async (context: CheckContext, phone: string): Promise<Fields> => {
  const find = (received: ReceivedRequest) => recordsOf(received).find((record) => record.phone === phone)
  const received = await context.mockSystem.waitFor(
    (one) => one.status === 200 && find(one) !== undefined,
    context.waitMs,
  )
  return (received && find(received)) ?? fail(`no record of the call to ${phone} was uploaded`)
}

const callIds = (context: CheckContext, phone: string): Set<unknown> =>
  new Set(
    context.mockSystem.received
      .map(eventOf)
      .filter((event) => event?.phone === phone)
      .map((event) => event?.callExternalId),
  )

const dialling: Check[] = withSkipReason(hasMakeCall, [
  { name: 'starts a call', run: async (context) => void (await dial(context)) },
  {
    name: 'refuses an extension that it does not have',
    run: async (context) => {
      const reply = await context.send(makeCallRequest(context, { phone: newPhone(), code: '99999' }))
      expectRefusal(PROBE, reply, 'A call from the unknown extension 99999')
    },
  },
  ...['phone', 'code'].map(
    (member): Check => ({
      name: `refuses a call without ${member}`,
      run: async (context) => {
        const { fields: { [member]: _absent, ...rest } = {}, ...request } = makeCallRequest(context)
        expectRefusal(PROBE, await context.send({ ...request, fields: rest }), `A call without ${member}`)
      },
    }),
  ),
])

const reporting: Check[] = withSkipReason(canObserveCalls, [
  {
    name: 'reports the call it started, with the number as given',
    run: async (context) => {
      const call = { phone: newPhone(), code: nextCode(context) }
      await dial(context, call)
      const event = await waitForEvent(context, call.phone, 'out')
      const codes = Array.isArray(event.codes) ? event.codes.map(String) : []
      if (codes.length > 0 && !codes.includes(call.code))
        fail(`the event names ${codes.join(', ')}, the call came from ${call.code}`)
      if (typeof event.callExternalId !== 'string' || event.callExternalId === '')
        fail('event.callExternalId is missing: the call could not be matched with its record')
    },
  },
  {
    name: 'reports the end of the call under the same id',
    run: async (context) => {
      const phone = newPhone()
      await dial(context, { phone, code: nextCode(context) })
      const [out, hangup] = [await waitForEvent(context, phone, 'out'), await waitForEvent(context, phone, 'hangup')]
      if (out.callExternalId !== hangup.callExternalId)
        fail(`the call began as ${String(out.callExternalId)} and ended as ${String(hangup.callExternalId)}`)
      const types = context.mockSystem.received.map(eventOf).filter((event) => event?.phone === phone)
      if (types.findIndex((event) => event?.type === 'hangup') < types.findIndex((event) => event?.type === 'out'))
        fail('the end of the call was reported before its start')
    },
  },
  {
    name: 'uploads a record of the call under the same id',
    always: true,
    run: async (context) => {
      const phone = newPhone()
      await dial(context, { phone, code: nextCode(context) })
      const [event, record] = [await waitForEvent(context, phone, 'out'), await waitForRecord(context, phone)]
      if (record.externalId === undefined) fail('externalId is missing: a repeated upload would create a second call')
      if (String(record.externalId) !== String(event.callExternalId))
        fail(`the record's id is ${String(record.externalId)}, the events' is ${String(event.callExternalId)}`)
      if (record.type !== 'out') fail(`the record of an outgoing call has the type ${String(record.type)}`)
      if (Number(record.duration) > 600)
        fail(`a duration of ${String(record.duration)} seconds: are these milliseconds?`)
    },
  },
  {
    name: 'passes on the requested external number',
    run: async (context) => {
      const call = { phone: newPhone(), code: nextCode(context), externalPhone: '+15550001111' }
      await dial(context, call)
      const { externalPhone } = await waitForEvent(context, call.phone, 'out')
      if (externalPhone !== call.externalPhone)
        fail(`event.externalPhone is ${String(externalPhone)}, not ${call.externalPhone}`)
    },
  },
  {
    name: 'makes no second call for a repeated request',
    run: async (context) => {
      const call = { phone: newPhone(), code: nextCode(context) }
      const id = `msg_${crypto.randomUUID()}`
      await Promise.all([dial(context, call, { id }), dial(context, call, { id })])
      await dial(context, call, { id })
      await waitForRecord(context, call.phone)
      await new Promise((resolve) => setTimeout(resolve, context.waitMs / 10))
      const ids = callIds(context, call.phone)
      if (ids.size > 1) fail(`one request, sent three times with one webhook-id, made ${ids.size} calls`)
    },
  },
  {
    name: 'retries an upload after 503',
    run: async (context) => {
      const phone = newPhone()
      context.mockSystem.queueResponses(UPLOAD, 'busy')
      await dial(context, { phone, code: nextCode(context) })
      await waitForRecord(context, phone)
    },
  },
  {
    name: 'retries a call event after 503',
    run: async (context) => {
      const phone = newPhone()
      context.mockSystem.queueResponses(EVENT, 'busy')
      await dial(context, { phone, code: nextCode(context) })
      await waitForEvent(context, phone, 'hangup')
    },
  },
])

const recordings: Check[] = [
  {
    name: 'serves the recording as audio, and only to the system',
    skipReason: canObserveCalls,
    run: async (context) => {
      const phone = newPhone()
      await dial(context, { phone, code: nextCode(context) })
      const { recordUrl } = await waitForRecord(context, phone)
      if (recordUrl === undefined) throw new CheckSkip('the record of the call has no recordUrl')
      const request: ProbeRequest = { method: 'GET', url: String(recordUrl) }
      const reply = await context.send(request)
      if (reply.status !== 200) fail(`recordUrl responded ${reply.status}`)
      if (!/^(audio\/|application\/ogg)/.test(reply.type))
        fail(`the recording has the content type "${reply.type}", not audio`)
      if (reply.bytes.length === 0) fail('the recording is empty')
      for (const [who, overrides] of [
        ['a request without a signature', { unsigned: true }],
        ['an unknown clientId', { clientId: 'nobody-knows-me' }],
      ] as const) {
        const other = await context.send(request, overrides)
        if (other.status < 400) fail(`the recording was served to ${who}`)
      }
    },
  },
]

type Transcript = { callExternalId?: unknown; segments?: { end?: unknown }[] }

const isTranscript = ({ path, status }: ReceivedRequest): boolean => path.endsWith(TRANSCRIPT) && status !== 503

/** Optional: a module that uploads none soon after a call is not expected to. */
const transcripts: Check[] = [
  {
    name: 'uploads transcripts of its own calls, with times in seconds',
    skipReason: canObserveCalls,
    run: async (context) => {
      const phone = newPhone()
      await dial(context, { phone, code: nextCode(context) })
      await waitForRecord(context, phone)
      const first = await context.mockSystem.waitFor(isTranscript, context.waitMs / 5)
      if (!first) throw new CheckSkip('the module uploaded no transcript')
      const { received } = context.mockSystem
      const refused = received.filter(isTranscript).find(({ problem }) => problem !== undefined)
      if (refused) fail(`a transcript was refused: ${refused.problem}`)
      const records = new Map(received.flatMap(recordsOf).map((record) => [String(record.externalId), record]))
      for (const { fields } of received.filter(isTranscript)) {
        const { callExternalId, segments = [] } = (fields.transcript ?? {}) as Transcript
        const record = records.get(String(callExternalId))
        if (!record) fail(`the transcript of ${String(callExternalId)} belongs to no call that was uploaded before`)
        const last = Math.max(0, ...segments.map(({ end }) => Number(end)))
        const length = Number(record?.duration ?? 0) + Number(record?.durationWaiting ?? 0)
        if (last > length + 60)
          fail(`the transcript ends at second ${last} of a call of ${length} seconds: are these milliseconds?`)
      }
    },
  },
]

const statusRequest = (context: CheckContext, status: string): ProbeRequest => ({
  method: 'GET',
  url: telephony(context).changeUserStatusUrl ?? '',
  fields: { code: String(extension(context).code), userId: String(extension(context).userId), status },
})

const hasStatus = (context: CheckContext) =>
  telephony(context).changeUserStatusUrl === undefined ? 'the module registered no changeUserStatusUrl' : undefined

const statuses: Check[] = [
  {
    name: 'accepts every user status',
    skipReason: hasStatus,
    run: async (context) => {
      for (const status of USER_STATUSES) {
        const reply = await context.send(statusRequest(context, status))
        if (reply.status >= 400) fail(`the status ${status} responded ${formatReply(reply)}`)
      }
    },
  },
  {
    name: 'survives an unknown user status',
    skipReason: hasStatus,
    run: async (context) => {
      const reply = await context.send(statusRequest(context, 'asleep'))
      if (reply.status >= 500) fail(`an unknown status made the module fail: ${formatReply(reply)}`)
      const unsigned = await context.send(statusRequest(context, 'busy'), { unsigned: true })
      if (unsigned.status < 400) fail('a status was accepted without a signature')
    },
  },
]

export const telephonyChecks: Check[] = [
  ...dialling,
  ...reporting,
  ...recordings,
  ...transcripts,
  ...statuses,
  ...softphoneChecks,
  ...withSkipReason(hasMakeCall, sharedChecks(PROBE)),
  sendsValidRequests,
  sendsWhatIsUsed,
]
