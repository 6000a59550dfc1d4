import { type Minor, ZERO } from '@patchbay/contract/base/money'
import type { Db } from '../../lib/db/database.ts'
import { inAccount } from '../../lib/db/transaction.ts'
import { readTime } from '../../lib/text/utc-time.ts'
import { findModuleById } from '../../platform/modules/store.ts'
import type { DiscrepancyKind } from '../discrepancies/rules.ts'
import { insertDiscrepancy, updateResolved } from '../discrepancies/store.ts'
import { moveInvoice } from '../invoices/service.ts'
import { type Cause, type Details, type Invoice, listVisited, lockInvoice, updateInvoice } from '../invoices/store.ts'
import { invoiceChanged } from '../invoices/view.ts'
import { reissueAfter } from '../issuing/service.ts'
import { decisionsOf, type PaymentDeps } from '../operations/decisions.ts'
import { lockOpenOperation, type Operation, settleOperation } from '../operations/store.ts'
import { applyRefund } from '../refunds/service.ts'
import { listRefunds } from '../refunds/store.ts'
import { type InvoiceFacts, type ModuleReport, type ReportDecision, readReport, readSum } from './rules.ts'
import { insertReport, listPendingReports } from './store.ts'

export type ReportResult = { ok: true } | { ok: false; discrepancy: DiscrepancyKind }

const factsOf = async (trx: Db, invoice: Invoice, open: Operation | undefined): Promise<InvoiceFacts> => ({
  ...invoice,
  visited: await listVisited(trx, invoice.id),
  refunds: await listRefunds(trx, invoice),
  open,
})

const detailsOf = (said: ModuleReport['said'], invoice: Invoice): Details => {
  const discount = readSum(said.discountAmount, invoice.currency)
  return {
    ...(said.paymentId !== undefined && invoice.externalId === null && { externalId: said.paymentId }),
    ...(said.invoiceUrl !== undefined && { link: said.invoiceUrl }),
    ...(said.cancellationDetails !== undefined && { cancellationDetails: said.cancellationDetails }),
    ...(said.paidAt !== undefined && { paidAt: readTime(said.paidAt) }),
    ...(said.expiredAt !== undefined && { expiredAt: readTime(said.expiredAt) }),
    ...(said.refundable !== undefined && { refundable: said.refundable }),
    ...(said.cancellable !== undefined && { cancellable: said.cancellable }),
    ...(discount && { discountAmount: discount }),
  }
}

/** Judges one fact and makes it true, or says where it disagrees. The invoice is locked. */
const applyOne = async (
  deps: PaymentDeps,
  trx: Db,
  invoice: Invoice,
  { said, inboxId, actor }: { said: ModuleReport['said']; inboxId: number; actor: string },
): Promise<{ invoice: Invoice } | DiscrepancyKind> => {
  // The module refused to create it, and another may have taken its place.
  if (invoice.failed) return 'forbidden-move'
  const open = await lockOpenOperation(trx, invoice.id)
  const report = readReport(said, invoice.currency)
  if (typeof report === 'string') return report
  const judged = decisionsOf(deps).judgeReport(await factsOf(trx, invoice, open), report)
  if (!judged.ok) return judged.discrepancy
  const details = detailsOf(said, invoice)
  if (Object.keys(details).length > 0) await updateInvoice(trx, invoice, details)
  const cause = { cause: `inbox:${inboxId}`, actor }
  const words = { discount: report.discount ?? ZERO, comment: said.refund?.comment ?? '' }
  const after = await applyReport(trx, { ...invoice, ...details }, judged, cause, words)
  if (open && judged.operation) {
    const settled =
      judged.operation === 'rejected'
        ? { state: 'rejected' as const, errorMsg: said.refund?.comment || 'The payment system canceled the refund' }
        : { state: judged.operation }
    await settleOperation(trx, open.id, settled, { by: actor, refundExternalId: said.refund?.id })
    if (judged.operation === 'confirmed' && open.reissue) await reissueAfter(deps, trx, invoice, open)
  }
  return { invoice: after }
}

/** What came before its predecessor has waited for this moment. */
const applyPending = async (deps: PaymentDeps, trx: Db, invoice: Invoice, actor: string): Promise<void> => {
  let current = invoice
  for (const early of await listPendingReports(trx, invoice.id)) {
    const said = early.report as ModuleReport['said']
    const taken = await applyOne(deps, trx, current, { said, inboxId: early.inboxId, actor })
    if (typeof taken === 'string') continue
    current = taken.invoice
    await updateResolved(trx, early.discrepancyId, 'system', 'What it follows was reported later; it has been applied')
  }
}

/** D-42, D-46: writes a fact down, judges it, and makes it true if it can be. */
export const receiveReport = async (
  deps: PaymentDeps,
  accountId: number,
  told: ModuleReport,
): Promise<ReportResult> => {
  const { source, invoiceId, said } = told
  const result = await inAccount(deps.db, accountId, async (trx) => {
    const inboxId = await insertReport(trx, { source, invoiceId, report: said })
    const invoice = invoiceId === undefined ? undefined : await lockInvoice(trx, invoiceId)
    const module = invoice && (await findModuleById(trx, invoice.moduleId))
    const disagree = async (kind: DiscrepancyKind) => {
      const moduleCode = module?.code ?? null
      await insertDiscrepancy(trx, {
        inboxId,
        invoiceId: invoiceId ?? null,
        moduleCode,
        kind,
        detail: { source, said },
      })
      return { verdict: { ok: false, discrepancy: kind } as const, invoice: undefined }
    }
    if (!invoice || !module) return disagree('unknown-invoice')
    if (!told.mayFor(module.code)) return disagree('foreign-invoice')
    const actor = `module:${module.code}`
    const taken = await applyOne(deps, trx, invoice, { said, inboxId, actor })
    if (typeof taken === 'string') return disagree(taken)
    if (taken.invoice.status !== invoice.status) await applyPending(deps, trx, taken.invoice, actor)
    return { verdict: { ok: true } as const, invoice }
  })
  if (result.invoice) await deps.live.publish(accountId, invoiceChanged(result.invoice))
  await deps.lanes.notifyWorkers()
  return result.verdict
}

/** Makes a report's judgement true. */
const applyReport = async (
  trx: Db,
  invoice: Invoice,
  judged: Extract<ReportDecision, { ok: true }>,
  cause: Cause,
  { discount, comment }: { discount: Minor; comment: string },
): Promise<Invoice> => {
  let current = invoice
  for (const to of judged.moves.filter((status) => status !== 'refundSucceeded')) {
    current = await moveInvoice(trx, current, to, cause, discount)
  }
  for (const effect of judged.refunds) current = await applyRefund(trx, current, effect, comment, cause)
  return judged.moves.includes('refundSucceeded') ? moveInvoice(trx, current, 'refundSucceeded', cause) : current
}
