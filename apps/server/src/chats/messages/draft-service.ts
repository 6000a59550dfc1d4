import type { InputOf } from '@patchbay/contract/base/endpoint'
import type { MessageType } from '@patchbay/contract/chats/messages'
import { filledTemplate, findIncomplete, isSendable, sentTemplate } from '@patchbay/contract/chats/template-rules'
import type { TemplateDraft, writeMessage } from '@patchbay/contract/chats/workspace/messages'
import { listPayments } from '../../crm/order-payments/store.ts'
import { findOrder } from '../../crm/orders/store.ts'
import {
  listDeliveryTypes,
  listOrderStatuses,
  listPaymentStatuses,
  listPaymentTypes,
} from '../../crm/references/store.ts'
import type { Db } from '../../lib/db/database.ts'
import { fail } from '../../lib/errors.ts'
import { type FileFacts, listFiles } from '../../platform/files/store.ts'
import { suggestionTypes, typeOf, whyNotAccepted } from '../channels/rules.ts'
import type { Channel } from '../channels/store.ts'
import type { Chat } from '../conversations/store.ts'
import { findTemplate } from '../templates/store.ts'
import {
  cardTitle,
  type Decision,
  decideProduct,
  decideSuggestions,
  orderCard,
  whyNotOneContent,
} from './card-rules.ts'
import type { SentMessage } from './rules.ts'
import { findMessageById, type Message, type MessageDetail } from './store.ts'

// What a user's draft refers to, and the message that comes of it: as it is stored, and as message_sent carries it.

type Draft = InputOf<typeof writeMessage>['body']
type Items = NonNullable<Draft['items']>

/** The type, the text, the details that are stored, and the members of the webhook. */
type Content = {
  type: MessageType
  text: string
  detail: MessageDetail
  sent: Pick<SentMessage, 'items' | 'product' | 'order' | 'template' | 'suggestions'>
}

const orFail = <T>(decision: Decision<T>): T =>
  decision.ok ? decision.value : fail('entity_invalid', { fields: decision.fields })

const invalid = (field: string, why: string): never => fail('entity_invalid', { fields: { [field]: why } })

const filesOf = async (trx: Db, items: Items): Promise<FileFacts[]> => {
  const ids = items.map(({ id }) => id)
  const files = ids.length > 0 ? await listFiles(trx, ids) : []
  return ids.map((id) => files.find((file) => file.id === id) ?? fail('file_unknown'))
}

const describe = (files: readonly FileFacts[], items: Items) =>
  files.map((file, place) => {
    const caption = items[place]?.caption
    return {
      id: file.id,
      size: file.size,
      ...(caption !== undefined && { caption }),
      ...(file.width !== null && file.height !== null && { width: file.width, height: file.height }),
    }
  })

const refuseIfNotAccepted = (channel: Channel, draft: Parameters<typeof whyNotAccepted>[1]): void => {
  const what = whyNotAccepted(channel.settings, draft)
  if (what !== undefined) fail('channel_cannot', { values: { what } })
}

const loadText = async (trx: Db, channel: Channel, draft: Draft, quotes: boolean): Promise<Content> => {
  const { text = '', items = [], suggestions: given = [] } = draft
  const files = await filesOf(trx, items)
  const type = typeOf(files.map(({ kind }) => kind))
  const largest = Math.max(0, ...files.map(({ size }) => size))
  refuseIfNotAccepted(channel, { type, text, items: items.length, largest, quotes })
  const suggestions = orFail(decideSuggestions(given, suggestionTypes(channel.settings)))
  return {
    type,
    text,
    detail: { ...(items.length > 0 && { items }), ...(suggestions.length > 0 && { suggestions }) },
    sent: { ...(files.length > 0 && { items: describe(files, items) }), suggestions },
  }
}

const loadCard = (channel: Channel, quotes: boolean, card: Pick<SentMessage, 'product' | 'order'>): Content => {
  const type = card.product ? 'product' : 'order'
  refuseIfNotAccepted(channel, { type, text: '', items: 0, quotes })
  return { type, text: cardTitle(card), detail: card, sent: card }
}

/** An order of somebody else is never sent. */
const loadOrder = async (trx: Db, chat: Chat, orderId: number) => {
  const order = await findOrder(trx, orderId)
  if (!order || chat.customerId === null || order.customer?.id !== chat.customerId)
    return invalid('orderId', 'is not an order of this customer')
  return orderCard(order, await listPayments(trx, [order.id]), {
    statuses: await listOrderStatuses(trx),
    paymentStatuses: await listPaymentStatuses(trx),
    paymentTypes: await listPaymentTypes(trx),
    deliveryTypes: await listDeliveryTypes(trx),
  })
}

const loadTemplate = async (trx: Db, channel: Channel, { code, ...values }: TemplateDraft): Promise<Content> => {
  const content = await findTemplate(trx, channel.id, code)
  if (!content || !isSendable(content)) return fail('template_unknown')
  const incomplete = findIncomplete(content, values)
  if (incomplete) invalid(`template.${incomplete}`, 'must have one value for each variable')
  const buttons = (content.buttons?.items ?? []).map(({ label }) => label)
  return {
    type: 'text',
    text: filledTemplate(content, values),
    detail: { template: { code, name: content.name, buttons } },
    sent: { template: sentTemplate(code, content, values) },
  }
}

const loadQuoted = async (trx: Db, chat: Chat, id: number | undefined): Promise<Message | undefined> => {
  if (id === undefined) return undefined
  const quoted = await findMessageById(trx, id)
  if (!quoted || quoted.chatId !== chat.id || quoted.deletedAt) return fail('not_found')
  return quoted.externalId === null ? fail('message_not_sent') : quoted
}

/** Fails where the channel does not accept such a message. */
export const loadDraft = async (trx: Db, chat: Chat, channel: Channel, draft: Draft) => {
  const wrong = whyNotOneContent(draft)
  if (wrong) fail('entity_invalid', { fields: wrong })
  const quoted = await loadQuoted(trx, chat, draft.quoteId)
  const quotes = quoted !== undefined
  const { product, orderId, template } = draft
  if (template) return { quoted, ...(await loadTemplate(trx, channel, template)) }
  if (product) return { quoted, ...loadCard(channel, quotes, { product: orFail(decideProduct(product)) }) }
  if (orderId === undefined) return { quoted, ...(await loadText(trx, channel, draft, quotes)) }
  return { quoted, ...loadCard(channel, quotes, { order: await loadOrder(trx, chat, orderId) }) }
}
