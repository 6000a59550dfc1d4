import { setTimeout as sleep } from 'node:timers/promises'
import { compare, type Minor, subtract, toDecimal, ZERO } from '@patchbay/contract/base/money'
import type { OperationKind } from '@patchbay/contract/payments/operations'
import type { Db } from '../../lib/db/database.ts'
import { inAccount } from '../../lib/db/transaction.ts'
import { fail, messageOf } from '../../lib/errors.ts'
import { findModuleById } from '../../platform/modules/store.ts'
import { nameOf } from '../../platform/users/actions.ts'
import { findLiveInvoice, type Invoice, lockInvoice } from '../invoices/store.ts'
import { GRACE_SECONDS, type Issued, issueInvoice, paymentLane } from '../issuing/service.ts'
import { actionPath } from './client.ts'
import { decisionsOf, type PaymentDeps } from './decisions.ts'
import { goalOf } from './rules.ts'
import { runOperation } from './service.ts'
import { findOpenOperation, findOperation, insertOperation, type Operation } from './store.ts'

// What happens when somebody presses a button: the operation is stored, then sent, and its user waits for a quick result.

const WAIT_MS = 10_000
const POLL_MS = 100

export const isUnique = (error: unknown, index: string): boolean =>
  error instanceof Error &&
  (error as { code?: string }).code === '23505' &&
  (error as { constraint?: string }).constraint === index

/** D-45: of two who press at once one wins; the other is told who and what. */
const refuseSecond = async (trx: Db, open: Operation): Promise<never> => {
  const userId = /^user:(\d+)$/.exec(open.requestedBy)?.[1]
  const who = userId === undefined ? open.requestedBy : await nameOf(trx, Number(userId))
  const at = (open.sentAt ?? open.createdAt).toISOString()
  return fail('operation_in_progress', { values: { who, kind: open.kind, at } })
}

export type Press = {
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
const refuseUnfit = async (deps: PaymentDeps, trx: Db, invoice: Invoice, kind: OperationKind): Promise<void> => {
  const open = await decisionsOf(deps).findOpen(trx, invoice.id)
  if (open) await refuseSecond(trx, open)
  if (goalOf(kind, invoice.status) === undefined) {
    fail('invoice_move_refused', { values: { status: invoice.status ?? 'not created', kind } })
  }
  const module = await findModuleById(trx, invoice.moduleId)
  if (!module || module.removed || !module.active || module.frozen) return fail('module_inactive')
  if (actionPath(module, kind) === undefined || invoice.externalId === null) {
    fail('operation_unsupported', { values: { kind } })
  }
}

/** Stores a press, before anything is sent. */
export const storePress = async (deps: PaymentDeps, accountId: number, press: Press): Promise<string> => {
  const id = crypto.randomUUID()
  const { invoiceId, kind, by } = press
  try {
    await inAccount(deps.db, accountId, async (trx) => {
      const invoice = (await lockInvoice(trx, invoiceId)) ?? fail('not_found')
      await refuseUnfit(deps, trx, invoice, kind)
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
      await deps.lanes.wake(trx, paymentLane(invoice), 'at once')
    })
  } catch (error) {
    if (!isUnique(error, 'one_open_operation')) throw error
    return inAccount(deps.db, accountId, async (trx) => {
      const open = await findOpenOperation(trx, invoiceId)
      return open ? refuseSecond(trx, open) : fail('unavailable', { retryAfter: 1 })
    })
  }
  return id
}

export type Issue = { paymentId: number; returnUrl: string | null; by: string }

export const storeIssue = async (deps: PaymentDeps, accountId: number, issue: Issue): Promise<Issued> => {
  try {
    return await inAccount(deps.db, accountId, async (trx) => {
      const live = await findLiveInvoice(trx, issue.paymentId)
      if (live) refuseDouble(live)
      return issueInvoice(deps, trx, { ...issue, graceSeconds: GRACE_SECONDS })
    })
  } catch (error) {
    if (!isUnique(error, 'one_live_invoice')) throw error
    const live = await inAccount(deps.db, accountId, (trx) => findLiveInvoice(trx, issue.paymentId))
    return live ? refuseDouble(live) : fail('unavailable', { retryAfter: 1 })
  }
}

const refuseDouble = ({ status }: Invoice): never =>
  fail('invoice_exists', { values: { status: status ?? 'being created' } })

const isUnderWay = (operation: Operation | undefined): boolean =>
  operation?.state === 'requested' || operation?.state === 'sent'

/**
 * Runs an operation and waits for its result, ten seconds at most. The call goes on if it takes longer, and a worker
 * looks after the operation if this process dies.
 */
export const runAndWait = async (deps: PaymentDeps, accountId: number, id: string): Promise<Operation> => {
  const end = performance.now() + WAIT_MS
  const running = runOperation(deps, accountId, id).catch((error: unknown) =>
    deps.log.error({ operation: id, reason: messageOf(error) }, 'an operation is left to the worker'),
  )
  const waited = new AbortController()
  await Promise.race([running, sleep(WAIT_MS, undefined, { signal: waited.signal }).catch(() => undefined)])
  waited.abort()
  for (;;) {
    const operation = await inAccount(deps.db, accountId, (trx) => findOperation(trx, id))
    const isDone = !isUnderWay(operation) || (operation?.state === 'requested' && operation.tries > 0)
    if (isDone || performance.now() > end) return operation ?? fail('not_found')
    await sleep(POLL_MS)
  }
}
