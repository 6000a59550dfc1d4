import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Client, systemTime } from '@patchbay/sdk/client'
import { openConnection, registerWithRetry } from '@patchbay/sdk/connection'
import type { RetryOptions } from '@patchbay/sdk/http'
import { listen } from '@patchbay/sdk/node'
import { startOutbox } from '@patchbay/sdk/outbox'
import { refuse } from '@patchbay/sdk/request'
import { recordUrl, serveTelephony } from '@patchbay/sdk/telephony'
import { type Call, createExchange, type Exchange, GROUP } from './exchange.ts'
import { createPage } from './page.ts'
import { registrationLists, type Setup, uploadHistory } from './setup.ts'
import { openPhonesStore, type PhonesMessage } from './store.ts'
import { speechLikeTones } from './tones.ts'
import { scriptedTranscript } from './transcript.ts'

export type Settings = {
  systemUrl: string
  apiKey: string
  publicUrl: string
  folder: string
  port: number
  log: (line: string) => void
  /** The extensions; 101, 102 and 103 by default. */
  phones?: readonly string[] | undefined
  /** Used at the first start only. */
  setup?: Setup | undefined
  retry?: RetryOptions
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

export const startPhones = async (settings: Settings) => {
  const { systemUrl, apiKey, publicUrl, folder, log, retry } = settings
  mkdirSync(folder, { recursive: true })
  const file = join(folder, 'connection.json')
  const system = openConnection({ systemUrl, apiKey, file, ...(retry && { retry }) })
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
    ...(settings.phones && { phones: settings.phones }),
  })
  const page = createPage({ exchange, route: createRouter(system.client, exchange), onChange: () => page.changed() })
  const served = serveTelephony({
    secretFor: system.secretFor,
    makeCall: ({ code, phone, externalPhone }) => {
      if (!exchange.hasPhone(code)) refuse(`There is no phone ${code} here`)
      simulateOutside(exchange, page.isOpen, page.changed, exchange.callOut(code, phone, externalPhone))
      page.changed()
    },
    changeUserStatus: ({ code, status }) => {
      exchange.setStatus(code, status)
      page.changed()
    },
    recording: (id) => {
      const seconds = store.secondsOf(id)
      return seconds ? { contentType: 'audio/wav', bytes: speechLikeTones(id, seconds) } : undefined
    },
    activity: ({ active, freeze }) => log(`switched ${active && !freeze ? 'on' : 'off'}`),
  })
  const { port, close } = await listen(served.handler, settings.port, page.serve)
  log(`the phones are on ${port}`)
  const register = async () => {
    const setup = store.isSetUp() ? undefined : settings.setup
    const registerWith = (lists: object) => {
      const part = served.registration(publicUrl, { allowEdit: true, personalAccountUrl: publicUrl, ...lists })
      const module = { code: CODE, name: 'Phones on a page', active: true, ...part }
      return registerWithRetry(system, module, 2_000, (error) => log(`not registered yet: ${String(error)}`))
    }
    await registerWith({})
    if (setup) {
      await registerWith(await registrationLists(system.client, setup))
      await uploadHistory(system.client, system.clientId, setup.calls, (id) => recordUrl(publicUrl, id))
      store.completeSetup(setup.calls)
    }
    outbox.wake()
  }
  const stop = async () => {
    await close()
    await outbox.stop()
    store.close()
  }
  return { port, registered: register(), stop }
}
