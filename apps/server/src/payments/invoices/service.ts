import { add, compare, type Minor, readMoney, subtract, toDecimal, ZERO } from '@patchbay/contract/base/money'
import type { InvoiceStatus } from '@patchbay/contract/payments/operations'
import { updatePaymentStatus } from '../../crm/order-payments/store.ts'
import { insertTimeline } from '../../crm/timeline/store.ts'
import type { Db } from '../../lib/db/database.ts'
import { insertDiscrepancy } from '../discrepancies/store.ts'
import { findMappedStatus } from '../issuing/store.ts'
import { goalOf, type Outcome } from '../operations/rules.ts'
import type { Operation } from '../operations/store.ts'
import type { Judgement, RefundEffect } from '../reports/rules.ts'
import {
  type Cause,
  type Invoice,
  insertRefund,
  type Ledger,
  listRefunds,
  moveInvoice,
  updateInvoice,
  updateRefund,
} from './store.ts'

// What a confirmed operation or an accepted report does to an invoice, inside the transaction that holds its lock.

const ledgerAfter = (invoice: Invoice, to: InvoiceStatus, discount: Minor): Ledger => {
  if (to === 'waitingForCapture') return { authorised: invoice.amount }
  if (to === 'succeeded') return { captured: subtract(invoice.amount, discount) }
  return {}
}

/** An amount as history writes it. */
const sumOf = ({ currency }: Invoice, amount: Minor) => ({ amount: toDecimal(amount, currency), currency })

/** One move, with all that follows it in the same transaction: history, timeline, the payment's status (P-18, D-50). */
const move = async (
  trx: Db,
  invoice: Invoice,
  to: InvoiceStatus,
  cause: Cause,
  discount: Minor = ZERO,
): Promise<Invoice> => {
  const ledger = ledgerAfter(invoice, to, discount)
  await moveInvoice(trx, invoice, to, cause, ledger)
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

const countRefund = async (trx: Db, invoice: Invoice, amount: Minor, { actor }: Cause): Promise<Invoice> => {
  const refunded = add(invoice.refunded, amount)
  await updateInvoice(trx, invoice, { refunded })
  const { customerId, orderId } = invoice
  const detail = { invoice: invoice.id, ...sumOf(invoice, amount) }
  await insertTimeline(trx, { customerId, orderId, kind: 'invoice.refunded', actor, detail })
  return { ...invoice, refunded }
}

const applyRefund = async (
  trx: Db,
  invoice: Invoice,
  effect: RefundEffect,
  comment: string,
  cause: Cause,
): Promise<Invoice> => {
  if (effect.kind === 'new') {
    await insertRefund(trx, invoice, { ...effect, comment })
    return effect.status === 'succeeded' ? countRefund(trx, invoice, effect.amount, cause) : invoice
  }
  const known = (await listRefunds(trx, invoice)).find(({ id }) => id === effect.id)
  await updateRefund(trx, effect.id, effect)
  return effect.counts && known ? countRefund(trx, invoice, known.amount, cause) : invoice
}

/** Makes a report's judgement true. */
export const applyJudgement = async (
  trx: Db,
  invoice: Invoice,
  judged: Extract<Judgement, { ok: true }>,
  cause: Cause,
  { discount, comment }: { discount: Minor; comment: string },
): Promise<Invoice> => {
  let current = invoice
  for (const to of judged.moves.filter((status) => status !== 'refundSucceeded')) {
    current = await move(trx, current, to, cause, discount)
  }
  for (const effect of judged.refunds) current = await applyRefund(trx, current, effect, comment, cause)
  return judged.moves.includes('refundSucceeded') ? move(trx, current, 'refundSucceeded', cause) : current
}

const applyRefundAnswer = async (
  trx: Db,
  invoice: Invoice,
  operation: Operation,
  outcome: Extract<Outcome, { class: 'confirmed' | 'accepted' }>,
  cause: Cause,
): Promise<Invoice> => {
  const asked = operation.amount ?? subtract(invoice.captured, invoice.refunded)
  const said = outcome.refund?.amount === undefined ? undefined : readMoney(outcome.refund.amount, invoice.currency)
  const left = subtract(invoice.captured, invoice.refunded)
  const isFit = said?.ok && compare(said.value, ZERO) > 0 && compare(said.value, left) <= 0
  const amount = isFit ? said.value : asked
  if (said && (!said.ok || said.value !== asked)) {
    await insertDiscrepancy(trx, {
      inboxId: null,
      invoiceId: invoice.id,
      moduleCode: null,
      kind: 'wrong-amount',
      detail: { operation: operation.id, refunded: outcome.refund?.amount },
    })
  }
  const known = (await listRefunds(trx, invoice)).find(({ operationId }) => operationId === operation.id)
  const status = outcome.class === 'confirmed' ? 'succeeded' : 'pending'
  const externalId = outcome.refund?.externalId ?? known?.externalId ?? null
  const comment = outcome.refund?.comment ?? ''
  if (!known) await insertRefund(trx, invoice, { externalId, operationId: operation.id, amount, status, comment })
  else if (externalId !== null) await updateRefund(trx, known.id, { externalId, status })
  if (status === 'pending') return invoice
  const counted = await countRefund(trx, invoice, known?.amount ?? amount, cause)
  return counted.refunded === counted.captured ? move(trx, counted, 'refundSucceeded', cause) : counted
}

/** D-44: an explicit success moves the invoice along its one edge at once. */
export const applyAnswer = async (
  trx: Db,
  invoice: Invoice,
  operation: Operation,
  outcome: Extract<Outcome, { class: 'confirmed' | 'accepted' }>,
): Promise<Invoice> => {
  const cause = { cause: `operation:${operation.id}`, actor: operation.requestedBy }
  if (operation.kind === 'refund') return applyRefundAnswer(trx, invoice, operation, outcome, cause)
  if (outcome.class !== 'confirmed') return invoice
  if (outcome.created) {
    const { externalId, link, cancellable } = outcome.created
    await updateInvoice(trx, invoice, { externalId, link, ...(cancellable !== undefined && { cancellable }) })
  }
  const goal = goalOf(operation.kind, invoice.status)
  if (goal === undefined) throw new Error(`${operation.kind} was confirmed for an invoice that is ${invoice.status}`)
  return move(trx, invoice, goal, cause)
}
