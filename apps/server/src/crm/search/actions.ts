import type { InputOf } from '@patchbay/contract/base/endpoint'
import type { search as searchEndpoint } from '@patchbay/contract/crm/workspace/search'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../lib/db/database.ts'
import { inAccount } from '../../lib/db/transaction.ts'
import type { Action } from '../../lib/http-in/route.ts'
import { listCustomersById } from '../customers/list-store.ts'
import type { Customer } from '../customers/rules.ts'
import { presentCustomer } from '../customers/view.ts'
import type { Order } from '../orders/rules.ts'
import { presentOrders } from '../orders/service.ts'
import { listOrdersById } from '../orders/store.ts'
import { customerTokens, matchOf, orderTokens, readSearch, type SearchTerms, type TokenKind } from './rules.ts'
import { type Entity, listByToken, listByWords, listOrdersOf } from './store.ts'

type Query = InputOf<typeof searchEndpoint>['query']

/** With a filter more are read, since it is applied to what was found. */
const MOST_READ = 200
const ORDERS_OF_EACH = 5

const readLimit = ({ limit, site, managerId, status }: Query): number =>
  (site ?? managerId ?? status) === undefined ? limit * 2 : MOST_READ

const KINDS: Record<Entity, readonly TokenKind[]> = { c: ['p', 'e'], o: ['n'] }

const listFound = async (trx: Db, entity: Entity, { words, others }: SearchTerms, limit: number): Promise<number[]> => {
  const asked = others.filter(({ kind }) => KINDS[entity].includes(kind))
  const found = [...asked.map((one) => listByToken(trx, entity, one, limit)), listByWords(trx, entity, words, limit)]
  return [...new Set((await Promise.all(found)).flat())]
}

type Ranked<T> = { one: T; match: number }

/** Best match first, then newest first. */
const rank = <T extends { id: number }>(ranked: readonly Ranked<T>[]): T[] =>
  ranked
    .filter(({ match }) => match > 0)
    .toSorted((a, b) => b.match - a.match || b.one.id - a.one.id)
    .map(({ one }) => one)

/** The row is checked again: the index may be older than the code that built it. */
const findCustomers = async (trx: Db, asked: SearchTerms, limit: number): Promise<Customer[]> => {
  const customers = await listCustomersById(trx, await listFound(trx, 'c', asked, limit))
  return rank(customers.map((one) => ({ one, match: matchOf(asked, customerTokens(one)) })))
}

/** Orders by their own words, then those of the customers that were found. */
const findOrders = async (
  trx: Db,
  asked: SearchTerms,
  customers: readonly Customer[],
  limit: number,
): Promise<Order[]> => {
  const best = customers.slice(0, limit).map(({ id }) => id)
  const ofCustomers = new Set(await listOrdersOf(trx, best, ORDERS_OF_EACH))
  const own = await listFound(trx, 'o', asked, limit)
  const orders = await listOrdersById(trx, [...new Set([...own, ...ofCustomers])])
  const matchOfOrder = (order: Order) => {
    const match = matchOf(asked, orderTokens(order))
    return match === 0 && ofCustomers.has(order.id) ? 1 : match
  }
  return rank(orders.map((one) => ({ one, match: matchOfOrder(one) })))
}

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
