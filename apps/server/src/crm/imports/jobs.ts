import type { ImportStatus } from '@patchbay/contract/crm/import-constants'
import Type from 'typebox'
import type { Deps } from '../../deps.ts'
import { inAccount } from '../../lib/db/transaction.ts'
import { defineJob, handleJob, type JobHandler } from '../../lib/queue/jobs.ts'
import { cleanUpEachAccount, DAYS } from '../../platform/clean-up/service.ts'
import { blobKey } from '../../platform/files/service.ts'
import { deleteRows } from './row-store.ts'
import { isWorking, UNDO_DAYS } from './rules.ts'
import { listPurgeable, updateImport } from './store.ts'

export const PURGE_IMPORTS = defineJob({ name: 'imports.purge', payload: Type.Object({}), every: '23 3 * * *' })

const BATCH = 5_000

/** One that was never started cannot be started any more. */
const ended = (status: ImportStatus, now: Date) =>
  status === 'uploaded' || status === 'checked' ? ({ status: 'canceled', finishedAt: now } as const) : {}

/** Of imports that can no longer be undone, the rows and the file are deleted; the counts stay. */
const purge = async (deps: Deps, accountId: number, now: Date): Promise<void> => {
  const before = new Date(now.getTime() - UNDO_DAYS * DAYS)
  const old = await inAccount(deps.db, accountId, (trx) => listPurgeable(trx, before))
  for (const { id, fileId, status, finishedAt } of old) {
    if (isWorking(status) || (finishedAt && finishedAt > before)) continue
    while (await inAccount(deps.db, accountId, (trx) => deleteRows(trx, id, BATCH)));
    await deps.storage.delete(blobKey(accountId, fileId))
    await inAccount(deps.db, accountId, (trx) => updateImport(trx, id, { purgedAt: now, ...ended(status, now) }))
  }
}

export const importJobs = (deps: Deps): JobHandler[] => [
  handleJob(
    PURGE_IMPORTS,
    cleanUpEachAccount(deps, PURGE_IMPORTS, DAYS, (accountId, now) => purge(deps, accountId, now)),
  ),
]
