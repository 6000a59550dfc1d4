import Type from 'typebox'
import type { Deps } from '../../deps.ts'
import { inAccount } from '../../lib/db/transaction.ts'
import { defineJob, handleJob, type JobHandler } from '../../lib/queue/jobs.ts'
import { cleanUpEachAccount, DAYS } from '../clean-up/service.ts'
import { findHold } from '../closing/store.ts'
import { blobKey, REMOVE_BYTES } from './service.ts'
import { deleteOldUploads, deleteUnusedFiles } from './store.ts'

export const PURGE_FILES = defineJob({ name: 'files.purge', payload: Type.Object({}), every: '13 4 * * *' })

/** How long a module or a user may take from uploading a file to using it. */
const UNUSED_MS = 7 * DAYS
const BATCH = 1_000
const FIRST = '00000000-0000-0000-0000-000000000000'

/** D-146: files that no message, order, customer or canned reply refers to any more. */
export const purgeFiles = async (deps: Deps, accountId: number, now: Date): Promise<void> => {
  const before = new Date(now.getTime() - UNUSED_MS)
  let after: string | undefined = FIRST
  while (after !== undefined) {
    const from: string = after
    after = await inAccount(deps.db, accountId, async (trx) => {
      if (await findHold(trx)) return undefined
      const walked = await deleteUnusedFiles(trx, before, { after: from, most: BATCH })
      if (walked && walked.ids.length > 0) await deps.jobs.send(trx, REMOVE_BYTES, { accountId, ids: walked.ids })
      return walked?.last
    })
  }
}

/** No upload lasts as long; one that did would fail, since its row is gone. */
const UPLOAD_MS = DAYS

/** D-147: bytes of uploads that were never completed, such as those of a process that was killed. */
export const purgeUploads = async (deps: Deps, accountId: number, now: Date): Promise<void> => {
  const before = new Date(now.getTime() - UPLOAD_MS)
  const count = await inAccount(deps.db, accountId, async (trx) => {
    if (await findHold(trx)) return 0
    const ids = await deleteOldUploads(trx, before, BATCH)
    if (ids.length > 0) await deps.jobs.send(trx, REMOVE_BYTES, { accountId, ids })
    return ids.length
  })
  if (count === BATCH) await purgeUploads(deps, accountId, now)
}

export const fileJobs = (deps: Deps): JobHandler[] => [
  handleJob(
    PURGE_FILES,
    cleanUpEachAccount(deps, PURGE_FILES, DAYS, async (accountId, now) => {
      await purgeUploads(deps, accountId, now)
      await purgeFiles(deps, accountId, now)
    }),
  ),
  handleJob(REMOVE_BYTES, async ({ accountId, ids }) => {
    for (const id of ids) await deps.storage.delete(blobKey(accountId, id))
  }),
]
