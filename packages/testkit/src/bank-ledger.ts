// The ledger of a simulated bank: every effect on its customers' money, in order. It is independent of our database, so
// an audit compares two sources. Amounts are in minor units.

export type Refund = { id: string; amount: number; key: string; at: Date }

export type Payment = {
  id: string
  invoiceUuid: string
  amount: number
  currency: string
  state: 'pending' | 'held' | 'captured' | 'canceled'
  captures: number
  capturedAmount: number
  capturedAt?: Date
  released: boolean
  refunds: Refund[]
}

export type Action = 'create' | 'approve' | 'cancel' | 'refund' | 'status' | 'statement'
export type ActionResult = { success: true; result?: Record<string, unknown> } | { success: false; errorMsg: string }
/** A report that the bank will send by update-invoice. */
export type PaymentReport = { invoiceUuid: string; paymentId: string } & Record<string, unknown>

export type Ledger = {
  payments: Map<string, Payment>
  /** Every effect with its idempotency key. */
  effects: { action: Action; key: string; paymentId: string }[]
  pendingReports: PaymentReport[]
  execute: (action: Action, parameters: Record<string, unknown>, key: string) => ActionResult
  /** The customer pays: the money is held or charged, optionally less than the invoice. */
  pay: (paymentId: string, how: { hold: boolean; amount?: number }) => boolean
  /** A hold expires. */
  expire: (paymentId: string) => boolean
}

const toMinor = (decimal: unknown): number => Math.round(Number(decimal) * 100)
const toDecimal = (minor: number): number => minor / 100

export const refundedOf = ({ refunds }: Payment): number => refunds.reduce((sum, { amount }) => sum + amount, 0)

/** The invoice status that corresponds to the payment. */
export const statusOf = (payment: Payment): string => {
  if (payment.state === 'pending') return 'pending'
  if (payment.state === 'held') return 'waitingForCapture'
  if (payment.state === 'canceled') return 'canceled'
  return refundedOf(payment) === payment.capturedAmount ? 'refundSucceeded' : 'succeeded'
}

type LedgerData = Pick<Ledger, 'payments' | 'effects' | 'pendingReports'>
type ActionHandler = (parameters: Record<string, unknown>, key: string) => ActionResult

const reject = (errorMsg: string): ActionResult => ({ success: false, errorMsg })

const addReport = (
  { pendingReports }: LedgerData,
  { invoiceUuid, id, amount }: Payment,
  more: Record<string, unknown>,
): void => {
  pendingReports.push({ invoiceUuid, paymentId: id, amount: toDecimal(amount), ...more })
}

const createIn =
  ({ payments, effects }: LedgerData): ActionHandler =>
  ({ invoiceUuid, amount, currency }, key) => {
    const id = `pay_${payments.size + 1}_${String(invoiceUuid).slice(0, 8)}`
    const [captures, capturedAmount] = [0, 0]
    const invoice = { invoiceUuid: String(invoiceUuid), amount: toMinor(amount), currency: String(currency) }
    payments.set(id, { id, ...invoice, state: 'pending', captures, capturedAmount, released: false, refunds: [] })
    effects.push({ action: 'create', key, paymentId: id })
    return { success: true, result: { paymentId: id, invoiceUrl: `https://pay.test/${id}`, cancellable: true } }
  }

const approveIn =
  (data: LedgerData): ActionHandler =>
  ({ paymentId }, key) => {
    const payment = data.payments.get(String(paymentId))
    if (payment?.state !== 'held') return reject(`wrong status: ${payment?.state}`)
    payment.state = 'captured'
    payment.captures++
    payment.capturedAmount = payment.amount
    payment.capturedAt = new Date()
    data.effects.push({ action: 'approve', key, paymentId: payment.id })
    addReport(data, payment, { status: 'succeeded' })
    return { success: true }
  }

const cancelIn =
  (data: LedgerData): ActionHandler =>
  ({ paymentId }, key) => {
    const payment = data.payments.get(String(paymentId))
    if (payment?.state !== 'held' && payment?.state !== 'pending') return reject(`wrong status: ${payment?.state}`)
    const wasHeld = payment.state === 'held'
    payment.state = 'canceled'
    payment.released = wasHeld
    data.effects.push({ action: 'cancel', key, paymentId: payment.id })
    // Like real modules: no report when an unpaid payment is canceled.
    if (wasHeld) addReport(data, payment, { status: 'canceled' })
    return { success: true }
  }

const refundIn =
  (data: LedgerData): ActionHandler =>
  ({ paymentId, amount }, key) => {
    const payment = data.payments.get(String(paymentId))
    if (payment?.state !== 'captured') return reject(`wrong status: ${payment?.state}`)
    const left = payment.capturedAmount - refundedOf(payment)
    const refunded = amount === undefined ? left : toMinor(amount)
    if (refunded <= 0 || refunded > left) return reject('more than is left')
    const id = `re_${payment.refunds.length + 1}_${payment.id}`
    payment.refunds.push({ id, amount: refunded, key, at: new Date() })
    data.effects.push({ action: 'refund', key, paymentId: payment.id })
    const result = { id, status: 'succeeded', amount: toDecimal(refunded) }
    addReport(data, payment, { status: statusOf(payment), refund: result })
    return { success: true, result }
  }

const statusIn =
  ({ payments }: LedgerData): ActionHandler =>
  ({ paymentId }) => {
    const payment = payments.get(String(paymentId))
    if (!payment) return reject('no such payment')
    const amount = toDecimal(payment.captures > 0 ? payment.capturedAmount : payment.amount)
    return { success: true, result: { status: statusOf(payment), amount, paymentId } }
  }

const LINES_PER_PAGE = 1_000

type Line = Record<string, unknown> & { at: Date }

/** What was charged and returned, the oldest first. A test plants a difference by changing the payments themselves. */
const movementsOf = ({ id, invoiceUuid, currency, capturedAt, capturedAmount, refunds }: Payment): Line[] => {
  const shared = { paymentId: id, invoiceUuid, currency }
  const charged = capturedAt && { type: 'payment', ...shared, amount: toDecimal(capturedAmount), at: capturedAt }
  const returned = refunds.map((refund) => ({
    ...{ type: 'refund', ...shared, refundId: refund.id, amount: toDecimal(refund.amount), at: refund.at },
  }))
  return [...(charged ? [charged] : []), ...returned]
}

/** A page of the statement; the cursor is the number of lines before it. */
const statementIn =
  ({ payments }: LedgerData): ActionHandler =>
  ({ from, to, cursor }) => {
    const [start, end] = [new Date(String(from)), new Date(String(to))]
    const all = [...payments.values()]
      .flatMap(movementsOf)
      .filter(({ at }) => at >= start && at < end)
      .sort((one, other) => one.at.getTime() - other.at.getTime())
    const first = Number(cursor ?? 0)
    const next = first + LINES_PER_PAGE
    const lines = all.slice(first, next)
    return { success: true, result: { lines, ...(next < all.length && { next: String(next) }) } }
  }

const READS: ReadonlySet<Action> = new Set(['status', 'statement'])

/** An idempotent bank returns the first result to a repeated key; another one executes the action again if it can. */
export const createLedger = ({ idempotent }: { idempotent: boolean }): Ledger => {
  const data: LedgerData = { payments: new Map(), effects: [], pendingReports: [] }
  const responses = new Map<string, ActionResult>()
  const act: Record<Action, ActionHandler> = {
    create: createIn(data),
    approve: approveIn(data),
    cancel: cancelIn(data),
    refund: refundIn(data),
    status: statusIn(data),
    statement: statementIn(data),
  }
  return {
    ...data,
    execute: (action, parameters, key) => {
      const before = idempotent && !READS.has(action) ? responses.get(key) : undefined
      if (before) return before
      const answer = act[action](parameters, key)
      responses.set(key, answer)
      return answer
    },
    pay: (paymentId, { hold, amount }) => {
      const payment = data.payments.get(paymentId)
      if (payment?.state !== 'pending') return false
      const paid = amount ?? payment.amount
      payment.state = hold ? 'held' : 'captured'
      if (!hold) {
        payment.captures++
        payment.capturedAmount = paid
        payment.capturedAt = new Date()
      }
      addReport(data, payment, { status: hold ? 'waitingForCapture' : 'succeeded', amount: toDecimal(paid) })
      return true
    },
    expire: (paymentId) => {
      const payment = data.payments.get(paymentId)
      if (payment?.state !== 'held') return false
      payment.state = 'canceled'
      payment.released = true
      addReport(data, payment, { status: 'canceled', cancellationDetails: 'the hold expired' })
      return true
    },
  }
}
