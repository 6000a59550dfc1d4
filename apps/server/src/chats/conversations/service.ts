import type { Client, MessageType } from '@patchbay/contract/chats/messages'
import { addCustomer } from '../../crm/customers/service.ts'
import { findCustomerByEmail, lockCustomer, touchCustomer } from '../../crm/customers/store.ts'
import { rankMatches } from '../../crm/phone-lookup/rules.ts'
import { listPhoneMatches } from '../../crm/phone-lookup/store.ts'
import { MISSED_CALL } from '../../crm/tasks/rules.ts'
import { completeTasks } from '../../crm/tasks/store.ts'
import { insertTimeline } from '../../crm/timeline/store.ts'
import type { Db } from '../../lib/db/database.ts'
import { type Phone, parsePhone } from '../../lib/text/phone.ts'
import { getAccount } from '../../platform/accounts/store.ts'
import { notify } from '../../platform/notifications/service.ts'
import type { Channel } from '../channels/store.ts'
import { type Chat, findCustomerIdOfClient, updateCustomer } from './store.ts'

// Links chats to customers: by the id in this channel, else by phone, else by email, else a new one.

type FoundCustomer = { id: number; managerId: number | null }

const byPhone = async (trx: Db, phone: Phone | undefined): Promise<FoundCustomer | undefined> =>
  phone && rankMatches(await listPhoneMatches(trx, phone), new Set())[0]

const createCustomer = async (
  trx: Db,
  client: Client,
  phone: Phone | undefined,
  actor: string,
  chatId: number,
): Promise<FoundCustomer> => {
  const customer = {
    externalId: null,
    firstName: client.first_name || client.nickname,
    lastName: client.last_name ?? '',
    patronymic: '',
    managerId: null,
    phones: phone ? [phone] : [],
    emails: client.email ? [client.email] : [],
    shopId: null,
  }
  return { id: await addCustomer(trx, customer, actor, { chatId }), managerId: null }
}

export const linkCustomer = async (
  trx: Db,
  actor: string,
  channel: Channel,
  chatId: number,
  client: Client,
  isRouted: boolean,
): Promise<number> => {
  const { country } = await getAccount(trx)
  // Some transports identify their customers by phone alone.
  const given = client.phone || (channel.settings.customer_external_id === 'phone' ? client.external_id : '')
  const parsed = given ? parsePhone(given, country) : undefined
  const phone = parsed?.tail ? parsed : undefined
  const earlier = await findCustomerIdOfClient(trx, channel.id, [
    client.external_id,
    ...(client.secondary_external_ids ?? []),
  ])
  const customer =
    (earlier !== undefined ? await lockCustomer(trx, earlier) : undefined) ??
    (await byPhone(trx, phone)) ??
    (client.email ? await findCustomerByEmail(trx, client.email) : undefined) ??
    (await createCustomer(trx, client, phone, actor, chatId))
  // Where the router assigns conversations, it asks first whether that manager is available.
  await updateCustomer(trx, chatId, customer.id, isRouted ? null : customer.managerId)
  return customer.id
}

export type ContactEntry = {
  customerId: number
  chatId: number
  messageId: number
  type: MessageType
  actor: string
  at: Date
  text: string
}

const EXCERPT = 200

const messageExcerpt = ({ chatId, messageId, text }: Pick<ContactEntry, 'chatId' | 'messageId' | 'text'>) => ({
  chatId,
  messageId,
  text: text.slice(0, EXCERPT),
})

/** Adds the message to the customer's timeline. A message from the customer resolves a missed call. */
export const recordContact = async (trx: Db, entry: ContactEntry, fromCustomer: boolean): Promise<void> => {
  await touchCustomer(trx, entry.customerId, entry.at)
  await insertTimeline(trx, {
    customerId: entry.customerId,
    kind: 'message',
    actor: entry.actor,
    detail: { ...messageExcerpt(entry), type: entry.type, from: fromCustomer ? 'client' : 'us' },
    at: entry.at,
  })
  if (fromCustomer)
    await completeTasks(trx, { customerId: entry.customerId, kind: MISSED_CALL, because: 'the customer wrote' })
}

export type ReactionEntry = Pick<ContactEntry, 'chatId' | 'messageId' | 'actor' | 'text'> & {
  customerId: number | null
  emoji: string
  from: 'client' | 'us'
  removed?: boolean
}

/** Adds the reaction to the customer's timeline, with an excerpt of the message. */
export const recordReaction = async (
  trx: Db,
  { customerId, actor, emoji, from, removed, ...to }: ReactionEntry,
): Promise<void> => {
  if (customerId === null) return
  const kind = removed ? 'reaction.removed' : 'reaction'
  await insertTimeline(trx, { customerId, kind, actor, detail: { ...messageExcerpt(to), emoji, from } })
}

/** The chat's manager is notified of a customer's message; while it has none, every manager is. */
export const notifyOfMessage = async (trx: Db, chat: Chat, text: string): Promise<void> => {
  const from = `${chat.firstName} ${chat.lastName}`.trim() || chat.nickname
  const content = { kind: 'message', chatId: chat.id, from, text: text.slice(0, EXCERPT) } as const
  await notify(trx, { responsible: [chat.managerId], otherwise: 'manager' }, content)
}
