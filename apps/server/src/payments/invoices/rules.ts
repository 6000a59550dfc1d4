import { INVOICE_STATUSES } from '@patchbay/contract/base/constants'
import type { InvoiceStatus, OperationKind } from '@patchbay/contract/payments/statuses'
import type { KeyCaller } from '../../lib/http-in/callers.ts'
import { canUseModule } from '../../platform/api-keys/rules.ts'
import { isShopVisible } from '../../platform/shops/rules.ts'

/** P-22: the trace key of all requests about an invoice, in both directions. */
export const aboutInvoice = (id: string): string => `invoice/${id}`

type Move = { from: InvoiceStatus | null; trigger: OperationKind | 'update-invoice'; to: InvoiceStatus }

/** D-51: a payment has at most one invoice in these statuses, or being created. SQL is generated from this list, indexes are tested against it. */
export const LIVE_STATUSES = ['pending', 'waitingForCapture', 'succeeded'] as const satisfies InvoiceStatus[]

/** P-08…P-14: the moves of interface 3.1, row for row. There are no others (P-15). */
export const INVOICE_MOVES: readonly Move[] = [
  { from: null, trigger: 'create', to: 'pending' },
  { from: 'pending', trigger: 'update-invoice', to: 'succeeded' },
  { from: 'pending', trigger: 'update-invoice', to: 'waitingForCapture' },
  { from: 'waitingForCapture', trigger: 'approve', to: 'succeeded' },
  { from: 'pending', trigger: 'cancel', to: 'canceled' },
  { from: 'waitingForCapture', trigger: 'cancel', to: 'canceled' },
  { from: 'succeeded', trigger: 'refund', to: 'refundSucceeded' },
]

/** P-11…P-15: the status an operation leads to; undefined when it is not allowed. */
export const targetStatus = (kind: OperationKind, status: InvoiceStatus | null): InvoiceStatus | undefined =>
  INVOICE_MOVES.find((move) => move.trigger === kind && move.from === status)?.to

/** P-15 */
export const isAllowedMove = (from: InvoiceStatus | null, to: InvoiceStatus): boolean =>
  INVOICE_MOVES.some((move) => move.from === from && move.to === to)

/** D-42: modules report statuses as free text. */
export const isInvoiceStatus = (word: string): word is InvoiceStatus =>
  (INVOICE_STATUSES as readonly string[]).includes(word)

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

export type InvoiceOwner = { moduleCode: string; site: string | null }

/** D-05, D-81: whether a key sees an invoice: of its module, unless it has none, and of one of its shops. */
export const canSeeInvoice = (key: Pick<KeyCaller, 'modules' | 'sites'>, { moduleCode, site }: InvoiceOwner): boolean =>
  canUseModule(key, moduleCode) && isShopVisible(key.sites, site)

/** D-05, D-42, D-81: whether a key may report about an invoice: only the module that issued it knows. */
export const canReportInvoice = (key: Pick<KeyCaller, 'modules' | 'sites'>, owner: InvoiceOwner): boolean =>
  key.modules.includes(owner.moduleCode) && canSeeInvoice(key, owner)
