import type { Db } from '../../lib/db/database.ts'
import { listCustomersById } from '../customers/list-store.ts'
import type { Customer } from '../customers/rules.ts'
import type { Order } from '../orders/rules.ts'
import { listOrdersById } from '../orders/store.ts'
import { customerTokens, matchOf, orderTokens, readSearch, type SearchTerms, type TokenKind } from './rules.ts'
import { type Entity, listByToken, listByWords, listOrdersOf } from './store.ts'

const ORDERS_OF_EACH = 5

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
export const findCustomers = async (trx: Db, asked: SearchTerms, limit: number): Promise<Customer[]> => {
  const customers = await listCustomersById(trx, await listFound(trx, 'c', asked, limit))
  return rank(customers.map((one) => ({ one, match: matchOf(asked, customerTokens(one)) })))
}

/** Orders by their own words, then those of the customers that were found. */
export const findOrders = async (
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

/** The orders that a text finds by their number, customer or items, the best first. */
export const findOrderIds = async (trx: Db, text: string, country: string, limit: number): Promise<number[]> => {
  const asked = readSearch(text, country)
  if (!asked) return []
  const orders = await findOrders(trx, asked, await findCustomers(trx, asked, limit), limit)
  return orders.slice(0, limit).map(({ id }) => id)
}

/** The most customers that a filter by name finds. */
const MOST_NAMED = 250

/** The customers with all the words of a name, by the token table; of very common names the first. */
export const findCustomerIdsByName = async (trx: Db, name: string, country: string): Promise<number[]> => {
  const asked = readSearch(name, country)
  return asked ? (await findCustomers(trx, asked, MOST_NAMED)).map(({ id }) => id) : []
}
