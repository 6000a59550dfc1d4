import type { InputOf } from '@patchbay/contract/base/endpoint'
import type { search as searchEndpoint } from '@patchbay/contract/crm/workspace/search'
import type { Deps } from '../../deps.ts'
import { inAccount } from '../../lib/db/transaction.ts'
import type { Action } from '../../lib/http-in/route.ts'
import { presentCustomer } from '../customers/view.ts'
import { presentOrders } from '../orders/service.ts'
import { findCustomers, findOrders } from './find-service.ts'
import { readSearch } from './rules.ts'

type Query = InputOf<typeof searchEndpoint>['query']

/** With a filter more are read, since it is applied to what was found. */
const MOST_READ = 200

const readLimit = ({ limit, site, managerId, status }: Query): number =>
  (site ?? managerId ?? status) === undefined ? limit * 2 : MOST_READ

const isOf =
  ({ site, managerId, status }: Query) =>
  (one: { site: string | null; managerId: number | null; status?: string }): boolean =>
    (site === undefined || one.site === site) &&
    (managerId === undefined || one.managerId === managerId) &&
    (status === undefined || one.status === status)

export const search: Action<Deps, typeof searchEndpoint> = async (deps, { accountId }, { query }) => {
  const account = await deps.accounts.account(accountId)
  const asked = readSearch(query.text, account.country)
  if (!asked) return { success: true, customers: [], orders: [], more: [] }
  const limit = readLimit(query)
  return inAccount(deps.db, accountId, async (trx) => {
    const found = await findCustomers(trx, asked, limit)
    const customers = query.only === 'orders' ? [] : found.filter(isOf(query))
    const orders = query.only === 'customers' ? [] : (await findOrders(trx, asked, found, limit)).filter(isOf(query))
    const shown = orders.slice(0, query.limit)
    return {
      success: true,
      customers: customers.slice(0, query.limit).map((one) => presentCustomer(one, account)),
      orders: await presentOrders(trx, shown, account.timezone),
      more: [
        ...(customers.length > query.limit ? (['customers'] as const) : []),
        ...(orders.length > query.limit ? (['orders'] as const) : []),
      ],
    }
  })
}
