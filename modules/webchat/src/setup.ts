import { readFileSync } from 'node:fs'
import type { NewTemplate } from '@patchbay/sdk/shapes'
import { ensureTemplate, type Transport } from '@patchbay/sdk/transport-client'
import { contactOf } from './deliver.ts'
import type { Contact, Side, Store } from './store.ts'
import { hashToken } from './visitor-api.ts'

// Conversations and templates that the chat brings along when it is connected, for example from the shop's former chat.
// Read from SETUP_FILE and imported once; the conversations as history: nobody is notified of them.

export type PastConversation = {
  visitorId: string
  token: string
  nickname: string
  contact: Contact
  /** The oldest first. */
  messages: { id: string; side: Side; text: string; at: string }[]
}

export type Setup = { conversations: PastConversation[]; templates?: NewTemplate[] }

export const readSetup = (file: string | undefined): Setup | undefined =>
  file === undefined ? undefined : (JSON.parse(readFileSync(file, 'utf8')) as Setup)

const storeConversation = (store: Store, { visitorId, token, nickname, contact, messages }: PastConversation): void =>
  store.transaction(() => {
    if (store.findVisitor(visitorId)) return
    store.insertVisitor({ id: visitorId, nickname }, hashToken(token))
    store.insertContact(visitorId, contact)
    for (const { id, side, text, at } of messages)
      store.insertMessage(visitorId, { id, side, text, pictures: [], at: Date.parse(at) })
  })

/** The latest message first: the system shows the first one that it receives as the last of the conversation. */
export const importSetup = async (
  store: Store,
  transport: Transport,
  channel: number,
  { conversations, templates = [] }: Setup,
): Promise<void> => {
  for (const template of templates) await ensureTemplate(transport, channel, template)
  for (const conversation of conversations) {
    const { visitorId, nickname, messages } = conversation
    storeConversation(store, conversation)
    for (const { id, side, text, at } of messages.toReversed()) {
      const receipt = await transport.addHistory({
        channel,
        external_chat_id: visitorId,
        customer: { external_id: visitorId, nickname, ...contactOf(store, visitorId) },
        originator: side === 'visitor' ? 'customer' : 'user',
        message: { type: 'text', external_id: id, text, created_at: at },
      })
      if ('message_id' in receipt && side === 'manager') store.insertSystemId(id, receipt.message_id)
    }
  }
  store.completeSetup()
}
