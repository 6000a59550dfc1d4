import { ApiError } from '@patchbay/sdk/http'
import type { ChannelSettings } from '@patchbay/sdk/shapes'
import type { Transport } from '@patchbay/sdk/transport-client'
import type { OutboxBody, Store } from './store.ts'
import { REACTIONS } from './visitor-api.ts'

// Delivers a visitor's messages and reactions to the system.

export const channelSettings: ChannelSettings = {
  text: { creating: 'both', editing: 'receive', deleting: 'receive', reaction: 'both', max_chars_count: 4_000 },
  image: { creating: 'both', deleting: 'receive', reaction: 'both', max_items_count: 1, max_item_size: 1_000_000 },
  product: { creating: 'receive', deleting: 'receive', reaction: 'both' },
  order: { creating: 'receive', deleting: 'receive', reaction: 'both' },
  suggestions: { text: 'receive', phone: 'receive', email: 'receive', url: 'receive' },
  status: { read: 'receive' },
  reactions: { dictionary: REACTIONS, max_count: 1 },
  customer_external_id: 'any',
}

/** The members of a customer in the transport API. */
export const contactOf = (store: Store, visitorId: string) => {
  const { firstName, lastName, phone, email } = store.findContact(visitorId)
  return {
    ...(firstName !== undefined && { first_name: firstName }),
    ...(lastName !== undefined && { last_name: lastName }),
    ...(phone !== undefined && { phone }),
    ...(email !== undefined && { email }),
  }
}

const deliverMessage = async (
  store: Store,
  transport: Transport,
  channel: number,
  visitorId: string,
  messageId: string,
) => {
  const message = store.findMessage(messageId)
  const visitor = store.findVisitor(visitorId)
  if (!message || !visitor) return
  const picture = message.pictures[0] === undefined ? undefined : store.findPicture(message.pictures[0])
  const file = picture && (await transport.uploadFile(picture.bytes, picture.type))
  const created_at = new Date(message.at).toISOString()
  await transport.sendMessage({
    channel,
    external_chat_id: visitorId,
    customer: { external_id: visitorId, nickname: visitor.nickname, ...contactOf(store, visitorId) },
    originator: 'customer',
    message: file
      ? { type: 'image', external_id: messageId, items: [{ id: file.id }], created_at }
      : { type: 'text', external_id: messageId, text: message.text, created_at },
  })
}

/** Idempotent: messages carry an id, and a reaction is a state. */
export const deliver = async (
  store: Store,
  transport: Transport,
  channel: number,
  message: OutboxBody,
): Promise<void> => {
  if (message.kind === 'message') return deliverMessage(store, transport, channel, message.visitorId, message.messageId)
  const systemId = store.findSystemId(message.messageId)
  const named = { external_id: message.messageId, ...(systemId !== undefined && { id: systemId }) }
  const call = { channel, message: named, reaction: message.reaction }
  if (message.kind === 'react') return void (await transport.addReaction(call))
  try {
    await transport.deleteReaction(call)
  } catch (error) {
    // The reaction is already removed.
    if (!(error instanceof ApiError) || error.status !== 400) throw error
  }
}
