import { whyNotResendable } from '@patchbay/contract/integration-modules/resend-rules'
import type { resendExchange } from '@patchbay/contract/integration-modules/workspace/resend'
import type { Exchange } from '@patchbay/contract/platform/workspace/traffic'
import type { Deps } from '../../deps.ts'
import { inAccount } from '../../lib/db/transaction.ts'
import { fail } from '../../lib/errors.ts'
import type { Action } from '../../lib/http-in/route.ts'
import { invoiceOfAbout } from '../../payments/invoices/rules.ts'
import { findInvoice } from '../../payments/invoices/store.ts'
import { runOperation } from '../../payments/operations/service.ts'
import { findOperation } from '../../payments/operations/store.ts'
import { mayResend } from '../../payments/reconciliation/rules.ts'
import { reconcileInvoice } from '../../payments/reconciliation/service.ts'
import { insertAction } from '../../platform/action-log/store.ts'
import { isEnabled } from '../../platform/modules/rules.ts'
import { findModule, type Module } from '../../platform/modules/store.ts'
import { findExchange } from '../../platform/traffic/store.ts'
import { getUserName } from '../../platform/users/store.ts'
import { statusLane } from '../../telephony/statuses/rules.ts'
import { stateLane } from '../activity/service.ts'

// D-99: a request is sent again as it is due now, not as it was: a state in its newest version, an operation with its
// idempotency key. The result is a new exchange beside the old one.

/** An operation whose outcome is unknown, at a module that recognises a repeat by its key. */
const resendOperation = async (deps: Deps, module: Module, operationId: string): Promise<void> => {
  const operation = await inAccount(deps.db, module.accountId, (trx) => findOperation(trx, operationId))
  if (!operation) return fail('not_found')
  if (operation.state !== 'unknown') return fail('operation_not_waiting', { values: { state: operation.state } })
  const idempotent = module.integrations.payment?.idempotent === true
  if (!mayResend(operation.state, idempotent)) return fail('module_not_idempotent')
  await runOperation(deps, module.accountId, operation.id, 'unknown')
}

const askStatusAgain = async (deps: Deps, module: Module, invoiceId: string | undefined): Promise<void> => {
  const invoice =
    invoiceId === undefined
      ? undefined
      : await inAccount(deps.db, module.accountId, (trx) => findInvoice(trx, invoiceId))
  if (!invoice) return fail('not_found')
  await reconcileInvoice(deps, module.accountId, invoice, module)
}

type Lane = ReturnType<typeof stateLane>

const enqueue = async (deps: Deps, { accountId }: Module, lane: Lane): Promise<void> => {
  await inAccount(deps.db, accountId, (trx) => deps.lanes.enqueue(trx, lane, 'at once'))
  await deps.lanes.notifyWorkers()
}

const sendAgain = (deps: Deps, module: Module, { purpose, about }: Exchange): Promise<void> => {
  if (purpose?.operationId !== undefined) return resendOperation(deps, module, purpose.operationId)
  if (purpose?.code === 'payment.status') return askStatusAgain(deps, module, invoiceOfAbout(about))
  if (purpose?.userId !== undefined) return enqueue(deps, module, statusLane(module.id, purpose.userId))
  return enqueue(deps, module, stateLane(module))
}

export const resend: Action<Deps, typeof resendExchange> = async (deps, caller, { params }) => {
  const { accountId, userId } = caller
  const { exchange, module, actor } = await inAccount(deps.db, accountId, async (trx) => {
    const found = (await findExchange(trx, params.id)) ?? fail('not_found')
    const { moduleCode } = found
    return {
      exchange: found,
      module: moduleCode === undefined ? undefined : await findModule(trx, moduleCode),
      actor: await getUserName(trx, userId),
    }
  })
  const why = whyNotResendable(exchange)
  if (why !== undefined) return fail('resend_unsafe', { values: { why } })
  if (!module) return fail('not_found')
  // A module that is off gets nothing but the message that it is off (D-13).
  if (!isEnabled(module) && exchange.purpose?.code !== 'module.activity') return fail('module_inactive')
  await sendAgain(deps, module, exchange)
  await inAccount(deps.db, accountId, (trx) =>
    insertAction(trx, {
      recordType: 'Integration modules',
      actor,
      action: 'exchange.resent',
      subject: module.code,
      detail: { exchange: exchange.id, purpose: exchange.purpose?.code ?? '' },
    }),
  )
  return { success: true }
}
