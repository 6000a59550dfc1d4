import { type Minor, toDecimal, ZERO } from '@patchbay/contract/base/money'
import { isOutdated } from '@patchbay/contract/payments/check-rules'
import { type InvoiceStatus, OPERATION_KINDS } from '@patchbay/contract/payments/statuses'
import type { WorkspaceInvoice } from '@patchbay/contract/payments/workspace/invoices'
import Type from 'typebox'
import type { OrderPayment } from '../../crm/order-payments/rules.ts'
import { followInvoice } from '../../crm/order-payments/service.ts'
import { ANSWER_PENDING } from '../../crm/tasks/rules.ts'
import { completeTasks } from '../../crm/tasks/store.ts'
import { insertTimeline } from '../../crm/timeline/store.ts'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../lib/db/database.ts'
import { inAccount } from '../../lib/db/transaction.ts'
import { fail } from '../../lib/errors.ts'
import { defineJob } from '../../lib/queue/jobs.ts'
import { findModuleById, type Module } from '../../platform/modules/store.ts'
import { findCheckFacts } from '../checks/store.ts'
import { actionPath, isOpen } from '../operations/rules.ts'
import { findLastOperation } from '../operations/store.ts'
import { listRefunds } from '../refunds/store.ts'
import { findMappedStatus } from '../settings/store.ts'
import { NOTICE_OF, notifyOfPayment } from './notice-service.ts'
import { type Abilities, ledgerAfter, offersFor, paymentAfter, whyPaymentStays } from './rules.ts'
import {
  type Cause,
  getInvoice,
  type Invoice,
  listHistory,
  lockLiveInvoice,
  updateInvoice,
  updateInvoiceStatus,
} from './store.ts'
import { viewInvoice } from './view.ts'

/** An amount as the timeline stores it. */
export const sumOf = ({ currency }: Invoice, amount: Minor) => ({ amount: toDecimal(amount, currency), currency })

/** One move with all its effects: history, timeline, the payment's status (P-18, D-50). The caller holds the invoice's lock. */
export const moveInvoice = async (
  trx: Db,
  invoice: Invoice,
  to: InvoiceStatus,
  cause: Cause,
  discount: Minor = ZERO,
): Promise<Invoice> => {
  const ledger = ledgerAfter(to, invoice.amount, discount)
  await updateInvoiceStatus(trx, invoice, to, cause, ledger)
  await insertTimeline(trx, {
    customerId: invoice.customerId,
    orderId: invoice.orderId,
    kind: 'invoice',
    actor: cause.actor,
    detail: { invoice: invoice.id, status: [invoice.status, to], ...sumOf(invoice, invoice.amount) },
  })
  const paidAt = to === 'succeeded' ? (invoice.paidAt ?? new Date()) : undefined
  const change = paymentAfter(await findMappedStatus(trx, invoice.paymentId, to), paidAt)
  if (change) await followInvoice(trx, invoice.paymentId, { ...change, actor: cause.actor })
  if (paidAt && invoice.paidAt === null) await updateInvoice(trx, invoice, { paidAt })
  // The customer has answered the payment link.
  if (to === 'succeeded' || to === 'waitingForCapture')
    await completeTasks(trx, { orderId: invoice.orderId, kind: ANSWER_PENDING, because: 'paid' })
  const notice = NOTICE_OF[to]
  if (notice) await notifyOfPayment(trx, invoice, notice, cause.actor)
  return { ...invoice, ...ledger, status: to, ...(paidAt && { paidAt }) }
}

/** D-51: guard of order payments. The invoice is locked, so it cannot be paid while its payment is being deleted. */
export const rejectInvoicedPayment = async (trx: Db, payment: OrderPayment): Promise<void> => {
  const reason = whyPaymentStays((await lockLiveInvoice(trx, payment.id))?.status)
  if (reason) fail('payment_in_use', { values: { reason } })
}

/** What the module of an invoice can do with it. */
export const abilitiesOf = (invoice: Invoice, module: Module | undefined): Abilities => ({
  registered: module ? OPERATION_KINDS.filter((kind) => actionPath(module, kind) !== undefined) : [],
  refundable: invoice.refundable,
  cancellable: invoice.cancellable,
  named: invoice.externalId !== null,
})

export const showInvoiceById = (
  deps: Deps,
  accountId: number,
  id: string,
): Promise<{ success: true; invoice: WorkspaceInvoice }> =>
  inAccount(deps.db, accountId, async (trx) => ({
    success: true,
    invoice: await loadInvoiceView(trx, await getInvoice(trx, id)),
  }))

export const loadInvoiceView = async (trx: Db, invoice: Invoice): Promise<WorkspaceInvoice> => {
  const facts = await findCheckFacts(trx, invoice.id)
  const isUnpaid = invoice.status === 'pending' || invoice.status === 'waitingForCapture'
  const stale = isUnpaid && facts !== undefined && isOutdated(facts)
  const module = await findModuleById(trx, invoice.moduleId)
  const operation = await findLastOperation(trx, invoice.id)
  const offers = offersFor({
    ...abilitiesOf(invoice, module),
    status: invoice.status,
    hasLink: invoice.link !== null,
    hasOpenOperation: operation !== undefined && isOpen(operation.state),
    stale,
    shopGone: facts?.shopGone === true,
    moduleOff: facts?.moduleOff !== false,
    paymentPaid: facts?.paymentPaid === true,
  })
  return viewInvoice(invoice, {
    stale,
    owed: facts?.owed ?? ZERO,
    offers,
    operation,
    refunds: await listRefunds(trx, invoice),
    history: await listHistory(trx, invoice.id),
  })
}

/** P-16 */
export const SEND_LINK_EMAIL = defineJob({
  name: 'payments.send-link',
  payload: Type.Object({ accountId: Type.Integer(), invoiceId: Type.String(), to: Type.String() }),
})
