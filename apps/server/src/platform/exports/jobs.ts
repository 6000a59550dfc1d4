import Type from 'typebox'
import type { Deps } from '../../deps.ts'
import { inAccount } from '../../lib/db/transaction.ts'
import { defineJob, handleJob, type JobHandler } from '../../lib/queue/jobs.ts'
import { cleanUpEachAccount, HOURS } from '../clean-up/service.ts'
import { blobKey } from '../files/service.ts'
import { deleteExport, listExpired } from './store.ts'

export const PURGE_EXPORTS = defineJob({ name: 'exports.purge', payload: Type.Object({}), every: '29 * * * *' })

const BATCH = 100

/** The file goes first: a row without a file is found again, a file without a row never. */
const purge = async (deps: Deps, accountId: number, now: Date): Promise<void> => {
  const expired = await inAccount(deps.db, accountId, (trx) => listExpired(trx, now, BATCH))
  for (const { id, fileId } of expired) {
    if (fileId !== null) await deps.storage.delete(blobKey(accountId, fileId))
    await inAccount(deps.db, accountId, (trx) => deleteExport(trx, id))
  }
  if (expired.length === BATCH) await purge(deps, accountId, now)
}

export const exportJobs = (deps: Deps): JobHandler[] => [
  handleJob(
    PURGE_EXPORTS,
    cleanUpEachAccount(deps, PURGE_EXPORTS, HOURS, (accountId, now) => purge(deps, accountId, now)),
  ),
]
