// `npm run seed`: the demo account, with the fixtures that tests and documents use. It calls the actions, as users and
// modules would, and is idempotent. Optional argument: the account's URL, node apps/server/seed/demo.ts
// http://fern.test. With --without-routing its shops are always open and its chats are not assigned: browser tests must not
// depend on the time of day.

import { FERN_TRADE } from '@patchbay/testkit/fixture-orders'
import { PASSWORD } from '@patchbay/testkit/fixtures'
import { readConfig } from '../src/config.ts'
import { createDeps } from '../src/create-deps.ts'
import { inAccount } from '../src/lib/db/transaction.ts'
import { createLog } from '../src/lib/process/log.ts'
import { saveRetention } from '../src/platform/clean-up/retention-store.ts'
import { seedAccount } from './demo-account.ts'
import { seedRouting } from './demo-routing.ts'
import { seedWorkspace } from './demo-workspace.ts'

const ADDRESS = process.argv[2] ?? 'http://localhost:8080'

const deps = await createDeps(readConfig(), createLog('warn', { role: 'seed' }, process.stderr), 'server')
const { accountId, userIds, isNew, customers, orders } = await seedAccount(deps, FERN_TRADE, ADDRESS)
await seedWorkspace(deps, accountId, userIds)
// D-144: five years of calls, as an administrator would set it.
if (isNew) await inAccount(deps.db, accountId, (trx) => saveRetention(trx, 'calls', 5 * 365))
if (!process.argv.includes('--without-routing')) await seedRouting(deps, accountId, userIds)
const { name, people } = FERN_TRADE.account
console.log(
  `${isNew ? 'created' : 'found'} the demo account ${name}; ${customers} customers and ${orders} orders created`,
)
const emails = Object.values(people).map(({ email }) => email)
console.log(`sign in at ${ADDRESS} as ${emails.join(', ')} with the password: ${PASSWORD}`)
await deps.close()
