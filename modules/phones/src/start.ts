import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Client, systemTime } from '@patchbay/sdk/client'
import { type Connection, openConnection, registerUntilDone } from '@patchbay/sdk/connection'
import { ApiError, type Patience } from '@patchbay/sdk/http'
import { listen } from '@patchbay/sdk/node'
import { startOutbox } from '@patchbay/sdk/outbox'
import { refuse } from '@patchbay/sdk/request'
import { recordUrl, serveTelephony } from '@patchbay/sdk/telephony'
import { type Call, createExchange, type Exchange, GROUP, type Told } from './exchange.ts'
import { createPage } from './page.ts'
import { openStore } from './store.ts'
import { speechLikeTones } from './tones.ts'

export type Settings = {
  systemUrl: string
  apiKey: string
  publicUrl: string
  folder: string
  port: number
  log: (line: string) => void
  patience?: Patience
}

const CODE = 'phones'
const RINGS_MS = 30_000
const ALONE_MS = 1_000

/** A person at the page plays the world outside; without one, calls play themselves: somebody answers, and goes. */
const play = (exchange: Exchange, isWatched: () => boolean, changed: () => void, call: Call): void => {
  const later = (ms: number, work: () => boolean) => setTimeout(() => work() && changed(), ms).unref()
  if (isWatched()) return void later(RINGS_MS, () => call.state === 'ringing' && exchange.hangUp(call.id))
  later(ALONE_MS, () => exchange.answer(call.id))
  later(ALONE_MS * 2, () => exchange.hangUp(call.id))
}

const send = async (client: Client, clientId: string, told: Told): Promise<unknown> => {
  if ('event' in told) return client.callEvent(told.event, clientId)
  const date = systemTime(new Date(told.startedAt), await client.timeZone())
  return client.uploadCalls([{ ...told.record, date }], clientId)
}

/** Who has which phone is often set by an administrator in the workspace: a registration must not forget it. */
const keepMapping = async ({ client }: Connection) => {
  try {
    const { telephony } = (await client.module(CODE)).integrations
    return telephony && { additionalCodes: telephony.additionalCodes, externalPhones: telephony.externalPhones }
  } catch (error) {
    if (error instanceof ApiError && error.status >= 400 && error.status < 500) return undefined
    throw error
  }
}

/** The responsible manager's phone when there is one who can answer; trouble with the question must not stop a call. */
const routeBy =
  (client: Client, exchange: Exchange) =>
  async (phone: string, to: string): Promise<string> => {
    if (to !== GROUP) return to
    const { manager } = await client.findManager({ phone }).catch(() => ({ manager: undefined }))
    return manager?.code !== undefined && exchange.hasPhone(manager.code) ? manager.code : to
  }

export const startPhones = async (settings: Settings) => {
  const { systemUrl, apiKey, publicUrl, folder, log, patience } = settings
  mkdirSync(folder, { recursive: true })
  const file = join(folder, 'connection.json')
  const system = openConnection({ systemUrl, apiKey, file, ...(patience && { patience }) })
  const store = openStore(join(folder, 'phones.sqlite'))
  const outbox = startOutbox({
    ...store.duties,
    send: ({ body }) => send(system.client, system.clientId, body),
    log,
  })
  const tell = (told: Told) => {
    store.insert(told)
    outbox.wake()
  }
  const exchange = createExchange({
    tell,
    now: Date.now,
    newId: () => crypto.randomUUID(),
    recordUrl: (id) => recordUrl(publicUrl, id),
  })
  const page = createPage({ exchange, route: routeBy(system.client, exchange), onChange: () => page.changed() })
  const served = serveTelephony({
    secretFor: system.secretFor,
    makeCall: ({ code, phone, externalPhone }) => {
      if (!exchange.hasPhone(code)) refuse(`There is no phone ${code} here`)
      play(exchange, page.isWatched, page.changed, exchange.callOut(code, phone, externalPhone))
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
  const { port, close } = await listen(served.answer, settings.port, page.serve)
  log(`the phones are on ${port}`)
  const register = async () => {
    const mapping = await keepMapping(system).catch(() => undefined)
    const part = served.registration(publicUrl, { allowEdit: true, personalAccountUrl: publicUrl, ...mapping })
    const module = { code: CODE, name: 'Phones on a page', active: true, ...part }
    await registerUntilDone(system, module, 2_000, (error) => log(`not registered yet: ${String(error)}`))
    outbox.wake()
  }
  const stop = async () => {
    await close()
    await outbox.stop()
    store.close()
  }
  return { port, registered: register(), stop }
}
