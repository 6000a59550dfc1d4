import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { join } from 'node:path'
import { connect as connectTls, createServer as createTlsServer } from 'node:tls'

// SIP over TLS for sipp, whose Debian package has none: relays put TLS around its TCP connections, in either direction.

export type Certificate = { key: string; certificate: string }

/** Self-signed, for this machine and this test. */
export const makeCertificate = (folder: string, name: string): Certificate => {
  const [key, certificate] = [join(folder, `${name}.key`), join(folder, `${name}.pem`)]
  execFileSync(
    'openssl',
    [
      ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'],
      ...['-subj', `/CN=${name}`, '-addext', 'subjectAltName=IP:127.0.0.1', '-keyout', key, '-out', certificate],
    ],
    { stdio: 'pipe' },
  )
  return { key, certificate }
}

const pipeBoth = (one: Socket, other: Socket): void => {
  for (const [from, to] of [
    [one, other],
    [other, one],
  ] as const) {
    from.on('error', () => to.destroy())
    from.on('close', () => to.destroy())
    from.pipe(to)
  }
}

const listening = (server: Server, address: string, port: number): Promise<() => void> =>
  new Promise((resolve, reject) => {
    server.on('error', reject)
    server.listen(port, address, () => resolve(() => void server.close()))
  })

/** What sipp sends here goes on over TLS, from the carrier's address. */
export const relayToTls = (address: string, port: number, remotePort: number): Promise<() => void> =>
  listening(
    createServer((plain) => {
      const socket = connect({ host: '127.0.0.1', port: remotePort, localAddress: address })
      pipeBoth(plain, connectTls({ socket, rejectUnauthorized: false }))
    }),
    address,
    port,
  )

/** A carrier that is called over TLS: what arrives here goes on to sipp. */
export const relayFromTls = (
  address: string,
  port: number,
  sippPort: number,
  { key, certificate }: Certificate,
): Promise<() => void> =>
  listening(
    createTlsServer({ key: readFileSync(key), cert: readFileSync(certificate) }, (encrypted) =>
      pipeBoth(encrypted, connect({ host: address, port: sippPort })),
    ).on('tlsClientError', () => {}),
    address,
    port,
  )
