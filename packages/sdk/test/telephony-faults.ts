import { jsonResponse, type RequestHandler } from '../src/request.ts'
import type { InjectedFault } from './correct-modules.ts'
import { type Fault, fault } from './faults.ts'

const event = (change: (event: never) => object | undefined): InjectedFault => ({
  client: (client) => ({
    callEvent: async (event) => {
      const next = change(event as never)
      return next === undefined ? {} : client.callEvent(next as typeof event)
    },
  }),
})

const record = (change: (record: never) => object): InjectedFault => ({
  client: (client) => ({
    uploadCalls: (calls) => client.uploadCalls(calls.map((call) => change(call as never) as typeof call)),
  }),
})

type EventFields = { type: string; phone: string; callExternalId?: string; externalPhone?: string; codes: string[] }
type RecordFields = { duration: number; externalId: string }

const recordings =
  (change: (correct: RequestHandler) => RequestHandler): NonNullable<InjectedFault['handler']> =>
  (correct) =>
  (request) =>
    request.url.includes('/recordings/') ? change(correct)(request) : correct(request)

const WAV = { contentType: 'audio/wav', bytes: Buffer.from('RIFF') }

export const telephonyFaults = (): Fault[] => [
  fault('responds 202 to a call', /starts a call/, {
    handler: (correct) => async (request) => {
      const answer = await correct(request)
      return answer && request.url.includes('make-call') && answer.status === 200 ? { ...answer, status: 202 } : answer
    },
  }),
  fault('calls from extensions that it does not have', /extension that it does not have/, {
    telephony: (correct) => ({ makeCall: (call, context) => correct.makeCall({ ...call, code: '101' }, context) }),
  }),
  fault('calls nobody when no number is given', /without phone/, {
    handler: (correct) => async (request) => {
      const answer = await correct(request)
      return String(answer?.body).includes('"phone\\" is missing') ? jsonResponse(200, {}) : answer
    },
  }),
  fault(
    'calls an outgoing call "outgoing"',
    /reports the call|sends nothing/,
    event((event: EventFields) => (event.type === 'out' ? { ...event, type: 'outgoing' } : event)),
  ),
  fault(
    'loses the plus of a number',
    /reports the call/,
    event((event: EventFields) => ({ ...event, phone: event.phone.replace('+', ' ') })),
  ),
  fault(
    'gives its calls no id',
    /reports the call/,
    event(({ callExternalId: _id, ...event }: EventFields) => event),
  ),
  fault(
    'names another extension',
    /reports the call/,
    event((event: EventFields) => ({ ...event, codes: ['555'] })),
  ),
  fault(
    'directs its events to nobody',
    /sends nothing/,
    event((event: EventFields) => ({ ...event, codes: [] })),
  ),
  fault(
    'never reports the end of a call',
    /end of the call/,
    event((event: EventFields) => (event.type === 'hangup' ? undefined : event)),
  ),
  fault(
    'ends a call under another id',
    /end of the call/,
    event((event: EventFields) => (event.type === 'hangup' ? { ...event, callExternalId: 'x' } : event)),
  ),
  fault(
    'ignores the external number',
    /external number/,
    event(({ externalPhone: _phone, ...event }: EventFields) => event),
  ),
  fault(
    'sends no hangup status',
    /sends nothing/,
    event((event: EventFields) => ({ ...event, hangupStatus: undefined })),
  ),
  fault(
    'sends dates in another format',
    /sends nothing/,
    record((call: RecordFields) => ({ ...call, date: '2026-11-15T10:00:00Z' })),
  ),
  fault(
    'uses the hangup status of events in records',
    /sends nothing/,
    record((call: RecordFields) => ({ ...call, result: 'no answered' })),
  ),
  fault(
    'sends durations in milliseconds',
    /uploads a record/,
    record((call: RecordFields) => ({ ...call, duration: call.duration * 1000 })),
  ),
  fault(
    'gives its records ids of their own',
    /uploads a record/,
    record((call: RecordFields) => ({ ...call, externalId: crypto.randomUUID() })),
  ),
  fault('uploads nothing', /uploads a record/, {
    client: () => ({ uploadCalls: async () => ({ processedCallsCount: 0, duplicateCalls: [] }) }),
  }),
  fault('serves recordings as text', /recording as audio/, {
    telephony: () => ({ recording: () => ({ ...WAV, contentType: 'text/html' }) }),
  }),
  fault('has no recording at its recordUrl', /recording as audio/, {
    telephony: () => ({ recording: () => undefined }),
  }),
  fault('serves recordings to everyone', /recording as audio/, {
    handler: recordings(() => async () => ({ status: 200, headers: { 'content-type': 'audio/wav' }, body: WAV.bytes })),
  }),
  fault('sends the times of a transcript in milliseconds', /transcripts of its own calls/, {
    client: (client) => ({
      uploadTranscript: ({ callExternalId, segments }) =>
        client.uploadTranscript({ callExternalId, segments: segments.map((one) => ({ ...one, end: one.end * 1000 })) }),
    }),
  }),
  fault('gives its transcripts ids of their own', /transcripts of its own calls/, {
    client: (client) => ({
      uploadTranscript: ({ segments }) => client.uploadTranscript({ callExternalId: crypto.randomUUID(), segments }),
    }),
  }),
  fault('ends a segment before it starts', /sends nothing/, {
    client: (client) => ({
      uploadTranscript: (transcript) =>
        client.uploadTranscript({ ...transcript, segments: [{ start: 5, end: 1, text: 'Backwards' }] }),
    }),
  }),
  fault('gives a link at an origin that it did not register', /a link to the softphone/, {
    telephony: () => ({ softphone: () => 'https://elsewhere.test/softphone' }),
  }),
  fault('gives a link that browsers trust with no microphone', /a link to the softphone/, {
    telephony: () => ({ softphone: () => 'http://pbx.test/softphone' }),
  }),
  fault('gives a softphone to every extension', /softphone of no other extension/, {
    telephony: (correct) => ({
      softphone: (request, context) => correct.softphone?.({ ...request, code: '101' }, context) ?? '',
    }),
  }),
  fault('lets nobody show its softphone in a frame', /page of the softphone/, {
    handler: (correct) => async (request) =>
      request.url === '/softphone'
        ? { status: 200, headers: { 'content-type': 'text/html', 'x-frame-options': 'DENY' }, body: '' }
        : correct(request),
  }),
  fault('crashes on an unknown status', /unknown user status/, {
    handler: (correct) => async (request) =>
      request.url.includes('status=asleep') ? jsonResponse(500, {}) : correct(request),
  }),
  fault('refuses the status dinner', /every user status/, {
    handler: (correct) => async (request) =>
      request.url.includes('status=dinner') ? jsonResponse(400, {}) : correct(request),
  }),
]
