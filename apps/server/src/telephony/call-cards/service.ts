import type { CardCustomer } from '@patchbay/contract/telephony/workspace/call-cards'
import type { Customer } from '../../crm/customers/rules.ts'
import { findCustomer } from '../../crm/customers/store.ts'
import { openOrdersQuery } from '../../crm/phone-lookup/store.ts'
import type { Db } from '../../lib/db/database.ts'
import { parsePhone } from '../../lib/text/phone.ts'
import type { Account } from '../../platform/accounts/store.ts'
import type { StoredCall } from '../calls/store.ts'
import { matchFor } from './rules.ts'
import { lastNotesQuery } from './store.ts'
import { cardCustomer, type StoredCard } from './view.ts'

type Place = Pick<Account, 'country' | 'publicUrl'>

/** These customers as a card shows them: with what they ordered and what was noted since. */
export const presentCardCustomers = async (
  trx: Db,
  { id, phone }: Pick<StoredCall, 'id' | 'phone'>,
  customers: readonly Customer[],
  { country, publicUrl }: Place,
): Promise<CardCustomer[]> => {
  if (customers.length === 0) return []
  const ids = customers.map((customer) => customer.id)
  const { rows: orders } = await trx.executeQuery(openOrdersQuery(trx, ids))
  const { rows: notes } = await trx.executeQuery(lastNotesQuery(trx, ids, id))
  const called = parsePhone(phone, country)
  return customers.map((customer) =>
    cardCustomer(customer, matchFor(customer.phones, called), { orders, notes, publicUrl }),
  )
}

/** The customers on a stored card as they are now. An uploaded call had no card. */
export const listCustomersOnCard = async (trx: Db, call: StoredCall, place: Place): Promise<CardCustomer[]> => {
  const onCard = (call.card as StoredCard | null)?.customers.map(({ id }) => id) ?? []
  const ids = call.customerId === null ? onCard : [call.customerId, ...onCard]
  const found = new Map<number, Customer>()
  for (const id of new Set(ids)) {
    const customer = await findCustomer(trx, id)
    if (customer) found.set(customer.id, customer)
  }
  return presentCardCustomers(trx, call, [...found.values()], place)
}
