import { toLocalTime } from '@patchbay/contract/base/local-time'
import { paginationOf, requestedPage } from '@patchbay/contract/base/pages'
import type { createCustomerNote, listCustomerNotes } from '@patchbay/contract/crm/customer-notes'
import type { noteCustomer as noteCustomerEndpoint } from '@patchbay/contract/crm/workspace/customers'
import type { Deps } from '../../deps.ts'
import { inAccount } from '../../lib/db/transaction.ts'
import { fail } from '../../lib/errors.ts'
import { actorOf } from '../../lib/http-in/callers.ts'
import type { Action } from '../../lib/http-in/route.ts'
import { visibleShops } from '../../platform/shops/rules.ts'
import { listShops } from '../../platform/shops/store.ts'
import { listExistingUserIds } from '../../platform/users/store.ts'
import { findCustomerByRef } from '../customers/service.ts'
import { findCustomer } from '../customers/store.ts'
import { addNote } from './service.ts'
import { listNotePage } from './store.ts'

export const showNotes: Action<Deps, typeof listCustomerNotes> = async (deps, caller, { query }) => {
  const asked = requestedPage(query)
  const { timezone } = await deps.accounts.account(caller.accountId)
  const { notes, total } = await inAccount(deps.db, caller.accountId, async (trx) => {
    const shops = caller.sites === null ? null : visibleShops(await listShops(trx), caller.sites)
    const customerIds = query.filter?.customerIds ?? null
    return listNotePage(trx, { customerIds, shopIds: shops?.map(({ id }) => id) ?? null }, asked)
  })
  return {
    success: true,
    pagination: paginationOf(asked, total),
    notes: notes.map((one) => ({
      id: one.id,
      customer: { id: one.customerId },
      text: one.text,
      ...(one.authorId !== null && { managerId: one.authorId }),
      createdAt: toLocalTime(one.createdAt, timezone),
    })),
  }
}

export const createNote: Action<Deps, typeof createCustomerNote> = async (deps, caller, { body }) => {
  const { text, managerId, customer } = body.note
  const site = body.site && { site: body.site }
  const id = await inAccount(deps.db, caller.accountId, async (trx) => {
    const named =
      customer.id !== undefined
        ? await findCustomerByRef(trx, caller, { id: String(customer.id), by: 'id', ...site })
        : await findCustomerByRef(trx, caller, { id: customer.externalId ?? '', by: 'externalId', ...site })
    if (managerId !== undefined && !(await listExistingUserIds(trx, [managerId])).has(managerId))
      fail('entity_invalid', { fields: { managerId: 'there is no such user' } })
    return addNote(trx, { customerId: named.id, text, authorId: managerId ?? null }, actorOf(caller))
  })
  return { success: true, id }
}

export const noteCustomer: Action<Deps, typeof noteCustomerEndpoint> = async (deps, caller, { params, body }) => {
  const id = await inAccount(deps.db, caller.accountId, async (trx) => {
    const customer = (await findCustomer(trx, params.id)) ?? fail('not_found')
    const written = { customerId: customer.id, text: body.text, authorId: caller.userId }
    return addNote(trx, written, actorOf(caller))
  })
  return { success: true, id }
}
