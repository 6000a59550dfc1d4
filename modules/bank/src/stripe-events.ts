import type { InvoiceCheckResult } from '@patchbay/sdk/client'
import type { CheckInvoice, UpdateInvoice } from '@patchbay/sdk/shapes'
import type Stripe from 'stripe'
import { fromCents } from './stripe.ts'

// Stripe's webhook events: money was held, charged, released or refunded. Errors are thrown, so that Stripe gets a 500
// and retries; every step is idempotent.

export type EventContext = {
  stripe: Stripe
  check: (check: CheckInvoice) => Promise<InvoiceCheckResult>
  /** Stores the report in the outbox. */
  report: (update: UpdateInvoice) => void
}

const paymentIdOf = async (stripe: Stripe, intent: string): Promise<string | undefined> =>
  (await stripe.checkout.sessions.list({ payment_intent: intent, limit: 1 })).data[0]?.id

const reportIntent = async (
  { stripe, report }: EventContext,
  intent: Stripe.PaymentIntent,
  update: Partial<UpdateInvoice>,
) => {
  const { invoiceUuid } = intent.metadata
  // Ignore payments of other software on the same Stripe account.
  if (invoiceUuid === undefined) return
  const paymentId = await paymentIdOf(stripe, intent.id)
  report({ invoiceUuid, amount: fromCents(intent.amount), ...(paymentId !== undefined && { paymentId }), ...update })
}

/** Flows 1 and 2: the money is held, then the invoice is checked before anything else happens. */
const onHold = async (parts: EventContext, intent: Stripe.PaymentIntent): Promise<void> => {
  const { stripe, check } = parts
  const { invoiceUuid, shopId } = intent.metadata
  if (invoiceUuid === undefined || intent.status !== 'requires_capture') return
  const currency = intent.currency.toUpperCase()
  const checked = await check({ invoiceUuid, amount: fromCents(intent.amount), currency })
  if (!checked.ok) {
    await stripe.paymentIntents.cancel(intent.id, {}, { idempotencyKey: `let-go ${intent.id}` })
    return reportIntent(parts, intent, { status: 'canceled', cancellationDetails: checked.errorMsg.slice(0, 255) })
  }
  if (shopId === 'hold-manual') return reportIntent(parts, intent, { status: 'waitingForCapture' })
  // The payment_intent.succeeded that follows is reported.
  await stripe.paymentIntents.capture(intent.id, {}, { idempotencyKey: `charge ${intent.id}` })
}

const onRefunded = async (parts: EventContext, { payment_intent, refunded }: Stripe.Charge): Promise<void> => {
  if (!refunded || payment_intent === null) return
  const id = typeof payment_intent === 'string' ? payment_intent : payment_intent.id
  await reportIntent(parts, await parts.stripe.paymentIntents.retrieve(id), { status: 'refundSucceeded' })
}

export const handleStripeEvent = async (parts: EventContext, event: Stripe.Event): Promise<void> => {
  switch (event.type) {
    case 'payment_intent.amount_capturable_updated':
      return onHold(parts, event.data.object)
    case 'payment_intent.succeeded':
      return reportIntent(parts, event.data.object, { status: 'succeeded' })
    case 'payment_intent.canceled':
      return reportIntent(parts, event.data.object, { status: 'canceled' })
    case 'charge.refunded':
      return onRefunded(parts, event.data.object)
    case 'checkout.session.expired': {
      const { id, metadata } = event.data.object
      if (metadata?.invoiceUuid !== undefined)
        parts.report({ invoiceUuid: metadata.invoiceUuid, paymentId: id, status: 'canceled' })
      return
    }
    default:
      return
  }
}
