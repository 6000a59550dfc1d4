// `npm run seed`: the demo account, with the cast that tests and documents speak of. Made through the actions, as users and
// modules would; running it again changes nothing. An address may be given: node apps/server/seed/demo.ts http://fern.test
import { FERN, PASSWORD } from '@patchbay/testkit/cast'
import { createAccount } from '../src/accounts/actions.ts'
import { findAccountIdByHost } from '../src/accounts/store.ts'
import { readConfig } from '../src/config.ts'
import { createDeps, type Deps } from '../src/deps.ts'
import { createLog } from '../src/lib/log.ts'
import { inAccount } from '../src/lib/transaction.ts'
import { insertShop } from '../src/shops/store.ts'
import { inviteByLink, setPassword } from '../src/users/actions.ts'

const ADDRESS = process.argv[2] ?? 'http://localhost:8080'
const nobodyOutside = {
  ip: '127.0.0.1',
  setSession: () => undefined,
  endSession: () => undefined,
  otherStatus: () => undefined,
}

const seed = async (deps: Deps): Promise<boolean> => {
  if ((await findAccountIdByHost(deps.db, new URL(ADDRESS).host)) !== undefined) return false
  const accountId = await createAccount(deps, FERN.name, ADDRESS)
  for (const person of Object.values(FERN.people)) {
    const token = await inviteByLink(deps, accountId, person)
    await setPassword(deps, { by: 'nobody', accountId }, { body: { token, password: PASSWORD } }, nobodyOutside)
  }
  for (const shop of FERN.shops) await inAccount(deps.db, accountId, (trx) => insertShop(trx, shop))
  return true
}

const deps = await createDeps(readConfig(), createLog('warn', { role: 'seed' }), 'server')
console.log(
  (await seed(deps)) ? `made the demo account ${FERN.name}` : `the demo account ${FERN.name} is already there`,
)
console.log(
  `sign in at ${ADDRESS} as ${Object.values(FERN.people)
    .map(({ email }) => email)
    .join(', ')} with the password: ${PASSWORD}`,
)
await deps.close()
