// A simulated messenger on a real socket: it receives webhooks, records their effects (each webhook-id once, in the
// order of arrival), and sends customers' messages. Its faults are set with `behave` (behaviour.ts).
import {
  applyReportFault,
  type Behaviour,
  type BehaviourScope,
  createBehaviourPlan,
  type ResponseBehaviour,
  respond,
  takesEffect,
} from './behaviour.ts'
import type { HttpClient, Reply } from './http-client.ts'
import { json, type ReceivedRequest, startReceiver } from './receiver.ts'

export type Effect = { id: string; type: string; sequence: number; data: Record<string, unknown> }

export type Messenger = {
  url: string
  effects: Effect[]
  /** All webhooks received, and how many of them were repeats. */
  counts: { deliveries: number; repeats: number }
  behave: (behaviour: Behaviour, where?: BehaviourScope) => void
  /** Chooses the behaviour for each request; `undefined` returns to `behave`. */
  chooseBehaviour: (choose: (() => ResponseBehaviour) | undefined) => void
  /** Called with every webhook before the response. */
  onWebhook: (onRequest: (received: ReceivedRequest) => void) => void
  /** Sends these messages of one customer, in this order. */
  sendMessages: (transport: HttpClient, channel: number, person: string, texts: readonly string[]) => Promise<Reply[]>
  close: () => Promise<void>
}

const effectOf = ({ body, headers }: ReceivedRequest): Effect => {
  const { type, data } = JSON.parse(body) as Pick<Effect, 'type' | 'data'>
  return { id: String(headers['webhook-id']), type, sequence: Number(headers['webhook-sequence']), data }
}

/** A message is rejected in the body, anything else by the status (wire-habits 5.4). */
const rejection = ({ type }: Effect): [status: number, body: object] =>
  type === 'message_sent'
    ? [200, { error: { code: 'general', message: 'The messenger says no' } }]
    : [422, { errors: ['The messenger says no'] }]

export const startMessenger = async (): Promise<Messenger> => {
  const plan = createBehaviourPlan()
  const effects: Effect[] = []
  const counts = { deliveries: 0, repeats: 0 }
  const seen = new Set<string>()
  let choose: (() => ResponseBehaviour) | undefined
  let onRequest: (received: ReceivedRequest) => void = () => undefined
  const receiver = await startReceiver((received, response) => {
    receiver.received.length = 0
    counts.deliveries++
    onRequest(received)
    const effect = effectOf(received)
    const behaviour = choose?.() ?? plan.nextResponse(effect.type, String(effect.data.new_reaction ?? ''))
    if (takesEffect(behaviour)) {
      if (seen.has(effect.id)) counts.repeats++
      else effects.push(effect)
      seen.add(effect.id)
    }
    const external_message_id = `answer-to-${effect.id}`
    const succeed = () => json(response, 200, effect.type === 'message_sent' ? { external_message_id } : {})
    respond(behaviour, response, succeed, () => json(response, ...rejection(effect)))
  })
  return {
    url: receiver.url,
    effects,
    counts,
    behave: plan.behave,
    chooseBehaviour: (next) => {
      choose = next
    },
    onWebhook: (next) => {
      onRequest = next
    },
    sendMessages: async (transport, channel, person, texts) => {
      const place = { channel, external_chat_id: person, customer: { external_id: person, nickname: person } }
      const messages = texts.map((text, nth) => ({ type: 'text', external_id: `${person}-${nth}-${text}`, text }))
      const replies: Reply[] = []
      for (const message of applyReportFault(messages, plan.nextReportFault()))
        replies.push(await transport.postJson('/api/transport/v1/messages', { ...place, message }))
      return replies
    },
    close: receiver.close,
  }
}
