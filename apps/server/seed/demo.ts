// `npm run seed`: the demo account, with the fixtures that tests and documents use. It calls the actions, as users and
// modules would, and is idempotent. Optional argument: the account's URL, node apps/server/seed/demo.ts
// http://fern.test

import { DEMO_PEOPLE, FERN, PASSWORD } from '@patchbay/testkit/fixtures'
import { readConfig } from '../src/config.ts'
import { createDeps, type Deps } from '../src/deps.ts'
import { inAccount } from '../src/lib/db/transaction.ts'
import { createLog } from '../src/lib/process/log.ts'
import { createAccount, inviteByLink } from '../src/operator/commands.ts'
import { findAccountIdByHost } from '../src/platform/accounts/store.ts'
import { setPassword } from '../src/platform/sessions/actions.ts'
import { insertShop, listShopCodes } from '../src/platform/shops/store.ts'
import { listUsers } from '../src/platform/users/store.ts'
import { seedTrade } from './demo-orders.ts'
import { httpStub } from './http-stub.ts'

const ADDRESS = process.argv[2] ?? 'http://localhost:8080'

const seed = async (deps: Deps): Promise<string> => {
  const there = await findAccountIdByHost(deps.db, new URL(ADDRESS).host)
  const accountId = there ?? (await createAccount(deps, FERN.name, ADDRESS))
  const { users, shops } = await inAccount(deps.db, accountId, async (trx) => ({
    users: new Set((await listUsers(trx)).map(({ email }) => email)),
    shops: new Set(await listShopCodes(trx)),
  }))
  for (const person of Object.values(DEMO_PEOPLE)) {
    if (users.has(person.email)) continue
    const token = await inviteByLink(deps, accountId, person)
    await setPassword(deps, { by: 'nobody', accountId }, { body: { token, password: PASSWORD } }, httpStub)
  }
  for (const shop of FERN.shops)
    if (!shops.has(shop.code)) await inAccount(deps.db, accountId, (trx) => insertShop(trx, shop))
  const made = await seedTrade(deps, accountId, await peopleOf(deps, accountId))
  const isNew = there === undefined
  return `${isNew ? 'created' : 'found'} the demo account ${FERN.name}; ${made.customers} customers and ${made.orders} orders created`
}

const peopleOf = async (deps: Deps, accountId: number): Promise<Record<string, number>> => {
  const users = await inAccount(deps.db, accountId, listUsers)
  const idOf = (email: string) => users.find((user) => user.email === email)?.id ?? 0
  return Object.fromEntries(Object.entries(DEMO_PEOPLE).map(([name, { email }]) => [name, idOf(email)]))
}

const deps = await createDeps(readConfig(), createLog('warn', { role: 'seed' }, process.stderr), 'server')
console.log(await seed(deps))
console.log(
  `sign in at ${ADDRESS} as ${Object.values(DEMO_PEOPLE)
    .map(({ email }) => email)
    .join(', ')} with the password: ${PASSWORD}`,
)
await deps.close()
