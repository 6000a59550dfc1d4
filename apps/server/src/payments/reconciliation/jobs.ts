import Type from 'typebox'
import { HOLD_EXPIRES } from '../../crm/tasks/rules.ts'
import { insertTask } from '../../crm/tasks/store.ts'
import type { Deps } from '../../deps.ts'
import { inAccount } from '../../lib/db/transaction.ts'
import { defineJob } from '../../lib/queue/jobs.ts'
import { findModuleById } from '../../platform/modules/store.ts'
import { claimExpiringHolds, findInvoice } from '../invoices/store.ts'
import { reconcileInvoice } from './service.ts'
import { listToAsk } from './store.ts'

// What is done for an account now and then, whether or not somebody pressed a button.

const MOST = 500

/** D-46: modules exist that drop a report after one bad answer; what should have moved is asked for. */
export const sweepAccount = async (deps: Deps, accountId: number): Promise<void> => {
  for (const id of await inAccount(deps.db, accountId, (trx) => listToAsk(trx, MOST))) {
    const { invoice, module } = await inAccount(deps.db, accountId, async (trx) => {
      const found = await findInvoice(trx, id)
      return { invoice: found, module: found && (await findModuleById(trx, found.moduleId)) }
    })
    if (invoice && module) await reconcileInvoice(deps, accountId, invoice, module)
  }
}

/** A hold that nobody approves goes back to the client by itself: somebody is told the day before. */
export const createHoldTasks = (deps: Deps, accountId: number): Promise<void> =>
  inAccount(deps.db, accountId, async (trx) => {
    for (const hold of await claimExpiringHolds(trx)) {
      const until = `${hold.expiredAt.toISOString().slice(0, 16).replace('T', ' ')} UTC`
      await insertTask(trx, {
        text: `Approve or cancel the payment of order ${hold.orderNumber}: the hold expires ${until}`,
        performerId: hold.managerId,
        dueAt: hold.expiredAt,
        customerId: hold.customerId,
        orderId: hold.orderId,
        reason: HOLD_EXPIRES,
      })
    }
  })

export const SWEEP_INVOICES = defineJob({ name: 'payments.sweep', payload: Type.Object({}), every: '*/5 * * * *' })

export const CREATE_HOLD_TASKS = defineJob({ name: 'payments.holds', payload: Type.Object({}), every: '*/15 * * * *' })
