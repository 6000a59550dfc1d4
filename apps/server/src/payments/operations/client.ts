import { encodeParameters } from '@patchbay/contract/base/callback'
import { toNumber } from '@patchbay/contract/base/money'
import type { OperationKind } from '@patchbay/contract/payments/statuses'
import type { Deps } from '../../deps.ts'
import type { Answer } from '../../lib/http-out/egress.ts'
import { removeSecrets } from '../../lib/text/redact.ts'
import { callModule } from '../../platform/modules/client.ts'
import { joinUrl } from '../../platform/modules/rules.ts'
import type { Module } from '../../platform/modules/store.ts'
import type { StoredVerdictRule, VerdictRule } from '../../platform/traffic/verdict-rules.ts'
import { aboutInvoice } from '../invoices/rules.ts'
import type { Invoice } from '../invoices/store.ts'
import { actionPath, type ModuleReply, replyOf, statusVerdict } from './rules.ts'
import type { Operation } from './store.ts'

// Requests to a payment module (D-40, D-49): one form parameter named after the action, one attempt.

const TOTAL_MS = 20_000
const KEPT_CHARACTERS = 4_000

export const operationParameters = (invoice: Invoice, operation: Operation) => ({
  paymentId: invoice.externalId ?? '',
  ...(operation.amount !== null && { amount: toNumber(operation.amount, invoice.currency) }),
})

const readAnswer = (answer: Answer): ModuleReply =>
  answer.ok ? replyOf(answer) : { ok: false, kind: answer.kind, reason: answer.reason }

export type ModuleCall = { reply: ModuleReply; answerText: string }

const summarizeCall = (answer: Answer): ModuleCall => ({
  reply: readAnswer(answer),
  answerText: answer.ok
    ? `${answer.status} ${removeSecrets(answer.body.slice(0, KEPT_CHARACTERS))}`
    : `${answer.kind}: ${answer.reason}`,
})

const unconfigured = (what: string): ModuleCall => ({
  reply: { ok: false, kind: 'refused', reason: `the module has no ${what} action` },
  answerText: `the module has no ${what} action`,
})

/** Sends an operation once. Every attempt carries the same idempotency key (D-45). */
export const sendOperation = async (
  deps: Deps,
  module: Module,
  { kind, key, text, invoiceId }: { kind: OperationKind; key: string; text: string; invoiceId: string },
  verdictOf: VerdictRule | StoredVerdictRule,
): Promise<ModuleCall> => {
  const path = actionPath(module, kind)
  if (path === undefined) return unconfigured(kind)
  const answer = await callModule(deps, module, {
    method: 'POST',
    url: joinUrl(module.baseUrl ?? '', path),
    form: encodeParameters({ [kind]: text }),
    totalMs: TOTAL_MS,
    idempotencyKey: key,
    about: aboutInvoice(invoiceId),
    purpose: { code: `payment.${kind}`, operationId: key },
    verdictOf,
  })
  return summarizeCall(answer)
}

/** D-46: requests the status of a payment; has no side effects. */
export const askStatus = async (
  deps: Deps,
  module: Module,
  { id, paymentId }: { id: string; paymentId: string },
): Promise<ModuleCall> => {
  const path = actionPath(module, 'status')
  if (path === undefined) return unconfigured('status')
  const url = joinUrl(module.baseUrl ?? '', path)
  const answer = await callModule(deps, module, {
    method: 'GET',
    url,
    query: { paymentId },
    totalMs: TOTAL_MS,
    about: aboutInvoice(id),
    purpose: { code: 'payment.status' },
    verdictOf: statusVerdict,
  })
  return summarizeCall(answer)
}
