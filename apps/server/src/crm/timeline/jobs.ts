import Type from 'typebox'
import type { Deps } from '../../deps.ts'
import { defineJob, type JobHandler } from '../../lib/queue/jobs.ts'
import { handleRetention } from '../../platform/clean-up/retention-service.ts'
import { deleteExpiredRows } from '../../platform/clean-up/retention-store.ts'

export const PURGE_TIMELINE = defineJob({ name: 'timeline.purge', payload: Type.Object({}), every: '9 * * * *' })

export const timelineJobs = (deps: Deps): JobHandler[] => [
  handleRetention(deps, PURGE_TIMELINE, 'timeline', (trx, before, batch) =>
    deleteExpiredRows(trx, 'timeline', before, batch),
  ),
]
