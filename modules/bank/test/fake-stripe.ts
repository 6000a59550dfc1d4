// A fake of Stripe's API as far as the bank uses it: checkout sessions with a page, payment intents, refunds,
// idempotency keys, and signed webhooks.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import Stripe from 'stripe'

type Intent = {
  id: string
  object: 'payment_intent'
  amount: number
  amount_received: number
  currency: string
  status: string
  metadata: Record<string, string>
  refunded: number
}
type Session = {
  id: string
  object: 'checkout.session'
  url: string
  status: string
  amount_total: number
  currency: string
  metadata: Record<string, string>
  payment_intent: string | null
}

export type FakeStripe = Awaited<ReturnType<typeof startFakeStripe>>

/** a[b][0][c]=1 as Stripe's own library writes it. */
const nested = (form: URLSearchParams, prefix: string): Record<string, string> =>
  Object.fromEntries(
    [...form]
      .filter(([name]) => name.startsWith(`${prefix}[`))
      .map(([name, value]) => [name.slice(prefix.length + 1, -1), value]),
  )

class StripeError extends Error {}
const fail = (message: string): never => {
  throw new StripeError(message)
}

const read = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

const createLedger = (origin: () => string, emit: (type: string, object: object) => Promise<number>) => {
  const sessions = new Map<string, Session>()
  const intents = new Map<string, Intent>()
  const intent = (id: string) => intents.get(id) ?? fail(`No such payment_intent: '${id}'`)
  const session = (id: string) => sessions.get(id) ?? fail(`No such checkout.session: '${id}'`)
  const show = (one: Session) => ({ ...one, payment_intent: one.payment_intent && intent(one.payment_intent) })
  const later = (type: string, object: object) => void setTimeout(() => emit(type, object), 5)
  return {
    create: (form: URLSearchParams) => {
      const id = `cs_test_${crypto.randomUUID()}`
      const price = nested(form, 'line_items[0][price_data]')
      const made: Session = {
        id,
        object: 'checkout.session',
        url: `${origin()}/pay/${id}`,
        status: 'open',
        amount_total: Number(price.unit_amount),
        currency: String(price.currency),
        metadata: nested(form, 'metadata'),
        payment_intent: null,
      }
      sessions.set(id, made)
      return made
    },
    retrieve: (id: string) => show(session(id)),
    list: (intentId: string) => ({
      object: 'list',
      data: [...sessions.values()].filter(({ payment_intent }) => payment_intent === intentId),
    }),
    expire: (id: string) => {
      const one = session(id)
      if (one.status !== 'open') fail('This Session cannot be expired')
      one.status = 'expired'
      return one
    },
    /** The customer pays on Stripe's page. */
    pay: async (id: string): Promise<number> => {
      const one = session(id)
      if (one.status !== 'open') return 0
      const made: Intent = {
        id: `pi_${crypto.randomUUID()}`,
        object: 'payment_intent',
        amount: one.amount_total,
        amount_received: 0,
        currency: one.currency,
        status: 'requires_capture',
        metadata: one.metadata,
        refunded: 0,
      }
      intents.set(made.id, made)
      Object.assign(one, { status: 'complete', payment_intent: made.id })
      return emit('payment_intent.amount_capturable_updated', { ...made })
    },
    intent,
    capture: (id: string) => {
      const one = intent(id)
      if (one.status !== 'requires_capture')
        fail(`This PaymentIntent could not be captured because it has a status of ${one.status}`)
      Object.assign(one, { status: 'succeeded', amount_received: one.amount })
      later('payment_intent.succeeded', { ...one })
      return one
    },
    cancel: (id: string) => {
      const one = intent(id)
      if (one.status !== 'requires_capture')
        fail(`You cannot cancel this PaymentIntent because it has a status of ${one.status}`)
      one.status = 'canceled'
      return one
    },
    refund: (form: URLSearchParams) => {
      const one = intent(form.get('payment_intent') ?? '')
      const left = one.amount_received - one.refunded
      const amount = form.has('amount') ? Number(form.get('amount')) : left
      if (one.status !== 'succeeded' || left === 0) fail('Charge has already been refunded, or was never paid')
      if (amount > left) fail(`Refund amount (${amount}) is greater than unrefunded amount on charge (${left})`)
      one.refunded += amount
      const refunded = one.refunded === one.amount_received
      later('charge.refunded', { object: 'charge', payment_intent: one.id, refunded })
      return { id: `re_${crypto.randomUUID()}`, object: 'refund', amount, status: 'succeeded' }
    },
    intents: () => [...intents.values()],
  }
}

const answer = (ledger: ReturnType<typeof createLedger>, method: string, url: URL, form: URLSearchParams): object => {
  const [, kind, id = '', act] =
    /^\/v1\/(checkout\/sessions|payment_intents|refunds)(?:\/([\w-]+))?(?:\/(\w+))?$/.exec(url.pathname) ?? []
  switch (`${method} ${kind}${id && '/id'}${act ? `/${act}` : ''}`) {
    case 'POST checkout/sessions':
      return ledger.create(form)
    case 'GET checkout/sessions':
      return ledger.list(url.searchParams.get('payment_intent') ?? '')
    case 'GET checkout/sessions/id':
      return ledger.retrieve(id)
    case 'POST checkout/sessions/id/expire':
      return ledger.expire(id)
    case 'GET payment_intents/id':
      return ledger.intent(id)
    case 'POST payment_intents/id/capture':
      return ledger.capture(id)
    case 'POST payment_intents/id/cancel':
      return ledger.cancel(id)
    case 'POST refunds':
      return ledger.refund(form)
    default:
      return fail(`Unrecognized request URL (${method}: ${url.pathname})`)
  }
}

export const startFakeStripe = async (webhookSecret: string) => {
  const stripe = new Stripe('sk_test_123')
  let webhookUrl = ''
  let port = 0
  const keys = new Map<string, { status: number; body: string }>()
  const emit = async (type: string, object: object): Promise<number> => {
    const payload = JSON.stringify({ id: `evt_${crypto.randomUUID()}`, object: 'event', type, data: { object } })
    const header = stripe.webhooks.generateTestHeaderString({ payload, secret: webhookSecret })
    const headers = { 'content-type': 'application/json', 'stripe-signature': header }
    const reply = await fetch(webhookUrl, { method: 'POST', headers, body: payload }).catch(() => undefined)
    return reply?.status ?? 0
  }
  const ledger = createLedger(() => `http://127.0.0.1:${port}`, emit)
  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? '/', 'http://stripe')
    const form = new URLSearchParams(await read(request))
    if (url.pathname.startsWith('/pay/')) {
      if (request.method === 'POST') await ledger.pay(url.pathname.slice('/pay/'.length))
      return response.end('<h1>Stripe</h1>')
    }
    const key = request.headers['idempotency-key']
    const known = typeof key === 'string' ? keys.get(key) : undefined
    let reply = known
    if (!reply) {
      try {
        reply = { status: 200, body: JSON.stringify(answer(ledger, request.method ?? '', url, form)) }
      } catch (error) {
        if (!(error instanceof StripeError)) throw error
        reply = {
          status: 400,
          body: JSON.stringify({ error: { type: 'invalid_request_error', message: error.message } }),
        }
      }
      if (typeof key === 'string') keys.set(key, reply)
    }
    return response.writeHead(reply.status, { 'content-type': 'application/json' }).end(reply.body)
  }
  const server = createServer((request, response) => void serve(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  port = (server.address() as AddressInfo).port
  return {
    client: new Stripe('sk_test_123', {
      host: '127.0.0.1',
      port,
      protocol: 'http',
      maxNetworkRetries: 0,
      telemetry: false,
    }),
    keys,
    ledger,
    emit,
    webhooksTo: (url: string) => {
      webhookUrl = url
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
