// A simulated messenger with one kind of fault. It verifies every delivery with the standardwebhooks library, and
// checks that the library refuses forgeries.
import type { ServerChild, Tenant } from '@patchbay/testkit/installation'
import { startMessenger, type Effect as Taken } from '@patchbay/testkit/messenger'
import type { ReceivedRequest } from '@patchbay/testkit/receiver'
import { Webhook } from 'standardwebhooks'

/** The fault of each transport: one has none, and one is down for seconds at a time. */
export const KINDS = ['normal', 'error', 'hang', 'reset', 'effect-then-reset', 'busy', 'flaps', 'redirect'] as const
export type Kind = (typeof KINDS)[number]

export type Effect = { id: string; chat: string; sequence: number; message: string; all: string[] }

export type Connection = { token: string; call: (path: string, body: object) => Promise<unknown> }

export type Transport = {
  url: string
  /** What took effect, each webhook-id once, in the order of its first arrival. */
  effects: () => Effect[]
  connect: (tenant: Tenant, server: ServerChild, code: string) => Promise<Connection>
  /** Ends the faults. */
  calm: () => void
  deliveries: () => number
  repeats: () => number
  unverified: () => number
  forgeriesRefused: () => number
  close: () => Promise<void>
}

const TROUBLE = 0.3
const FLAP_MS = 3_000

const effectOf = ({ id, sequence, data }: Taken): Effect => ({
  id,
  chat: `${data.channel_id}/${data.external_chat_id}`,
  sequence,
  message: String(data.external_message_id),
  all: (data.all_reactions as { reaction: string }[]).map(({ reaction }) => reaction),
})

/** Changes a byte, the id or the timestamp: the library must refuse each. */
const refusesForgeries = (verifier: Webhook, { body, headers }: ReceivedRequest, random: () => number): boolean => {
  const place = Math.floor(random() * body.length)
  const flipped = `${body.slice(0, place)}${body[place] === 'x' ? 'y' : 'x'}${body.slice(place + 1)}`
  const forgeries: [string, Record<string, unknown>][] = [
    [flipped, headers],
    [body, { ...headers, 'webhook-id': crypto.randomUUID() }],
    [body, { ...headers, 'webhook-timestamp': String(Number(headers['webhook-timestamp']) - 1) }],
  ]
  return forgeries.every(([text, forged]) => {
    try {
      verifier.verify(text, forged as Record<string, string>)
      return false
    } catch {
      return true
    }
  })
}

/** Registers a chat module whose webhooks go to this address. */
export const connectTransport = async (
  tenant: Tenant,
  server: ServerChild,
  code: string,
  webhookUrl: string,
): Promise<Connection & { secret: string }> => {
  const integrationModule = { code, clientId: code, integrations: { mgTransport: { webhookUrl } } }
  const registered = await tenant.api(server).post(`/api/v5/integration-modules/${code}/edit`, { integrationModule })
  const { info } = registered.body as { info: { mgTransport: { token: string }; signature: { secret: string } } }
  const http = tenant.client(server).with({ 'x-transport-token': info.mgTransport.token })
  return {
    token: info.mgTransport.token,
    secret: info.signature.secret,
    call: async (path, body) => {
      const reply = await http.postJson(`/api/transport/v1${path}`, body)
      if (reply.status >= 300) throw new Error(`${path}: ${reply.text}`)
      return reply.body
    },
  }
}

export const startTransport = async (kind: Kind, random: () => number): Promise<Transport> => {
  const messenger = await startMessenger()
  const counts = { deliveries: 0, unverified: 0, forgeries: 0 }
  const born = Date.now()
  let verifier: Webhook | undefined
  messenger.chooseBehaviour(() => {
    if (kind === 'flaps') return Math.floor((Date.now() - born) / FLAP_MS) % 2 === 1 ? 'error' : 'normal'
    return random() < TROUBLE ? kind : 'normal'
  })
  const verify = (received: ReceivedRequest): void => {
    counts.deliveries++
    try {
      verifier?.verify(received.body, received.headers as Record<string, string>)
      if (verifier && counts.deliveries % 10 === 0) {
        if (refusesForgeries(verifier, received, random)) counts.forgeries += 3
        else counts.unverified++
      }
    } catch {
      counts.unverified++
    }
  }
  messenger.onWebhook(verify)
  return {
    url: messenger.url,
    effects: () => messenger.effects.map(effectOf),
    connect: async (tenant, server, code) => {
      const { secret, ...connection } = await connectTransport(tenant, server, code, messenger.url)
      verifier = new Webhook(secret)
      return connection
    },
    calm: () => messenger.chooseBehaviour(undefined),
    deliveries: () => counts.deliveries,
    repeats: () => messenger.counts.repeats,
    unverified: () => counts.unverified,
    forgeriesRefused: () => counts.forgeries,
    close: messenger.close,
  }
}
