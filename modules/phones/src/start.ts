import { join } from 'node:path'
import { type Client, systemTime } from '@patchbay/sdk/client'
import { startOutbox } from '@patchbay/sdk/outbox'
import { refuse } from '@patchbay/sdk/request'
import { type BuildModule, type StartOptions, startModule } from '@patchbay/sdk/run-module'
import { recordUrl, serveTelephony } from '@patchbay/sdk/telephony'
import { readDirectory } from './directory.ts'
import { type Call, createExchange, type Exchange, GROUP } from './exchange.ts'
import { createPage } from './page.ts'
import { registrationLists, type Setup, uploadHistory } from './setup.ts'
import { openPhonesStore, type PhonesMessage } from './store.ts'
import { speechLikeTones } from './tones.ts'
import { scriptedTranscript } from './transcript.ts'

export type PhonesOptions = {
  /** The extensions; 101, 102 and 103 by default. */
  phones?: readonly string[] | undefined
  /** Used at the first start only. */
  setup?: Setup | undefined
}

const CODE = 'phones'
const RINGS_MS = 30_000
const ALONE_MS = 1_000

/** The person at the open page acts as the called party; without one, the call is answered and ended by timers. */
const simulateOutside = (exchange: Exchange, isOpen: () => boolean, changed: () => void, call: Call): void => {
  const later = (ms: number, work: () => boolean) => setTimeout(() => work() && changed(), ms).unref()
  if (isOpen()) return void later(RINGS_MS, () => call.state === 'ringing' && exchange.hangUp(call.id))
  later(ALONE_MS, () => exchange.answer(call.id))
  later(ALONE_MS * 2, () => exchange.hangUp(call.id))
}

const send = async (client: Client, clientId: string, report: PhonesMessage): Promise<unknown> => {
  if ('transcript' in report) return client.uploadTranscript(report.transcript, clientId)
  if ('event' in report) return client.callEvent(report.event, clientId)
  const date = systemTime(new Date(report.startedAt), await client.timeZone())
  return client.uploadCalls([{ ...report.record, date }], clientId)
}

/** The responsible manager's phone if available; a failed lookup must not stop the call. */
const createRouter =
  (client: Client, exchange: Exchange) =>
  async (phone: string, to: string): Promise<string> => {
    if (to !== GROUP) return to
    const { manager } = await client.findManager({ phone }).catch(() => ({ manager: undefined }))
    return manager?.code !== undefined && exchange.hasPhone(manager.code) ? manager.code : to
  }

export const phonesModule =
  (options: PhonesOptions): BuildModule =>
  ({ connection: system, publicUrl, folder, log }) => {
    const store = openPhonesStore(join(folder, 'phones.sqlite'))
    const outbox = startOutbox({
      ...store.outbox,
      send: ({ body }) => send(system.client, system.clientId, body),
      log,
    })
    const report = (report: Exclude<PhonesMessage, { transcript: unknown }>) => {
      store.insert(report)
      // After the record: the system takes a transcript only of a call that it knows.
      if ('record' in report && report.record.recordUrl !== undefined)
        store.insert({ transcript: scriptedTranscript(report.record.externalId, report.record.duration) })
      outbox.wake()
    }
    const exchange = createExchange({
      report,
      now: Date.now,
      newId: () => crypto.randomUUID(),
      recordUrl: (id) => recordUrl(publicUrl, id),
      ...(options.phones && { phones: options.phones }),
    })
    const callOut = (code: string, phone: string, externalPhone?: string): void => {
      simulateOutside(exchange, page.isOpen, page.changed, exchange.callOut(code, phone, externalPhone))
      page.changed()
    }
    const page = createPage({
      exchange,
      route: createRouter(system.client, exchange),
      onChange: () => page.changed(),
      callOut,
      readDirectory: () => readDirectory(system.client, CODE),
      knownNumbers: store.knownNumbers,
    })
    const served = serveTelephony({
      secretFor: system.secretFor,
      makeCall: ({ code, phone, externalPhone }) => {
        if (!exchange.hasPhone(code)) refuse(`There is no phone ${code} here`)
        callOut(code, phone, externalPhone)
      },
      changeUserStatus: ({ code, status }) => {
        exchange.setStatus(code, status)
        page.changed()
      },
      softphone: (request) => page.softphoneLink(request, publicUrl),
      recording: (id) => {
        const seconds = store.secondsOf(id)
        return seconds ? { contentType: 'audio/wav', bytes: speechLikeTones(id, seconds) } : undefined
      },
      activity: ({ active, freeze }) => log(`switched ${active && !freeze ? 'on' : 'off'}`),
    })
    const registration = (lists: object) =>
      served.registration(publicUrl, { allowEdit: true, personalAccountUrl: publicUrl, ...lists })
    const setUp = async (setup: Setup) => {
      await system.register({ code: CODE, ...registration(await registrationLists(system.client, setup)) })
      await uploadHistory(system.client, system.clientId, setup.calls, (id) => recordUrl(publicUrl, id))
      store.completeSetup(setup.calls)
    }
    return {
      code: CODE,
      name: 'Phones on a page',
      handler: served.handler,
      registration: registration({}),
      fallback: page.serve,
      started: async () => {
        if (options.setup && !store.isSetUp()) await setUp(options.setup)
        outbox.wake()
      },
      stopped: async () => {
        await outbox.stop()
        store.close()
      },
    }
  }

export const startPhones = ({ phones, setup, ...options }: StartOptions & PhonesOptions) =>
  startModule(phonesModule({ phones, setup }), options)
