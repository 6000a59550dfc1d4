import Type from 'typebox'
import type { Deps } from '../../deps.ts'
import { listAccountTables } from '../../lib/db/account-tables.ts'
import { inAccount } from '../../lib/db/transaction.ts'
import { defineJob, handleJob, type JobHandler } from '../../lib/queue/jobs.ts'
import { cleanUpEachAccount, HOURS } from '../clean-up/service.ts'
import { isDueForErasure } from './rules.ts'
import { deleteAccount, deleteRowsOf, findClosing, runOn } from './store.ts'

/** D-137: accounts whose grace period is over. */
export const ERASE_ACCOUNTS = defineJob({ name: 'accounts.erase', payload: Type.Object({}), every: '23 * * * *' })

const BATCH = 1_000
/** These go last and together: until then the next run finds the account again. */
const LAST = ['account', 'account_host', 'account_closing']

const eraseAccount = async (deps: Deps, accountId: number): Promise<void> => {
  // Files first: their rows say nothing that the folder of the account does not.
  await deps.storage.deleteAll(accountId)
  const tables = await inAccount(deps.db, accountId, (trx) => listAccountTables(runOn(trx)))
  for (const { name } of tables.filter((one) => !LAST.includes(one.name)).reverse())
    while ((await inAccount(deps.db, accountId, (trx) => deleteRowsOf(trx, name, BATCH))) > 0);
  await inAccount(deps.db, accountId, deleteAccount)
  deps.log.warn({ accountId }, 'a closed account was erased')
}

export const closingJobs = (deps: Deps): JobHandler[] => [
  handleJob(
    ERASE_ACCOUNTS,
    cleanUpEachAccount(deps, ERASE_ACCOUNTS, HOURS, async (accountId, now) => {
      if (isDueForErasure(await inAccount(deps.db, accountId, findClosing), now)) await eraseAccount(deps, accountId)
    }),
  ),
]
