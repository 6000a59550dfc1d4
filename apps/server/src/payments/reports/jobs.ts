import Type from 'typebox'
import type { Deps } from '../../deps.ts'
import { defineJob, type JobHandler } from '../../lib/queue/jobs.ts'
import { handleRetention } from '../../platform/clean-up/retention-service.ts'
import { deleteExpiredRows } from '../../platform/clean-up/retention-store.ts'

export const PURGE_REPORTS = defineJob({ name: 'payment-reports.purge', payload: Type.Object({}), every: '27 * * * *' })

/** Reports as modules sent them. What they led to is in the history of the invoice, which is never deleted. */
export const reportJobs = (deps: Deps): JobHandler[] => [
  handleRetention(deps, PURGE_REPORTS, 'payment-reports', (trx, before, batch) =>
    deleteExpiredRows(trx, 'invoice_inbox', before, batch),
  ),
]
