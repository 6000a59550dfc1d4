import type { Customer } from '@patchbay/contract/crm/customers'
import { listWorkspaceCustomers } from '@patchbay/contract/crm/workspace/customers'
import type { Deps } from '../../deps.ts'
import { inAccount } from '../../lib/db/transaction.ts'
import type { UserCaller } from '../../lib/http-in/callers.ts'
import { defineExportList } from '../../platform/exports/service.ts'
import { listShops } from '../../platform/shops/store.ts'
import { pageByPhone } from './actions.ts'
import { listCustomerPage } from './list-store.ts'
import { presentCustomer } from './view.ts'

type Filter = Parameters<typeof pageByPhone>[2]
type Query = { filter?: Filter & { managerId?: number } }

const PAGE = { limit: 500, page: 1 }
/** The most customers that filters by phone, id or email match. */
const ALL_NAMED = { limit: 1_000, page: 1 }

const readPage = async (deps: Deps, { accountId }: UserCaller, query: Query, after: number | undefined) => {
  const { managerId, ...asked } = query.filter ?? {}
  const filter: Filter = { ...asked, ...(managerId !== undefined && { managerIds: [managerId] }) }
  const { phone, sites, ...rest } = filter
  if (phone !== undefined)
    return { customers: (await pageByPhone(deps, { accountId, sites: null }, filter, ALL_NAMED)).customers }
  const isNamed = rest.ids !== undefined || rest.externalIds !== undefined || rest.email !== undefined
  const { customers } = await inAccount(deps.db, accountId, async (trx) => {
    const shops = sites && (await listShops(trx)).filter(({ code }) => sites.includes(code))
    const shopIds = shops?.map(({ id }) => id)
    return listCustomerPage(trx, { ...rest, ...(shopIds && { shopIds }) }, isNamed ? ALL_NAMED : PAGE, after)
  })
  const last = customers.length === PAGE.limit && !isNamed ? customers.at(-1) : undefined
  return { customers, ...(last && { next: last.id }) }
}

export const customerExport = defineExportList<Customer, Query>({
  name: 'customers',
  endpoint: listWorkspaceCustomers,
  cells: {
    id: ({ id }) => id,
    externalId: ({ externalId }) => externalId,
    firstName: ({ firstName }) => firstName,
    lastName: ({ lastName }) => lastName,
    patronymic: ({ patronymic }) => patronymic,
    phone: ({ phones }) => phones.map(({ number }) => number).join(', '),
    email: ({ emails }) => emails.join(', '),
    manager: ({ managerId }, names) => names.user(managerId),
    shop: ({ site }) => site,
    city: ({ address }) => address?.city,
    address: ({ address }) => address?.text,
    createdAt: ({ createdAt }) => createdAt,
  },
  read: async (deps, caller, query, after) => {
    const account = await deps.accounts.account(caller.accountId)
    const { customers, next } = await readPage(deps, caller, query, after === undefined ? undefined : Number(after))
    return { rows: customers.map((customer) => presentCustomer(customer, account)), next }
  },
})
