import { inAccount } from '../../lib/db/transaction.ts'
import type { LaneResult } from '../../lib/queue/lane-worker.ts'
import { findModuleById, type Module } from '../../platform/modules/store.ts'
import { findInvoice, type Invoice, updateInvoice } from '../invoices/store.ts'
import { askStatus } from '../operations/client.ts'
import { decisionsOf, type PaymentDeps } from '../operations/decisions.ts'
import { actionPath } from '../operations/rules.ts'
import { logEscalation, runOperation } from '../operations/service.ts'
import { findOpenOperation, type Operation, scheduleReconcile, settleOperation } from '../operations/store.ts'
import { receiveReport } from '../reports/service.ts'
import { nextStep, reconcileDelay, statusOfWord } from './rules.ts'

// What nobody waits for: sending what a dead process left behind, and finding out what became of an operation whose
// outcome is unknown (D-46). Evidence settles it, never time.

type Open = { operation: Operation; invoice: Invoice; module: Module }

const findOpen = (deps: PaymentDeps, accountId: number, invoiceId: string): Promise<Open | undefined> =>
  inAccount(deps.db, accountId, async (trx) => {
    const operation = await findOpenOperation(trx, invoiceId)
    const invoice = operation && (await findInvoice(trx, invoiceId))
    const module = invoice && (await findModuleById(trx, invoice.moduleId))
    return operation && invoice && module ? { operation, invoice, module } : undefined
  })

/** Whoever sent it is gone: it may have arrived. */
const expireLease = (deps: PaymentDeps, accountId: number, { operation }: Open): Promise<void> => {
  const { lockBoth, decideSettle } = decisionsOf(deps)
  return inAccount(deps.db, accountId, async (trx) => {
    const [, locked] = await lockBoth(trx, operation)
    if (locked?.state !== 'sent' || locked.fence !== operation.fence) return
    const outcome = { class: 'unknown', reason: 'the process that sent it was stopped' } as const
    const settled = decideSettle(locked, outcome, Math.random())
    // The lease was wait enough: its outcome is looked for at once.
    const soon = 'inSeconds' in settled ? { ...settled, inSeconds: 0 } : settled
    await settleOperation(trx, locked.id, soon, { by: 'system' })
    if (settled.state === 'needs_human') await logEscalation(trx, locked)
  })
}

/** Asks the module how the payment stands and takes its answer as a report. True when it said something. */
export const reconcileInvoice = async (
  deps: PaymentDeps,
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
  const said = { status, ...((typeof amount === 'number' || typeof amount === 'string') && { amount }) }
  const told = { source: `status:${module.code}`, invoiceId: invoice.id, said, mayFor: () => true }
  // What it says of the present is no news: only a change is written down.
  if (status !== invoice.status) await receiveReport(deps, accountId, told)
  return true
}

/** D-46, in the order of trust: `status`, then the same key once more where the module allows it, then a person. */
const reconcileOpen = async (deps: PaymentDeps, accountId: number, open: Open): Promise<void> => {
  const { operation, invoice, module } = open
  const inSeconds = reconcileDelay(operation.looks + 1, Math.random())
  await inAccount(deps.db, accountId, (trx) => scheduleReconcile(trx, operation.id, inSeconds ?? 0))
  await reconcileInvoice(deps, accountId, invoice, module)
  const still = await findOpen(deps, accountId, invoice.id)
  if (still?.operation.id !== operation.id || still.operation.fence !== operation.fence) return
  const idempotent = module.integrations.payment?.idempotent === true
  if (decisionsOf(deps).mayResend(still.operation.state, idempotent))
    return runOperation(deps, accountId, operation.id, 'unknown')
  if (inSeconds === undefined) await escalate(deps, accountId, still)
}

const escalate = (deps: PaymentDeps, accountId: number, { operation }: Open): Promise<void> =>
  inAccount(deps.db, accountId, async (trx) => {
    const [, locked] = await decisionsOf(deps).lockBoth(trx, operation)
    if (locked?.fence !== operation.fence || nextStep(locked.state) !== 'look') return
    await settleOperation(trx, locked.id, { state: 'needs_human', doubtful: locked.doubtful }, { by: 'system' })
    await logEscalation(trx, locked)
  })

/** One step of an invoice's open operation, if one is due; says when the next one is. */
export const reconcileOperation = async (
  deps: PaymentDeps,
  accountId: number,
  invoiceId: string,
): Promise<LaneResult> => {
  const open = await findOpen(deps, accountId, invoiceId)
  const step = open ? nextStep(open.operation.state) : 'nothing'
  if (!open || step === 'nothing') return 'done'
  if (open.operation.dueIn > 0) return { retryInSeconds: open.operation.dueIn + 0.05 }
  if (step === 'send') await runOperation(deps, accountId, open.operation.id)
  else if (step === 'give-up-lease') await expireLease(deps, accountId, open)
  else await reconcileOpen(deps, accountId, open)
  const next = await findOpen(deps, accountId, invoiceId)
  if (!next || nextStep(next.operation.state) === 'nothing') return 'done'
  return { retryInSeconds: Math.max(0, next.operation.dueIn) + 0.05 }
}
