import Type from 'typebox'
import { HOLD_EXPIRES } from '../../crm/tasks/rules.ts'
import { addTask } from '../../crm/tasks/service.ts'
import type { Deps } from '../../deps.ts'
import { inAccount } from '../../lib/db/transaction.ts'
import { defineJob, handleJob, type JobHandler } from '../../lib/queue/jobs.ts'
import { forEachAccount } from '../../platform/accounts/service.ts'
import { findModuleById } from '../../platform/modules/store.ts'
import { claimExpiringHolds } from '../invoices/hold-store.ts'
import { findInvoice } from '../invoices/store.ts'
import { reconcileInvoice } from './service.ts'
import { listToAsk } from './store.ts'

const MOST = 500

/** D-46: some modules drop a report after one failed delivery, so we request the status of overdue invoices. */
export const sweepAccount = async (deps: Deps, accountId: number): Promise<void> => {
  for (const id of await inAccount(deps.db, accountId, (trx) => listToAsk(trx, MOST))) {
    const { invoice, module } = await inAccount(deps.db, accountId, async (trx) => {
      const found = await findInvoice(trx, id)
      return { invoice: found, module: found && (await findModuleById(trx, found.moduleId)) }
    })
    if (invoice && module) await reconcileInvoice(deps, accountId, invoice, module)
  }
}

/** A hold that nobody approves is released to the customer: a task is due the day before. */
export const createHoldTasks = (deps: Deps, accountId: number): Promise<void> =>
  inAccount(deps.db, accountId, async (trx) => {
    for (const hold of await claimExpiringHolds(trx)) {
      await addTask(trx, {
        content: { kind: HOLD_EXPIRES, orderNumber: hold.orderNumber, expiresAt: hold.expiredAt.toISOString() },
        performerId: hold.managerId,
        dueAt: hold.expiredAt,
        customerId: hold.customerId,
        orderId: hold.orderId,
      })
    }
  })

export const SWEEP_INVOICES = defineJob({ name: 'payments.sweep', payload: Type.Object({}), every: '*/5 * * * *' })

export const CREATE_HOLD_TASKS = defineJob({ name: 'payments.holds', payload: Type.Object({}), every: '*/15 * * * *' })

export const reconciliationJobs = (deps: Deps): JobHandler[] => [
  handleJob(
    SWEEP_INVOICES,
    forEachAccount(deps, (accountId) => sweepAccount(deps, accountId)),
  ),
  handleJob(
    CREATE_HOLD_TASKS,
    forEachAccount(deps, (accountId) => createHoldTasks(deps, accountId)),
  ),
]
