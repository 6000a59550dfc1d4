import { fromUnits, toUnits } from '@patchbay/sdk/money'
import type { PaymentHandlers } from '@patchbay/sdk/payment'
import { refuse } from '@patchbay/sdk/request'
import type { CreateInvoice } from '@patchbay/sdk/shapes'
import Stripe from 'stripe'

// The payment callbacks with Stripe. Stripe stores the payments: a Checkout session is the link, its id is our
// paymentId, its PaymentIntent holds the money until it is captured. Every call carries the system's idempotency key,
// so a repeat has no second effect at Stripe either.

/** No shop without a hold: Checkout would charge before the invoice could be checked. */
export const STRIPE_SHOPS = [
  { code: 'hold-auto', name: 'Stripe: charge after a positive check', active: true },
  { code: 'hold-manual', name: 'Stripe: a manager confirms', active: true },
]

/** Currencies with two decimal places; Stripe counts others differently. */
export const STRIPE_CURRENCIES = ['EUR', 'USD', 'GBP', 'CHF', 'PLN', 'SEK', 'NOK', 'DKK', 'CZK', 'RON', 'AUD', 'CAD']

const UNITS_OF_A_CENT = 100n

export const toCents = (amount: number): number => {
  const units = toUnits(amount)
  if (units === undefined || units % UNITS_OF_A_CENT !== 0n) return refuse(`${amount} has a fraction of a cent`)
  return Number(units / UNITS_OF_A_CENT)
}
export const fromCents = (cents: number): number => fromUnits(BigInt(cents) * UNITS_OF_A_CENT)

/** A refusal by Stripe becomes ours, with Stripe's message; other errors (an outage) are not refusals. */
const refuseOnCardError = async <T>(work: Promise<T>): Promise<T> => {
  try {
    return await work
  } catch (error) {
    const { StripeCardError, StripeInvalidRequestError } = Stripe.errors
    if (error instanceof StripeCardError || error instanceof StripeInvalidRequestError) return refuse(error.message)
    throw error
  }
}

const sessionOf = (invoice: CreateInvoice, publicUrl: string): Stripe.Checkout.SessionCreateParams => {
  const { invoiceUuid, shopId, amount, currency, orderNumber, returnUrl, customer } = invoice
  const metadata = { invoiceUuid, shopId }
  const product = { name: orderNumber === undefined ? 'Your order' : `Order ${orderNumber}` }
  return {
    mode: 'payment',
    line_items: [
      {
        quantity: 1,
        price_data: { currency: currency.toLowerCase(), unit_amount: toCents(amount), product_data: product },
      },
    ],
    // Hold the money: it is captured only after a positive check.
    payment_intent_data: { capture_method: 'manual', metadata },
    metadata,
    success_url: returnUrl ?? publicUrl,
    ...(customer.email !== undefined && { customer_email: customer.email }),
  }
}

const STATUS: Readonly<Partial<Record<Stripe.PaymentIntent.Status, string>>> = {
  requires_capture: 'waitingForCapture',
  succeeded: 'succeeded',
  canceled: 'canceled',
}

type Callbacks = Required<Pick<PaymentHandlers, 'create' | 'approve' | 'cancel' | 'refund' | 'status'>>

const REFUND = { succeeded: 'succeeded', failed: 'canceled', canceled: 'canceled' } as const

export const stripeCallbacks = (stripe: Stripe, publicUrl: string): Callbacks => {
  const find = (paymentId: string) =>
    refuseOnCardError(stripe.checkout.sessions.retrieve(paymentId, { expand: ['payment_intent'] }))
  const intentOf = async (paymentId: string): Promise<Stripe.PaymentIntent> => {
    const { payment_intent } = await find(paymentId)
    return typeof payment_intent === 'object' && payment_intent
      ? payment_intent
      : refuse('This payment has not been made yet')
  }
  return {
    create: async (invoice, { key }) => {
      const session = await refuseOnCardError(
        stripe.checkout.sessions.create(sessionOf(invoice, publicUrl), { idempotencyKey: key }),
      )
      return { paymentId: session.id, invoiceUrl: session.url ?? refuse('Stripe gave no link'), cancellable: true }
    },
    approve: async ({ paymentId, amount }, { key }) => {
      const { id } = await intentOf(paymentId)
      const sum = amount === undefined ? {} : { amount_to_capture: toCents(amount) }
      await refuseOnCardError(stripe.paymentIntents.capture(id, sum, { idempotencyKey: key }))
    },
    cancel: async ({ paymentId }, { key }) => {
      const { status, payment_intent } = await find(paymentId)
      if (status === 'open')
        await refuseOnCardError(stripe.checkout.sessions.expire(paymentId, {}, { idempotencyKey: key }))
      else if (typeof payment_intent === 'object' && payment_intent)
        await refuseOnCardError(stripe.paymentIntents.cancel(payment_intent.id, {}, { idempotencyKey: key }))
      else refuse('This payment is already closed')
    },
    refund: async ({ paymentId, amount }, { key }) => {
      const { id } = await intentOf(paymentId)
      const sum = amount === undefined ? {} : { amount: toCents(amount) }
      const refund = await refuseOnCardError(
        stripe.refunds.create({ payment_intent: id, ...sum }, { idempotencyKey: key }),
      )
      const status = REFUND[refund.status as keyof typeof REFUND] ?? 'pending'
      return { id: refund.id, status, amount: fromCents(refund.amount) }
    },
    status: async ({ paymentId }) => {
      const { payment_intent, status, amount_total } = await find(paymentId)
      const intent = typeof payment_intent === 'object' ? payment_intent : null
      const word = (intent && STATUS[intent.status]) ?? (status === 'expired' ? 'canceled' : 'pending')
      return { paymentId, status: word, ...(amount_total !== null && { amount: fromCents(amount_total) }) }
    },
  }
}
