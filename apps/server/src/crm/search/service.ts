import type { Db } from '../../lib/db/database.ts'
import { customerTokens, orderTokens, type SearchedCustomer, type SearchedOrder } from './rules.ts'
import { deleteTokens, insertTokens, replaceTokens } from './store.ts'

// Called in the transaction that changes a customer or an order.

export const indexNewCustomer = (trx: Db, id: number, customer: SearchedCustomer): Promise<void> =>
  insertTokens(trx, 'c', [{ id, tokens: customerTokens(customer) }])

export const indexCustomer = (trx: Db, id: number, customer: SearchedCustomer): Promise<void> =>
  replaceTokens(trx, 'c', { id, tokens: customerTokens(customer) })

export const removeCustomerFromIndex = (trx: Db, id: number): Promise<void> => deleteTokens(trx, 'c', id)

export const indexNewOrder = (trx: Db, order: SearchedOrder & { id: number }): Promise<void> =>
  insertTokens(trx, 'o', [{ id: order.id, tokens: orderTokens(order) }])

export const indexOrder = (trx: Db, order: SearchedOrder & { id: number }): Promise<void> =>
  replaceTokens(trx, 'o', { id: order.id, tokens: orderTokens(order) })

export const removeOrderFromIndex = (trx: Db, id: number): Promise<void> => deleteTokens(trx, 'o', id)
