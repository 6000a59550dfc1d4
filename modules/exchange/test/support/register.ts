import { createSocket } from 'node:dgram'
import { authorize } from '../../src/sip/digest.ts'
import {
  formatMessage,
  type Header,
  headerOf,
  parseMessage,
  respondTo,
  type SipResponse,
} from '../../src/sip/message.ts'

// Registers an extension whose telephone (sipp) listens at another port: sipp either registers or is called.

/** 408 when nothing answers. */
const ask = (sipPort: number, headers: readonly Header[], attempts: number): Promise<SipResponse> =>
  new Promise((resolve, reject) => {
    const socket = createSocket('udp4')
    socket.on('error', reject)
    socket.bind(0, '127.0.0.1', () => {
      const via: Header = [
        'via',
        `SIP/2.0/UDP 127.0.0.1:${socket.address().port};branch=z9hG4bK${crypto.randomUUID()};rport`,
      ]
      const request = { method: 'REGISTER', uri: 'sip:127.0.0.1', headers: [via, ...headers], body: '' }
      let left = attempts
      const finish = (response: SipResponse): void => {
        clearInterval(timer)
        socket.close()
        resolve(response)
      }
      const send = (): void => {
        if (left-- > 0) socket.send(formatMessage(request), sipPort, '127.0.0.1')
        else finish(respondTo(request, 408))
      }
      const timer = setInterval(send, 500)
      socket.on('message', (bytes) => {
        const message = parseMessage(bytes.toString())
        if (!message || !('status' in message) || message.status < 200) return
        finish(message)
      })
      send()
    })
  })

/** Each request of one telephone has a higher number than the one before. */
let sequence = 0

export const register = async (
  sipPort: number,
  {
    code,
    user = code,
    password,
    port,
    expires = 600,
    attempts = 100,
  }: { code: string; user?: string; password: string; port: number; expires?: number; attempts?: number },
): Promise<number> => {
  const headersAt = (number: number): Header[] => [
    ['max-forwards', '70'],
    ['from', `<sip:${code}@127.0.0.1>;tag=${crypto.randomUUID().slice(0, 8)}`],
    ['to', `<sip:${code}@127.0.0.1>`],
    ['call-id', `register-${code}-${port}`],
    ['cseq', `${number} REGISTER`],
    ['contact', `<sip:${code}@127.0.0.1:${port}>`],
    ['expires', String(expires)],
  ]
  const challenge = await ask(sipPort, headersAt(++sequence), attempts)
  const authorization = authorize(
    headerOf(challenge, 'www-authenticate'),
    { user, password },
    { method: 'REGISTER', uri: 'sip:127.0.0.1', cnonce: 'test' },
  )
  return (await ask(sipPort, [...headersAt(++sequence), ['authorization', authorization]], attempts)).status
}
