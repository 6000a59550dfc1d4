import { fromLocalTime } from '@patchbay/contract/base/local-time'
import { type Page, paginationOf, requestedPage } from '@patchbay/contract/base/pages'
import type {
  createCustomer as createCustomerEndpoint,
  editCustomer as editCustomerEndpoint,
  getCustomer,
  listCustomers,
} from '@patchbay/contract/crm/customers'
import type { getCustomerCard, listWorkspaceCustomers } from '@patchbay/contract/crm/workspace/customers'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../lib/db/database.ts'
import { isDuplicate } from '../../lib/db/pg-errors.ts'
import { inAccount } from '../../lib/db/transaction.ts'
import { fail } from '../../lib/errors.ts'
import { actorOf, type KeyCaller } from '../../lib/http-in/callers.ts'
import type { Action } from '../../lib/http-in/route.ts'
import { chooseShop, isShopVisible, visibleShops } from '../../platform/shops/rules.ts'
import { listShops, type Shop } from '../../platform/shops/store.ts'
import { listExistingUserIds } from '../../platform/users/store.ts'
import { listNotes } from '../customer-notes/store.ts'
import { findCustomersByPhone } from '../phone-lookup/service.ts'
import { diffFields } from '../timeline/rules.ts'
import { insertTimeline } from '../timeline/store.ts'
import { type CustomerFilter, listCustomerPage } from './list-store.ts'
import { type Contacts, decideCustomer, historyFields, type Person } from './rules.ts'
import { findCustomerByRef } from './service.ts'
import { findCustomer, insertCustomer, lockCustomer, updateCustomer } from './store.ts'
import { presentCustomer } from './view.ts'

type Query = Parameters<Action<Deps, typeof listCustomers>>[2]['query']
type Filter = NonNullable<Query['filter']>

/** An API key, or a user of the workspace, who sees every shop. */
type CustomerReader = Pick<KeyCaller, 'accountId' | 'sites'>

/** Few customers share a number, so they are ranked and paged here. */
const pageByPhone = async (deps: Deps, caller: CustomerReader, filter: Filter, { limit, page }: Page) => {
  const { customers } = await findCustomersByPhone(deps, caller.accountId, filter.phone ?? '')
  const found = customers.filter(
    (customer) =>
      isShopVisible(caller.sites, customer.site) &&
      (!filter.ids || filter.ids.includes(customer.id)) &&
      (!filter.externalIds || filter.externalIds.includes(customer.externalId ?? '')) &&
      (!filter.sites || filter.sites.includes(customer.site ?? '')) &&
      (filter.managerId === undefined || filter.managerId === customer.managerId) &&
      (!filter.email || customer.emails.some((email) => email.toLowerCase() === filter.email?.toLowerCase())),
  )
  return { customers: found.slice((page - 1) * limit, page * limit), total: found.length }
}

const pageByFilter = async (deps: Deps, caller: CustomerReader, { sites, phone: _, ...filter }: Filter, page: Page) => {
  const list = JSON.stringify(['customers', caller.accountId, caller.sites, sites, filter, page.limit])
  const after = deps.pageCursors.find(list, page.page)
  const found = await inAccount(deps.db, caller.accountId, async (trx) => {
    if (!sites && caller.sites === null) return listCustomerPage(trx, filter, page, after)
    const shops = visibleShops(await listShops(trx), caller.sites)
    const shopIds = shops.filter(({ code }) => !sites || sites.includes(code)).map(({ id }) => id)
    return listCustomerPage(trx, { ...filter, shopIds } satisfies CustomerFilter, page, after)
  })
  const last = found.customers.at(-1)
  if (last) deps.pageCursors.keep(list, page.page + 1, last.id)
  return found
}

const showPage = async (deps: Deps, caller: CustomerReader, query: Query) => {
  const asked = requestedPage(query)
  const filter = query.filter ?? {}
  const account = await deps.accounts.account(caller.accountId)
  const { customers, total } = await (filter.phone === undefined ? pageByFilter : pageByPhone)(
    deps,
    caller,
    filter,
    asked,
  )
  return {
    success: true as const,
    pagination: paginationOf(asked, total),
    customers: customers.map((customer) => presentCustomer(customer, account)),
  }
}

export const showCustomers: Action<Deps, typeof listCustomers> = (deps, caller, { query }) =>
  showPage(deps, caller, query)

export const showWorkspaceCustomers: Action<Deps, typeof listWorkspaceCustomers> = (deps, { accountId }, { query }) =>
  showPage(deps, { accountId, sites: null }, query)

export const showCustomer: Action<Deps, typeof getCustomer> = async (deps, caller, { params, query }) => {
  const account = await deps.accounts.account(caller.accountId)
  const customer = await inAccount(deps.db, caller.accountId, (trx) =>
    findCustomerByRef(trx, caller, { ...params, ...query }),
  )
  return { success: true, customer: presentCustomer(customer, account) }
}

const shopFor = async (trx: Db, { sites }: KeyCaller, site: string | undefined): Promise<Shop | undefined> => {
  const shop = chooseShop(await listShops(trx), sites, site)
  if (site !== undefined && !shop) fail('input_invalid', { fields: { site: 'there is no such shop' } })
  return shop
}

const whyDuplicate = { fields: { externalId: 'belongs to another customer of this shop already' } }

const decide = async (
  trx: Db,
  ...[before, edit, country]: Parameters<typeof decideCustomer>
): Promise<Person & Contacts> => {
  const decision = decideCustomer(before, edit, country)
  if (!decision.ok) return fail('entity_invalid', { fields: decision.fields })
  if (edit.managerId !== undefined && !(await listExistingUserIds(trx, [edit.managerId])).has(edit.managerId))
    return fail('entity_invalid', { fields: { managerId: 'there is no such user' } })
  return decision.after
}

export const createCustomer: Action<Deps, typeof createCustomerEndpoint> = async (deps, caller, { body }) => {
  const { country, timezone } = await deps.accounts.account(caller.accountId)
  const createdAt = body.customer.createdAt === undefined ? undefined : fromLocalTime(body.customer.createdAt, timezone)
  const work = inAccount(deps.db, caller.accountId, async (trx) => {
    const shop = await shopFor(trx, caller, body.site)
    const after = await decide(trx, undefined, body.customer, country)
    const id = await insertCustomer(trx, { ...after, shopId: shop?.id ?? null, ...(createdAt && { createdAt }) })
    const detail = diffFields({ phones: [], emails: [] }, historyFields(after))
    const told = { customerId: id, kind: 'customer.created', actor: actorOf(caller), detail }
    await insertTimeline(trx, { ...told, ...(createdAt && { at: createdAt }) })
    return id
  })
  return { success: true, id: await work.catch(refuseDuplicate) }
}

const refuseDuplicate = (error: unknown): never => {
  if (isDuplicate(error)) return fail('entity_invalid', whyDuplicate)
  throw error
}

export const editCustomer: Action<Deps, typeof editCustomerEndpoint> = async (deps, caller, { params, body }) => {
  const { country } = await deps.accounts.account(caller.accountId)
  const work = inAccount(deps.db, caller.accountId, async (trx) => {
    const { id } = await findCustomerByRef(trx, caller, {
      id: params.id,
      by: body.by,
      ...(body.site && { site: body.site }),
    })
    const before = (await lockCustomer(trx, id)) ?? fail('not_found')
    const after = await decide(trx, before, body.customer, country)
    const detail = diffFields(historyFields(before), historyFields(after))
    if (Object.keys(detail).length === 0) return id
    await updateCustomer(trx, id, after)
    await insertTimeline(trx, { customerId: id, kind: 'customer.changed', actor: actorOf(caller), detail })
    return id
  })
  return { success: true, id: await work.catch(refuseDuplicate) }
}

// Notes about customers, and the card on which managers read them.

const NOTES_ON_A_CARD = 50

export const showCustomerCard: Action<Deps, typeof getCustomerCard> = async (deps, caller, { params }) => {
  const account = await deps.accounts.account(caller.accountId)
  return inAccount(deps.db, caller.accountId, async (trx) => {
    const customer = (await findCustomer(trx, params.id)) ?? fail('not_found')
    const notes = await listNotes(trx, [customer.id], NOTES_ON_A_CARD)
    return {
      success: true,
      customer: presentCustomer(customer, account),
      ...(customer.lastContactAt && { lastContactAt: customer.lastContactAt.toISOString() }),
      notes: notes.map(({ id, createdAt, authorId, text }) => ({
        id,
        at: createdAt.toISOString(),
        ...(authorId !== null && { authorId }),
        text,
      })),
    }
  })
}
