// A push service (RFC 8030) on a real socket, with the browser behind it: it verifies who sends (VAPID, RFC 8292) and decrypts
// the message (RFC 8291) as a browser does.
import { createDecipheriv, createECDH, createPublicKey, type ECDH, hkdfSync, randomBytes, verify } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

export type ReceivedPush = {
  path: string
  headers: IncomingHttpHeaders
  /** The claims of the VAPID token, if its signature is valid. */
  claims: { aud: string; exp: number; sub: string }
  publicKey: string
  message: { content: { kind: string } & Record<string, unknown>; [more: string]: unknown }
}

export type PushService = {
  url: string
  received: ReceivedPush[]
  /** The status of the next answers; 201 at first. */
  answer: (status: number) => void
  /** A browser that subscribes: what it sends to the server. */
  browser: (name: string) => { endpoint: string; keys: { p256dh: string; auth: string } }
  close: () => Promise<void>
}

const CURVE = 'prime256v1'
const POINT_BYTES = 65

const publicKeyOf = (point: Buffer) => {
  const [x, y] = [point.toString('base64url', 1, 33), point.toString('base64url', 33)]
  return createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' })
}

const readVapid = (authorization = ''): Pick<ReceivedPush, 'claims' | 'publicKey'> => {
  const [, token = '', publicKey = ''] = /^vapid t=([^,]+), ?k=(.+)$/.exec(authorization) ?? []
  const [head = '', body = '', signature = ''] = token.split('.')
  const key = publicKeyOf(Buffer.from(publicKey, 'base64url'))
  const signed = Buffer.from(`${head}.${body}`)
  if (!verify('sha256', signed, { key, dsaEncoding: 'ieee-p1363' }, Buffer.from(signature, 'base64url')))
    throw new Error('the VAPID token has a wrong signature')
  return { claims: JSON.parse(Buffer.from(body, 'base64url').toString('utf8')), publicKey }
}

const decrypt = (body: Buffer, browser: ECDH, secret: Buffer): string => {
  const [salt, sender] = [body.subarray(0, 16), body.subarray(21, 21 + POINT_BYTES)]
  const shared = browser.computeSecret(sender)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), browser.getPublicKey(), sender])
  const input = Buffer.from(hkdfSync('sha256', shared, secret, info, 32))
  const derive = (name: string, length: number) =>
    Buffer.from(hkdfSync('sha256', input, salt, Buffer.from(`Content-Encoding: ${name}\0`), length))
  const sealed = body.subarray(21 + POINT_BYTES)
  const decipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12))
  decipher.setAuthTag(sealed.subarray(-16))
  const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
  // The last byte that is not zero ends the message.
  return padded.subarray(0, padded.lastIndexOf(2)).toString('utf8')
}

export const startPushService = async (): Promise<PushService> => {
  const browsers = new Map<string, { ecdh: ECDH; secret: Buffer }>()
  const received: ReceivedPush[] = []
  let status = 201
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk) => chunks.push(chunk))
    request.on('end', () => {
      const path = request.url ?? ''
      const browser = browsers.get(path)
      try {
        if (!browser || request.headers['content-encoding'] !== 'aes128gcm') throw new Error(`not for ${path}`)
        const message = JSON.parse(decrypt(Buffer.concat(chunks), browser.ecdh, browser.secret))
        received.push({ path, headers: request.headers, ...readVapid(request.headers.authorization), message })
        response.writeHead(status).end()
      } catch (error) {
        response.writeHead(400).end(String(error))
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    received,
    answer: (next) => {
      status = next
    },
    browser: (name) => {
      const ecdh = createECDH(CURVE)
      const secret = randomBytes(16)
      const p256dh = ecdh.generateKeys().toString('base64url')
      browsers.set(`/${name}`, { ecdh, secret })
      return { endpoint: `${url}/${name}`, keys: { p256dh, auth: secret.toString('base64url') } }
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
