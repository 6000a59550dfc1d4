import { type Minor, subtract } from '@patchbay/contract/base/money'
import { INVOICE_MOVES, type InvoiceOwner } from '@patchbay/contract/payments/invoice-rules'
import type { InvoiceStatus, OperationKind } from '@patchbay/contract/payments/statuses'
import type { KeyCaller } from '../../lib/http-in/callers.ts'
import { canUseModule } from '../../platform/api-keys/rules.ts'
import { isShopVisible } from '../../platform/shops/rules.ts'

/** P-22: the trace key of all requests about an invoice, in both directions. */
export const aboutInvoice = (id: string): string => `invoice/${id}`

/** P-22: the invoice of a trace key; undefined for any other key. */
export const invoiceOfAbout = (about = ''): string | undefined => /^invoice\/(.+)$/.exec(about)?.[1]

/** D-51: a payment has at most one invoice in these statuses, or being created. SQL is generated from this list, indexes are tested against it. */
export const LIVE_STATUSES = ['pending', 'waitingForCapture', 'succeeded'] as const satisfies InvoiceStatus[]

export type InvoiceAction = Exclude<OperationKind, 'create'> | 'email'

/** What a module can do with one of its invoices, as it registered and reported. */
export type Abilities = {
  /** The operations whose path it registered. */
  registered: readonly OperationKind[]
  /** Its word on this invoice; null: it said nothing. */
  refundable: boolean | null
  cancellable: boolean | null
  /** It knows the invoice by an id of its own. */
  named: boolean
}

/** P-16: whether the module can carry out an operation on this invoice. */
export const isSupported = (
  kind: OperationKind,
  { registered, refundable, cancellable, named }: Abilities,
): boolean => {
  if (kind === 'refund' && refundable === false) return false
  if (kind === 'cancel' && cancellable === false) return false
  return named && registered.includes(kind)
}

export type Offer = InvoiceAction | 'reissue'

export type OfferFacts = Abilities & {
  status: InvoiceStatus | null
  hasLink: boolean
  hasOpenOperation: boolean
  stale: boolean
  shopGone: boolean
  moduleOff: boolean
  paymentPaid: boolean
}

/** P-06, P-16, D-51, D-97: the actions that are allowed now; none while an operation is open or the module is off. */
export const offersFor = (facts: OfferFacts): Offer[] => {
  if (facts.hasOpenOperation || facts.moduleOff) return []
  const isPayable = !facts.shopGone && !facts.paymentPaid
  const plain = actionsFor(facts.status).filter((action) =>
    action === 'email' ? isPayable && facts.hasLink : isSupported(action, facts),
  )
  return facts.stale && isPayable && plain.includes('cancel') ? [...plain, 'reissue'] : plain
}

/** P-16: the actions of a status, and no others. */
export const actionsFor = (status: InvoiceStatus | null): InvoiceAction[] => {
  const operations = INVOICE_MOVES.flatMap(({ from, trigger }) =>
    from !== null && from === status && trigger !== 'update-invoice' && trigger !== 'create' ? [trigger] : [],
  )
  return status === 'pending' ? [...operations, 'email'] : operations
}

/** D-05, D-81: whether a key sees an invoice: of its module, unless it has none, and of one of its shops. */
export const canSeeInvoice = (
  key: Pick<KeyCaller, 'modules' | 'everyModule' | 'sites'>,
  { moduleCode, site }: InvoiceOwner,
): boolean => canUseModule(key, moduleCode) && isShopVisible(key.sites, site)

/** D-05, D-42, D-81: whether a key may report about an invoice: only the module that issued it knows. */
export const canReportInvoice = (
  key: Pick<KeyCaller, 'modules' | 'everyModule' | 'sites'>,
  owner: InvoiceOwner,
): boolean => key.modules.includes(owner.moduleCode) && canSeeInvoice(key, owner)

/** What moved: held on the card, taken, and given back. */
export type Ledger = { authorised?: Minor; captured?: Minor; refunded?: Minor }

/** P-09, P-10, P-11: the sums that a move sets. A refund brings its own. */
export const ledgerAfter = (to: InvoiceStatus, amount: Minor, discount: Minor): Ledger => {
  if (to === 'waitingForCapture') return { authorised: amount }
  if (to === 'succeeded') return { captured: subtract(amount, discount) }
  return {}
}

type MappedStatus = { status: string; complete: boolean }

/** P-18, D-50: what a move changes in the payment: nothing when the settings do not map the status, else the status and, when that is complete, the time. */
export const paymentAfter = (
  mapped: MappedStatus | undefined,
  paidAt: Date | undefined,
): { status: string; paidAt: Date | undefined } | undefined =>
  mapped && { status: mapped.status, paidAt: mapped.complete ? paidAt : undefined }

/** D-51: why a payment with such an invoice cannot be deleted once there is money in it. */
export const whyPaymentStays = (status: InvoiceStatus | null | undefined): string | undefined => {
  if (status === 'waitingForCapture') return 'the money is on hold. Approve or cancel the invoice first'
  if (status === 'succeeded') return 'it is paid. Refund the invoice first'
  return undefined
}
