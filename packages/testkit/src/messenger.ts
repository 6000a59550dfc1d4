// A messenger on a real socket: it takes webhooks, keeps what took effect (each webhook-id once, in the order of its first
// arrival), brings what its people write, and can be told to misbehave (behaviour.ts).
import { type Answering, arrange, type Behaviour, createPlan, meet, takesEffect, type Where } from './behaviour.ts'
import { json, type Received, startReceiver } from './receiver.ts'
import type { Reply, Wire } from './wire.ts'

export type Effect = { id: string; type: string; sequence: number; data: Record<string, unknown> }

export type Messenger = {
  url: string
  effects: Effect[]
  /** Every webhook that came, and those among them that had come before. */
  counts: { deliveries: number; repeats: number }
  behave: (behaviour: Behaviour, where?: Where) => void
  /** For a rig that decides anew each time; `undefined` leaves it to `behave`. */
  behaveBy: (choose: (() => Answering) | undefined) => void
  /** Sees every webhook before it is answered. */
  onWebhook: (look: (received: Received) => void) => void
  /** Brings these texts of one person, in this order. */
  say: (transport: Wire, channel: number, person: string, texts: readonly string[]) => Promise<Reply[]>
  close: () => Promise<void>
}

const effectOf = ({ body, headers }: Received): Effect => {
  const { type, data } = JSON.parse(body) as Pick<Effect, 'type' | 'data'>
  return { id: String(headers['webhook-id']), type, sequence: Number(headers['webhook-sequence']), data }
}

/** A message is refused in the answer, anything else by its status (wire-habits 5.4). */
const refusal = ({ type }: Effect): [status: number, body: object] =>
  type === 'message_sent'
    ? [200, { error: { code: 'general', message: 'The messenger says no' } }]
    : [422, { errors: ['The messenger says no'] }]

export const startMessenger = async (): Promise<Messenger> => {
  const plan = createPlan()
  const effects: Effect[] = []
  const counts = { deliveries: 0, repeats: 0 }
  const seen = new Set<string>()
  let choose: (() => Answering) | undefined
  let look: (received: Received) => void = () => undefined
  const receiver = await startReceiver((received, response) => {
    receiver.received.length = 0
    counts.deliveries++
    look(received)
    const effect = effectOf(received)
    const answering = choose?.() ?? plan.answering(effect.type, String(effect.data.new_reaction ?? ''))
    if (takesEffect(answering)) {
      if (seen.has(effect.id)) counts.repeats++
      else effects.push(effect)
      seen.add(effect.id)
    }
    const external_message_id = `answer-to-${effect.id}`
    const yes = () => json(response, 200, effect.type === 'message_sent' ? { external_message_id } : {})
    meet(answering, response, yes, () => json(response, ...refusal(effect)))
  })
  return {
    url: receiver.url,
    effects,
    counts,
    behave: plan.behave,
    behaveBy: (next) => {
      choose = next
    },
    onWebhook: (next) => {
      look = next
    },
    say: async (transport, channel, person, texts) => {
      const place = { channel, external_chat_id: person, customer: { external_id: person, nickname: person } }
      const messages = texts.map((text, nth) => ({ type: 'text', external_id: `${person}-${nth}-${text}`, text }))
      const replies: Reply[] = []
      for (const message of arrange(messages, plan.telling()))
        replies.push(await transport.postJson('/api/transport/v1/messages', { ...place, message }))
      return replies
    },
    close: receiver.close,
  }
}
