import { fromLocalTime } from '@patchbay/contract/base/local-time'
import { type Page, paginationOf, requestedPage } from '@patchbay/contract/base/pages'
import type {
  CustomerEdit,
  createCustomer as createCustomerEndpoint,
  editCustomer as editCustomerEndpoint,
  getCustomer,
  listCustomers,
} from '@patchbay/contract/crm/customers'
import type {
  createWorkspaceCustomer,
  editWorkspaceCustomer,
  getCustomerCard,
  listWorkspaceCustomers,
} from '@patchbay/contract/crm/workspace/customers'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../lib/db/database.ts'
import { isDuplicate } from '../../lib/db/pg-errors.ts'
import { inAccount } from '../../lib/db/transaction.ts'
import { fail } from '../../lib/errors.ts'
import { type Reader, readerOf } from '../../lib/http-in/callers.ts'
import type { Action } from '../../lib/http-in/route.ts'
import { timesOf } from '../../lib/http-in/time-filters.ts'
import { chooseShop, isShopVisible, visibleShops } from '../../platform/shops/rules.ts'
import { listShops, type Shop } from '../../platform/shops/store.ts'
import { listExistingUserIds } from '../../platform/users/store.ts'
import { undoableSince } from '../customer-merges/rules.ts'
import { listUndoableMerges } from '../customer-merges/store.ts'
import { presentMerge } from '../customer-merges/view.ts'
import { addNote } from '../customer-notes/service.ts'
import { listNotes } from '../customer-notes/store.ts'
import { findCustomersByPhone } from '../phone-lookup/service.ts'
import { findCustomerIdsByName } from '../search/find-service.ts'
import { type CustomerFilter, listCustomerPage } from './list-store.ts'
import { type Contacts, type Customer, type CustomerChange, decideCustomer, type Person } from './rules.ts'
import { addCustomer, changeCustomer, findCustomerByRef, publishCustomerChanged } from './service.ts'
import { findCustomer, lockCustomer } from './store.ts'
import { presentCustomer } from './view.ts'

type Query = Parameters<Action<Deps, typeof listCustomers>>[2]['query']
type ApiFilter = NonNullable<Query['filter']>
type Filter = Omit<ApiFilter, 'managerId' | 'managers' | 'name' | 'dateFrom' | 'dateTo'> &
  Pick<CustomerFilter, 'managerIds' | 'createdFrom' | 'createdTo'>

/** An API key, or a user of the workspace, who sees all shops. */
export type CustomerReader = Pick<Reader, 'accountId' | 'sites'>

/** Few customers share a number, so they are ranked and paged here. */
export const pageByPhone = async (deps: Deps, caller: CustomerReader, filter: Filter, { limit, page }: Page) => {
  const { customers } = await findCustomersByPhone(deps, caller.accountId, filter.phone ?? '')
  const found = customers.filter(
    (customer) =>
      isShopVisible(caller.sites, customer.site) &&
      (!filter.ids || filter.ids.includes(customer.id)) &&
      (!filter.externalIds || filter.externalIds.includes(customer.externalId ?? '')) &&
      (!filter.sites || filter.sites.includes(customer.site ?? '')) &&
      (!filter.managerIds || filter.managerIds.includes(customer.managerId ?? 0)) &&
      (!filter.createdFrom || customer.createdAt >= filter.createdFrom) &&
      (!filter.createdTo || customer.createdAt <= filter.createdTo) &&
      (filter.city === undefined || filter.city.trim().toLowerCase() === customer.address.city?.toLowerCase()) &&
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

/** D-92: a name is found in the token table; the list then has the ids that it found. */
const withIdsOfName = async (
  deps: Deps,
  { accountId }: CustomerReader,
  { name, managerId, managers, ...filter }: ApiFilter,
  country: string,
): Promise<Filter> => {
  const managerIds = managers ?? (managerId === undefined ? undefined : [managerId])
  const plain = { ...filter, ...(managerIds && { managerIds: [...new Set(managerIds)] }) }
  if (name === undefined || name.trim() === '') return plain
  const found = await inAccount(deps.db, accountId, (trx) => findCustomerIdsByName(trx, name, country))
  return { ...plain, ids: plain.ids ? plain.ids.filter((id) => found.includes(id)) : found }
}

const showPage = async (deps: Deps, caller: CustomerReader, query: Query) => {
  const asked = requestedPage(query)
  const account = await deps.accounts.account(caller.accountId)
  const { dateFrom: _from, dateTo: _to, ...plain } = query.filter ?? {}
  const { from, to } = timesOf(query.filter ?? {}, account.timezone)
  const named = await withIdsOfName(deps, caller, plain, account.country)
  const filter: Filter = { ...named, ...(from && { createdFrom: from }), ...(to && { createdTo: to }) }
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

const shopFor = async (trx: Db, { sites }: Reader, site: string | undefined): Promise<Shop | undefined> => {
  const shop = chooseShop(await listShops(trx), sites, site)
  if (site !== undefined && !shop) fail('input_invalid', { fields: { site: 'there is no such shop' } })
  return shop
}

const whyDuplicate = { fields: { externalId: 'belongs to another customer of this shop already' } }

export const refuseDuplicate = (error: unknown): never => {
  if (isDuplicate(error)) return fail('entity_invalid', whyDuplicate)
  throw error
}

const decide = async (
  trx: Db,
  ...[before, edit, country]: Parameters<typeof decideCustomer>
): Promise<Person & Contacts> => {
  const decision = decideCustomer(before, edit, country)
  if (!decision.ok) return fail('entity_invalid', { fields: decision.fields })
  if (edit.managerId != null && !(await listExistingUserIds(trx, [edit.managerId])).has(edit.managerId))
    return fail('entity_invalid', { fields: { managerId: 'there is no such user' } })
  return decision.after
}

/** In the workspace 0 stands for no manager. */
const changesIn = ({ managerId, ...rest }: CustomerEdit): CustomerChange =>
  managerId === undefined ? rest : { ...rest, managerId: managerId || null }

type NoteBy = { text: string; authorId: number } | undefined
const noteBy = (text: string | undefined, authorId: number): NoteBy => (text === undefined ? text : { text, authorId })

export const create = async (
  deps: Deps,
  reader: Reader,
  edit: CustomerChange,
  site: string | undefined,
  note?: NoteBy,
) => {
  const { country, timezone } = await deps.accounts.account(reader.accountId)
  const createdAt = edit.createdAt === undefined ? undefined : fromLocalTime(edit.createdAt, timezone)
  const work = inAccount(deps.db, reader.accountId, async (trx) => {
    const shop = await shopFor(trx, reader, site)
    const after = await decide(trx, undefined, edit, country)
    const customer = { ...after, shopId: shop?.id ?? null, ...(createdAt && { createdAt }) }
    const id = await addCustomer(trx, customer, reader.actor)
    if (note) await addNote(trx, { customerId: id, ...note }, reader.actor)
    return id
  })
  const id = await work.catch(refuseDuplicate)
  await publishCustomerChanged(deps, reader.accountId, id)
  return { success: true as const, id }
}

export const createCustomer: Action<Deps, typeof createCustomerEndpoint> = (deps, caller, { body }) =>
  create(deps, readerOf(caller), body.customer, body.site)

export const createInWorkspace: Action<Deps, typeof createWorkspaceCustomer> = (deps, caller, { body }) =>
  create(deps, readerOf(caller), changesIn(body.customer), body.site, noteBy(body.note, caller.userId))

const edit = async (
  deps: Deps,
  reader: Reader,
  find: (trx: Db) => Promise<Customer | undefined>,
  changes: CustomerChange,
  note?: NoteBy,
) => {
  const { country } = await deps.accounts.account(reader.accountId)
  const work = inAccount(deps.db, reader.accountId, async (trx) => {
    const { id } = (await find(trx)) ?? fail('not_found')
    const before = (await lockCustomer(trx, id)) ?? fail('not_found')
    await changeCustomer(trx, before, await decide(trx, before, changes, country), reader.actor)
    if (note) await addNote(trx, { customerId: id, ...note }, reader.actor)
    return id
  })
  const id = await work.catch(refuseDuplicate)
  await publishCustomerChanged(deps, reader.accountId, id)
  return { success: true as const, id }
}

export const editCustomer: Action<Deps, typeof editCustomerEndpoint> = (deps, caller, { params, body }) => {
  const ref = { id: params.id, by: body.by, ...(body.site && { site: body.site }) }
  return edit(deps, readerOf(caller), (trx) => findCustomerByRef(trx, caller, ref), body.customer)
}

export const editInWorkspace: Action<Deps, typeof editWorkspaceCustomer> = (deps, caller, { params, body }) =>
  edit(
    deps,
    readerOf(caller),
    (trx) => findCustomer(trx, params.id),
    changesIn(body.customer),
    noteBy(body.note, caller.userId),
  )

const NOTES_ON_A_CARD = 50

export const showCustomerCard: Action<Deps, typeof getCustomerCard> = async (deps, caller, { params }) => {
  const account = await deps.accounts.account(caller.accountId)
  return inAccount(deps.db, caller.accountId, async (trx) => {
    const customer = (await findCustomer(trx, params.id)) ?? fail('not_found')
    const notes = await listNotes(trx, customer.id, NOTES_ON_A_CARD)
    const merges = await listUndoableMerges(trx, customer.id, undoableSince(deps.now()))
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
      merges: merges.map(presentMerge),
    }
  })
}
