import { errorMessage } from '@patchbay/contract/base/errors'
import { isStillPayable } from '@patchbay/contract/payments/check-rules'
import type { createInvoice } from '@patchbay/contract/payments/invoices'
import type { issueInvoice } from '@patchbay/contract/payments/workspace/invoices'
import type { Deps } from '../../deps.ts'
import { inAccount } from '../../lib/db/transaction.ts'
import { AppError, fail } from '../../lib/errors.ts'
import { actorOf } from '../../lib/http-in/callers.ts'
import type { Action } from '../../lib/http-in/route.ts'
import { mayNow } from '../../platform/api-keys/service.ts'
import { findCheckFacts } from '../checks/store.ts'
import { aboutInvoice, canSeeInvoice } from '../invoices/rules.ts'
import { showInvoiceById } from '../invoices/service.ts'
import { findInvoice, findLiveInvoice } from '../invoices/store.ts'
import { runAndWait } from '../operations/service.ts'
import { issueForPayment, lockPayableFor } from './service.ts'

/** D-48: issues an invoice and returns its link, or the link of the pending one if it still matches the order. */
export const createInvoiceFromApi: Action<Deps, typeof createInvoice> = async (deps, caller, { body }, http) => {
  const { paymentId, returnUrl } = body.createInvoice
  const existing = await inAccount(deps.db, caller.accountId, async (trx) => {
    await lockPayableFor(trx, caller, paymentId)
    const live = await findLiveInvoice(trx, paymentId)
    const facts = live && (await findCheckFacts(trx, live.id))
    if (facts && !(await mayNow(trx, caller, (key) => canSeeInvoice(key, facts)))) fail('access_denied')
    const isPayable = live?.status === 'pending' && facts !== undefined && isStillPayable(facts)
    return isPayable ? (live.link ?? undefined) : undefined
  })
  if (existing !== undefined) return { success: true, result: { link: existing } }
  const by = `API key ${caller.keyId}`
  const issued = await issueForPayment(deps, caller.accountId, { paymentId, returnUrl: returnUrl ?? null, by })
  http.about(aboutInvoice(issued.invoiceId))
  const operation = await runAndWait(deps, caller.accountId, issued.operationId)
  const invoice = await inAccount(deps.db, caller.accountId, (trx) => findInvoice(trx, issued.invoiceId))
  if (operation.state === 'rejected') return fail('payment_refused', { values: { errorMsg: operation.errorMsg ?? '' } })
  if (invoice?.link) return { success: true, result: { link: invoice.link } }
  const at = (operation.sentAt ?? operation.createdAt).toISOString()
  throw new AppError('invoice_unconfirmed', { values: { at }, cause: errorMessage('invoice_unconfirmed', { at }) })
}

/** P-08 */
export const issueInvoiceForPayment: Action<Deps, typeof issueInvoice> = async (deps, caller, { params, body }) => {
  const { accountId } = caller
  const { paymentId } = params
  const issued = await issueForPayment(deps, accountId, {
    paymentId,
    returnUrl: body.returnUrl ?? null,
    by: actorOf(caller),
  })
  await runAndWait(deps, accountId, issued.operationId)
  return showInvoiceById(deps, accountId, issued.invoiceId)
}
