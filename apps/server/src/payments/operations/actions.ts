import { compare, type Minor, readMoney, subtract, toDecimal, ZERO } from '@patchbay/contract/base/money'
import type { OperationKind } from '@patchbay/contract/payments/statuses'
import type { operateInvoice, reissueInvoice } from '@patchbay/contract/payments/workspace/operations'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../lib/db/database.ts'
import { isUnique } from '../../lib/db/pg-errors.ts'
import { inAccount } from '../../lib/db/transaction.ts'
import { fail } from '../../lib/errors.ts'
import { actorOf } from '../../lib/http-in/callers.ts'
import type { Action } from '../../lib/http-in/route.ts'
import { findModuleById } from '../../platform/modules/store.ts'
import { getUserName } from '../../platform/users/store.ts'
import { targetStatus } from '../invoices/rules.ts'
import { shown } from '../invoices/service.ts'
import { findLiveInvoice, getInvoice, type Invoice, lockInvoice } from '../invoices/store.ts'
import { decisionsOf, type PaymentDeps } from './decisions.ts'
import { actionPath, GRACE_SECONDS, operationLane } from './rules.ts'
import { runAndWait } from './service.ts'
import { findOpenOperation, insertOperation, type Operation } from './store.ts'

/** P-11…P-14, D-45, D-47 */
export const operate: Action<Deps, typeof operateInvoice> = async (deps, caller, { params, body }) => {
  const { accountId } = caller
  const { invoiceId } = params
  const { currency } = await getInvoice(deps, accountId, invoiceId)
  const read = body.amount === undefined ? undefined : readMoney(body.amount, currency)
  if (read && !read.ok) return fail('refund_amount_invalid', { values: { reason: read.reason } })
  const press = { invoiceId, kind: body.kind, amount: read?.value, by: actorOf(caller) }
  await runAndWait(deps, accountId, await createOperation(deps, accountId, press))
  return shown(deps, accountId, invoiceId)
}

/** D-51: one press; the new invoice is issued in the transaction that learns of the old one's end. */
export const reissue: Action<Deps, typeof reissueInvoice> = async (deps, caller, { params }) => {
  const { accountId } = caller
  const { invoiceId } = params
  const { paymentId } = await getInvoice(deps, accountId, invoiceId)
  const press = { invoiceId, kind: 'cancel', reissue: true, by: actorOf(caller) } as const
  await runAndWait(deps, accountId, await createOperation(deps, accountId, press))
  const next = await inAccount(deps.db, accountId, async (trx) => {
    const live = await findLiveInvoice(trx, paymentId)
    return live && live.id !== invoiceId ? { live, open: await findOpenOperation(trx, live.id) } : undefined
  })
  if (next?.open) await runAndWait(deps, accountId, next.open.id)
  return shown(deps, accountId, next?.live.id ?? invoiceId)
}

/** D-45: of two who press at once one wins; the other is told who and what. */
const rejectConcurrentOperation = async (trx: Db, open: Operation): Promise<never> => {
  const userId = /^user:(\d+)$/.exec(open.requestedBy)?.[1]
  const who = userId === undefined ? open.requestedBy : await getUserName(trx, Number(userId))
  const at = (open.sentAt ?? open.createdAt).toISOString()
  return fail('operation_in_progress', { values: { who, kind: open.kind, at } })
}

export type OperationRequest = {
  invoiceId: string
  kind: Exclude<OperationKind, 'create'>
  /** Of a refund; absent, all that is left. */
  amount?: Minor | undefined
  reissue?: boolean
  by: string
}

const refundOf = ({ captured, refunded, currency }: Invoice, asked: Minor | undefined): Minor => {
  const left = subtract(captured, refunded)
  const amount = asked ?? left
  if (compare(amount, ZERO) > 0 && compare(amount, left) <= 0) return amount
  return fail('refund_too_large', { values: { left: toDecimal(left, currency), currency } })
}

/** P-15: what may not be asked for is refused here, and changes nothing. */
const rejectIfNotAllowed = async (deps: PaymentDeps, trx: Db, invoice: Invoice, kind: OperationKind): Promise<void> => {
  const open = await decisionsOf(deps).findOpen(trx, invoice.id)
  if (open) await rejectConcurrentOperation(trx, open)
  if (targetStatus(kind, invoice.status) === undefined) {
    fail('invoice_move_refused', { values: { status: invoice.status ?? 'not created', kind } })
  }
  const module = await findModuleById(trx, invoice.moduleId)
  if (!module || module.removed || !module.active || module.frozen) return fail('module_inactive')
  if (actionPath(module, kind) === undefined || invoice.externalId === null) {
    fail('operation_unsupported', { values: { kind } })
  }
}

/** Stores a press, before anything is sent. */
export const createOperation = async (
  deps: PaymentDeps,
  accountId: number,
  press: OperationRequest,
): Promise<string> => {
  const id = crypto.randomUUID()
  const { invoiceId, kind, by } = press
  try {
    await inAccount(deps.db, accountId, async (trx) => {
      const invoice = (await lockInvoice(trx, invoiceId)) ?? fail('not_found')
      await rejectIfNotAllowed(deps, trx, invoice, kind)
      const amount = kind === 'refund' ? refundOf(invoice, press.amount) : null
      await insertOperation(trx, {
        id,
        invoiceId,
        kind,
        amount,
        currency: invoice.currency,
        reissue: press.reissue ?? false,
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
