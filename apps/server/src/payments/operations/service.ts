import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '../../lib/db/database.ts'
import { inAccount } from '../../lib/db/transaction.ts'
import { fail, messageOf } from '../../lib/errors.ts'
import { getAccount } from '../../platform/accounts/store.ts'
import { insertAction } from '../../platform/action-log/store.ts'
import { findModuleById, type Module } from '../../platform/modules/store.ts'
import { targetStatus } from '../invoices/rules.ts'
import { moveInvoice } from '../invoices/service.ts'
import { findInvoice, type Invoice, lockInvoice, updateInvoice } from '../invoices/store.ts'
import { invoiceChanged } from '../invoices/view.ts'
import { reissueAfter } from '../issuing/service.ts'
import { getOrderForInvoice } from '../issuing/store.ts'
import { createParameters } from '../issuing/view.ts'
import { applyRefundOutcome } from '../refunds/service.ts'
import { type ModuleCall, operationParameters, sendOperation } from './client.ts'
import { decisionsOf, type PaymentDeps } from './decisions.ts'
import { type CallOutcome, isOpen, type NextState } from './rules.ts'
import { claimOperation, findOperation, lockOperation, type Operation, settleOperation } from './store.ts'

// The life of one operation: stored, claimed, called, settled. No transaction is open during the call, and nothing is
// decided by the lack of an answer (D-46).

type Claimed = { operation: Operation; module: Module; fence: number; text: string }

/** A repeat carries the same words as the first try. */
const textFor = async (trx: Db, invoice: Invoice, operation: Operation): Promise<string> => {
  if (operation.sentText !== null) return operation.sentText
  if (operation.kind !== 'create') return JSON.stringify(operationParameters(invoice, operation))
  const order = await getOrderForInvoice(trx, invoice.orderId, invoice.shopId)
  return JSON.stringify(createParameters(invoice, order, (await getAccount(trx)).publicUrl))
}

/** That it was sent is written down before a byte leaves us: whoever finds it so knows that it may have arrived. */
const claim = (
  deps: PaymentDeps,
  accountId: number,
  id: string,
  from: 'requested' | 'unknown',
): Promise<Claimed | undefined> =>
  inAccount(deps.db, accountId, async (trx) => {
    const operation = await findOperation(trx, id)
    if (operation?.state !== from) return undefined
    const invoice = await findInvoice(trx, operation.invoiceId)
    const module = invoice && (await findModuleById(trx, invoice.moduleId))
    if (!invoice || !module) return undefined
    const text = await textFor(trx, invoice, operation)
    const fence = await claimOperation(trx, operation, text)
    return fence === undefined ? undefined : { operation, module, fence, text }
  })

/**
 * Sends an operation and settles it by what came back. Does nothing when somebody else has it. What may have arrived is
 * sent again only by who says so.
 */
export const runOperation = async (
  deps: PaymentDeps,
  accountId: number,
  id: string,
  from: 'requested' | 'unknown' = 'requested',
): Promise<void> => {
  const claimed = await claim(deps, accountId, id, from)
  if (!claimed) return
  const { operation, module, fence, text } = claimed
  await deps.at?.('before-call', operation)
  const key = decisionsOf(deps).keyOf(operation)
  const exchanged = await sendOperation(deps, module, {
    kind: operation.kind,
    key,
    text,
    invoiceId: operation.invoiceId,
  })
  await deps.at?.('after-call', operation)
  await settleOperationByReply(deps, accountId, { operation, module, fence }, exchanged)
  await deps.at?.('after-commit', operation)
}

const settleOperationByReply = async (
  deps: PaymentDeps,
  accountId: number,
  { operation: { id, invoiceId }, module, fence }: Omit<Claimed, 'text'>,
  { reply, answerText }: ModuleCall,
): Promise<void> => {
  const { classify, decideSettle, lockBoth } = decisionsOf(deps)
  const told = await inAccount(deps.db, accountId, async (trx) => {
    const [invoice, operation] = await lockBoth(trx, { id, invoiceId })
    if (!invoice || !operation) return undefined
    const outcome = classify(operation.kind, reply)
    if (operation.fence !== fence || !isOpen(operation.state)) return saveLateLink(trx, invoice, outcome)
    const settled = decideSettle(operation, outcome, Math.random())
    if (outcome.class === 'unknown') await logInvalidReply(trx, module, operation, outcome.reason, answerText)
    await save(deps, trx, invoice, operation, { outcome, settled, answerText })
    return invoice
  })
  if (told) await deps.live.publish(accountId, invoiceChanged(told))
  await deps.lanes.notifyWorkers()
}

type Result = { outcome: CallOutcome; settled: NextState; answerText: string }

const save = async (
  deps: PaymentDeps,
  trx: Db,
  invoice: Invoice,
  operation: Operation,
  { outcome, settled, answerText }: Result,
): Promise<void> => {
  const refundExternalId = 'refund' in outcome ? outcome.refund?.externalId : undefined
  await settleOperation(trx, operation.id, settled, { by: 'module', answerText, refundExternalId })
  if (outcome.class === 'confirmed' || outcome.class === 'accepted') {
    await applyOutcome(trx, invoice, operation, outcome)
    if (outcome.class === 'confirmed' && operation.reissue) await reissueAfter(deps, trx, invoice, operation)
  }
  if (settled.state === 'rejected') {
    const failed = operation.kind === 'create'
    await updateInvoice(trx, invoice, { errorMsg: settled.errorMsg, failed })
  }
  if (settled.state === 'needs_human') await logEscalation(trx, operation)
}

/** A report may prove the creation before its answer is here; the answer still brings the link. */
const saveLateLink = async (trx: Db, invoice: Invoice, outcome: CallOutcome): Promise<Invoice | undefined> => {
  if (outcome.class !== 'confirmed' || !outcome.created || invoice.link !== null) return undefined
  const { externalId, link } = outcome.created
  await updateInvoice(trx, invoice, { externalId: invoice.externalId ?? externalId, link })
  return invoice
}

/** P-22: an answer that is not what was agreed on is on record, with what was asked. */
const logInvalidReply = (
  trx: Db,
  module: Module,
  operation: Operation,
  reason: string,
  answer: string,
): Promise<void> =>
  insertAction(trx, {
    recordType: 'Integration payments',
    actor: `module ${module.code}`,
    action: 'gave an invalid answer',
    subject: operation.invoiceId,
    detail: { operation: operation.id, kind: operation.kind, reason, answer: answer.slice(0, 500) },
  })

export const logEscalation = (trx: Db, operation: Operation): Promise<void> =>
  insertAction(trx, {
    recordType: 'Integration payments',
    actor: 'system',
    action: 'could not find out what became of an operation',
    subject: operation.invoiceId,
    detail: { operation: operation.id, kind: operation.kind },
  })

// What happens when somebody presses a button: the operation is stored, then sent, and its user waits for a quick result.

const WAIT_MS = 10_000

const POLL_MS = 100

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

/** D-44: an explicit success moves the invoice along its one edge at once. */
export const applyOutcome = async (
  trx: Db,
  invoice: Invoice,
  operation: Operation,
  outcome: Extract<CallOutcome, { class: 'confirmed' | 'accepted' }>,
): Promise<Invoice> => {
  const cause = { cause: `operation:${operation.id}`, actor: operation.requestedBy }
  if (operation.kind === 'refund') return applyRefundOutcome(trx, invoice, operation, outcome, cause)
  if (outcome.class !== 'confirmed') return invoice
  if (outcome.created) {
    const { externalId, link, cancellable } = outcome.created
    await updateInvoice(trx, invoice, { externalId, link, ...(cancellable !== undefined && { cancellable }) })
  }
  const goal = targetStatus(operation.kind, invoice.status)
  if (goal === undefined) throw new Error(`${operation.kind} was confirmed for an invoice that is ${invoice.status}`)
  return moveInvoice(trx, invoice, goal, cause)
}

// The few decisions on which "never charged twice" rests, in one place. The model test plants a bug in each of them and
// must find it; nobody else passes anything but these.

/** The invoice first, then its operation: the order of every transaction that needs both. */
export const lockBoth = async (
  trx: Db,
  { id, invoiceId }: Pick<Operation, 'id' | 'invoiceId'>,
): Promise<[Invoice | undefined, Operation | undefined]> => {
  const invoice = await lockInvoice(trx, invoiceId)
  return [invoice, await lockOperation(trx, id)]
}
