import { refuse } from '@patchbay/sdk/request'
import type { TransportHandlers } from '@patchbay/sdk/transport'
import type { Transport } from '@patchbay/sdk/transport-client'
import { pictureType } from './pictures.ts'
import type { Store, Visitor } from './store.ts'

// What managers do in the workspace, as the system tells it by webhooks.

export type Tell = (visitorId: string) => void

/** Fetches a picture that a manager sent, so that the visitor's page needs nothing but this server. */
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

type Sides = Pick<
  TransportHandlers,
  'messageSent' | 'messageUpdated' | 'messageDeleted' | 'messageRead' | 'reactionAdd' | 'reactionDelete'
>

export const managerSide = (store: Store, transport: () => Transport, tell: Tell): Sides => {
  const visitor = (id: string): Visitor =>
    store.findVisitor(id) ?? refuse('There is no such visitor', 'customer_not_exists')
  const change = (messageId: string, work: () => void): void => {
    const message = store.findMessage(messageId)
    // It was deleted meanwhile, or never was here: there is nothing to show it on.
    if (!message) return
    store.together(work)
    tell(message.visitorId)
  }
  const reacted: Sides['reactionDelete'] = ({ external_message_id, all_reactions }, { at }) =>
    change(external_message_id, () => {
      const reactions = all_reactions.map(({ reaction }) => reaction)
      store.setManagerReactions(external_message_id, reactions, at.getTime())
    })
  return {
    messageSent: async ({ external_user_id, content, items = [] }, { key }) => {
      const { id: visitorId } = visitor(external_user_id)
      const found = await Promise.all(items.map(({ id }) => fetchPicture(store, transport(), id)))
      const pictures = found.filter((id) => id !== undefined)
      const text = content ?? (pictures.length === 0 ? 'A file, which cannot be shown here' : '')
      const sent = store.once(`message ${key}`, () => {
        const id = crypto.randomUUID()
        store.insertMessage(visitorId, { id, side: 'manager', text, pictures, at: Date.now() })
        return { external_message_id: id }
      })
      tell(visitorId)
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
