import { missing } from '@patchbay/contract/base/not-found'
import { DISCREPANCY_REASONS } from '@patchbay/contract/payments/discrepancy-rules'
import type { updateInvoice } from '@patchbay/contract/payments/reports'
import type { Deps } from '../../deps.ts'
import { retryOnOutage } from '../../lib/db/retry-on-outage.ts'
import { fail } from '../../lib/errors.ts'
import type { Action } from '../../lib/http-in/route.ts'
import { readUuid } from '../../lib/text/uuid.ts'
import { mayNow } from '../../platform/api-keys/service.ts'
import { aboutInvoice, canReportInvoice } from '../invoices/rules.ts'
import { type MayReport, receiveReport } from './service.ts'

/** P-17, D-42, D-53 */
export const receiveUpdate: Action<Deps, typeof updateInvoice> = async (deps, caller, { body }, http) => {
  const { invoiceUuid, ...said } = body.updateInvoice
  http.about(aboutInvoice(invoiceUuid.toLowerCase()))
  const mayFor: MayReport = async (trx, owner) => {
    const may = await mayNow(trx, caller, (key) => canReportInvoice(key, owner))
    if (may) http.from(owner.moduleCode)
    return may
  }
  const report = { source: `key:${caller.keyId}`, invoiceId: readUuid(invoiceUuid), said, mayFor }
  const result = await retryOnOutage(deps.log, () => receiveReport(deps, caller.accountId, report))
  if (result.ok) return { success: true }
  const { discrepancy } = result
  if (discrepancy === 'unknown-invoice' || discrepancy === 'foreign-invoice') {
    return fail('not_found', missing('Invoice', 'invoiceUuid', invoiceUuid))
  }
  if (discrepancy === 'unknown-status') return fail('invoice_status_unknown', { values: { status: said.status ?? '' } })
  return fail('invoice_disagrees', { values: { reason: DISCREPANCY_REASONS[discrepancy] } })
}
