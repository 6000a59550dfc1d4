import Type from 'typebox'
import { listAccountIds } from '../accounts/store.ts'
import type { Deps } from '../deps.ts'
import { findModuleById } from '../integration-modules/store.ts'
import { defineJob, type Handled, handles } from '../lib/jobs.ts'
import { inAccount } from '../lib/transaction.ts'
import { insertTask } from '../tasks/store.ts'
import { SEND_PAYMENT_LINK, sendPaymentLink } from './letter.ts'
import { askAndTake } from './look.ts'
import { findInvoice } from './store.ts'
import { deleteOldChecks, listToAsk, takeEndingHolds } from './sweep-store.ts'

export const SWEEP_INVOICES = defineJob({ name: 'payments.sweep', payload: Type.Object({}), every: '*/5 * * * *' })
export const WARN_OF_HOLDS = defineJob({ name: 'payments.holds', payload: Type.Object({}), every: '*/15 * * * *' })
export const PURGE_CHECKS = defineJob({ name: 'payments.purge', payload: Type.Object({}), every: '41 3 * * *' })

const MOST = 500

/** D-46: modules exist that drop a report after one bad answer; what should have moved is asked for. */
const sweepAccount = async (deps: Deps, accountId: number): Promise<void> => {
  for (const id of await inAccount(deps.db, accountId, (trx) => listToAsk(trx, MOST))) {
    const { invoice, module } = await inAccount(deps.db, accountId, async (trx) => {
      const found = await findInvoice(trx, id)
      return { invoice: found, module: found && (await findModuleById(trx, found.moduleId)) }
    })
    if (invoice && module) await askAndTake(deps, accountId, invoice, module)
  }
}

/** A hold that nobody approves goes back to the client by itself: somebody is told the day before. */
const warnOfHolds = (deps: Deps, accountId: number): Promise<void> =>
  inAccount(deps.db, accountId, async (trx) => {
    for (const hold of await takeEndingHolds(trx)) {
      const until = `${hold.expiredAt.toISOString().slice(0, 16).replace('T', ' ')} UTC`
      await insertTask(trx, {
        text: `Approve or cancel the payment of order ${hold.orderNumber}: its hold ends ${until}`,
        performerId: hold.managerId,
        dueAt: hold.expiredAt,
        customerId: hold.customerId,
        orderId: hold.orderId,
        reason: 'hold-expires',
      })
    }
  })

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
