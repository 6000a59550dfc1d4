// A transport that gives trouble of one kind, and remembers what took effect: each webhook-id once, in the order of its first
// arrival. It verifies every delivery with the published library, and sees that the library refuses forgeries.
import type { ServerResponse } from 'node:http'
import type { ServerChild, Tenant } from '@patchbay/testkit/installation'
import { json, type Received, startReceiver } from '@patchbay/testkit/receiver'
import { Webhook } from 'standardwebhooks'

export const KINDS = [
  'well',
  'fails',
  'hangs',
  'resets',
  'loses its answer',
  'asks for patience',
  'flaps',
  'redirects',
] as const
export type Kind = (typeof KINDS)[number]

export type Effect = { id: string; chat: string; sequence: number; message: string; all: string[] }

export type Transport = {
  effects: Effect[]
  connect: (
    tenant: Tenant,
    server: ServerChild,
    code: string,
  ) => Promise<{ call: (path: string, body: object) => Promise<unknown> }>
  /** From now on it behaves. */
  calm: () => void
  deliveries: () => number
  repeats: () => number
  unverified: () => number
  forgeriesRefused: () => number
  close: () => Promise<void>
}

const TROUBLE = 0.3
const FLAP_MS = 3_000

const effectOf = (received: Received): Effect => {
  const { data } = JSON.parse(received.body)
  return {
    id: String(received.headers['webhook-id']),
    chat: `${data.channel_id}/${data.external_chat_id}`,
    sequence: Number(received.headers['webhook-sequence']),
    message: data.external_message_id,
    all: data.all_reactions.map(({ reaction }: { reaction: string }) => reaction),
  }
}

/** Answers with trouble; true when the event took effect all the same. */
const trouble = (kind: Kind, response: ServerResponse): boolean => {
  switch (kind) {
    case 'hangs':
      return false
    case 'resets':
      response.destroy()
      return false
    case 'loses its answer':
      response.destroy()
      return true
    case 'asks for patience':
      response.writeHead(429, { 'retry-after': '1' }).end()
      return false
    case 'redirects':
      response.writeHead(301, { location: 'http://127.0.0.1:9/' }).end()
      return false
    default:
      json(response, 500, {})
      return false
  }
}

/** A byte, the id or the time changed: the library must refuse each. */
const refusesForgeries = (verifier: Webhook, { body, headers }: Received, random: () => number): boolean => {
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

export const startTransport = async (kind: Kind, random: () => number): Promise<Transport> => {
  const effects: Effect[] = []
  const seen = new Set<string>()
  const counts = { deliveries: 0, repeats: 0, unverified: 0, forgeries: 0 }
  const born = Date.now()
  let [isCalm, verifier]: [boolean, Webhook | undefined] = [false, undefined]
  const isInTrouble = () => {
    if (isCalm || kind === 'well') return false
    return kind === 'flaps' ? Math.floor((Date.now() - born) / FLAP_MS) % 2 === 1 : random() < TROUBLE
  }
  const verify = (received: Received): void => {
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
  const receiver = await startReceiver((received, response) => {
    receiver.received.length = 0
    verify(received)
    const takesEffect = isInTrouble() ? trouble(kind, response) : true
    if (!takesEffect) return
    const effect = effectOf(received)
    if (seen.has(effect.id)) counts.repeats++
    else effects.push(effect)
    seen.add(effect.id)
    if (!response.destroyed) json(response, 200, {})
  })
  return {
    effects,
    connect: async (tenant, server, code) => {
      const integrationModule = { code, clientId: code, integrations: { mgTransport: { webhookUrl: receiver.url } } }
      const registered = await tenant
        .api(server)
        .post(`/api/v5/integration-modules/${code}/edit`, { integrationModule })
      const { info } = registered.body as { info: { mgTransport: { token: string }; signature: { secret: string } } }
      verifier = new Webhook(info.signature.secret)
      const wire = tenant.wire(server).with({ 'x-transport-token': info.mgTransport.token })
      return {
        call: async (path, body) => {
          const reply = await wire.postJson(`/api/transport/v1${path}`, body)
          if (reply.status >= 300) throw new Error(`${path}: ${reply.text}`)
          return reply.body
        },
      }
    },
    calm: () => {
      isCalm = true
    },
    deliveries: () => counts.deliveries,
    repeats: () => counts.repeats,
    unverified: () => counts.unverified,
    forgeriesRefused: () => counts.forgeries,
    close: () => receiver.close(),
  }
}
