import type { Checked } from '@patchbay/sdk/client'
import type { CheckInvoice, UpdateInvoice } from '@patchbay/sdk/shapes'
import type Stripe from 'stripe'
import { fromCents } from './stripe.ts'

// What Stripe tells: money was held, charged, let go or given back. Whatever goes wrong here is thrown, so that Stripe
// hears a 500 and tells it again; every step may be repeated.

export type EventParts = {
  stripe: Stripe
  check: (check: CheckInvoice) => Promise<Checked>
  /** Writes the report down; it goes out until the system has taken it. */
  report: (update: UpdateInvoice) => void
}

const paymentIdOf = async (stripe: Stripe, intent: string): Promise<string | undefined> =>
  (await stripe.checkout.sessions.list({ payment_intent: intent, limit: 1 })).data[0]?.id

const tellIntent = async (
  { stripe, report }: EventParts,
  intent: Stripe.PaymentIntent,
  update: Partial<UpdateInvoice>,
) => {
  const { invoiceUuid } = intent.metadata
  // Payments of other software on the same Stripe account are not ours to report.
  if (invoiceUuid === undefined) return
  const paymentId = await paymentIdOf(stripe, intent.id)
  report({ invoiceUuid, amount: fromCents(intent.amount), ...(paymentId !== undefined && { paymentId }), ...update })
}

/** Flows 1 and 2: the money is held, and the system is asked before anything else happens. */
const onHeld = async (parts: EventParts, intent: Stripe.PaymentIntent): Promise<void> => {
  const { stripe, check } = parts
  const { invoiceUuid, shopId } = intent.metadata
  if (invoiceUuid === undefined || intent.status !== 'requires_capture') return
  const currency = intent.currency.toUpperCase()
  const checked = await check({ invoiceUuid, amount: fromCents(intent.amount), currency })
  if (!checked.ok) {
    await stripe.paymentIntents.cancel(intent.id, {}, { idempotencyKey: `let-go ${intent.id}` })
    return tellIntent(parts, intent, { status: 'canceled', cancellationDetails: checked.errorMsg.slice(0, 255) })
  }
  if (shopId === 'hold-manual') return tellIntent(parts, intent, { status: 'waitingForCapture' })
  // What follows is payment_intent.succeeded, which is reported.
  await stripe.paymentIntents.capture(intent.id, {}, { idempotencyKey: `charge ${intent.id}` })
}

const onRefunded = async (parts: EventParts, { payment_intent, refunded }: Stripe.Charge): Promise<void> => {
  if (!refunded || payment_intent === null) return
  const id = typeof payment_intent === 'string' ? payment_intent : payment_intent.id
  await tellIntent(parts, await parts.stripe.paymentIntents.retrieve(id), { status: 'refundSucceeded' })
}

export const takeEvent = async (parts: EventParts, event: Stripe.Event): Promise<void> => {
  switch (event.type) {
    case 'payment_intent.amount_capturable_updated':
      return onHeld(parts, event.data.object)
    case 'payment_intent.succeeded':
      return tellIntent(parts, event.data.object, { status: 'succeeded' })
    case 'payment_intent.canceled':
      return tellIntent(parts, event.data.object, { status: 'canceled' })
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
