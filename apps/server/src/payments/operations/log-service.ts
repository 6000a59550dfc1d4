import { type Minor, toDecimal } from '@patchbay/contract/base/money'
import type { OperationKind, OperationState } from '@patchbay/contract/payments/statuses'
import type { ActionCode } from '@patchbay/contract/platform/workspace/action-log'
import type { Db } from '../../lib/db/database.ts'
import { insertAction } from '../../platform/action-log/store.ts'
import type { Module } from '../../platform/modules/store.ts'
import { getUserName } from '../../platform/users/store.ts'
import type { Invoice } from '../invoices/store.ts'
import type { Operation } from './store.ts'

// What people and modules did with invoices, in the action log: who, which sum, what came of it.

const INTEGRATION_PAYMENTS = 'Integration payments' as const

const ACTIONS: Record<OperationKind, ActionCode> = {
  create: 'invoice.issue',
  approve: 'invoice.approve',
  cancel: 'invoice.cancel',
  refund: 'invoice.refund',
}

/** user:7 → her e-mail address; whatever else it is stays as it is written. */
export const nameOfActor = async (trx: Db, actor: string): Promise<string> => {
  const userId = /^user:(\d+)$/.exec(actor)?.[1]
  return userId === undefined ? actor : getUserName(trx, Number(userId))
}

const sumOf = ({ orderNumber, currency }: Invoice, amount: Minor) => ({
  order: orderNumber,
  amount: toDecimal(amount, currency),
  currency,
})

/** The sum that an operation is about. */
export const aboutOperation = (invoice: Invoice, { id, kind, amount }: Operation) => ({
  operation: id,
  kind,
  ...sumOf(invoice, amount ?? invoice.amount),
})

export const logOutcome = async (
  trx: Db,
  invoice: Invoice,
  operation: Operation,
  outcome: OperationState,
  errorMsg?: string,
): Promise<void> =>
  insertAction(trx, {
    recordType: INTEGRATION_PAYMENTS,
    actor: await nameOfActor(trx, operation.requestedBy),
    action: ACTIONS[operation.kind],
    subject: invoice.id,
    detail: { ...aboutOperation(invoice, operation), outcome, ...(errorMsg !== undefined && { errorMsg }) },
  })

/** D-51: the new invoice, or why there is none. */
export const logReissue = async (
  trx: Db,
  invoice: Invoice,
  requestedBy: string,
  issued: { invoiceId: string; amount: Minor } | { refusal: string },
): Promise<void> =>
  insertAction(trx, {
    recordType: INTEGRATION_PAYMENTS,
    actor: await nameOfActor(trx, requestedBy),
    action: 'invoice.reissue',
    subject: invoice.id,
    detail:
      'refusal' in issued
        ? { ...sumOf(invoice, invoice.amount), outcome: 'rejected', errorMsg: issued.refusal }
        : { ...sumOf(invoice, issued.amount), outcome: 'confirmed', invoice: issued.invoiceId },
  })

/** P-22: an answer that is not what was agreed on is on record, with what was asked. */
export const logInvalidReply = (
  trx: Db,
  module: Module,
  operation: Operation,
  reason: string,
  answer: string,
): Promise<void> =>
  insertAction(trx, {
    recordType: INTEGRATION_PAYMENTS,
    actor: `module ${module.code}`,
    action: 'operation.invalid-reply',
    subject: operation.invoiceId,
    detail: { operation: operation.id, kind: operation.kind, reason, answer: answer.slice(0, 500) },
  })

export const logEscalation = (trx: Db, operation: Operation): Promise<void> =>
  insertAction(trx, {
    recordType: INTEGRATION_PAYMENTS,
    actor: 'system',
    action: 'operation.escalated',
    subject: operation.invoiceId,
    detail: { operation: operation.id, kind: operation.kind },
  })
