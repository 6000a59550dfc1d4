import type { checkInvoiceStatus, resolveOperation } from '@patchbay/contract/payments/workspace/operations'
import type { Deps } from '../../deps.ts'
import { inAccount } from '../../lib/db/transaction.ts'
import { fail } from '../../lib/errors.ts'
import { actorOf } from '../../lib/http-in/callers.ts'
import type { Action } from '../../lib/http-in/route.ts'
import { insertAction } from '../../platform/action-log/store.ts'
import { findModuleById } from '../../platform/modules/store.ts'
import { getUserName } from '../../platform/users/store.ts'
import { showInvoiceById } from '../invoices/service.ts'
import { getInvoice, lockInvoice, updateInvoice } from '../invoices/store.ts'
import { invoiceChanged } from '../invoices/view.ts'
import { reissueAfter } from '../issuing/service.ts'
import { aboutOperation } from '../operations/log-service.ts'
import { isResolvable } from '../operations/rules.ts'
import { applyOutcome } from '../operations/service.ts'
import { findOpenOperation, lockOpenOperation, retryNow, settleOperation } from '../operations/store.ts'
import { reconcileInvoice, reconcileOperation } from './service.ts'

/** D-46: "Check status". */
export const reconcile: Action<Deps, typeof checkInvoiceStatus> = async (deps, caller, { params }) => {
  const { accountId } = caller
  const { invoiceId } = params
  const { invoice, module, open } = await inAccount(deps.db, accountId, async (trx) => {
    const found = await getInvoice(trx, invoiceId)
    const operation = await findOpenOperation(trx, invoiceId)
    if (operation) await retryNow(trx, operation.id)
    return { invoice: found, module: await findModuleById(trx, found.moduleId), open: operation }
  })
  if (open && open.state !== 'needs_human') await reconcileOperation(deps, accountId, invoiceId)
  else if (module) await reconcileInvoice(deps, accountId, invoice, module)
  return showInvoiceById(deps, accountId, invoiceId)
}

/** D-46: last in the order of trust, a person resolves the operation and gives a reason. */
export const resolveUnknown: Action<Deps, typeof resolveOperation> = async (deps, caller, { params, body }) => {
  const { accountId } = caller
  const invoice = await inAccount(deps.db, accountId, async (trx) => {
    const locked = (await lockInvoice(trx, params.invoiceId)) ?? fail('not_found')
    const open = (await lockOpenOperation(trx, locked.id)) ?? fail('nothing_to_resolve')
    if (!isResolvable(open.state)) return fail('nothing_to_resolve')
    const closing = { by: actorOf(caller), resolution: body.reason }
    if (body.outcome === 'happened') {
      await applyOutcome(trx, locked, open, { class: 'confirmed' })
      await settleOperation(trx, open.id, { state: 'confirmed' }, closing)
    } else {
      await settleOperation(trx, open.id, { state: 'rejected', errorMsg: body.reason }, closing)
      await updateInvoice(trx, locked, { failed: open.kind === 'create', errorMsg: body.reason })
    }
    await insertAction(trx, {
      recordType: 'Integration payments',
      actor: await getUserName(trx, caller.userId),
      action: body.outcome === 'happened' ? 'operation.confirmed' : 'operation.rejected',
      subject: locked.id,
      detail: { ...aboutOperation(locked, open), outcome: body.outcome, reason: body.reason },
    })
    if (body.outcome === 'happened' && open.reissue) await reissueAfter(deps, trx, locked, open)
    return locked
  })
  await deps.live.publish(accountId, invoiceChanged(invoice))
  return showInvoiceById(deps, accountId, invoice.id)
}
