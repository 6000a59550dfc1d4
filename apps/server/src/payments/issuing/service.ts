import { type Minor, toDecimal } from '@patchbay/contract/base/money'
import { missing } from '@patchbay/contract/base/not-found'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../lib/db/database.ts'
import { isUnique } from '../../lib/db/pg-errors.ts'
import { inAccount } from '../../lib/db/transaction.ts'
import { AppError, fail } from '../../lib/errors.ts'
import type { KeyCaller } from '../../lib/http-in/callers.ts'
import { canUseModule } from '../../platform/api-keys/rules.ts'
import { mayNow } from '../../platform/api-keys/service.ts'
import { isEnabled } from '../../platform/modules/rules.ts'
import { findModuleById, type Module } from '../../platform/modules/store.ts'
import { isShopVisible } from '../../platform/shops/rules.ts'
import { insertInvoice } from '../invoices/issue-store.ts'
import { findLiveInvoice, type Invoice } from '../invoices/store.ts'
import { logReissue } from '../operations/log-service.ts'
import { actionPath, GRACE_SECONDS, operationLane } from '../operations/rules.ts'
import { insertOperation, type Operation } from '../operations/store.ts'
import { canInvoiceIn, whyNotInvoiced } from './rules.ts'
import { lockPayable, type Payable } from './store.ts'

/** P-06, P-07, D-87: fails if the payment cannot be invoiced. */
export const getInvoicingModule = async (trx: Db, payable: Payable): Promise<{ module: Module; shopId: number }> => {
  const { shop, currency } = payable
  if (!shop) return fail('payment_not_integrated', { values: { type: payable.type } })
  if (shop.removed) return fail('payment_shop_gone', { values: { shop: shop.name } })
  const module = await findModuleById(trx, shop.moduleId)
  if (!module || !isEnabled(module)) return fail('module_inactive')
  if (actionPath(module, 'create') === undefined) return fail('module_inactive')
  if (!canInvoiceIn(currency, module.integrations.payment?.currencies ?? [])) {
    return fail('payment_currency_unsupported', { values: { currency } })
  }
  const refusal = whyNotInvoiced(payable)
  if (refusal) fail(refusal, { values: { ...decimalsOf(payable), currency } })
  return { module, shopId: shop.id }
}

const decimalsOf = ({ amount, owed, currency }: Payable) => ({
  amount: toDecimal(amount, currency),
  owed: toDecimal(owed, currency),
})

/** D-05, D-81: the payment, if it is of a shop and a payment module that the key may use. */
export const lockPayableFor = async (trx: Db, caller: KeyCaller, paymentId: number): Promise<Payable> => {
  const payable = await lockPayable(trx, paymentId)
  if (!payable || !isShopVisible(caller.sites, payable.site)) {
    return fail('not_found', missing('Payment', 'paymentId', paymentId))
  }
  const { shop } = payable
  if (shop && !(await mayNow(trx, caller, (key) => canUseModule(key, shop.moduleCode)))) fail('access_denied')
  return payable
}

export type IssuedInvoice = { invoiceId: string; operationId: string; amount: Minor }

/** Stores an invoice and its `create` operation. A unique index allows one live invoice per payment. */
const issueInvoice = async (
  deps: Deps,
  trx: Db,
  {
    paymentId,
    returnUrl,
    by,
    graceSeconds,
  }: { paymentId: number; returnUrl: string | null; by: string; graceSeconds: number },
): Promise<IssuedInvoice> => {
  const payable = (await lockPayable(trx, paymentId)) ?? fail('not_found')
  const { module, shopId } = await getInvoicingModule(trx, payable)
  const id = crypto.randomUUID()
  await insertInvoice(trx, { ...payable, id, shopId, moduleId: module.id, returnUrl })
  const operationId = crypto.randomUUID()
  const { currency } = payable
  await insertOperation(trx, {
    id: operationId,
    invoiceId: id,
    kind: 'create',
    amount: null,
    currency,
    requestedBy: by,
    graceSeconds,
  })
  await deps.lanes.enqueue(trx, operationLane({ id, moduleId: module.id }), 'at once')
  return { invoiceId: id, operationId, amount: payable.amount }
}

/**
 * D-51: the old invoice is canceled at the module, so the customer cannot pay both. The cancellation stands even if the
 * order or the shop has changed again since, so that no new invoice can be issued.
 */
export const reissueAfter = async (
  deps: Deps,
  trx: Db,
  invoice: Invoice,
  { requestedBy }: Operation,
): Promise<void> => {
  const { paymentId, returnUrl } = invoice
  const request = { paymentId, returnUrl, by: requestedBy, graceSeconds: 0 }
  const issued = await issueInvoice(deps, trx, request).catch((error: unknown) => {
    if (error instanceof AppError) return error
    throw error
  })
  await logReissue(trx, invoice, requestedBy, issued instanceof AppError ? { refusal: issued.message } : issued)
}

export type IssueRequest = { paymentId: number; returnUrl: string | null; by: string }

export const issueForPayment = async (deps: Deps, accountId: number, issue: IssueRequest): Promise<IssuedInvoice> => {
  try {
    return await inAccount(deps.db, accountId, async (trx) => {
      const live = await findLiveInvoice(trx, issue.paymentId)
      if (live) rejectSecondInvoice(live)
      return issueInvoice(deps, trx, { ...issue, graceSeconds: GRACE_SECONDS })
    })
  } catch (error) {
    if (!isUnique(error, 'one_live_invoice')) throw error
    const live = await inAccount(deps.db, accountId, (trx) => findLiveInvoice(trx, issue.paymentId))
    return live ? rejectSecondInvoice(live) : fail('unavailable', { retryAfter: 1 })
  }
}

const rejectSecondInvoice = ({ status }: Invoice): never =>
  fail('invoice_exists', { values: { status: status ?? 'being created' } })
