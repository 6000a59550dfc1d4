import { refuse } from '@patchbay/sdk/request'
import type { TransportHandlers } from '@patchbay/sdk/transport'
import type { Transport } from '@patchbay/sdk/transport-client'
import { pictureType } from './pictures.ts'
import type { Store, Visitor } from './store.ts'

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
    messageSent: async ({ id: systemId, external_user_id, content, items = [] }, { key }) => {
      const { id: visitorId } = visitor(external_user_id)
      const found = await Promise.all(items.map(({ id }) => fetchPicture(store, transport(), id)))
      const pictures = found.filter((id) => id !== undefined)
      const text = content ?? (pictures.length === 0 ? 'A file that cannot be shown here' : '')
      const sent = store.runOnce(`message ${key}`, () => {
        const id = crypto.randomUUID()
        store.insertMessage(visitorId, { id, side: 'manager', text, pictures, at: Date.now() })
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
