// The customers and orders of a demo account, created like those of a module. Existing ones are not changed. Every entry
// of a timeline has the date of its event.

import { toLocalTime } from '@patchbay/contract/base/local-time'
import { type FixtureOrder, type FixtureTrade, fixtureOrders } from '@patchbay/testkit/fixture-orders'
import { sql } from 'kysely'
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
  keyId: 'online-shop',
  scopes: ['customer_write', 'order_write'],
  sites: null,
  modules: [],
  everyModule: true,
  replaced: false,
  grantedScopes: null,
})

const MINUTE = 60_000

/** At this time of that day. What would be still to come today is put into the last hours, each at another minute. */
const timeOf = (
  { daysAgo, hour, minute }: Pick<FixtureOrder, 'daysAgo' | 'hour' | 'minute'>,
  now: Date,
  zone: string,
) => {
  const day = toLocalTime(new Date(now.getTime() - daysAgo * DAY), zone).slice(0, 10)
  const written = `${day} ${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}:00`
  if (written < toLocalTime(now, zone)) return written
  return toLocalTime(new Date(now.getTime() - (3 + ((hour * 60 + minute) % 240)) * MINUTE), zone)
}

/** A customer is known since the day before the first order; who has not ordered yet, since last week. */
const knownSince = (orders: readonly FixtureOrder[], externalId: string) => {
  const first = orders.find(({ customer }) => customer === externalId)
  return first ? { ...first, daysAgo: first.daysAgo + 1 } : { daysAgo: 7, hour: 11, minute: 20 }
}

const seedCustomers = async (deps: Deps, accountId: number, trade: FixtureTrade): Promise<number> => {
  const { timezone } = await deps.accounts.account(accountId)
  const orders = fixtureOrders(trade)
  let made = 0
  for (const { phone, ...person } of trade.customers) {
    const there = await inAccount(deps.db, accountId, (trx) => findCustomerId(trx, person.externalId))
    if (there !== undefined) continue
    const createdAt = timeOf(knownSince(orders, person.externalId), deps.now(), timezone)
    const body = { customer: { ...person, createdAt, phones: [{ number: phone }] }, site: trade.sites.online }
    await createCustomer(deps, shopsOwnModule(accountId), { body }, httpStub)
    made++
  }
  return made
}

const editFor = (order: FixtureOrder, userIds: Record<string, number>, at: string) => {
  const managerId = order.manager === undefined ? undefined : userIds[order.manager]
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
    ...(order.delivery && { delivery: order.delivery }),
    ...(order.customerComment !== undefined && { customerComment: order.customerComment }),
  }
}

const seedOrders = async (
  deps: Deps,
  accountId: number,
  trade: FixtureTrade,
  userIds: Record<string, number>,
): Promise<number> => {
  const { timezone } = await deps.accounts.account(accountId)
  let made = 0
  for (const order of fixtureOrders(trade)) {
    const there = await inAccount(deps.db, accountId, (trx) => findOrderId(trx, { externalId: order.externalId }, null))
    if (there !== undefined) continue
    const seller = order.site === trade.sites.online ? undefined : userIds[order.manager ?? '']
    const actor = seller === undefined ? 'key:online-shop' : `user:${seller}`
    const edit = editFor(order, userIds, timeOf(order, deps.now(), timezone))
    await saveNewOrder(deps, { accountId, actor, sites: null }, order.site, edit)
    made++
  }
  return made
}

/** The API's history of changes, too: a change happened when the order or the customer was created. */
const dateChanges = (deps: Deps, accountId: number): Promise<void> =>
  inAccount(deps.db, accountId, async (trx) => {
    await sql`update history_change set at = o.created_at from customer_order o
      where subject = 'order' and subject_id = o.id and history_change.at > o.created_at`.execute(trx)
    await sql`update history_change set at = c.created_at from customer c
      where subject = 'customer' and subject_id = c.id and history_change.at > c.created_at`.execute(trx)
  })

export const seedTrade = async (
  deps: Deps,
  accountId: number,
  trade: FixtureTrade,
  userIds: Record<string, number>,
) => {
  const customers = await seedCustomers(deps, accountId, trade)
  const orders = await seedOrders(deps, accountId, trade, userIds)
  if (customers + orders > 0) await dateChanges(deps, accountId)
  return { customers, orders }
}
