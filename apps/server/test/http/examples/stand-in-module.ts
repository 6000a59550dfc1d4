// The module that the system calls in the examples: an exchange, a bank and a messenger at one address. Every request that
// it gets is kept as the example of its kind.
import { type ReceivedRequest, type Receiver, startReceiver } from '@patchbay/testkit/receiver'
import type { Recorder } from './recorder.ts'

type Answer = { status: number; body?: unknown; type?: string; bytes?: Buffer }
type Answering = { id?: string; answer: (received: ReceivedRequest) => Answer }

const done = (body: unknown): Answer => ({ status: 200, body })
const succeeded = (result?: object): Answer => done({ success: true, ...(result && { result }) })

/** The smallest picture there is. */
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const RECORDING = Buffer.from(
  'RIFF\x24\0\0\0WAVEfmt \x10\0\0\0\x01\0\x01\0\x40\x1f\0\0\x40\x1f\0\0\x01\0\x08\0data\0\0\0\0',
)

const parameter = ({ form }: ReceivedRequest, name: string): Record<string, unknown> =>
  JSON.parse(form.get(name) ?? '{}')

/** The result of an approve of this payment stays unknown: the bank breaks off. */
const BROKEN_PAYMENT = 'pay-1003'

const bankAnswers = (): Record<string, Answering> => {
  let created = 1000
  return {
    '/pay/create': {
      id: 'payment.create',
      answer: () => {
        const paymentId = `pay-${++created}`
        return succeeded({ paymentId, invoiceUrl: `https://pay.example/${paymentId}`, cancellable: true })
      },
    },
    '/pay/approve': {
      id: 'payment.approve',
      answer: (received) =>
        parameter(received, 'approve').paymentId === BROKEN_PAYMENT ? { status: 500 } : succeeded(),
    },
    '/pay/cancel': { id: 'payment.cancel', answer: () => succeeded() },
    '/pay/refund': {
      id: 'payment.refund',
      answer: (received) => {
        const { amount } = parameter(received, 'refund')
        return succeeded({ id: 'refund-1', status: 'succeeded', amount, comment: 'A pot arrived broken' })
      },
    },
    '/pay/statement': {
      id: 'payment.statement',
      answer: () =>
        succeeded({
          lines: [
            { type: 'payment', paymentId: 'pay-1001', amount: 49, currency: 'USD', at: '2026-03-02T09:14:30Z' },
            {
              ...{ type: 'refund', paymentId: 'pay-1001', refundId: 'refund-1', amount: 24.5 },
              ...{ currency: 'USD', at: '2026-03-02T10:02:11Z' },
            },
          ],
        }),
    },
    '/pay/status': { id: 'payment.status', answer: () => succeeded({ status: 'succeeded' }) },
  }
}

const exchangeAnswers = (url: string): Record<string, Answering> => ({
  '/call': { id: 'telephony.make-call', answer: () => ({ status: 200 }) },
  '/status': { id: 'telephony.user-status', answer: () => ({ status: 200 }) },
  '/softphone': { id: 'telephony.softphone', answer: () => done({ url: `${url}/phone#token=one-time` }) },
  '/recordings/call-1.wav': {
    id: 'telephony.recording',
    answer: () => ({ status: 200, type: 'audio/wav', bytes: RECORDING }),
  },
})

const VISITS = {
  lastVisit: {
    createdAt: '2026-03-02T09:12:00Z',
    source: 'google',
    pages: [{ dateTime: '2026-03-02T09:12:00Z', url: 'https://garden.example/ferns', title: 'Ferns' }],
  },
  countVisits: 4,
  device: { lang: 'en', browser: 'Firefox', os: 'Linux' },
  country: 'SE',
  city: 'Uppsala',
  utm: { source: 'newsletter', medium: 'email', campaign: 'spring' },
}

const messengerAnswers: Record<string, Answering> = {
  '/online': { id: 'transport.online', answer: () => done({ lastOnline: '2026-03-02T09:14:30Z' }) },
  '/visits': { id: 'transport.visits', answer: () => done(VISITS) },
  '/pictures/fern.png': { answer: () => ({ status: 200, type: 'image/png', bytes: PICTURE }) },
}

const answerEvent = ({ body }: ReceivedRequest): Answer => {
  const { type, data } = JSON.parse(body) as { type: string; data: { id?: number } }
  return done(type === 'message_sent' ? { external_message_id: `reply-${data.id}`, async: false } : {})
}

const connectionAnswers = (url: string): Record<string, Answering> => ({
  '/activity': { id: 'integration-modules.activity', answer: () => done({ success: true }) },
  '/config': {
    id: 'integration-modules.config',
    answer: () =>
      done({ success: true, scopes: ['integration_read', 'integration_write'], registerUrl: `${url}/register` }),
  },
  '/register': {
    id: 'integration-modules.register',
    answer: () => done({ success: true, accountUrl: `${url}/account` }),
  },
})

/** The id of a request by the path it came to; of a webhook by its type. */
const idOf = (received: ReceivedRequest, known: Answering | undefined): string | undefined =>
  received.path === '/hook' ? `transport.${JSON.parse(received.body).type.replace('_', '-')}` : known?.id

export const startStandIn = async (): Promise<Receiver & { recordWith: (recorder: Recorder) => void }> => {
  let recorder: Recorder | undefined
  const receiver = await startReceiver((received, response) => {
    const known = answers[received.path]
    const { status, body, type, bytes } =
      received.path === '/hook' ? answerEvent(received) : (known?.answer(received) ?? { status: 404 })
    const id = idOf(received, known)
    if (id !== undefined && status === 200) recorder?.keepRequest(id, received, { status, body })
    response.writeHead(status, { 'content-type': type ?? 'application/json' })
    response.end(bytes ?? (body === undefined ? undefined : JSON.stringify(body)))
  })
  const { url } = receiver
  const answers = { ...bankAnswers(), ...exchangeAnswers(url), ...messengerAnswers, ...connectionAnswers(url) }
  return {
    ...receiver,
    recordWith: (next) => {
      recorder = next
    },
  }
}
