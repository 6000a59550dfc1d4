import type { IncomingMessage, ServerResponse } from 'node:http'
import type Stripe from 'stripe'
import { type Parts, type Provider, type Settings, startWith } from './start.ts'
import { STRIPE_CURRENCIES, STRIPE_SHOPS, stripeCallbacks } from './stripe.ts'
import { takeEvent } from './stripe-events.ts'

// The bank with Stripe behind it. Stripe's webhooks come to /stripe/webhook and are believed only with Stripe's own
// signature over the bytes as they came.

export type StripeParts = { stripe: Stripe; webhookSecret: string }

const answer = (response: ServerResponse, status: number, text: string): void =>
  void response.writeHead(status, { 'content-type': 'text/plain' }).end(text)

const provide =
  ({ stripe, webhookSecret }: StripeParts, log: Settings['log']) =>
  ({ book, publicUrl, client, wake }: Parts): Provider => {
    const report = (update: Parameters<typeof book.reports.insert>[0]) => {
      book.reports.insert(update)
      wake()
    }
    const serve = async (request: IncomingMessage, response: ServerResponse, body: Uint8Array): Promise<void> => {
      if (request.method !== 'POST' || request.url !== '/stripe/webhook')
        return answer(response, 404, 'Nothing is here')
      let event: Stripe.Event
      try {
        const signature = request.headers['stripe-signature'] ?? ''
        event = stripe.webhooks.constructEvent(Buffer.from(body), signature, webhookSecret)
      } catch {
        return answer(response, 400, 'The signature does not fit')
      }
      try {
        await takeEvent({ stripe, check: client.checkInvoice, report }, event)
        return answer(response, 200, 'ok')
      } catch (error) {
        log(`${event.type} ${event.id}: ${String(error)}`)
        // Stripe tells it again, for up to three days.
        return answer(response, 500, 'Tell it again')
      }
    }
    return {
      code: 'stripe-bank',
      name: 'Stripe',
      currencies: STRIPE_CURRENCIES,
      shops: STRIPE_SHOPS,
      handlers: stripeCallbacks(stripe, publicUrl),
      serve,
    }
  }

export const startStripeBank = (settings: Settings, parts: StripeParts) =>
  startWith(settings, provide(parts, settings.log))
