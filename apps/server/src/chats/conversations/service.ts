import type { Client, MessageType } from '@patchbay/contract/chats/messages'
import { findCustomerByEmail, insertCustomer, lockCustomer, touchCustomer } from '../../crm/customers/store.ts'
import { rankMatches } from '../../crm/phone-lookup/rules.ts'
import { listPhoneMatches } from '../../crm/phone-lookup/store.ts'
import { MISSED_CALL } from '../../crm/tasks/rules.ts'
import { completeTasks } from '../../crm/tasks/store.ts'
import { insertTimeline } from '../../crm/timeline/store.ts'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../lib/db/database.ts'
import { type Phone, parsePhone } from '../../lib/text/phone.ts'
import type { Channel } from '../channels/store.ts'
import { findCustomerIdOfClient, updateCustomer } from './store.ts'

// Whose chat it is. A client of a channel is a customer: the one known by this id in this channel, else by phone, else by
// e-mail, else a new one.

type Known = { id: number; managerId: number | null }

const byPhone = async (trx: Db, phone: Phone | undefined): Promise<Known | undefined> =>
  phone && rankMatches(await listPhoneMatches(trx, phone), new Set())[0]

const insertClientCustomer = async (
  trx: Db,
  client: Client,
  phone: Phone | undefined,
  actor: string,
  chatId: number,
): Promise<Known> => {
  const id = await insertCustomer(trx, {
    externalId: null,
    firstName: client.first_name || client.nickname,
    lastName: client.last_name ?? '',
    patronymic: '',
    managerId: null,
    phones: phone ? [phone] : [],
    emails: client.email ? [client.email] : [],
    shopId: null,
  })
  await insertTimeline(trx, { customerId: id, kind: 'customer.created', actor, detail: { chatId } })
  return { id, managerId: null }
}

export const linkCustomer = async (
  deps: Pick<Deps, 'accounts'>,
  trx: Db,
  { accountId, actor }: { accountId: number; actor: string },
  channel: Channel,
  chatId: number,
  client: Client,
): Promise<number> => {
  const { country } = await deps.accounts.account(accountId)
  // Some transports know their clients by phone alone.
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
    (await insertClientCustomer(trx, client, phone, actor, chatId))
  await updateCustomer(trx, chatId, customer.id, customer.managerId)
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

const placeOf = ({ chatId, messageId, text }: Pick<ContactEntry, 'chatId' | 'messageId' | 'text'>) => ({
  chatId,
  messageId,
  text: text.slice(0, EXCERPT),
})

/** The customer wrote, or was written to: it stands in their history. A missed call has thereby been answered. */
export const recordContact = async (trx: Db, word: ContactEntry, fromCustomer: boolean): Promise<void> => {
  await touchCustomer(trx, word.customerId, word.at)
  await insertTimeline(trx, {
    customerId: word.customerId,
    kind: 'message',
    actor: word.actor,
    detail: { ...placeOf(word), type: word.type, from: fromCustomer ? 'client' : 'us' },
    at: word.at,
  })
  if (fromCustomer)
    await completeTasks(trx, { customerId: word.customerId, reason: MISSED_CALL, because: 'the customer wrote' })
}

export type ReactionEntry = Pick<ContactEntry, 'chatId' | 'messageId' | 'actor' | 'text'> & {
  customerId: number | null
  emoji: string
  from: 'client' | 'us'
  removed?: boolean
}

/** A reaction says something too: it stands in the customer's history, with what it was said to. */
export const recordReaction = async (
  trx: Db,
  { customerId, actor, emoji, from, removed, ...to }: ReactionEntry,
): Promise<void> => {
  if (customerId === null) return
  const kind = removed ? 'reaction.removed' : 'reaction'
  await insertTimeline(trx, { customerId, kind, actor, detail: { ...placeOf(to), emoji, from } })
}
