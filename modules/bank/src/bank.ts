import type { InvoiceCheckResult } from '@patchbay/sdk/client'
import { fromUnits, toUnits } from '@patchbay/sdk/money'
import type { PaymentHandlers } from '@patchbay/sdk/payment'
import { refuse } from '@patchbay/sdk/request'
import type {
  CheckInvoice,
  PaymentState,
  Statement,
  StatementLine,
  StatementRequest,
  UpdateInvoice,
} from '@patchbay/sdk/shapes'
import type { Ledger, Movement, Payment } from './ledger.ts'

// Payments of the sandbox bank. Each step stores the new state and the report of it in one transaction.

/** One shop for each flow of the contract (docs/spec: interface 3.2), so that all three can be tried side by side. */
export const SHOPS = [
  { code: 'hold-auto', name: 'Sandbox: hold, then charge at once', active: true },
  { code: 'hold-manual', name: 'Sandbox: hold, a manager confirms', active: true },
  { code: 'direct', name: 'Sandbox: charge without a hold', active: true },
]

/** Test cards: what the bank of the customer does. */
export const CARDS = [
  { code: 'works', name: 'Works' },
  { code: 'refund-refused', name: 'Refuses refunds' },
  { code: 'short-hold', name: 'Holds end after 30 seconds' },
] as const

const SHORT_HOLD_MS = 30_000

export type BankOptions = {
  ledger: Ledger
  publicUrl: string
  /** Asks the system whether the invoice is still valid. Throws when there is no response. */
  check: (check: CheckInvoice) => Promise<InvoiceCheckResult>
  /** Called when a report was stored, so that it is sent at once. */
  onReport: () => void
  now?: () => number
  linkMs?: number
  holdMs?: number
}

const DAY = 86_400_000

const stateOf = (payment: Payment, publicUrl: string): PaymentState & { status: string } => ({
  paymentId: payment.paymentId,
  // During the check nothing has happened yet.
  status: payment.status === 'checking' ? 'pending' : payment.status,
  amount: fromUnits(payment.units),
  invoiceUrl: `${publicUrl}/pay/${payment.paymentId}`,
  expiredAt: new Date(payment.expiresAt).toISOString(),
  refundable: fromUnits(payment.status === 'succeeded' ? payment.units - payment.refundedUnits : 0n),
  ...(payment.cancellationDetails !== null && { cancellationDetails: payment.cancellationDetails }),
})

const reportOf = (payment: Payment): UpdateInvoice => ({
  invoiceUuid: payment.invoiceUuid,
  paymentId: payment.paymentId,
  ...(payment.status !== 'checking' && { status: payment.status }),
  amount: fromUnits(payment.units),
  refundable: payment.status === 'succeeded',
  cancellable: payment.status === 'pending' || payment.status === 'waitingForCapture',
  ...(payment.cancellationDetails !== null && { cancellationDetails: payment.cancellationDetails }),
})

const DAYS_OF_A_LINK = 1
const DAYS_OF_A_HOLD = 7

type BankContext = ReturnType<typeof createBankContext>

/** What all steps share: find a payment, require a status change, report it. */
const createBankContext = ({ ledger, publicUrl, onReport, now = Date.now, ...times }: BankOptions) => {
  const { linkMs = DAYS_OF_A_LINK * DAY, holdMs = DAYS_OF_A_HOLD * DAY } = times
  const find = (paymentId: string): Payment => ledger.find(paymentId) ?? refuse('Payment not found')
  const report = (paymentId: string, more: Partial<UpdateInvoice> = {}) => {
    ledger.reports.insert({ ...reportOf(find(paymentId)), ...more })
    queueMicrotask(onReport)
  }
  const requireMoved = (moved: boolean, payment: Payment, what: string) =>
    moved || refuse(`This payment is ${payment.status} and cannot be ${what}`)
  return { ledger, publicUrl, now, linkMs, holdMs, find, report, requireMoved }
}

type Callbacks = Required<Pick<PaymentHandlers, 'create' | 'approve' | 'cancel' | 'refund' | 'status' | 'statement'>>

const LINES_PER_PAGE = 1_000

const lineOf = ({ type, paymentId, refundId, invoiceUuid, units, currency, at }: Movement): StatementLine => ({
  type,
  paymentId,
  ...(refundId !== null && { refundId }),
  invoiceUuid,
  amount: fromUnits(units),
  currency,
  at: new Date(at).toISOString(),
})

/** The cursor is the last line of the page before: its time and its number. */
const statementOf = (ledger: Ledger, { from, to, cursor }: StatementRequest): Statement => {
  const [at = Number.MIN_SAFE_INTEGER, id = 0] = cursor?.split('.').map(Number) ?? []
  const page = ledger.listMovements(Date.parse(from), Date.parse(to), { at, id }, LINES_PER_PAGE)
  const last = page.length === LINES_PER_PAGE ? page.at(-1) : undefined
  return { lines: page.map(lineOf), ...(last && { next: `${last.at}.${last.id}` }) }
}

/** The callbacks of the system. */
const callbacks = ({ ledger, publicUrl, now, linkMs, find, report, requireMoved }: BankContext): Callbacks => ({
  create: (invoice, { key }) =>
    ledger.runOnce(`create ${key}`, () => {
      const paymentId = crypto.randomUUID()
      ledger.insert(invoice, paymentId, now() + linkMs)
      return { paymentId, invoiceUrl: `${publicUrl}/pay/${paymentId}`, cancellable: true }
    }),
  approve: ({ paymentId, amount }, { key }) =>
    ledger.runOnce(`approve ${key}`, () => {
      const payment = find(paymentId)
      if (amount !== undefined && toUnits(amount) !== payment.units)
        refuse(`The hold is for ${fromUnits(payment.units)} ${payment.currency}. A different amount cannot be charged`)
      requireMoved(ledger.move(paymentId, 'waitingForCapture', 'succeeded'), payment, 'charged')
      ledger.insertCharge(payment, now())
      report(paymentId, { paidAt: new Date(now()).toISOString() })
    }),
  cancel: ({ paymentId }, { key }) =>
    ledger.runOnce(`cancel ${key}`, () => {
      const payment = find(paymentId)
      const why = 'Cancelled by the shop'
      const moved =
        ledger.move(paymentId, 'pending', 'canceled', why) ||
        ledger.move(paymentId, 'waitingForCapture', 'canceled', why)
      requireMoved(moved, payment, 'cancelled')
      report(paymentId)
    }),
  refund: ({ paymentId, amount }, { key }) =>
    ledger.runOnce(`refund ${key}`, () => {
      const payment = find(paymentId)
      if (payment.status !== 'succeeded') refuse(`This payment is ${payment.status} and cannot be refunded`)
      if (ledger.cardOf(paymentId) === 'refund-refused') refuse('The bank of the customer refused the refund')
      const left = payment.units - payment.refundedUnits
      const units = amount === undefined ? left : (toUnits(amount) ?? refuse('The amount is not a valid number'))
      if (units > left) refuse(`Only ${fromUnits(left)} ${payment.currency} can still be refunded`)
      const refund = ledger.insertRefund(paymentId, units, payment.refundedUnits + units, now())
      if (units === left) ledger.move(paymentId, 'succeeded', 'refundSucceeded')
      report(paymentId, { refund })
      return refund
    }),
  status: ({ paymentId }) => stateOf(find(paymentId), publicUrl),
  statement: (request) => statementOf(ledger, request),
})

/** After a positive check: charge the money, or hold it until a manager confirms. */
const completePayment = ({ ledger, now, holdMs, report }: BankContext, payment: Payment): void =>
  ledger.transaction(() => {
    const { paymentId, shopId } = payment
    const held = shopId === 'hold-manual'
    if (!ledger.move(paymentId, 'checking', held ? 'waitingForCapture' : 'succeeded')) return
    const expiresAt = now() + (ledger.cardOf(paymentId) === 'short-hold' ? SHORT_HOLD_MS : holdMs)
    if (held) ledger.setExpiry(paymentId, expiresAt)
    if (!held) ledger.insertCharge(payment, now())
    const until = new Date(expiresAt).toISOString()
    report(paymentId, held ? { expiredAt: until } : { paidAt: new Date(now()).toISOString() })
  })

/**
 * The customer pays. In every flow the money is charged only after a positive check; the flows differ in whether it was
 * held before, and in what follows.
 */
const pay = async (
  context: BankContext,
  check: BankOptions['check'],
  paymentId: string,
  card: string,
): Promise<void> => {
  const { ledger, find, requireMoved, report } = context
  const payment = find(paymentId)
  requireMoved(ledger.move(paymentId, 'pending', 'checking'), payment, 'paid')
  ledger.setCard(paymentId, card)
  const { invoiceUuid, units, currency } = payment
  let checked: InvoiceCheckResult
  try {
    checked = await check({ invoiceUuid, amount: fromUnits(units), currency })
  } catch {
    ledger.move(paymentId, 'checking', 'pending')
    return refuse('The shop could not be reached. You have not been charged, please try again')
  }
  if (checked.ok) return completePayment(context, payment)
  const { errorMsg } = checked
  ledger.transaction(() => {
    ledger.move(paymentId, 'checking', 'canceled', errorMsg.slice(0, 255))
    report(paymentId)
  })
}

/** The customer does not want to pay. */
const decline = ({ ledger, find, requireMoved, report }: BankContext, paymentId: string): void =>
  ledger.transaction(() => {
    const moved = ledger.move(paymentId, 'pending', 'canceled', 'Declined by the customer')
    requireMoved(moved, find(paymentId), 'declined')
    report(paymentId)
  })

/** Cancels expired links and holds. */
const expire = ({ ledger, now, report }: BankContext): void => {
  for (const { paymentId, status } of ledger.listExpired(now())) {
    const why = status === 'pending' ? 'The link has expired' : 'The hold has expired'
    ledger.transaction(() => {
      if (ledger.move(paymentId, status, 'canceled', why)) report(paymentId)
    })
  }
}

export type Bank = ReturnType<typeof createBank>

export const createBank = (options: BankOptions) => {
  const context = createBankContext(options)
  return {
    handlers: callbacks(context),
    pay: (paymentId: string, card = 'works') => pay(context, options.check, paymentId, card),
    decline: (paymentId: string) => decline(context, paymentId),
    expire: () => expire(context),
    find: options.ledger.find,
    purchaseOf: options.ledger.purchaseOf,
  }
}
