import { complain, Nothing, type Question, type Said, type Twist } from './ask.ts'
import { type Check, needing, needRefusal, type Probe, type Stage, sharedChecks, show, wellFormed } from './stage.ts'
import type { Heard } from './stand-in.ts'

// What the system asks of an exchange, and what it expects to hear of each call.

const EVENT = '/telephony/call/event'
const UPLOAD = '/telephony/calls/upload'

const telephony = ({ settings }: Stage) => settings.integrations?.telephony ?? {}
const extension = (stage: Stage) => telephony(stage).additionalCodes?.[0] ?? { code: '101', userId: '1' }

let lastPhone = 0
/** A number of its own for each call, so that what is heard of it can be told apart. */
const newPhone = (): string => `+1555${String(Date.now() % 1_000_000).padStart(6, '0')}${lastPhone++ % 10}`

type Called = { phone: string; code: string; externalPhone?: string }

const callQuestion = (stage: Stage, call: Called = { phone: newPhone(), code: extension(stage).code }): Question => ({
  method: 'GET',
  url: telephony(stage).makeCallUrl ?? '',
  fields: { ...call, code: String(call.code), userId: String(extension(stage).userId) },
})

const PROBE: Probe = {
  make: (stage) => callQuestion(stage),
  isDone: (said) => said.status === 200,
  isRefused: (said) => said.status >= 400,
}

const hasMakeCall = (stage: Stage) =>
  telephony(stage).makeCallUrl === undefined ? 'the module registered no makeCallUrl' : undefined
const canBeHeard = (stage: Stage) => (stage.seen ? hasMakeCall(stage) : 'the module does not talk to this run')

const dial = async (stage: Stage, call?: Called, twist?: Twist): Promise<Said> => {
  const said = await stage.ask(callQuestion(stage, call), twist)
  if (said.status !== 200) complain(`makeCallUrl answered ${show(said)}; whatever is not 200 is told as a failed call`)
  return said
}

type Told = Record<string, unknown>
const eventOf = ({ path, fields }: Heard): Told | undefined =>
  path.endsWith(EVENT) ? ((fields.event ?? {}) as Told) : undefined
const recordsOf = ({ path, fields }: Heard): Told[] => (path.endsWith(UPLOAD) ? ([fields.calls].flat() as Told[]) : [])

const waitEvent = async (stage: Stage, phone: string, type: string): Promise<Told> => {
  const matches = (heard: Heard) => {
    const event = eventOf(heard)
    return heard.status === 200 && event?.type === type && event.phone === phone
  }
  const heard = await stage.standIn.waitFor(matches, stage.patienceMs)
  return (heard && eventOf(heard)) ?? complain(`no event of type ${type} came for ${phone}`)
}

const waitRecord = async (stage: Stage, phone: string): Promise<Told> => {
  const find = (heard: Heard) => recordsOf(heard).find((record) => record.phone === phone)
  const heard = await stage.standIn.waitFor((one) => one.status === 200 && find(one) !== undefined, stage.patienceMs)
  return (heard && find(heard)) ?? complain(`no record of the call to ${phone} was uploaded`)
}

const callIds = (stage: Stage, phone: string): Set<unknown> =>
  new Set(
    stage.standIn.heard
      .map(eventOf)
      .filter((event) => event?.phone === phone)
      .map((event) => event?.callExternalId),
  )

const dialling: Check[] = needing(hasMakeCall, [
  { name: 'starts a call', run: async (stage) => void (await dial(stage)) },
  {
    name: 'refuses an extension that it does not have',
    run: async (stage) => {
      const said = await stage.ask(callQuestion(stage, { phone: newPhone(), code: '99999' }))
      needRefusal(PROBE, said, 'A call from the unknown extension 99999')
    },
  },
  ...['phone', 'code'].map(
    (member): Check => ({
      name: `refuses a call without ${member}`,
      run: async (stage) => {
        const { fields: { [member]: _absent, ...rest } = {}, ...question } = callQuestion(stage)
        needRefusal(PROBE, await stage.ask({ ...question, fields: rest }), `A call without ${member}`)
      },
    }),
  ),
])

const telling: Check[] = needing(canBeHeard, [
  {
    name: 'tells of the call it started, with the number as it was given',
    run: async (stage) => {
      const call = { phone: newPhone(), code: String(extension(stage).code) }
      await dial(stage, call)
      const event = await waitEvent(stage, call.phone, 'out')
      const codes = Array.isArray(event.codes) ? event.codes.map(String) : []
      if (codes.length > 0 && !codes.includes(call.code))
        complain(`the event names ${codes.join(', ')}, the call came from ${call.code}`)
      if (typeof event.callExternalId !== 'string' || event.callExternalId === '')
        complain('event.callExternalId is missing: the call could not be joined with its record')
    },
  },
  {
    name: 'tells when the call is over, by the same id',
    run: async (stage) => {
      const phone = newPhone()
      await dial(stage, { phone, code: extension(stage).code })
      const [out, hangup] = [await waitEvent(stage, phone, 'out'), await waitEvent(stage, phone, 'hangup')]
      if (out.callExternalId !== hangup.callExternalId)
        complain(`the call began as ${String(out.callExternalId)} and ended as ${String(hangup.callExternalId)}`)
      const types = stage.standIn.heard.map(eventOf).filter((event) => event?.phone === phone)
      if (types.findIndex((event) => event?.type === 'hangup') < types.findIndex((event) => event?.type === 'out'))
        complain('the call was told to be over before it began')
    },
  },
  {
    name: 'uploads a record of the call, by the same id',
    always: true,
    run: async (stage) => {
      const phone = newPhone()
      await dial(stage, { phone, code: extension(stage).code })
      const [event, record] = [await waitEvent(stage, phone, 'out'), await waitRecord(stage, phone)]
      if (record.externalId === undefined) complain('externalId is missing: a repeated upload would make a second call')
      if (String(record.externalId) !== String(event.callExternalId))
        complain(`the record's id is ${String(record.externalId)}, the events' is ${String(event.callExternalId)}`)
      if (record.type !== 'out') complain(`the record of an outgoing call has the type ${String(record.type)}`)
      if (Number(record.duration) > 600)
        complain(`a duration of ${String(record.duration)} seconds: are these milliseconds?`)
    },
  },
  {
    name: 'passes on the shop’s number that it was told to use',
    run: async (stage) => {
      const call = { phone: newPhone(), code: extension(stage).code, externalPhone: '+15550001111' }
      await dial(stage, call)
      const { externalPhone } = await waitEvent(stage, call.phone, 'out')
      if (externalPhone !== call.externalPhone)
        complain(`event.externalPhone is ${String(externalPhone)}, not ${call.externalPhone}`)
    },
  },
  {
    name: 'makes no second call of a repeated request',
    run: async (stage) => {
      const call = { phone: newPhone(), code: extension(stage).code }
      const id = `msg_${crypto.randomUUID()}`
      await Promise.all([dial(stage, call, { id }), dial(stage, call, { id })])
      await dial(stage, call, { id })
      await waitRecord(stage, call.phone)
      await new Promise((resolve) => setTimeout(resolve, stage.patienceMs / 10))
      const ids = callIds(stage, call.phone)
      if (ids.size > 1) complain(`one request, sent three times with one webhook-id, made ${ids.size} calls`)
    },
  },
  {
    name: 'uploads again when the system was busy (503)',
    run: async (stage) => {
      const phone = newPhone()
      stage.standIn.next(UPLOAD, 'busy')
      await dial(stage, { phone, code: extension(stage).code })
      await waitRecord(stage, phone)
    },
  },
  {
    name: 'tells of a call again when the system was busy (503)',
    run: async (stage) => {
      const phone = newPhone()
      stage.standIn.next(EVENT, 'busy')
      await dial(stage, { phone, code: extension(stage).code })
      await waitEvent(stage, phone, 'hangup')
    },
  },
])

const recordings: Check[] = [
  {
    name: 'gives the recording as audio, and only to the system',
    needs: canBeHeard,
    run: async (stage) => {
      const phone = newPhone()
      await dial(stage, { phone, code: extension(stage).code })
      const { recordUrl } = await waitRecord(stage, phone)
      if (recordUrl === undefined) throw new Nothing('the record of the call named no recordUrl')
      const question: Question = { method: 'GET', url: String(recordUrl) }
      const said = await stage.ask(question)
      if (said.status !== 200) complain(`recordUrl answered ${said.status}`)
      if (!/^(audio\/|application\/ogg)/.test(said.type)) complain(`the recording came as "${said.type}", not as audio`)
      if (said.bytes.length === 0) complain('the recording is empty')
      for (const [who, twist] of [
        ['a stranger without a signature', { unsigned: true }],
        ['an unknown clientId', { clientId: 'nobody-knows-me' }],
      ] as const) {
        const other = await stage.ask(question, twist)
        if (other.status < 400) complain(`the recording of a conversation was given to ${who}`)
      }
    },
  },
]

const statusQuestion = (stage: Stage, status: string): Question => ({
  method: 'GET',
  url: telephony(stage).changeUserStatusUrl ?? '',
  fields: { code: String(extension(stage).code), userId: String(extension(stage).userId), status },
})

const hasStatus = (stage: Stage) =>
  telephony(stage).changeUserStatusUrl === undefined ? 'the module registered no changeUserStatusUrl' : undefined

const statuses: Check[] = [
  {
    name: 'takes every status of a user',
    needs: hasStatus,
    run: async (stage) => {
      for (const status of ['free', 'busy', 'dinner', 'break']) {
        const said = await stage.ask(statusQuestion(stage, status))
        if (said.status >= 400) complain(`the status ${status} was answered ${show(said)}`)
      }
    },
  },
  {
    name: 'does not fall over a status that it does not know',
    needs: hasStatus,
    run: async (stage) => {
      const said = await stage.ask(statusQuestion(stage, 'asleep'))
      if (said.status >= 500) complain(`an unknown status made the module fail: ${show(said)}`)
      const unsigned = await stage.ask(statusQuestion(stage, 'busy'), { unsigned: true })
      if (unsigned.status < 400) complain('a status was taken without a signature')
    },
  },
]

export const telephonyChecks: Check[] = [
  ...dialling,
  ...telling,
  ...recordings,
  ...statuses,
  ...needing(hasMakeCall, sharedChecks(PROBE)),
  wellFormed,
]
