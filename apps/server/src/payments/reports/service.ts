import { fromLocalTime } from '@patchbay/contract/base/local-time'
import { type Minor, ZERO } from '@patchbay/contract/base/money'
import { type DiscrepancyKind, RESOLVED_BY_SYSTEM } from '@patchbay/contract/payments/discrepancy-rules'
import type { InvoiceOwner } from '@patchbay/contract/payments/invoice-rules'
import {
  classifyReport,
  type InvoiceFacts,
  type ModuleReport,
  type ReportDecision,
  readReport,
  readSum,
} from '@patchbay/contract/payments/report-rules'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../lib/db/database.ts'
import { inAccount } from '../../lib/db/transaction.ts'
import { insertDiscrepancy, updateResolved } from '../discrepancies/store.ts'
import { moveInvoice } from '../invoices/service.ts'
import {
  type Cause,
  type Details,
  findInvoiceOwner,
  type Invoice,
  listVisited,
  lockInvoice,
  updateInvoice,
} from '../invoices/store.ts'
import { invoiceChanged } from '../invoices/view.ts'
import { reissueAfter } from '../issuing/service.ts'
import { logOutcome } from '../operations/log-service.ts'
import { lockOpenOperation, type Operation, settleOperation } from '../operations/store.ts'
import { applyRefund } from '../refunds/service.ts'
import { listRefunds } from '../refunds/store.ts'
import { insertReport, listPendingReports } from './store.ts'

/** Whether the sender may report about an invoice of this module and shop. */
export type MayReport = (trx: Db, owner: InvoiceOwner) => Promise<boolean> | boolean

export type ReportResult = { ok: true } | { ok: false; discrepancy: DiscrepancyKind }

const factsOf = async (trx: Db, invoice: Invoice, open: Operation | undefined): Promise<InvoiceFacts> => ({
  ...invoice,
  visited: await listVisited(trx, invoice.id),
  refunds: await listRefunds(trx, invoice),
  open,
})

const detailsOf = (said: ModuleReport['said'], invoice: Invoice, zone: string): Details => {
  // D-91. A report is evidence about money: a time that cannot be read does not invalidate it.
  const timeOf = (text: string | undefined) => (text === undefined ? undefined : fromLocalTime(text, zone))
  const [paidAt, expiredAt] = [timeOf(said.paidAt), timeOf(said.expiredAt)]
  const discount = readSum(said.discountAmount, invoice.currency)
  return {
    ...(said.paymentId !== undefined && invoice.externalId === null && { externalId: said.paymentId }),
    ...(said.invoiceUrl !== undefined && { link: said.invoiceUrl }),
    ...(said.cancellationDetails !== undefined && { cancellationDetails: said.cancellationDetails }),
    ...(paidAt && { paidAt }),
    ...(expiredAt && { expiredAt }),
    ...(said.refundable !== undefined && { refundable: said.refundable }),
    ...(said.cancellable !== undefined && { cancellable: said.cancellable }),
    ...(discount && { discountAmount: discount }),
  }
}

/** Classifies one report and applies it, or returns the discrepancy. The invoice is locked. */
const applyOne = async (
  deps: Deps,
  trx: Db,
  invoice: Invoice,
  { said, inboxId, actor, zone }: { said: ModuleReport['said']; inboxId: number; actor: string; zone: string },
): Promise<{ invoice: Invoice } | DiscrepancyKind> => {
  // The module rejected its creation, and another invoice may have replaced it.
  if (invoice.failed) return 'forbidden-move'
  const open = await lockOpenOperation(trx, invoice.id)
  const report = readReport(said, invoice.currency)
  if (typeof report === 'string') return report
  const decision = classifyReport(await factsOf(trx, invoice, open), report)
  if (!decision.ok) return decision.discrepancy
  const details = detailsOf(said, invoice, zone)
  if (Object.keys(details).length > 0) await updateInvoice(trx, invoice, details)
  const cause = { cause: `inbox:${inboxId}`, actor }
  const money = { discount: report.discount ?? ZERO, comment: said.refund?.comment ?? '' }
  const after = await applyReport(trx, { ...invoice, ...details }, decision, cause, money)
  if (open && decision.operation) {
    const settled =
      decision.operation === 'rejected'
        ? { state: 'rejected' as const, errorMsg: said.refund?.comment || 'The payment system canceled the refund' }
        : { state: decision.operation }
    await settleOperation(trx, open.id, settled, { by: actor, refundExternalId: said.refund?.id })
    if ('errorMsg' in settled) await updateInvoice(trx, invoice, { errorMsg: settled.errorMsg })
    await logOutcome(trx, invoice, open, settled.state, 'errorMsg' in settled ? settled.errorMsg : undefined)
    if (decision.operation === 'confirmed' && open.reissue) await reissueAfter(deps, trx, invoice, open)
  }
  return { invoice: after }
}

/** Applies reports that arrived before the status they follow. */
const applyPending = async (
  deps: Deps,
  trx: Db,
  invoice: Invoice,
  by: { actor: string; zone: string },
): Promise<void> => {
  let current = invoice
  for (const early of await listPendingReports(trx, invoice.id)) {
    const said = early.report as ModuleReport['said']
    const applied = await applyOne(deps, trx, current, { said, inboxId: early.inboxId, ...by })
    if (typeof applied === 'string') continue
    current = applied.invoice
    await updateResolved(trx, early.discrepancyId, RESOLVED_BY_SYSTEM, 'applied after the report it follows')
  }
}

/** D-42, D-46: stores a report, classifies it, and applies it or records a discrepancy. */
export const receiveReport = async (
  deps: Deps,
  accountId: number,
  report: ModuleReport & { mayFor: MayReport },
): Promise<ReportResult> => {
  const { source, invoiceId, said } = report
  const { timezone } = await deps.accounts.account(accountId)
  const { result, changed } = await inAccount(deps.db, accountId, async (trx) => {
    const inboxId = await insertReport(trx, { source, invoiceId, report: said })
    const invoice = invoiceId === undefined ? undefined : await lockInvoice(trx, invoiceId)
    const owner = invoice && (await findInvoiceOwner(trx, invoice.id))
    const disagree = async (kind: DiscrepancyKind) => {
      const moduleCode = owner?.moduleCode ?? null
      await insertDiscrepancy(trx, {
        inboxId,
        invoiceId: invoiceId ?? null,
        moduleCode,
        kind,
        detail: { source, said },
      })
      return { result: { ok: false, discrepancy: kind } as const, changed: undefined }
    }
    if (!invoice || !owner) return disagree('unknown-invoice')
    if (!(await report.mayFor(trx, owner))) return disagree('foreign-invoice')
    const actor = `module:${owner.moduleCode}`
    const applied = await applyOne(deps, trx, invoice, { said, inboxId, actor, zone: timezone })
    if (typeof applied === 'string') return disagree(applied)
    if (applied.invoice.status !== invoice.status)
      await applyPending(deps, trx, applied.invoice, { actor, zone: timezone })
    return { result: { ok: true } as const, changed: invoice }
  })
  if (changed) await deps.live.publish(accountId, invoiceChanged(changed))
  await deps.lanes.notifyWorkers()
  return result
}

/** Applies a classified report. */
const applyReport = async (
  trx: Db,
  invoice: Invoice,
  decision: Extract<ReportDecision, { ok: true }>,
  cause: Cause,
  { discount, comment }: { discount: Minor; comment: string },
): Promise<Invoice> => {
  let current = invoice
  for (const to of decision.moves.filter((status) => status !== 'refundSucceeded')) {
    current = await moveInvoice(trx, current, to, cause, discount)
  }
  for (const effect of decision.refunds) current = await applyRefund(trx, current, effect, comment, cause)
  return decision.moves.includes('refundSucceeded') ? moveInvoice(trx, current, 'refundSucceeded', cause) : current
}
