// `node apps/server/seed/living.ts <file> <address> <second address>`: the two accounts of the living demo (npm run
// dev), with tasks, and an API key for the modules of each. Writes into the file what the demo has to know. Idempotent:
// while the file is there and its keys work, they stay.

import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { SCOPES } from '@patchbay/contract/base/scopes'
import { FERN_TRADE, type FixtureTrade, KETTLE_TRADE } from '@patchbay/testkit/fixture-orders'
import { readConfig } from '../src/config.ts'
import { createDeps } from '../src/create-deps.ts'
import type { Deps } from '../src/deps.ts'
import { inAccount } from '../src/lib/db/transaction.ts'
import { createLog } from '../src/lib/process/log.ts'
import { parseKey } from '../src/platform/api-keys/rules.ts'
import { findKey, issueKey } from '../src/platform/api-keys/store.ts'
import { seedAccount } from './demo-account.ts'
import { seedTasks } from './demo-tasks.ts'
import { seedWorkspace } from './demo-workspace.ts'

type LivingAccount = { name: string; host: string; address: string; apiKey: string }

const [file = '', ...addresses] = process.argv.slice(2)
const TRADES: readonly FixtureTrade[] = [FERN_TRADE, KETTLE_TRADE]

const keyFor = async (deps: Deps, accountId: number, earlier: string | undefined): Promise<string> => {
  const id = earlier === undefined ? undefined : parseKey(earlier)?.id
  const works = id !== undefined && (await inAccount(deps.db, accountId, (trx) => findKey(trx, id)))
  if (earlier !== undefined && works) return earlier
  const key = { name: 'Demo modules', scopes: [...SCOPES], modules: [], severalModules: true, createdBy: null }
  return (await inAccount(deps.db, accountId, (trx) => issueKey(trx, key))).text
}

const seed = async (deps: Deps, trade: FixtureTrade, address: string, earlier: LivingAccount[]) => {
  const { name, host } = trade.account
  const { accountId, isNew, userIds, orders } = await seedAccount(deps, trade, address)
  if (orders > 0) await seedTasks(deps, accountId, trade, userIds)
  if (trade === FERN_TRADE) await seedWorkspace(deps, accountId, userIds)
  const apiKey = await keyFor(deps, accountId, isNew ? undefined : earlier.find((one) => one.host === host)?.apiKey)
  return { name, host, address, apiKey }
}

const deps = await createDeps(readConfig(), createLog('warn', { role: 'seed' }, process.stderr), 'server')
const earlier: LivingAccount[] = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : []
const accounts: LivingAccount[] = []
for (const [place, trade] of TRADES.entries()) {
  const address = addresses[place]
  if (address !== undefined) accounts.push(await seed(deps, trade, address, earlier))
}
writeFileSync(file, JSON.stringify(accounts, null, 2), { mode: 0o600 })
await deps.close()
