import Type from 'typebox'
import type { Deps } from '../../deps.ts'
import { inAccount } from '../../lib/db/transaction.ts'
import { defineJob, handleJob, type JobHandler } from '../../lib/queue/jobs.ts'
import { forEachAccount } from '../../platform/accounts/service.ts'
import { notifyAssignee } from './service.ts'
import { claimDueTasks } from './store.ts'

const MOST = 200

export const NOTIFY_DUE_TASKS = defineJob({ name: 'tasks.notify-due', payload: Type.Object({}), every: '* * * * *' })

/** Returns how many tasks were due. */
export const notifyDueTasks = (deps: Deps, accountId: number): Promise<number> =>
  inAccount(deps.db, accountId, async (trx) => {
    const due = await claimDueTasks(trx, deps.now(), MOST)
    for (const { id: taskId, performerId, content: task } of due)
      await notifyAssignee(trx, 'task-due', { taskId, performerId, task })
    return due.length
  })

export const taskJobs = (deps: Deps): JobHandler[] => [
  handleJob(
    NOTIFY_DUE_TASKS,
    forEachAccount(deps, async (accountId) => {
      while ((await notifyDueTasks(deps, accountId)) === MOST);
    }),
  ),
]
