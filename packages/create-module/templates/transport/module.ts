import type { IncomingMessage, ServerResponse } from 'node:http'
import { refuse } from '@patchbay/sdk/request'
import type { BuildModule } from '@patchbay/sdk/run-module'
import { serveTransport } from '@patchbay/sdk/transport'
import { ensureChannel } from '@patchbay/sdk/transport-client'
import { change, people, remove, show } from './people.ts'

/** What the messenger can do: managers are offered nothing else. */
const CHANNEL: Parameters<typeof ensureChannel>[1] = {
  type: 'custom',
  external_id: 'my-module',
  name: 'My module',
  settings: {
    text: { creating: 'both', editing: 'receive', deleting: 'receive', reaction: 'both' },
    reactions: { dictionary: ['👍', '❤️', '😂'], max_count: 1 },
  },
}

export const build: BuildModule = ({ connection: { transport, secretFor }, publicUrl }) => {
  const messenger = serveTransport({
    secretFor,
    messageSent: ({ external_user_id, content }) => {
      if (!people.has(external_user_id)) refuse('There is no customer with this id', 'customer_not_exists')
      return { external_message_id: show(content ?? '') }
    },
    messageUpdated: ({ external_message_id, content }) => change(external_message_id, { text: content ?? '' }),
    messageDeleted: ({ external_message_id }) => void remove(external_message_id),
    // Each reaction webhook carries all reactions of the managers' side.
    reactionAdd: ({ external_message_id, all_reactions }) =>
      change(external_message_id, { reactions: all_reactions.map(({ reaction }) => reaction) }),
    reactionDelete: ({ external_message_id, all_reactions }) =>
      change(external_message_id, { reactions: all_reactions.map(({ reaction }) => reaction) }),
  })
  let channel = 0
  /** A POST of {"text": "…"} to /people/<id>: that person writes. Replace it by the webhook of your messenger. */
  const personWrites = async (request: IncomingMessage, response: ServerResponse, body: Uint8Array) => {
    const customer = people.get(request.url?.split('/').pop() ?? '')
    if (!customer) return void response.writeHead(404).end()
    const { text } = JSON.parse(Buffer.from(body).toString())
    const message = { type: 'text', external_id: crypto.randomUUID(), text } as const
    await transport().sendMessage({ channel, external_chat_id: customer.external_id, customer, message })
    response.end()
  }
  const started = async () => {
    channel = await ensureChannel(transport(), CHANNEL)
  }
  const { handler } = messenger
  const registration = messenger.registration(publicUrl)
  return { code: 'my-module', name: 'My module', handler, registration, fallback: personWrites, started }
}
