import { refuse } from '@patchbay/sdk/request'
import type { SentTemplate, WebhookData } from '@patchbay/sdk/shapes'
import type { TransportHandlers } from '@patchbay/sdk/transport'
import type { Transport } from '@patchbay/sdk/transport-client'
import { pictureType } from './pictures.ts'
import type { Card, Store, Visitor } from './store.ts'

// Handlers of the webhooks: what managers do in the workspace.

export type NotifyVisitor = (visitorId: string) => void

/** Downloads a manager's picture, so that the visitor's page needs only this server. */
const fetchPicture = async (store: Store, transport: Transport, id: string): Promise<string | undefined> => {
  if (store.findPicture(id)) return id
  const { url } = await transport.file(id)
  if (url === undefined) return undefined
  const answer = await fetch(url, { signal: AbortSignal.timeout(8_000) })
  const bytes = new Uint8Array(await answer.arrayBuffer())
  const type = pictureType(bytes)
  if (!answer.ok || type === undefined) return undefined
  store.insertPicture(id, type, bytes)
  return id
}

/** The plain buttons of a template answer with their title, as quick replies do. */
const buttonsOf = (template: SentTemplate | undefined) =>
  (template?.variables.buttons ?? [])
    .filter(({ type }) => type === 'plain')
    .map(({ title }) => ({ type: 'text' as const, title }))

type Sent = Pick<WebhookData['message_sent'], 'product' | 'order' | 'template' | 'attachments'>

/** Undefined: it is a text or a picture and nothing else. */
const cardOf = ({ product, order, template, attachments }: Sent): Card | undefined => {
  const suggestions = [...(attachments?.suggestions ?? []), ...buttonsOf(template)]
  if (!product && !order && suggestions.length === 0) return undefined
  return { ...(product && { product }), ...(order && { order }), ...(suggestions.length > 0 && { suggestions }) }
}

type Handlers = Pick<
  TransportHandlers,
  'messageSent' | 'messageUpdated' | 'messageDeleted' | 'messageRead' | 'reactionAdd' | 'reactionDelete'
>

export const webhookHandlers = (store: Store, transport: () => Transport, notifyVisitor: NotifyVisitor): Handlers => {
  const visitor = (id: string): Visitor =>
    store.findVisitor(id) ?? refuse('There is no such visitor', 'customer_not_exists')
  const change = (messageId: string, work: () => void): void => {
    const message = store.findMessage(messageId)
    // The message was deleted, or is unknown here.
    if (!message) return
    store.transaction(work)
    notifyVisitor(message.visitorId)
  }
  const reacted: Handlers['reactionDelete'] = ({ external_message_id, all_reactions }, { at }) =>
    change(external_message_id, () => {
      const reactions = all_reactions.map(({ reaction }) => reaction)
      store.setManagerReactions(external_message_id, reactions, at.getTime())
    })
  return {
    messageSent: async ({ id: systemId, external_user_id, content, items = [], ...more }, { key }) => {
      const { id: visitorId } = visitor(external_user_id)
      const found = await Promise.all(items.map(({ id }) => fetchPicture(store, transport(), id)))
      const pictures = found.filter((id) => id !== undefined)
      const card = cardOf(more)
      const text = content ?? (pictures.length === 0 && !card ? 'A file that cannot be shown here' : '')
      const sent = store.runOnce(`message ${key}`, () => {
        const id = crypto.randomUUID()
        store.insertMessage(visitorId, { id, side: 'manager', text, pictures, at: Date.now() })
        if (card) store.saveCard(id, card)
        store.insertSystemId(id, systemId)
        return { external_message_id: id }
      })
      notifyVisitor(visitorId)
      return sent
    },
    messageUpdated: ({ external_message_id, content }) =>
      change(external_message_id, () => store.updateText(external_message_id, content ?? '')),
    messageDeleted: ({ external_message_id }) =>
      change(external_message_id, () => store.deleteMessage(external_message_id)),
    messageRead: ({ external_message_id }) => change(external_message_id, () => store.markSeen(external_message_id)),
    reactionAdd: (data, context) => reacted(data, context),
    reactionDelete: reacted,
  }
}
