import type { Checked } from '@patchbay/sdk/client'
import { fromUnits, toUnits } from '@patchbay/sdk/money'
import type { PaymentHandlers } from '@patchbay/sdk/payment'
import { refuse } from '@patchbay/sdk/request'
import type { CheckInvoice, PaymentState, UpdateInvoice } from '@patchbay/sdk/shapes'
import type { Book, Payment } from './book.ts'

// What the bank does with money. Each step writes the state and the duty to report it in one transaction of the book.

/** One shop for each flow of the contract (docs/spec: interface 3.2), so that all three can be tried side by side. */
export const SHOPS = [
  { code: 'hold-auto', name: 'Sandbox: hold, then charge at once', active: true },
  { code: 'hold-manual', name: 'Sandbox: hold, a manager confirms', active: true },
  { code: 'direct', name: 'Sandbox: charge without a hold', active: true },
]

export type BankOptions = {
  book: Book
  publicUrl: string
  /** Asks the system whether the invoice still holds. Throws when nobody could say. */
  check: (check: CheckInvoice) => Promise<Checked>
  /** Called when a report was written, so that it goes out at once. */
  onReport: () => void
  now?: () => number
  linkMs?: number
  holdMs?: number
}

const DAY = 86_400_000

const stateOf = (payment: Payment, publicUrl: string): PaymentState & { status: string } => ({
  paymentId: payment.paymentId,
  // While the system is being asked, nothing has happened yet.
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

type Till = ReturnType<typeof openTill>

/** What all steps need: to find a payment, to move it or say why not, and to report it. */
const openTill = ({ book, publicUrl, onReport, now = Date.now, ...times }: BankOptions) => {
  const { linkMs = DAYS_OF_A_LINK * DAY, holdMs = DAYS_OF_A_HOLD * DAY } = times
  const find = (paymentId: string): Payment => book.find(paymentId) ?? refuse('Payment not found')
  const report = (paymentId: string, more: Partial<UpdateInvoice> = {}) => {
    book.reports.insert({ ...reportOf(find(paymentId)), ...more })
    queueMicrotask(onReport)
  }
  const must = (moved: boolean, payment: Payment, what: string) =>
    moved || refuse(`This payment is ${payment.status} and cannot be ${what}`)
  return { book, publicUrl, now, linkMs, holdMs, find, report, must }
}

type Callbacks = Required<Pick<PaymentHandlers, 'create' | 'approve' | 'cancel' | 'refund' | 'status'>>

/** What the system asks for. */
const callbacks = ({ book, publicUrl, now, linkMs, find, report, must }: Till): Callbacks => ({
  create: (invoice, { key }) =>
    book.once(`create ${key}`, () => {
      const paymentId = crypto.randomUUID()
      book.insert(invoice, paymentId, now() + linkMs)
      return { paymentId, invoiceUrl: `${publicUrl}/pay/${paymentId}`, cancellable: true }
    }),
  approve: ({ paymentId, amount }, { key }) =>
    book.once(`approve ${key}`, () => {
      const payment = find(paymentId)
      if (amount !== undefined && toUnits(amount) !== payment.units)
        refuse(`The hold is for ${fromUnits(payment.units)} ${payment.currency}. A different amount cannot be charged`)
      must(book.move(paymentId, 'waitingForCapture', 'succeeded'), payment, 'charged')
      report(paymentId, { paidAt: new Date(now()).toISOString() })
    }),
  cancel: ({ paymentId }, { key }) =>
    book.once(`cancel ${key}`, () => {
      const payment = find(paymentId)
      const why = 'Cancelled by the shop'
      const moved =
        book.move(paymentId, 'pending', 'canceled', why) || book.move(paymentId, 'waitingForCapture', 'canceled', why)
      must(moved, payment, 'cancelled')
      report(paymentId)
    }),
  refund: ({ paymentId, amount }, { key }) =>
    book.once(`refund ${key}`, () => {
      const payment = find(paymentId)
      if (payment.status !== 'succeeded') refuse(`This payment is ${payment.status} and cannot be refunded`)
      const left = payment.units - payment.refundedUnits
      const units = amount === undefined ? left : (toUnits(amount) ?? refuse('The amount is not a valid number'))
      if (units > left) refuse(`Only ${fromUnits(left)} ${payment.currency} can still be refunded`)
      const refund = book.insertRefund(paymentId, units, payment.refundedUnits + units)
      if (units === left) book.move(paymentId, 'succeeded', 'refundSucceeded')
      report(paymentId, { refund })
      return refund
    }),
  status: ({ paymentId }) => stateOf(find(paymentId), publicUrl),
})

/** Money that the system agreed to: charged, or held until a manager confirms. */
const settle = ({ book, now, holdMs, report }: Till, { paymentId, shopId }: Payment): void =>
  book.together(() => {
    const held = shopId === 'hold-manual'
    if (!book.move(paymentId, 'checking', held ? 'waitingForCapture' : 'succeeded')) return
    if (held) book.setExpiry(paymentId, now() + holdMs)
    const until = new Date(now() + holdMs).toISOString()
    report(paymentId, held ? { expiredAt: until } : { paidAt: new Date(now()).toISOString() })
  })

/**
 * The client presses Pay. In every flow the money is taken only after the system has said yes; the flows differ in what
 * was done before (nothing, or a hold that is released) and in what follows.
 */
const pay = async (till: Till, check: BankOptions['check'], paymentId: string): Promise<void> => {
  const { book, find, must, report } = till
  const payment = find(paymentId)
  must(book.move(paymentId, 'pending', 'checking'), payment, 'paid')
  const { invoiceUuid, units, currency } = payment
  let checked: Checked
  try {
    checked = await check({ invoiceUuid, amount: fromUnits(units), currency })
  } catch {
    book.move(paymentId, 'checking', 'pending')
    return refuse('The shop could not be reached. You have not been charged, please try again')
  }
  if (checked.ok) return settle(till, payment)
  const { errorMsg } = checked
  book.together(() => {
    book.move(paymentId, 'checking', 'canceled', errorMsg.slice(0, 255))
    report(paymentId)
  })
}

/** Links and holds do not last for ever. */
const expire = ({ book, now, report }: Till): void => {
  for (const { paymentId, status } of book.listExpired(now())) {
    const why = status === 'pending' ? 'The link has expired' : 'The hold has expired'
    book.together(() => {
      if (book.move(paymentId, status, 'canceled', why)) report(paymentId)
    })
  }
}

export type Bank = ReturnType<typeof createBank>

export const createBank = (options: BankOptions) => {
  const till = openTill(options)
  return {
    handlers: callbacks(till),
    pay: (paymentId: string) => pay(till, options.check, paymentId),
    expire: () => expire(till),
    find: options.book.find,
  }
}
