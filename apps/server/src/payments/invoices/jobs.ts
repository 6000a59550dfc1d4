import Type from 'typebox'
import type { Deps } from '../../deps.ts'
import { inAccount } from '../../lib/db/transaction.ts'
import { defineJob, type Handled, handles } from '../../lib/queue/jobs.ts'
import { listAccountIds } from '../../platform/accounts/store.ts'
import { sweepAccount, warnOfHolds } from '../reconciliation/jobs.ts'
import { deleteOldChecks } from '../reconciliation/store.ts'
import { SEND_PAYMENT_LINK, sendPaymentLink } from './letter.ts'

export const SWEEP_INVOICES = defineJob({ name: 'payments.sweep', payload: Type.Object({}), every: '*/5 * * * *' })
export const WARN_OF_HOLDS = defineJob({ name: 'payments.holds', payload: Type.Object({}), every: '*/15 * * * *' })
export const PURGE_CHECKS = defineJob({ name: 'payments.purge', payload: Type.Object({}), every: '41 3 * * *' })

const everywhere = (deps: Deps, work: (accountId: number) => Promise<unknown>) => async (): Promise<void> => {
  for (const accountId of await listAccountIds(deps.db)) await work(accountId)
}

export const paymentJobs = (deps: Deps): Handled[] => [
  handles(SEND_PAYMENT_LINK, (payload) => sendPaymentLink(deps, payload)),
  handles(
    SWEEP_INVOICES,
    everywhere(deps, (accountId) => sweepAccount(deps, accountId)),
  ),
  handles(
    WARN_OF_HOLDS,
    everywhere(deps, (accountId) => warnOfHolds(deps, accountId)),
  ),
  handles(
    PURGE_CHECKS,
    everywhere(deps, (accountId) => inAccount(deps.db, accountId, deleteOldChecks)),
  ),
]
