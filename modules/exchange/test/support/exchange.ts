import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type MockSystem, type ReceivedRequest, startMockSystem } from '@patchbay/sdk/verify/mock-system'
import { createSender } from '@patchbay/sdk/verify/send-request'
import pg from 'pg'
import { expect } from 'vitest'
import { startExchangeModule } from '../../src/module.ts'
import { readSettings, type Settings } from '../../src/settings.ts'
import { freePorts } from './ports.ts'
import { register } from './register.ts'

// A whole exchange on loopback for one test file: a database, Kamailio, rtpengine, the module, and a mock system.

const ADMIN = process.env.ADMIN_DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres'
export const CARRIER = '127.0.0.2'
export const LINE = '+15559000'
export const PASSWORD = 'only for the test'

const admin = async (statement: string): Promise<void> => {
  const client = new pg.Client({ connectionString: ADMIN })
  await client.connect()
  await client.query(statement)
  await client.end()
}

export type ExchangeOptions = {
  extensions?: readonly string[]
  environment?: Record<string, string>
  /** More of it, of what is in the folder. */
  inFolder?: (folder: string, port: number) => Record<string, string>
  /** Ports for media. */
  mediaPorts?: number
}

/** Everything that a start needs, and nothing running yet but the system. */
export const prepare = async (options: ExchangeOptions) => {
  const { extensions = ['101', '102', '103'], environment = {}, inFolder, mediaPorts = 160 } = options
  const database = `patchbay_exchange_${crypto.randomUUID().slice(0, 8)}`
  await admin(`create database ${database}`)
  const system = await startMockSystem()
  system.retryAfter = 0
  for (let user = 1; user <= extensions.length; user++) system.users.add(user)
  const folder = mkdtempSync(join(tmpdir(), 'patchbay-exchange-'))
  const port = await freePorts(300 + mediaPorts)
  const databaseUrl = ADMIN.replace(/\/\w+$/, `/${database}`)
  const env: Record<string, string> = {
    EXCHANGE_DATABASE_URL: databaseUrl,
    SIP_PORT: String(port),
    WEBSOCKET_PORT: String(port + 1),
    EDGE_PORT: String(port + 2),
    NODE_PORT: String(port + 3),
    CONTROL_PORT: String(port + 4),
    MEDIA_PORTS: `${port + 300}-${port + 299 + mediaPorts}`,
    CARRIERS: CARRIER,
    TLS_PORT: String(port + 7),
    TRUNK_HOST: `${CARRIER}:${port + 5}`,
    RING_SECONDS: '2',
    QUEUE_SECONDS: '2',
    CALLS_AT_ONCE: '1',
    REQUESTS_PER_TWO_SECONDS: '10000',
    ...environment,
    ...inFolder?.(folder, port),
  }
  const setup = {
    extensions: Object.fromEntries(extensions.map((code, index) => [`user${index + 1}@shop.test`, code])),
    externalPhones: [{ siteCode: 'shop', externalPhone: LINE }],
    telephones: extensions.map((code) => ({ code, password: PASSWORD })),
  }
  const url = `http://127.0.0.1:${port + 6}`
  const prepared = {
    system,
    env,
    setup,
    folder,
    url,
    databaseUrl,
    sipPort: port,
    websocketPort: port + 1,
    carrierPort: port + 5,
    httpPort: port + 6,
    tlsPort: port + 7,
    /** For the telephones of the tests. */
    nextPort: (() => {
      let next = port + 10
      return () => (next += 6)
    })(),
    remove: async () => {
      await prepared.system.close()
      await admin(`drop database ${database} with (force)`)
      rmSync(folder, { recursive: true, force: true })
    },
  }
  return prepared
}
export type Prepared = Awaited<ReturnType<typeof prepare>>

const eventOf = ({ fields }: ReceivedRequest) =>
  (fields.event ?? {}) as {
    type?: string
    codes?: string[]
    hangupStatus?: string
    callExternalId?: string
    phone?: string
  }
const recordOf = ({ fields }: ReceivedRequest) => (fields.calls as Record<string, unknown>[])[0] ?? {}

/** What the system received, in short. */
export const reports = (system: MockSystem, phone?: string): string[] =>
  system.received
    .filter(({ status }) => status === 200)
    // [D-84] The system answers a repeat with the same key from its memory.
    .filter((one, index, all) => all.findIndex(({ idempotencyKey: key }) => key === one.idempotencyKey) === index)
    .flatMap((request) => {
      if (request.path.endsWith('/call/event')) {
        const event = eventOf(request)
        if (phone !== undefined && event.phone !== phone) return []
        return [[event.type, event.codes?.join(' '), event.hangupStatus].filter(Boolean).join(' ')]
      }
      if (!request.path.endsWith('/calls/upload')) return []
      const record = recordOf(request)
      if (phone !== undefined && record.phone !== phone) return []
      return [['record', record.code, record.result].filter(Boolean).join(' ')]
    })

export const recordFor = (system: MockSystem, phone: string): Record<string, unknown> | undefined =>
  system.received
    .filter(({ path, status }) => path.endsWith('/calls/upload') && status === 200)
    .map(recordOf)
    .find((record) => record.phone === phone)

export const settled = async (system: MockSystem, phone: string): Promise<string[]> => {
  await expect.poll(() => recordFor(system, phone), { timeout: 120_000 }).toBeDefined()
  return reports(system, phone)
}

/** The responsible manager of the next caller. */
export const routeNextTo = (system: MockSystem, code: string): void =>
  system.queueResponses('/telephony/manager', {
    status: 200,
    body: {
      success: true,
      manager: { id: '1', firstName: 'A', lastName: 'B', patronymic: '', email: 'a@b.test', code },
    },
  })

export const startExchange = async (options: ExchangeOptions = {}) => {
  const prepared = await prepare(options)
  const { system, env, setup, folder, url, httpPort } = prepared
  const lines: string[] = []
  const settings: Settings = { ...readSettings(env), setup }
  const module = await startExchangeModule({
    systemUrl: system.url,
    apiKey: system.apiKey,
    publicUrl: url,
    port: httpPort,
    folder,
    log: (line) => void lines.push(line),
    settings,
  })
  await module.registered
  const sign = createSender(system.settings()?.clientId ?? '', () => system.secret, 20_000)
  return {
    ...prepared,
    lines,
    /** Read with each decision, so a test changes them. */
    settings,
    kamailioLog: () => readFileSync(join(folder, 'run', 'kamailio.log'), 'utf8'),
    /** A recording, as the system downloads it. */
    download: async (path: string, range?: string) => {
      const { status, type, bytes } = await sign({
        method: 'GET',
        url: url + path,
        ...(range && { headers: { range } }),
      })
      return { status, type, bytes: Buffer.from(bytes) }
    },
    makeCall: (fields: Record<string, string>) =>
      sign({ method: 'GET', url: `${url}/telephony/make-call`, fields: { userId: '1', ...fields } }),
    softphoneLink: async (code: string) =>
      (
        await sign({
          method: 'GET',
          url: `${url}/telephony/softphone`,
          fields: { userId: '1', code, origin: 'https://crm.test' },
        })
      ).json as { url: string },
    /** Registers and, when that worked, unregisters. */
    registerAs: async (login: { code: string; user: string; password: string; attempts?: number }) => {
      const status = await register(prepared.sipPort, { ...login, port: 9 })
      if (status === 200) await register(prepared.sipPort, { ...login, port: 9, expires: 0 })
      return status
    },
    setStatus: (code: string, status: string) =>
      sign({ method: 'GET', url: `${url}/telephony/user-status`, fields: { userId: '1', code, status } }),
    stop: async () => {
      await module.stop()
      await prepared.remove()
    },
  }
}
export type Exchange = Awaited<ReturnType<typeof startExchange>>
