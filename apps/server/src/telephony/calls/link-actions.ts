import type { linkCall as linkCallEndpoint } from '@patchbay/contract/telephony/workspace/call-cards'
import { type Customer, uniquePhones } from '../../crm/customers/rules.ts'
import { changeCustomer, publishCustomerChanged } from '../../crm/customers/service.ts'
import { lockCustomer } from '../../crm/customers/store.ts'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../lib/db/database.ts'
import { inAccount } from '../../lib/db/transaction.ts'
import { fail } from '../../lib/errors.ts'
import { actorOf } from '../../lib/http-in/callers.ts'
import type { Action } from '../../lib/http-in/route.ts'
import { parsePhone } from '../../lib/text/phone.ts'
import { canAddPhone } from '../call-cards/rules.ts'
import { presentCardCustomers } from '../call-cards/service.ts'
import { cardView, type StoredCard } from '../call-cards/view.ts'
import { isLate } from '../events/rules.ts'
import { openUsers } from './rules.ts'
import { moveFinishedCall } from './service.ts'
import { lockCall, type StoredCall, updateCallCustomer } from './store.ts'

const NO_CUSTOMER = { fields: { customerId: 'there is no such customer' } }

/** With the number of the call, if it can be added. */
const addNumber = async (trx: Db, customer: Customer, number: string, country: string, actor: string) => {
  const phone = parsePhone(number, country)
  if (!canAddPhone(customer.phones, phone)) return customer
  const after = { ...customer, phones: uniquePhones([...customer.phones, phone]) }
  await changeCustomer(trx, customer, after, actor)
  return after
}

/** Each user with an open card gets it again with the customer. */
const publishLink = async (deps: Deps, accountId: number, call: StoredCall, card: StoredCard | null): Promise<void> => {
  await deps.live.publish(accountId, { type: 'call-changed', callId: call.id })
  const users = openUsers(call)
  if (!card || users.length === 0) return
  const shown = cardView(call, card, isLate(call.startedAt, deps.now()))
  const version = { of: `call:${call.id}`, version: call.version }
  await deps.live.publish(accountId, { type: 'call-card', card: shown }, { users }, version)
}

/** Links a call to the customer whom a user chose, whatever its number says; a number is added only on request. */
export const linkCall: Action<Deps, typeof linkCallEndpoint> = async (deps, caller, { params, body }) => {
  const { accountId } = caller
  const account = await deps.accounts.account(accountId)
  const actor = actorOf(caller)
  const { call, card, customers } = await inAccount(deps.db, accountId, async (trx) => {
    const before = (await lockCall(trx, params.id)) ?? fail('not_found')
    const found = (await lockCustomer(trx, body.customerId)) ?? fail('entity_invalid', NO_CUSTOMER)
    const customer = body.addPhone ? await addNumber(trx, found, before.phone, account.country, actor) : found
    const customers = await presentCardCustomers(trx, before, [customer], account)
    const stored = before.card as StoredCard | null
    const card: StoredCard | null = stored && { ...stored, customers, linked: true }
    await updateCallCustomer(trx, before.id, customer.id, card)
    const call = { ...before, customerId: customer.id, version: before.version + 1 }
    if (before.customerId !== customer.id) await moveFinishedCall(trx, before, call, actor)
    return { call, card, customers }
  })
  if (body.addPhone) await publishCustomerChanged(deps, accountId, body.customerId)
  await publishLink(deps, accountId, call, card)
  return { success: true, customers }
}
