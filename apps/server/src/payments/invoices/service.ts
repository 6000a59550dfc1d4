import { type Minor, subtract, toDecimal, ZERO } from '@patchbay/contract/base/money'
import type { InvoiceStatus } from '@patchbay/contract/payments/statuses'
import type { WorkspaceInvoice } from '@patchbay/contract/payments/workspace/invoices'
import Type from 'typebox'
import type { OrderPayment } from '../../crm/order-payments/rules.ts'
import { updatePaymentStatus } from '../../crm/order-payments/store.ts'
import { insertTimeline } from '../../crm/timeline/store.ts'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../lib/db/database.ts'
import { inAccount } from '../../lib/db/transaction.ts'
import { fail } from '../../lib/errors.ts'
import { defineJob } from '../../lib/queue/jobs.ts'
import { isStale } from '../checks/store.ts'
import { findLastOperation } from '../operations/store.ts'
import { listRefunds } from '../refunds/store.ts'
import { findMappedStatus } from '../settings/store.ts'
import {
  type Cause,
  findInvoice,
  type Invoice,
  type Ledger,
  listHistory,
  lockLiveInvoice,
  updateInvoice,
  updateInvoiceStatus,
} from './store.ts'
import { offers, viewOperation } from './view.ts'

// What a confirmed operation or an accepted report does to an invoice, inside the transaction that holds its lock.

const ledgerAfter = (invoice: Invoice, to: InvoiceStatus, discount: Minor): Ledger => {
  if (to === 'waitingForCapture') return { authorised: invoice.amount }
  if (to === 'succeeded') return { captured: subtract(invoice.amount, discount) }
  return {}
}

/** An amount as history writes it. */
export const sumOf = ({ currency }: Invoice, amount: Minor) => ({ amount: toDecimal(amount, currency), currency })

/** One move, with all that follows it in the same transaction: history, timeline, the payment's status (P-18, D-50). */
export const moveInvoice = async (
  trx: Db,
  invoice: Invoice,
  to: InvoiceStatus,
  cause: Cause,
  discount: Minor = ZERO,
): Promise<Invoice> => {
  const ledger = ledgerAfter(invoice, to, discount)
  await updateInvoiceStatus(trx, invoice, to, cause, ledger)
  await insertTimeline(trx, {
    customerId: invoice.customerId,
    orderId: invoice.orderId,
    kind: 'invoice',
    actor: cause.actor,
    detail: { invoice: invoice.id, status: [invoice.status, to], ...sumOf(invoice, invoice.amount) },
  })
  const mapped = await findMappedStatus(trx, invoice.paymentId, to)
  const paidAt = to === 'succeeded' ? (invoice.paidAt ?? new Date()) : undefined
  if (mapped) {
    await updatePaymentStatus(trx, invoice.paymentId, {
      status: mapped.status,
      paidAt: mapped.complete ? paidAt : undefined,
    })
  }
  if (paidAt && invoice.paidAt === null) await updateInvoice(trx, invoice, { paidAt })
  return { ...invoice, ...ledger, status: to, ...(paidAt && { paidAt }) }
}

/** Why this payment may not be taken off its order; undefined: it may. Its invoice is locked: it is not paid meanwhile. */
export const rejectInvoicedPayment = async (trx: Db, payment: OrderPayment): Promise<string | undefined> => {
  const invoice = await lockLiveInvoice(trx, payment.id)
  if (invoice?.status === 'waitingForCapture') return 'the money is on hold. Approve or cancel the invoice first'
  return invoice?.status === 'succeeded' ? 'it is paid. Refund the invoice first' : undefined
}

export const shown = (
  deps: Deps,
  accountId: number,
  id: string,
): Promise<{ success: true; invoice: WorkspaceInvoice }> =>
  inAccount(deps.db, accountId, async (trx) => {
    const invoice = (await findInvoice(trx, id)) ?? fail('not_found')
    return { success: true, invoice: await viewInvoice(trx, invoice) }
  })

export const viewInvoice = async (trx: Db, invoice: Invoice): Promise<WorkspaceInvoice> => {
  const sum = (amount: Invoice['amount']) => toDecimal(amount, invoice.currency)
  const operation = await findLastOperation(trx, invoice.id)
  const live = invoice.status === 'pending' || invoice.status === 'waitingForCapture'
  const stale = live && (await isStale(trx, invoice.id))
  const history = await listHistory(trx, invoice.id)
  const refunds = await listRefunds(trx, invoice)
  return {
    id: invoice.id,
    paymentId: invoice.paymentId,
    orderId: invoice.orderId,
    ...(invoice.status !== null && { status: invoice.status }),
    amount: sum(invoice.amount),
    currency: invoice.currency,
    ...(invoice.link !== null && { link: invoice.link }),
    ...(invoice.errorMsg !== null && { errorMsg: invoice.errorMsg }),
    createdAt: invoice.createdAt.toISOString(),
    ...(invoice.expiredAt && { expiredAt: invoice.expiredAt.toISOString() }),
    stale,
    ledger: {
      authorised: sum(invoice.authorised),
      captured: sum(invoice.captured),
      refunded: sum(invoice.refunded),
      refundable: sum(subtract(invoice.captured, invoice.refunded)),
    },
    offers: offers(invoice, stale, operation),
    ...(operation && { operation: viewOperation(operation) }),
    refunds: refunds.map(({ amount, status, comment, createdAt }) => ({
      amount: sum(amount),
      status,
      comment,
      createdAt: createdAt.toISOString(),
    })),
    history: history.map(({ at, to, actor }) => ({ at: at.toISOString(), to, actor })),
  }
}

/** P-16 */
export const SEND_LINK_EMAIL = defineJob({
  name: 'payments.send-link',
  payload: Type.Object({ accountId: Type.Integer(), invoiceId: Type.String(), to: Type.String() }),
})
