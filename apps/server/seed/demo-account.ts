// One demo account with its users, shops, customers and half a year of orders. Idempotent.

import type { FixtureTrade } from '@patchbay/testkit/fixture-orders'
import { PASSWORD } from '@patchbay/testkit/fixtures'
import type { Deps } from '../src/deps.ts'
import { inAccount } from '../src/lib/db/transaction.ts'
import { createAccount, inviteByLink } from '../src/operator/commands.ts'
import { findAccountIdByHost } from '../src/platform/accounts/store.ts'
import { setPassword } from '../src/platform/sessions/actions.ts'
import { insertShop, listShopCodes } from '../src/platform/shops/store.ts'
import { listUsers } from '../src/platform/users/store.ts'
import { seedTrade } from './demo-orders.ts'
import { httpStub } from './http-stub.ts'

export type SeededAccount = {
  accountId: number
  isNew: boolean
  /** By the name that the fixtures use. */
  userIds: Record<string, number>
  customers: number
  orders: number
}

const userIdsOf = async (deps: Deps, accountId: number, { people }: FixtureTrade['account']) => {
  const users = await inAccount(deps.db, accountId, listUsers)
  const idOf = (email: string) => users.find((user) => user.email === email)?.id ?? 0
  return Object.fromEntries(Object.entries(people).map(([name, { email }]) => [name, idOf(email)]))
}

export const seedAccount = async (deps: Deps, trade: FixtureTrade, address: string): Promise<SeededAccount> => {
  const { name, people, shops } = trade.account
  const there = await findAccountIdByHost(deps.db, new URL(address).host)
  const accountId = there ?? (await createAccount(deps, name, address))
  const known = await inAccount(deps.db, accountId, async (trx) => ({
    users: new Set((await listUsers(trx)).map(({ email }) => email)),
    shops: new Set(await listShopCodes(trx)),
  }))
  for (const person of Object.values(people)) {
    if (known.users.has(person.email)) continue
    const token = await inviteByLink(deps, accountId, person)
    await setPassword(deps, { by: 'nobody', accountId }, { body: { token, password: PASSWORD } }, httpStub)
  }
  for (const shop of shops)
    if (!known.shops.has(shop.code)) await inAccount(deps.db, accountId, (trx) => insertShop(trx, shop))
  const userIds = await userIdsOf(deps, accountId, trade.account)
  return { accountId, isNew: there === undefined, userIds, ...(await seedTrade(deps, accountId, trade, userIds)) }
}
