import Type from 'typebox'
import type { Deps } from '../../deps.ts'
import { defineJob, type JobHandler } from '../../lib/queue/jobs.ts'
import { handleRetention } from '../clean-up/retention-service.ts'
import { deleteExpiredRows } from '../clean-up/retention-store.ts'

export const PURGE_ACTION_LOG = defineJob({ name: 'action-log.purge', payload: Type.Object({}), every: '3 * * * *' })

export const actionLogJobs = (deps: Deps): JobHandler[] => [
  handleRetention(deps, PURGE_ACTION_LOG, 'action-log', (trx, before, batch) =>
    deleteExpiredRows(trx, 'action_log', before, batch),
  ),
]
