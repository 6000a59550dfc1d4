// What a bank knows: every effect that its customers' money has felt, in the order it was felt. Nothing of ours is in
// here, so that an audit compares two books that were kept apart. Sums are in minor units.

export type Refund = { id: string; amount: number; key: string }

export type Payment = {
  id: string
  invoiceUuid: string
  amount: number
  currency: string
  state: 'pending' | 'held' | 'captured' | 'canceled'
  captures: number
  capturedAmount: number
  released: boolean
  refunds: Refund[]
}

export type Action = 'create' | 'approve' | 'cancel' | 'refund' | 'status'
export type Answer = { success: true; result?: Record<string, unknown> } | { success: false; errorMsg: string }
/** What the bank will tell us by update-invoice. */
export type News = { invoiceUuid: string; paymentId: string } & Record<string, unknown>

export type Ledger = {
  payments: Map<string, Payment>
  /** action and key of every effect, once each time it was felt. */
  effects: { action: Action; key: string; paymentId: string }[]
  news: News[]
  ask: (action: Action, parameters: Record<string, unknown>, key: string) => Answer
  /** The client pays: the money is held, or charged at once. Less than was asked for, if so told. */
  pay: (paymentId: string, how: { hold: boolean; amount?: number }) => boolean
  /** A hold that nobody approved ends by itself. */
  expire: (paymentId: string) => boolean
}

const toMinor = (decimal: unknown): number => Math.round(Number(decimal) * 100)
const toDecimal = (minor: number): number => minor / 100

export const refundedOf = ({ refunds }: Payment): number => refunds.reduce((sum, { amount }) => sum + amount, 0)

/** The status that an honest invoice has. */
export const statusOf = (payment: Payment): string => {
  if (payment.state === 'pending') return 'pending'
  if (payment.state === 'held') return 'waitingForCapture'
  if (payment.state === 'canceled') return 'canceled'
  return refundedOf(payment) === payment.capturedAmount ? 'refundSucceeded' : 'succeeded'
}

type Books = Pick<Ledger, 'payments' | 'effects' | 'news'>
type Acting = (parameters: Record<string, unknown>, key: string) => Answer

const refuse = (errorMsg: string): Answer => ({ success: false, errorMsg })

const tell = ({ news }: Books, { invoiceUuid, id, amount }: Payment, more: Record<string, unknown>): void => {
  news.push({ invoiceUuid, paymentId: id, amount: toDecimal(amount), ...more })
}

const createIn =
  ({ payments, effects }: Books): Acting =>
  ({ invoiceUuid, amount, currency }, key) => {
    const id = `pay_${payments.size + 1}_${String(invoiceUuid).slice(0, 8)}`
    const [captures, capturedAmount] = [0, 0]
    const asked = { invoiceUuid: String(invoiceUuid), amount: toMinor(amount), currency: String(currency) }
    payments.set(id, { id, ...asked, state: 'pending', captures, capturedAmount, released: false, refunds: [] })
    effects.push({ action: 'create', key, paymentId: id })
    return { success: true, result: { paymentId: id, invoiceUrl: `https://pay.test/${id}`, cancellable: true } }
  }

const approveIn =
  (books: Books): Acting =>
  ({ paymentId }, key) => {
    const payment = books.payments.get(String(paymentId))
    if (payment?.state !== 'held') return refuse(`wrong status: ${payment?.state}`)
    payment.state = 'captured'
    payment.captures++
    payment.capturedAmount = payment.amount
    books.effects.push({ action: 'approve', key, paymentId: payment.id })
    tell(books, payment, { status: 'succeeded' })
    return { success: true }
  }

const cancelIn =
  (books: Books): Acting =>
  ({ paymentId }, key) => {
    const payment = books.payments.get(String(paymentId))
    if (payment?.state !== 'held' && payment?.state !== 'pending') return refuse(`wrong status: ${payment?.state}`)
    const wasHeld = payment.state === 'held'
    payment.state = 'canceled'
    payment.released = wasHeld
    books.effects.push({ action: 'cancel', key, paymentId: payment.id })
    // As real modules do: nothing is said after a payment was canceled that nobody had paid.
    if (wasHeld) tell(books, payment, { status: 'canceled' })
    return { success: true }
  }

const refundIn =
  (books: Books): Acting =>
  ({ paymentId, amount }, key) => {
    const payment = books.payments.get(String(paymentId))
    if (payment?.state !== 'captured') return refuse(`wrong status: ${payment?.state}`)
    const left = payment.capturedAmount - refundedOf(payment)
    const wanted = amount === undefined ? left : toMinor(amount)
    if (wanted <= 0 || wanted > left) return refuse('more than is left')
    const id = `re_${payment.refunds.length + 1}_${payment.id}`
    payment.refunds.push({ id, amount: wanted, key })
    books.effects.push({ action: 'refund', key, paymentId: payment.id })
    const result = { id, status: 'succeeded', amount: toDecimal(wanted) }
    tell(books, payment, { status: statusOf(payment), refund: result })
    return { success: true, result }
  }

const statusIn =
  ({ payments }: Books): Acting =>
  ({ paymentId }) => {
    const payment = payments.get(String(paymentId))
    if (!payment) return refuse('no such payment')
    const amount = toDecimal(payment.captures > 0 ? payment.capturedAmount : payment.amount)
    return { success: true, result: { status: statusOf(payment), amount, paymentId } }
  }

/** A keyed bank knows a repeat by its key and answers it as before; a keyless one does it again if it still can. */
export const createLedger = ({ keyed }: { keyed: boolean }): Ledger => {
  const books: Books = { payments: new Map(), effects: [], news: [] }
  const answered = new Map<string, Answer>()
  const act: Record<Action, Acting> = {
    create: createIn(books),
    approve: approveIn(books),
    cancel: cancelIn(books),
    refund: refundIn(books),
    status: statusIn(books),
  }
  return {
    ...books,
    ask: (action, parameters, key) => {
      const before = keyed && action !== 'status' ? answered.get(key) : undefined
      if (before) return before
      const answer = act[action](parameters, key)
      answered.set(key, answer)
      return answer
    },
    pay: (paymentId, { hold, amount }) => {
      const payment = books.payments.get(paymentId)
      if (payment?.state !== 'pending') return false
      const paid = amount ?? payment.amount
      payment.state = hold ? 'held' : 'captured'
      if (!hold) {
        payment.captures++
        payment.capturedAmount = paid
      }
      tell(books, payment, { status: hold ? 'waitingForCapture' : 'succeeded', amount: toDecimal(paid) })
      return true
    },
    expire: (paymentId) => {
      const payment = books.payments.get(paymentId)
      if (payment?.state !== 'held') return false
      payment.state = 'canceled'
      payment.released = true
      tell(books, payment, { status: 'canceled', cancellationDetails: 'the hold expired' })
      return true
    },
  }
}
