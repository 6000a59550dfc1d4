import { add, type Minor } from '@patchbay/contract/base/money'
import { decideRefundedAmount, type RefundEffect } from '@patchbay/contract/payments/refund-rules'
import { insertTimeline } from '../../crm/timeline/store.ts'
import type { Db } from '../../lib/db/database.ts'
import { insertDiscrepancy } from '../discrepancies/store.ts'
import { moveInvoice, sumOf } from '../invoices/service.ts'
import { type Cause, type Invoice, updateInvoice } from '../invoices/store.ts'
import type { CallOutcome } from '../operations/rules.ts'
import type { Operation } from '../operations/store.ts'
import { insertRefund, listRefunds, updateRefund } from './store.ts'

const countRefund = async (trx: Db, invoice: Invoice, amount: Minor, { actor }: Cause): Promise<Invoice> => {
  const refunded = add(invoice.refunded, amount)
  await updateInvoice(trx, invoice, { refunded, errorMsg: null })
  const { customerId, orderId } = invoice
  const detail = { invoice: invoice.id, ...sumOf(invoice, amount) }
  await insertTimeline(trx, { customerId, orderId, kind: 'invoice.refunded', actor, detail })
  return { ...invoice, refunded }
}

export const applyRefund = async (
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

export const applyRefundOutcome = async (
  trx: Db,
  invoice: Invoice,
  operation: Operation,
  outcome: Extract<CallOutcome, { class: 'confirmed' | 'accepted' }>,
  cause: Cause,
): Promise<Invoice> => {
  const { amount, differs } = decideRefundedAmount(invoice, operation.amount, outcome.refund?.amount)
  if (differs) {
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
  return counted.refunded === counted.captured ? moveInvoice(trx, counted, 'refundSucceeded', cause) : counted
}
