import { setTimeout as sleep } from 'node:timers/promises'
import { targetStatus } from '@patchbay/contract/payments/invoice-rules'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../lib/db/database.ts'
import { inAccount } from '../../lib/db/transaction.ts'
import { fail, messageOf } from '../../lib/errors.ts'
import { getAccount } from '../../platform/accounts/store.ts'
import { findModuleById, type Module } from '../../platform/modules/store.ts'
import { notUnderstood, type StoredVerdictRule } from '../../platform/traffic/verdict-rules.ts'
import { moveInvoice } from '../invoices/service.ts'
import {
  findInvoice,
  findPaymentIdOwner,
  type Invoice,
  lockInvoice,
  lockPaymentId,
  updateInvoice,
} from '../invoices/store.ts'
import { invoiceChanged } from '../invoices/view.ts'
import { reissueAfter } from '../issuing/service.ts'
import { getOrderForInvoice } from '../issuing/store.ts'
import { createParameters } from '../issuing/view.ts'
import { applyRefundOutcome } from '../refunds/service.ts'
import { type ModuleCall, operationParameters, sendOperation } from './client.ts'
import { recordEscalation } from './escalation-service.ts'
import { logInvalidReply, logOutcome } from './log-service.ts'
import {
  type CallOutcome,
  classifyReply,
  decideNextState,
  isOpen,
  type NextState,
  notAgreed,
  operationVerdict,
  replyOf,
  takenBy,
} from './rules.ts'
import { claimOperation, findOperation, lockOperation, type Operation, settleOperation } from './store.ts'

// One operation from claim to result. No transaction is open during the call to the module, and a missing answer decides
// nothing (D-46).

type ClaimedOperation = { operation: Operation; module: Module; fence: number; text: string }

/** A retry sends the same body as the first attempt. */
const requestTextFor = async (trx: Db, invoice: Invoice, operation: Operation): Promise<string> => {
  if (operation.sentText !== null) return operation.sentText
  if (operation.kind !== 'create') return JSON.stringify(operationParameters(invoice, operation))
  const order = await getOrderForInvoice(trx, invoice.orderId, invoice.shopId)
  return JSON.stringify(createParameters(invoice, order, (await getAccount(trx)).publicUrl))
}

/** Stored as sent before the request goes out: an operation found in this state may have reached the module. */
const claim = (
  deps: Deps,
  accountId: number,
  id: string,
  from: 'requested' | 'unknown',
): Promise<ClaimedOperation | undefined> =>
  inAccount(deps.db, accountId, async (trx) => {
    const operation = await findOperation(trx, id)
    if (operation?.state !== from) return undefined
    const invoice = await findInvoice(trx, operation.invoiceId)
    const module = invoice && (await findModuleById(trx, invoice.moduleId))
    if (!invoice || !module) return undefined
    const text = await requestTextFor(trx, invoice, operation)
    const fence = await claimOperation(trx, operation, text)
    return fence === undefined ? undefined : { operation, module, fence, text }
  })

/**
 * Sends an operation and settles it by the module's reply. Does nothing when another process has claimed it. An operation
 * that may have reached the module is sent again only if the caller passes `unknown`.
 */
export const runOperation = async (
  deps: Deps,
  accountId: number,
  id: string,
  from: 'requested' | 'unknown' = 'requested',
): Promise<void> => {
  const claimed = await claim(deps, accountId, id, from)
  if (!claimed) return
  const { operation, module, fence, text } = claimed
  const { id: key, kind, invoiceId } = operation
  const verdictOf = kind === 'create' ? createVerdict(deps, module, invoiceId) : operationVerdict(kind)
  const call = await sendOperation(deps, module, { kind, key, text, invoiceId }, verdictOf)
  await settleByReply(deps, accountId, { operation, module, fence }, call)
}

const settleByReply = async (
  deps: Deps,
  accountId: number,
  { operation: { id, invoiceId }, module, fence }: Omit<ClaimedOperation, 'text'>,
  { reply, answerText }: ModuleCall,
): Promise<void> => {
  const changed = await inAccount(deps.db, accountId, async (trx) => {
    const [invoice, operation] = await lockBoth(trx, { id, invoiceId })
    if (!invoice || !operation) return undefined
    const replied = classifyReply(operation.kind, reply)
    const outcome = await refuseTakenId(trx, invoice, replied)
    if (operation.fence !== fence || !isOpen(operation.state)) return saveLateLink(trx, invoice, outcome)
    const next = decideNextState(operation, outcome, Math.random())
    await saveResult(deps, trx, invoice, operation, { outcome, next, answerText })
    if (outcome.class === 'unknown') await logInvalidReply(trx, module, operation, outcome.reason, answerText)
    return invoice
  })
  if (changed) await deps.live.publish(accountId, invoiceChanged(changed))
  await deps.lanes.notifyWorkers()
}

/** D-98: the verdict of `create` as it will be settled. It is for people to read: without a database it is the plain one. */
const createVerdict =
  (deps: Deps, { accountId, id: moduleId }: Module, invoiceId: string): StoredVerdictRule =>
  async (answer) => {
    const outcome = classifyReply('create', replyOf(answer))
    const paymentId = outcome.class === 'confirmed' ? outcome.created?.externalId : undefined
    if (paymentId === undefined) return operationVerdict('create')(answer)
    const search = (trx: Db) => findPaymentIdOwner(trx, { id: invoiceId, moduleId }, paymentId)
    const owner = await inAccount(deps.db, accountId, search).catch(() => undefined)
    return owner === undefined
      ? { code: 'accepted', status: answer.status }
      : notUnderstood(answer.status, 'payment-id-taken', takenBy(paymentId, owner))
  }

/** D-44: a paymentId names one payment: with one that another invoice has, money would be charged for the wrong order. */
const refuseTakenId = async (trx: Db, invoice: Invoice, outcome: CallOutcome): Promise<CallOutcome> => {
  if (outcome.class !== 'confirmed' || !outcome.created) return outcome
  const { externalId } = outcome.created
  await lockPaymentId(trx, invoice, externalId)
  const owner = await findPaymentIdOwner(trx, invoice, externalId)
  return owner === undefined ? outcome : notAgreed('payment-id-taken', takenBy(externalId, owner))
}

type OperationResult = { outcome: CallOutcome; next: NextState; answerText: string }

const saveResult = async (
  deps: Deps,
  trx: Db,
  invoice: Invoice,
  operation: Operation,
  { outcome, next, answerText }: OperationResult,
): Promise<void> => {
  const refundExternalId = 'refund' in outcome ? outcome.refund?.externalId : undefined
  await settleOperation(trx, operation.id, next, { by: 'module', answerText, refundExternalId })
  if (outcome.class === 'confirmed' || outcome.class === 'accepted') {
    await applyOutcome(trx, invoice, operation, outcome)
  }
  if (next.state === 'rejected') {
    const failed = operation.kind === 'create'
    await updateInvoice(trx, invoice, { errorMsg: next.errorMsg, failed })
  }
  if (next.state === 'needs_human') await recordEscalation(trx, operation)
  else if (isNews(operation, next)) {
    await logOutcome(trx, invoice, operation, next.state, 'errorMsg' in next ? next.errorMsg : undefined)
  }
  if (outcome.class === 'confirmed' && operation.reissue) await reissueAfter(deps, trx, invoice, operation)
}

/** An operation that stays open is in the action log once, however often it is looked after. */
const isNews = ({ looks, maybeApplied }: Operation, { state }: NextState): boolean =>
  !isOpen(state) || (state !== 'requested' && looks === 0 && !maybeApplied)

/** A report may prove the creation before its answer is here; the answer still brings the link. */
const saveLateLink = async (trx: Db, invoice: Invoice, outcome: CallOutcome): Promise<Invoice | undefined> => {
  if (outcome.class !== 'confirmed' || !outcome.created || invoice.link !== null) return undefined
  const { externalId, link } = outcome.created
  await updateInvoice(trx, invoice, { externalId: invoice.externalId ?? externalId, link })
  return invoice
}

const WAIT_MS = 10_000

const POLL_MS = 100

const isUnderWay = (operation: Operation | undefined): boolean =>
  operation?.state === 'requested' || operation?.state === 'sent'

/**
 * Runs an operation and waits up to ten seconds for its result. A longer call goes on in the background, and a worker
 * takes over if this process dies.
 */
export const runAndWait = async (deps: Deps, accountId: number, id: string): Promise<Operation> => {
  const end = performance.now() + WAIT_MS
  const running = runOperation(deps, accountId, id).catch((error: unknown) =>
    deps.log.error({ operation: id, reason: messageOf(error) }, 'operation failed here; a worker takes it over'),
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
  const target = targetStatus(operation.kind, invoice.status)
  if (target === undefined) throw new Error(`${operation.kind} was confirmed for an invoice that is ${invoice.status}`)
  return moveInvoice(trx, invoice, target, cause)
}

/** Every transaction that needs both locks the invoice first: the other order deadlocks. */
export const lockBoth = async (
  trx: Db,
  { id, invoiceId }: Pick<Operation, 'id' | 'invoiceId'>,
): Promise<[Invoice | undefined, Operation | undefined]> => {
  const invoice = await lockInvoice(trx, invoiceId)
  return [invoice, await lockOperation(trx, id)]
}
