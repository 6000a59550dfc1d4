import type { InputOf } from '@patchbay/contract/base/endpoint'
import { fromLocalTime } from '@patchbay/contract/base/local-time'
import { add, compare, type Minor, readMoney, subtract, ZERO } from '@patchbay/contract/base/money'
import type { importInvoice } from '@patchbay/contract/payments/invoices'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../lib/db/database.ts'
import { isUnique } from '../../lib/db/pg-errors.ts'
import { inAccount } from '../../lib/db/transaction.ts'
import { fail } from '../../lib/errors.ts'
import type { Action } from '../../lib/http-in/route.ts'
import { insertInvoice, updateImported } from '../invoices/issue-store.ts'
import type { Ledger } from '../invoices/rules.ts'
import { findLiveInvoice } from '../invoices/store.ts'
import { insertRefund } from '../refunds/store.ts'
import { lockPayableFor } from './service.ts'
import type { Payable } from './store.ts'

type Given = InputOf<typeof importInvoice>['body']['invoice']

const sumOf = (name: string, value: Given['amount'], currency: string): Minor => {
  const read = readMoney(value, currency)
  return read.ok ? read.value : fail('entity_invalid', { fields: { [name]: read.reason } })
}

/** D-91 */
const timeOf = (name: string, text: string, zone: string): Date =>
  fromLocalTime(text, zone) ?? fail('entity_invalid', { fields: { [name]: `is not a time: ${text}` } })

const ledgerOf = (given: Given, amount: Minor, discount: Minor, refunded: Minor): Required<Ledger> => {
  const paid = given.status === 'succeeded' || given.status === 'refundSucceeded'
  const captured = paid ? subtract(amount, discount) : ZERO
  const left = given.status === 'refundSucceeded' ? captured : refunded
  if (compare(left, captured) > 0) return fail('entity_invalid', { fields: { refunds: 'are more than was paid' } })
  return { authorised: given.status === 'waitingForCapture' ? amount : ZERO, captured, refunded: left }
}

const save = async (
  trx: Db,
  given: Given,
  payable: Payable,
  shop: NonNullable<Payable['shop']>,
  zone: string,
): Promise<string> => {
  const id = crypto.randomUUID()
  const { currency } = payable
  const amount = sumOf('amount', given.amount, currency)
  const discount = given.discountAmount === undefined ? ZERO : sumOf('discountAmount', given.discountAmount, currency)
  const refunds = given.refunds.map((refund) => ({ ...refund, sum: sumOf('refunds', refund.amount, currency) }))
  const refunded = add(...refunds.filter(({ status }) => status === 'succeeded').map(({ sum }) => sum))
  const ledger = ledgerOf(given, amount, discount, refunded)
  await insertInvoice(trx, {
    ...payable,
    id,
    amount,
    shopId: shop.id,
    moduleId: shop.moduleId,
    returnUrl: null,
    fingerprint: null,
  })
  await updateImported(trx, { id, currency }, given.status, {
    ...ledger,
    externalId: given.externalId,
    discountAmount: given.discountAmount === undefined ? null : discount,
    ...(given.paidAt !== undefined && { paidAt: timeOf('paidAt', given.paidAt, zone) }),
    ...(given.createdAt !== undefined && { createdAt: timeOf('createdAt', given.createdAt, zone) }),
    ...(given.refundable !== undefined && { refundable: given.refundable }),
  })
  for (const { externalId, status, comment = '', sum, createdAt } of refunds) {
    const at = createdAt === undefined ? {} : { createdAt: timeOf('refunds', createdAt, zone) }
    await insertRefund(trx, { id, currency }, { externalId, operationId: null, amount: sum, status, comment, ...at })
  }
  return id
}

/** D-48: an invoice that was issued elsewhere keeps its status; its history begins with the import. */
export const importOne: Action<Deps, typeof importInvoice> = async (deps, caller, { body }) => {
  const given = body.invoice
  const { timezone } = await deps.accounts.account(caller.accountId)
  const invoiceUuid = await inAccount(deps.db, caller.accountId, async (trx) => {
    const payable = await lockPayableFor(trx, caller, given.paymentId)
    const { shop } = payable
    if (!shop) return fail('payment_not_integrated', { values: { type: payable.type } })
    if (given.currency !== payable.currency)
      fail('entity_invalid', { fields: { currency: `must be ${payable.currency}` } })
    const live = await findLiveInvoice(trx, given.paymentId)
    if (live) fail('invoice_exists', { values: { status: live.status ?? 'being created' } })
    return save(trx, given, payable, shop, timezone)
  }).catch((error: unknown) => {
    if (isUnique(error, 'one_live_invoice')) return fail('invoice_exists', { values: { status: 'open' } })
    throw error
  })
  return { success: true, invoice: { invoiceUuid } }
}
