import type { Deps } from '../../deps.ts'
import type { Db } from '../../lib/db/database.ts'
import { isUnique } from '../../lib/db/pg-errors.ts'
import { inAccount } from '../../lib/db/transaction.ts'
import { fail } from '../../lib/errors.ts'
import { findModuleById, type Module } from '../../platform/modules/store.ts'
import { insertInvoice } from '../invoices/issue-store.ts'
import { findLiveInvoice, type Invoice } from '../invoices/store.ts'
import { actionPath, GRACE_SECONDS, operationLane } from '../operations/rules.ts'
import { insertOperation, type Operation } from '../operations/store.ts'
import { lockPayable, type Payable } from './store.ts'

/** P-06, P-07: fails if the payment cannot be invoiced. */
const moduleFor = async (trx: Db, payable: Payable): Promise<{ module: Module; shopId: number }> => {
  const { shop, currency } = payable
  if (!shop) return fail('payment_not_integrated', { values: { type: payable.type } })
  if (shop.removed) return fail('payment_shop_gone', { values: { shop: shop.name } })
  const module = await findModuleById(trx, shop.moduleId)
  if (!module?.active || module.frozen || module.removed) return fail('module_inactive')
  if (actionPath(module, 'create') === undefined) return fail('module_inactive')
  const currencies = module.integrations.payment?.currencies ?? []
  if (currencies.length > 0 && !currencies.includes(currency)) {
    return fail('payment_currency_unsupported', { values: { currency } })
  }
  return { module, shopId: shop.id }
}

export type IssuedInvoice = { invoiceId: string; operationId: string }

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
  const { module, shopId } = await moduleFor(trx, payable)
  if (payable.amount <= 0n) return fail('payment_amount_zero')
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
  return { invoiceId: id, operationId }
}

/** D-51: the old invoice is canceled at the module, so the customer cannot pay both. */
export const reissueAfter = async (
  deps: Deps,
  trx: Db,
  invoice: Invoice,
  { requestedBy }: Operation,
): Promise<void> => {
  const { paymentId, returnUrl } = invoice
  if (!(await lockPayable(trx, paymentId))) return
  await issueInvoice(deps, trx, { paymentId, returnUrl, by: requestedBy, graceSeconds: 0 })
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
