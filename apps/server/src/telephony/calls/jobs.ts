import Type from 'typebox'
import type { Deps } from '../../deps.ts'
import { inAccount } from '../../lib/db/transaction.ts'
import { defineJob, type Handled, handles } from '../../lib/queue/jobs.ts'
import { listAccountIds } from '../../platform/accounts/store.ts'
import { deletePressesBefore } from '../click-to-call/store.ts'
import { closeSilentCalls } from './lost.ts'

const DAY_MS = 86_400_000

export const CLOSE_LOST = defineJob({ name: 'telephony.close-lost', payload: Type.Object({}), every: '*/5 * * * *' })

export const telephonyJobs = (deps: Deps): Handled[] => [
  handles(CLOSE_LOST, async () => {
    for (const accountId of await listAccountIds(deps.db)) {
      while ((await closeSilentCalls(deps, accountId)) > 0);
      const before = new Date(deps.now().getTime() - DAY_MS)
      await inAccount(deps.db, accountId, (trx) => deletePressesBefore(trx, before))
    }
  }),
]
