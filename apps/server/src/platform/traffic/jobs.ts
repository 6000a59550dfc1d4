import Type from 'typebox'
import type { Deps } from '../../deps.ts'
import { defineJob, type JobHandler } from '../../lib/queue/jobs.ts'
import { handleRetention } from '../clean-up/retention-service.ts'
import { deleteDaysBefore } from './budget-store.ts'
import { deleteExchangesBefore } from './store.ts'

export const PURGE_TRAFFIC = defineJob({ name: 'traffic.purge', payload: Type.Object({}), every: '41 * * * *' })

export const trafficJobs = (deps: Deps): JobHandler[] => [
  handleRetention(deps, PURGE_TRAFFIC, 'traffic', async (trx, before, { most }) => {
    if ((await deleteExchangesBefore(trx, before, most)) > 0) return 0
    await deleteDaysBefore(trx, before)
    return undefined
  }),
]
