import type { InputOf } from '@patchbay/contract/base/endpoint'
import { readMoney } from '@patchbay/contract/base/money'
import { decideCheck } from '@patchbay/contract/payments/check-rules'
import type { checkInvoice } from '@patchbay/contract/payments/checks'
import type { Deps } from '../../deps.ts'
import { retryOnOutage } from '../../lib/db/retry-on-outage.ts'
import { inAccount } from '../../lib/db/transaction.ts'
import type { Action } from '../../lib/http-in/route.ts'
import { readUuid } from '../../lib/text/uuid.ts'
import { mayNow } from '../../platform/api-keys/service.ts'
import { aboutInvoice, canReportInvoice } from '../invoices/rules.ts'
import { type MayReport, receiveReport } from '../reports/service.ts'
import { findCheckFacts, insertCheck } from './store.ts'

export type CheckRequest = InputOf<typeof checkInvoice>['body']['check']

/**
 * P-19, D-43: whether a module may charge; returns the reason if it may not. The result is stored with the order's version.
 */
export const check = async (
  deps: Deps,
  accountId: number,
  asked: CheckRequest,
  mayFor: MayReport,
): Promise<string | undefined> => {
  const invoiceId = readUuid(asked.invoiceUuid)
  const { refusal, isUnproven } = await inAccount(deps.db, accountId, async (trx) => {
    const found = invoiceId === undefined ? undefined : await findCheckFacts(trx, invoiceId)
    const facts = found && (await mayFor(trx, found)) ? found : undefined
    const amount = readMoney(asked.amount, facts?.currency ?? 'USD')
    const refusal = decideCheck(facts, { amount: amount.ok ? amount.value : undefined, currency: asked.currency })
    await insertCheck(trx, { invoiceId, given: asked, refusal, orderVersion: facts?.orderVersion ?? null })
    return { refusal, isUnproven: facts !== undefined && facts.status === null && !facts.failed }
  })
  // A module that asks about an invoice has created it, even if we never received its answer.
  if (isUnproven) await receiveReport(deps, accountId, { source: 'check', invoiceId, said: {}, mayFor })
  return refusal
}

/** P-19, D-43, D-53 */
export const checkBeforeCharge: Action<Deps, typeof checkInvoice> = async (deps, caller, { body }, http) => {
  http.about(aboutInvoice(body.check.invoiceUuid.toLowerCase()))
  const mayFor: MayReport = async (trx, owner) => {
    const may = await mayNow(trx, caller, (key) => canReportInvoice(key, owner))
    if (may) http.from(owner.moduleCode)
    return may
  }
  const refusal = await retryOnOutage(deps.log, () => check(deps, caller.accountId, body.check, mayFor))
  if (refusal === undefined) return { success: true, result: { success: true } }
  // Some modules read the top level, some the result: both carry the same.
  return { success: false, errorMsg: refusal, result: { success: false, errorMsg: refusal } }
}
