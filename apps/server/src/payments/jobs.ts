import Type from 'typebox'
import { listAccountIds } from '../accounts/store.ts'
import type { Deps } from '../deps.ts'
import { defineJob, type Handled, handles } from '../lib/jobs.ts'
import { inAccount } from '../lib/transaction.ts'
import { SEND_PAYMENT_LINK, sendPaymentLink } from './letter.ts'
import { sweepAccount, warnOfHolds } from './sweep.ts'
import { deleteOldChecks } from './sweep-store.ts'

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
