import { errorMessage } from '@patchbay/contract/base/errors'
import type { checkInvoice, createInvoice, getInvoice, updateInvoice } from '@patchbay/contract/payments/invoices'
import type { Deps } from '../../deps.ts'
import { orUnavailable } from '../../lib/db/retry-on-outage.ts'
import { inAccount } from '../../lib/db/transaction.ts'
import { AppError, fail } from '../../lib/errors.ts'
import type { KeyCaller } from '../../lib/http-in/callers.ts'
import type { Action } from '../../lib/http-in/route.ts'
import { check, readUuid } from '../checks/actions.ts'
import { findInvoice, findLiveInvoice, listRefunds } from '../invoices/store.ts'
import { presentInvoice } from '../invoices/view.ts'
import { isStale } from '../issuing/store.ts'
import { aboutInvoice } from '../operations/client.ts'
import { runAndWait, storeIssue } from '../operations/operate.ts'
import { DISCREPANCIES } from './rules.ts'
import { takeReport } from './service.ts'

// The payment methods of the integration API. What people do in the workspace is in workspace.ts.

/** A key speaks for the modules that were registered with it, or for the one it was made for. */
const speaksFor = ({ moduleCode, modules }: KeyCaller) => {
  const known = moduleCode === null ? modules : [moduleCode]
  return (code: string): boolean => known.includes(code)
}

/** P-17, D-42, D-53 */
export const update: Action<Deps, typeof updateInvoice> = async (deps, caller, { body }, http) => {
  const { invoiceUuid, ...said } = body.updateInvoice
  http.about(aboutInvoice(invoiceUuid.toLowerCase()))
  const told = { source: `key:${caller.keyId}`, invoiceId: readUuid(invoiceUuid), said, mayFor: speaksFor(caller) }
  const verdict = await orUnavailable(deps.log, () => takeReport(deps, caller.accountId, told))
  if (verdict.ok) return { success: true }
  const { discrepancy } = verdict
  if (discrepancy === 'unknown-invoice' || discrepancy === 'foreign-invoice') return fail('not_found')
  if (discrepancy === 'unknown-status') return fail('invoice_status_unknown', { values: { status: said.status ?? '' } })
  return fail('invoice_disagrees', { values: { reason: DISCREPANCIES[discrepancy] } })
}

/** P-19, D-43, D-53 */
export const checkBeforeCharge: Action<Deps, typeof checkInvoice> = async (deps, caller, { body }, http) => {
  http.about(aboutInvoice(body.check.invoiceUuid.toLowerCase()))
  const refusal = await orUnavailable(deps.log, () => check(deps, caller.accountId, body.check, speaksFor(caller)))
  if (refusal === undefined) return { success: true, result: { success: true } }
  // Some modules read the top, some the result: both say the same.
  return { success: false, errorMsg: refusal, result: { success: false, errorMsg: refusal } }
}

/** D-48: issues an invoice and gives its link; the link of the one that is open already, if it still fits the order. */
export const create: Action<Deps, typeof createInvoice> = async (deps, caller, { body }, http) => {
  const { paymentId, returnUrl } = body.createInvoice
  const existing = await inAccount(deps.db, caller.accountId, async (trx) => {
    const live = await findLiveInvoice(trx, paymentId)
    return live?.status === 'pending' && live.link !== null && !(await isStale(trx, live.id)) ? live.link : undefined
  })
  if (existing !== undefined) return { success: true, result: { link: existing } }
  const by = `API key ${caller.keyId}`
  const issued = await storeIssue(deps, caller.accountId, { paymentId, returnUrl: returnUrl ?? null, by })
  http.about(aboutInvoice(issued.invoiceId))
  const operation = await runAndWait(deps, caller.accountId, issued.operationId)
  const invoice = await inAccount(deps.db, caller.accountId, (trx) => findInvoice(trx, issued.invoiceId))
  if (operation.state === 'rejected') return fail('payment_refused', { values: { errorMsg: operation.errorMsg ?? '' } })
  if (invoice?.link) return { success: true, result: { link: invoice.link } }
  const at = (operation.sentAt ?? operation.createdAt).toISOString()
  throw new AppError('invoice_unconfirmed', { values: { at }, cause: errorMessage('invoice_unconfirmed', { at }) })
}

export const showInvoice: Action<Deps, typeof getInvoice> = (deps, caller, { params }) =>
  inAccount(deps.db, caller.accountId, async (trx) => {
    const id = readUuid(params.invoiceUuid) ?? fail('not_found')
    const invoice = (await findInvoice(trx, id)) ?? fail('not_found')
    return { success: true, invoice: presentInvoice(invoice, await listRefunds(trx, invoice)) }
  })
