import type { Deps } from '../../deps.ts'
import { inAccount } from '../../lib/db/transaction.ts'
import type { LaneResult } from '../../lib/queue/lane-worker.ts'
import { findModuleById, type Module } from '../../platform/modules/store.ts'
import { findInvoice, type Invoice, updateInvoice } from '../invoices/store.ts'
import { askStatus } from '../operations/client.ts'
import { recordEscalation } from '../operations/escalation-service.ts'
import { actionPath, decideNextState } from '../operations/rules.ts'
import { lockBoth, runOperation } from '../operations/service.ts'
import { findOpenOperation, type Operation, scheduleReconcile, settleOperation } from '../operations/store.ts'
import { receiveReport } from '../reports/service.ts'
import { mayResend, nextStep, reconcileDelay, statusOfWord } from './rules.ts'

// Background work on operations: sending what a dead process left behind, and reconciling operations with an unknown
// outcome (D-46). Only evidence settles an operation, never elapsed time.

type OpenOperation = { operation: Operation; invoice: Invoice; module: Module }

const findOpen = (deps: Deps, accountId: number, invoiceId: string): Promise<OpenOperation | undefined> =>
  inAccount(deps.db, accountId, async (trx) => {
    const operation = await findOpenOperation(trx, invoiceId)
    const invoice = operation && (await findInvoice(trx, invoiceId))
    const module = invoice && (await findModuleById(trx, invoice.moduleId))
    return operation && invoice && module ? { operation, invoice, module } : undefined
  })

/** The process that sent it is gone: the request may have reached the module. */
const expireLease = (deps: Deps, accountId: number, { operation }: OpenOperation): Promise<void> =>
  inAccount(deps.db, accountId, async (trx) => {
    const [, locked] = await lockBoth(trx, operation)
    if (locked?.state !== 'sent' || locked.fence !== operation.fence) return
    const outcome = { class: 'unknown', reason: 'the process that sent it was stopped' } as const
    const next = decideNextState(locked, outcome, Math.random())
    // Reconcile at once: the lease was already a wait.
    const soon = 'inSeconds' in next ? { ...next, inSeconds: 0 } : next
    await settleOperation(trx, locked.id, soon, { by: 'system' })
    if (next.state === 'needs_human') await recordEscalation(trx, locked)
  })

/** Requests the payment's status from the module and applies the answer as a report. True if the answer was usable. */
export const reconcileInvoice = async (
  deps: Deps,
  accountId: number,
  invoice: Invoice,
  module: Module,
): Promise<boolean> => {
  if (invoice.externalId === null || actionPath(module, 'status') === undefined) return false
  const { reply } = await askStatus(deps, module, { id: invoice.id, paymentId: invoice.externalId })
  await inAccount(deps.db, accountId, (trx) => updateInvoice(trx, invoice, { asked: true }))
  const answer = reply.ok
    ? (reply.json as { success?: unknown; result?: Record<string, unknown> } | undefined)
    : undefined
  const status = answer?.success === true ? statusOfWord(answer.result?.status) : undefined
  if (status === undefined) return false
  const amount = answer?.result?.amount
  const report = { status, ...((typeof amount === 'number' || typeof amount === 'string') && { amount }) }
  // An unchanged status is not recorded as a report.
  if (status !== invoice.status) {
    const source = `status:${module.code}`
    await receiveReport(deps, accountId, { source, invoiceId: invoice.id, said: report, mayFor: () => true })
  }
  return true
}

/** D-46, in order of trust: `status`, then a resend with the same key if the module is idempotent, then a person. */
const reconcileOpen = async (deps: Deps, accountId: number, open: OpenOperation): Promise<void> => {
  const { operation, invoice, module } = open
  const inSeconds = reconcileDelay(operation.looks + 1, Math.random())
  await inAccount(deps.db, accountId, (trx) => scheduleReconcile(trx, operation.id, inSeconds ?? 0))
  await reconcileInvoice(deps, accountId, invoice, module)
  const still = await findOpen(deps, accountId, invoice.id)
  if (still?.operation.id !== operation.id || still.operation.fence !== operation.fence) return
  const idempotent = module.integrations.payment?.idempotent === true
  if (mayResend(still.operation.state, idempotent)) return runOperation(deps, accountId, operation.id, 'unknown')
  if (inSeconds === undefined) await escalate(deps, accountId, still)
}

const escalate = (deps: Deps, accountId: number, { operation }: OpenOperation): Promise<void> =>
  inAccount(deps.db, accountId, async (trx) => {
    const [, locked] = await lockBoth(trx, operation)
    if (locked?.fence !== operation.fence || nextStep(locked.state) !== 'reconcile') return
    await settleOperation(trx, locked.id, { state: 'needs_human', maybeApplied: locked.maybeApplied }, { by: 'system' })
    await recordEscalation(trx, locked)
  })

/** The lane of this invoice was given up after errors of ours: a person decides what has become of the operation. */
export const escalateUnserved = async (deps: Deps, accountId: number, invoiceId: string): Promise<void> => {
  const open = await findOpen(deps, accountId, invoiceId)
  if (!open) return
  await inAccount(deps.db, accountId, async (trx) => {
    const [, locked] = await lockBoth(trx, open.operation)
    if (!locked || nextStep(locked.state) === 'nothing') return
    const maybeApplied = locked.maybeApplied || locked.state === 'sent'
    await settleOperation(trx, locked.id, { state: 'needs_human', maybeApplied }, { by: 'system' })
    await recordEscalation(trx, locked)
  })
}

/** Runs the next step of an invoice's open operation if it is due, and returns when the one after it is. */
export const reconcileOperation = async (deps: Deps, accountId: number, invoiceId: string): Promise<LaneResult> => {
  const open = await findOpen(deps, accountId, invoiceId)
  const step = open ? nextStep(open.operation.state) : 'nothing'
  if (!open || step === 'nothing') return 'done'
  if (open.operation.dueIn > 0) return { retryInSeconds: open.operation.dueIn + 0.05 }
  if (step === 'send') await runOperation(deps, accountId, open.operation.id)
  else if (step === 'expire-lease') await expireLease(deps, accountId, open)
  else await reconcileOpen(deps, accountId, open)
  const next = await findOpen(deps, accountId, invoiceId)
  if (!next || nextStep(next.operation.state) === 'nothing') return 'done'
  return { retryInSeconds: Math.max(0, next.operation.dueIn) + 0.05 }
}
