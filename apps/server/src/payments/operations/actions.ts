import { type AmountIn, compare, type Minor, readMoney, subtract, toDecimal, ZERO } from '@patchbay/contract/base/money'
import { targetStatus } from '@patchbay/contract/payments/invoice-rules'
import type { OperationKind } from '@patchbay/contract/payments/statuses'
import type { operateInvoice, reissueInvoice } from '@patchbay/contract/payments/workspace/operations'
import { changePayment, type PaymentContext } from '../../crm/order-payments/service.ts'
import { findPayment, getOwed } from '../../crm/order-payments/store.ts'
import { lockOrder } from '../../crm/orders/store.ts'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../lib/db/database.ts'
import { isUnique } from '../../lib/db/pg-errors.ts'
import { inAccount } from '../../lib/db/transaction.ts'
import { fail } from '../../lib/errors.ts'
import { actorOf, readerOf } from '../../lib/http-in/callers.ts'
import type { Action } from '../../lib/http-in/route.ts'
import { isEnabled } from '../../platform/modules/rules.ts'
import { findModuleById } from '../../platform/modules/store.ts'
import { isSupported } from '../invoices/rules.ts'
import { abilitiesOf, showInvoiceById } from '../invoices/service.ts'
import { findLiveInvoice, getInvoice, type Invoice, lockInvoice } from '../invoices/store.ts'
import { getInvoicingModule } from '../issuing/service.ts'
import { lockPayable } from '../issuing/store.ts'
import { nameOfActor } from './log-service.ts'
import { GRACE_SECONDS, operationLane, refundAmount } from './rules.ts'
import { runAndWait } from './service.ts'
import { findOpenOperation, insertOperation, type Operation } from './store.ts'

/** P-11…P-14, D-45, D-47 */
export const operate: Action<Deps, typeof operateInvoice> = async (deps, caller, { params, body }) => {
  const { accountId } = caller
  const { invoiceId } = params
  const { currency } = await inAccount(deps.db, accountId, (trx) => getInvoice(trx, invoiceId))
  const read = body.amount === undefined ? undefined : readMoney(body.amount, currency)
  if (read && !read.ok) return fail('refund_amount_invalid', { values: { reason: read.reason } })
  const request = { invoiceId, kind: body.kind, amount: read?.value, by: actorOf(caller) }
  await runAndWait(deps, accountId, await createOperation(deps, accountId, request))
  return showInvoiceById(deps, accountId, invoiceId)
}

/**
 * D-51, D-87: one request; the new invoice is issued in the transaction that records the cancellation of the old one,
 * for the sum that the payment is given here.
 */
export const reissue: Action<Deps, typeof reissueInvoice> = async (deps, caller, { params, body }) => {
  const { accountId } = caller
  const { invoiceId } = params
  const { paymentId } = await inAccount(deps.db, accountId, (trx) => getInvoice(trx, invoiceId))
  const viewer = readerOf(caller)
  const { timezone: zone } = await deps.accounts.account(accountId)
  const circumstances = { viewer, zone, now: deps.now(), limited: true }
  const before = (trx: Db) => setReissuedSum(trx, paymentId, body.amount, circumstances)
  const request = { invoiceId, kind: 'cancel', reissue: true, by: viewer.actor, before } as const
  await runAndWait(deps, accountId, await createOperation(deps, accountId, request))
  const next = await inAccount(deps.db, accountId, async (trx) => {
    const live = await findLiveInvoice(trx, paymentId)
    return live && live.id !== invoiceId ? { live, open: await findOpenOperation(trx, live.id) } : undefined
  })
  if (next?.open) await runAndWait(deps, accountId, next.open.id)
  return showInvoiceById(deps, accountId, next?.live.id ?? invoiceId)
}

/** D-87: the payment of the new invoice is what the order owes now, or what the manager asks for instead. */
const setReissuedSum = async (
  trx: Db,
  paymentId: number,
  asked: AmountIn | undefined,
  circumstances: PaymentContext,
): Promise<void> => {
  const found = await findPayment(trx, paymentId)
  const order = found && (await lockOrder(trx, found.orderId))
  const payment = order && (await findPayment(trx, paymentId))
  if (!payment) return fail('not_found')
  const owed = await getOwed(trx, order, paymentId)
  if (compare(owed, ZERO) <= 0) return fail('payment_amount_zero')
  await changePayment(trx, order, payment, { amount: asked ?? toDecimal(owed, order.currency) }, circumstances)
  await getInvoicingModule(trx, (await lockPayable(trx, paymentId)) ?? fail('not_found'))
}

/** D-45: of two concurrent requests one wins; the other gets an error that names the user and the operation. */
const rejectConcurrentOperation = async (trx: Db, open: Operation): Promise<never> => {
  const who = await nameOfActor(trx, open.requestedBy)
  const at = (open.sentAt ?? open.createdAt).toISOString()
  return fail('operation_in_progress', { values: { who, kind: open.kind, at } })
}

export type OperationRequest = {
  invoiceId: string
  kind: Exclude<OperationKind, 'create'>
  /** Of a refund; by default everything that is left. */
  amount?: Minor | undefined
  reissue?: boolean
  by: string
  /** Runs in the same transaction, before the invoice is locked: an order is locked before its invoices. */
  before?: (trx: Db) => Promise<void>
}

const refundOf = ({ captured, refunded, currency }: Invoice, asked: Minor | undefined): Minor => {
  const left = subtract(captured, refunded)
  return (
    refundAmount(left, asked) ?? fail('refund_too_large', { values: { left: toDecimal(left, currency), currency } })
  )
}

/** P-15: an operation that the invoice's status does not allow is rejected and changes nothing. */
const rejectIfNotAllowed = async (trx: Db, invoice: Invoice, kind: OperationKind): Promise<void> => {
  const open = await findOpenOperation(trx, invoice.id)
  if (open) await rejectConcurrentOperation(trx, open)
  if (targetStatus(kind, invoice.status) === undefined) {
    fail('invoice_move_refused', { values: { status: invoice.status ?? 'not created', kind } })
  }
  const module = await findModuleById(trx, invoice.moduleId)
  if (!module || !isEnabled(module)) return fail('module_inactive')
  if (!isSupported(kind, abilitiesOf(invoice, module))) fail('operation_unsupported', { values: { kind } })
}

/** D-45: the operation is stored before anything is sent to the module. */
export const createOperation = async (deps: Deps, accountId: number, request: OperationRequest): Promise<string> => {
  const id = crypto.randomUUID()
  const { invoiceId, kind, by } = request
  try {
    await inAccount(deps.db, accountId, async (trx) => {
      await request.before?.(trx)
      const invoice = (await lockInvoice(trx, invoiceId)) ?? fail('not_found')
      await rejectIfNotAllowed(trx, invoice, kind)
      const amount = kind === 'refund' ? refundOf(invoice, request.amount) : null
      await insertOperation(trx, {
        id,
        invoiceId,
        kind,
        amount,
        currency: invoice.currency,
        reissue: request.reissue ?? false,
        requestedBy: by,
        graceSeconds: GRACE_SECONDS,
      })
      await deps.lanes.enqueue(trx, operationLane(invoice), 'at once')
    })
  } catch (error) {
    if (!isUnique(error, 'one_open_operation')) throw error
    return inAccount(deps.db, accountId, async (trx) => {
      const open = await findOpenOperation(trx, invoiceId)
      return open ? rejectConcurrentOperation(trx, open) : fail('unavailable', { retryAfter: 1 })
    })
  }
  return id
}
