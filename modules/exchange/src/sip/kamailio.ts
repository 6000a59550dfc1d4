import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Settings } from '../settings.ts'

// The configuration of Kamailio, and how it is started.

const TEMPLATE = join(import.meta.dirname, '../../kamailio/exchange.cfg')

/** HA1 contains it: changing it makes every stored password useless. */
export const REALM = 'patchbay-exchange'
const BAN_SECONDS = 300
const TLS_FILE = 'tls.cfg'
const ARCHITECTURES: Partial<Record<NodeJS.Architecture, string>> = {
  x64: 'x86_64-linux-gnu',
  arm64: 'aarch64-linux-gnu',
}

const listenLines = ({ address, ports }: Settings): string[] => [
  `listen=udp:${address}:${ports.sip}`,
  `listen=tcp:${address}:${ports.sip}`,
  `listen=udp:127.0.0.1:${ports.edge}`,
  `listen=tcp:${address}:${ports.websocket}`,
  ...(ports.tls === undefined ? [] : [`listen=tls:${address}:${ports.tls}`]),
]

/**
 * Browsers and telephones are asked for no certificate: Chromium would refuse the connection. A carrier that we connect to must
 * have one, where it is known who may have issued it.
 */
const renderTls = ({ key, certificate, authorities }: NonNullable<Settings['tls']>): string =>
  [
    '[server:default]',
    'method = TLSv1.2+',
    `private_key = ${key}`,
    `certificate = ${certificate}`,
    'verify_certificate = no',
    '[client:default]',
    'method = TLSv1.2+',
    ...(authorities === undefined
      ? ['verify_certificate = no']
      : ['verify_certificate = yes', 'require_certificate = yes', `ca_list = ${authorities}`]),
    '',
  ].join('\n')

export const renderConfiguration = (settings: Settings, folder: string): string => {
  const { ports, tls, carriers } = settings
  const values: Readonly<Record<string, string | number>> = {
    TLS_DEFINE: tls ? '#!define WITH_TLS' : '',
    TLS_FILE: join(folder, TLS_FILE),
    LISTEN: listenLines(settings).join('\n'),
    ARCHITECTURE: ARCHITECTURES[process.arch] ?? '',
    DATABASE: settings.databaseUrl,
    EDGE_PORT: ports.edge,
    NODE_PORT: ports.node,
    PHONE_SOCKET: `udp:${settings.address}:${ports.sip}`,
    CARRIERS: carriers.map((one) => one.replaceAll('.', '\\.')).join('|') || 'none',
    REALM,
    BAN_AFTER: settings.banAfter,
    BAN_SECONDS,
    REQUESTS: settings.requestsPerTwoSeconds,
  }
  return readFileSync(TEMPLATE, 'utf8').replaceAll(/@([A-Z_]+)@/g, (whole, name: string) =>
    String(values[name] ?? whole),
  )
}

/** Readable by this user only: the URL of the database has its password. */
export const writeConfiguration = (folder: string, settings: Settings): string => {
  const file = join(folder, 'kamailio.cfg')
  writeFileSync(file, renderConfiguration(settings, folder), { mode: 0o600 })
  if (settings.tls) writeFileSync(join(folder, TLS_FILE), renderTls(settings.tls), { mode: 0o600 })
  return file
}

export const kamailioCommand = (file: string, folder: string): string[] => [
  ...['kamailio', '-f', file, '-DD', '-E', '-m', '64', '-M', '8'],
  ...['-Y', folder, '-w', folder],
]

/** Kamailio finds the tables of the exchange without naming their schema. */
export const kamailioEnvironment = ({ searchPath }: Settings, schema: string) => ({
  PATH: searchPath,
  PGOPTIONS: `-c search_path=${schema}`,
  TZ: 'UTC',
})

export const rtpengineCommand = ({ address, ports }: Settings, folder: string): string[] => [
  ...['rtpengine', '--config-file=none', '--foreground', '--log-stderr', '--log-level=4', '--table=-1'],
  ...[`--interface=${address}`, `--listen-ng=127.0.0.1:${ports.control}`],
  ...[`--port-min=${ports.media[0]}`, `--port-max=${ports.media[1]}`],
  // Without the kernel module only "pcap" records.
  ...[`--recording-dir=${folder}`, '--recording-method=pcap', '--recording-format=raw'],
]
