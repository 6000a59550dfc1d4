import { type Answering, jsonAnswer } from '../src/request.ts'
import { type Fault, fault } from './faults.ts'
import type { Planted } from './honest.ts'

const event = (change: (event: never) => object | undefined): Planted => ({
  client: (client) => ({
    callEvent: async (told) => {
      const next = change(told as never)
      return next === undefined ? {} : client.callEvent(next as typeof told)
    },
  }),
})

const record = (change: (record: never) => object): Planted => ({
  client: (client) => ({
    uploadCalls: (calls) => client.uploadCalls(calls.map((call) => change(call as never) as typeof call)),
  }),
})

type Told = { type: string; phone: string; callExternalId?: string; externalPhone?: string; codes: string[] }
type Recorded = { duration: number; externalId: string }

const recordings =
  (change: (honest: Answering) => Answering): NonNullable<Planted['answer']> =>
  (honest) =>
  (request) =>
    request.url.includes('/recordings/') ? change(honest)(request) : honest(request)

const WAV = { contentType: 'audio/wav', bytes: Buffer.from('RIFF') }

export const telephonyFaults = (): Fault[] => [
  fault('answers 202 to a call', /starts a call/, {
    answer: (honest) => async (request) => {
      const answer = await honest(request)
      return answer && request.url.includes('make-call') && answer.status === 200 ? { ...answer, status: 202 } : answer
    },
  }),
  fault('calls from extensions that it does not have', /extension that it does not have/, {
    telephony: (honest) => ({ makeCall: (call, context) => honest.makeCall({ ...call, code: '101' }, context) }),
  }),
  fault('calls nobody when no number is given', /without phone/, {
    answer: (honest) => async (request) => {
      const answer = await honest(request)
      return String(answer?.body).includes('"phone\\" is missing') ? jsonAnswer(200, {}) : answer
    },
  }),
  fault(
    'calls an outgoing call "outgoing"',
    /tells of the call|sends nothing/,
    event((told: Told) => (told.type === 'out' ? { ...told, type: 'outgoing' } : told)),
  ),
  fault(
    'loses the plus of a number',
    /tells of the call/,
    event((told: Told) => ({ ...told, phone: told.phone.replace('+', ' ') })),
  ),
  fault(
    'gives its calls no id',
    /tells of the call/,
    event(({ callExternalId: _id, ...told }: Told) => told),
  ),
  fault(
    'names another extension',
    /tells of the call/,
    event((told: Told) => ({ ...told, codes: ['555'] })),
  ),
  fault(
    'directs its events to nobody',
    /sends nothing/,
    event((told: Told) => ({ ...told, codes: [] })),
  ),
  fault(
    'never tells that a call is over',
    /call is over/,
    event((told: Told) => (told.type === 'hangup' ? undefined : told)),
  ),
  fault(
    'ends a call under another id',
    /call is over/,
    event((told: Told) => (told.type === 'hangup' ? { ...told, callExternalId: 'x' } : told)),
  ),
  fault(
    'forgets the shop’s number',
    /shop’s number/,
    event(({ externalPhone: _phone, ...told }: Told) => told),
  ),
  fault(
    'says nothing of how a call ended',
    /sends nothing/,
    event((told: Told) => ({ ...told, hangupStatus: undefined })),
  ),
  fault(
    'writes dates in another way',
    /sends nothing/,
    record((call: Recorded) => ({ ...call, date: '2026-11-15T10:00:00Z' })),
  ),
  fault(
    'uses the word of events in records',
    /sends nothing/,
    record((call: Recorded) => ({ ...call, result: 'no answered' })),
  ),
  fault(
    'counts in milliseconds',
    /uploads a record/,
    record((call: Recorded) => ({ ...call, duration: call.duration * 1000 })),
  ),
  fault(
    'gives its records ids of their own',
    /uploads a record/,
    record((call: Recorded) => ({ ...call, externalId: crypto.randomUUID() })),
  ),
  fault('uploads nothing', /uploads a record/, {
    client: () => ({ uploadCalls: async () => ({ processedCallsCount: 0, duplicateCalls: [] }) }),
  }),
  fault('gives recordings as text', /recording as audio/, {
    telephony: () => ({ recording: () => ({ ...WAV, contentType: 'text/html' }) }),
  }),
  fault('has no recordings where it says', /recording as audio/, { telephony: () => ({ recording: () => undefined }) }),
  fault('gives recordings to everybody', /recording as audio/, {
    answer: recordings(() => async () => ({ status: 200, headers: { 'content-type': 'audio/wav' }, body: WAV.bytes })),
  }),
  fault('falls over an unknown status', /status that it does not know/, {
    answer: (honest) => async (request) =>
      request.url.includes('status=asleep') ? jsonAnswer(500, {}) : honest(request),
  }),
  fault('refuses dinner', /every status/, {
    answer: (honest) => async (request) =>
      request.url.includes('status=dinner') ? jsonAnswer(400, {}) : honest(request),
  }),
]
