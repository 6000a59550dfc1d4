import { readFileSync } from 'node:fs'

// What an operator sets, read from the environment. Secrets come from there too, and are in no file of the repository.

export type Trunk = {
  /** host:port of the carrier. */
  host: string
  user?: string | undefined
  password?: string | undefined
}

/** What the exchange brings along; see README. */
export type SetupFile = {
  /** Email of a user, and the extension. */
  extensions?: Record<string, string>
  externalPhones?: { siteCode: string; externalPhone: string }[]
  /** Desk phones, which have a password of their own. */
  telephones?: { code: string; password: string }[]
}

export type Ports = {
  sip: number
  websocket: number
  tls: number | undefined
  /** On loopback: Kamailio's side and the module's side of the link between them, and rtpengine's control. */
  edge: number
  node: number
  control: number
  media: readonly [from: number, to: number]
}

export type Settings = {
  databaseUrl: string
  /** Where Kamailio and rtpengine are found. */
  searchPath: string
  /** Where telephones and carriers reach the exchange. */
  address: string
  /** What browsers connect to; behind a proxy it is wss://. */
  websocketUrl: string | undefined
  ports: Ports
  /** Addresses whose calls are taken without a password. */
  carriers: readonly string[]
  trunk: Trunk | undefined
  /** All extensions, unless it says which. */
  group: readonly string[] | undefined
  overflow: readonly string[]
  ringMs: number
  queueMs: number
  /** A softphone's page that is closed in a call: how long the customer waits for the next one. */
  handOverMs: number
  records: boolean
  /** WAV files: said to both when a recorded call begins, and played to who waits. */
  announcement: string | undefined
  music: string | undefined
  /** Said to who was not answered; what they say then is recorded. */
  greeting: string | undefined
  retentionDays: number
  /** Numbers that may not be called, by their first digits. */
  forbidden: readonly string[]
  callsAtOnce: number
  callsPerHour: number
  /** With `authorities` the certificate of a carrier that is called over TLS is checked. */
  tls: { key: string; certificate: string; authorities: string | undefined } | undefined
  banAfter: number
  /** More requests of one address within two seconds are ignored; carriers are not limited. */
  requestsPerTwoSeconds: number
  setup: SetupFile | undefined
}

const list = (text: string | undefined): string[] => (text ?? '').split(/[\s,]+/).filter((one) => one !== '')

const number = (text: string | undefined, usual: number): number => {
  const value = text === undefined || text === '' ? usual : Number(text)
  if (Number.isFinite(value) && value >= 0) return value
  throw new Error(`${text} is not a number`)
}

const readSetup = (file: string | undefined): SetupFile | undefined =>
  file ? (JSON.parse(readFileSync(file, 'utf8')) as SetupFile) : undefined

const readTrunk = ({ TRUNK_HOST, TRUNK_USER, TRUNK_PASSWORD }: NodeJS.ProcessEnv): Trunk | undefined =>
  TRUNK_HOST ? { host: TRUNK_HOST, user: TRUNK_USER, password: TRUNK_PASSWORD } : undefined

export const readSettings = (environment: NodeJS.ProcessEnv): Settings => {
  const { EXCHANGE_DATABASE_URL: databaseUrl, TLS_KEY, TLS_CERTIFICATE } = environment
  if (!databaseUrl)
    throw new Error('EXCHANGE_DATABASE_URL is not set. It must be a PostgreSQL URL; the exchange makes a schema there.')
  const sip = number(environment.SIP_PORT, 5060)
  const [mediaFrom = '30000', mediaTo = '30999'] = (environment.MEDIA_PORTS ?? '').split('-').filter(Boolean)
  const tls =
    TLS_KEY && TLS_CERTIFICATE
      ? { key: TLS_KEY, certificate: TLS_CERTIFICATE, authorities: environment.TLS_AUTHORITIES || undefined }
      : undefined
  return {
    databaseUrl,
    searchPath: environment.PATH ?? '/usr/sbin:/usr/bin:/sbin:/bin',
    address: environment.SIP_ADDRESS ?? '127.0.0.1',
    websocketUrl: environment.WEBSOCKET_URL || undefined,
    ports: {
      sip,
      websocket: number(environment.WEBSOCKET_PORT, 5066),
      tls: tls && number(environment.TLS_PORT, 5061),
      edge: number(environment.EDGE_PORT, 5080),
      node: number(environment.NODE_PORT, 5081),
      control: number(environment.CONTROL_PORT, 2223),
      media: [Number(mediaFrom), Number(mediaTo)],
    },
    carriers: list(environment.CARRIERS),
    trunk: readTrunk(environment),
    group: environment.GROUP ? list(environment.GROUP) : undefined,
    overflow: list(environment.OVERFLOW),
    ringMs: number(environment.RING_SECONDS, 20) * 1000,
    queueMs: number(environment.QUEUE_SECONDS, 60) * 1000,
    handOverMs: number(environment.HAND_OVER_SECONDS, 30) * 1000,
    records: environment.RECORD !== 'no',
    announcement: environment.ANNOUNCEMENT_FILE || undefined,
    music: environment.MUSIC_FILE || undefined,
    greeting: environment.GREETING_FILE || undefined,
    retentionDays: number(environment.RETENTION_DAYS, 90),
    forbidden: list(environment.FORBIDDEN_PREFIXES),
    callsAtOnce: number(environment.CALLS_AT_ONCE, 2),
    callsPerHour: number(environment.CALLS_PER_HOUR, 60),
    tls,
    banAfter: number(environment.BAN_AFTER, 10),
    requestsPerTwoSeconds: number(environment.REQUESTS_PER_TWO_SECONDS, 40),
    setup: readSetup(environment.SETUP_FILE),
  }
}
