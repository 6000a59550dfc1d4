// The customers and orders of the demo account, created like those of a module. Existing ones are not changed.

import { toLocalTime } from '@patchbay/contract/base/local-time'
import { CUSTOMERS, type FixtureOrder, fixtureOrders } from '@patchbay/testkit/fixture-orders'
import { createCustomer } from '../src/crm/customers/actions.ts'
import { findCustomerId } from '../src/crm/customers/store.ts'
import { saveNewOrder } from '../src/crm/orders/service.ts'
import { findOrderId } from '../src/crm/orders/store.ts'
import type { Deps } from '../src/deps.ts'
import { inAccount } from '../src/lib/db/transaction.ts'
import type { KeyCaller } from '../src/lib/http-in/callers.ts'
import { httpStub } from './http-stub.ts'

const DAY = 86_400_000

const shopsOwnModule = (accountId: number): KeyCaller => ({
  by: 'api-key',
  accountId,
  keyId: 'demo',
  scopes: ['customer_write', 'order_write'],
  sites: null,
  modules: [],
  grantedScopes: null,
})

const seedCustomers = async (deps: Deps, accountId: number): Promise<number> => {
  let made = 0
  for (const { phone, ...person } of CUSTOMERS) {
    const there = await inAccount(deps.db, accountId, (trx) => findCustomerId(trx, person.externalId))
    if (there !== undefined) continue
    const body = { customer: { ...person, phones: [{ number: phone }] }, site: 'fern-online' }
    await createCustomer(deps, shopsOwnModule(accountId), { body }, httpStub)
    made++
  }
  return made
}

const editFor = (order: FixtureOrder, userIds: Record<string, number>, now: Date, zone: string) => {
  const day = toLocalTime(new Date(now.getTime() - order.daysAgo * DAY), zone).slice(0, 10)
  const written = `${day} ${String(order.hour).padStart(2, '0')}:${String(order.minute).padStart(2, '0')}:00`
  const latest = toLocalTime(now, zone)
  const at = written < latest ? written : latest
  const managerId = order.manager && userIds[order.manager]
  const payment = order.payment.status === 'paid' ? { ...order.payment, paidAt: at } : order.payment
  return {
    externalId: order.externalId,
    createdAt: at,
    status: order.status,
    customer: { externalId: order.customer },
    items: order.items,
    payments: [payment],
    ...(managerId !== undefined && { managerId }),
    ...(order.discount !== undefined && { discountManualAmount: order.discount }),
    ...(order.customerComment !== undefined && { customerComment: order.customerComment }),
  }
}

const seedOrders = async (deps: Deps, accountId: number, userIds: Record<string, number>): Promise<number> => {
  const { timezone } = await deps.accounts.account(accountId)
  const viewer = { accountId, actor: 'key:demo', sites: null }
  let made = 0
  for (const order of fixtureOrders()) {
    const there = await inAccount(deps.db, accountId, (trx) => findOrderId(trx, { externalId: order.externalId }, null))
    if (there !== undefined) continue
    await saveNewOrder(deps, viewer, order.site, editFor(order, userIds, deps.now(), timezone))
    made++
  }
  return made
}

export const seedTrade = async (deps: Deps, accountId: number, userIds: Record<string, number>) => ({
  customers: await seedCustomers(deps, accountId),
  orders: await seedOrders(deps, accountId, userIds),
})
