import type { IncomingMessage, ServerResponse } from 'node:http'
import type Stripe from 'stripe'
import { bankModule, type Provider, type ProviderContext } from './module.ts'
import { STRIPE_CURRENCIES, STRIPE_SHOPS, stripeCallbacks } from './stripe.ts'
import { handleStripeEvent } from './stripe-events.ts'

// The bank with Stripe as its provider. Stripe's webhooks arrive at /stripe/webhook and are accepted only with Stripe's
// signature of the raw body.

export type StripeOptions = { stripe: Stripe; webhookSecret: string }

const answer = (response: ServerResponse, status: number, text: string): void =>
  void response.writeHead(status, { 'content-type': 'text/plain' }).end(text)

const provide =
  ({ stripe, webhookSecret }: StripeOptions) =>
  ({ ledger, publicUrl, client, wake, log }: ProviderContext): Provider => {
    const report = (update: Parameters<typeof ledger.reports.insert>[0]) => {
      ledger.reports.insert(update)
      wake()
    }
    const serve = async (request: IncomingMessage, response: ServerResponse, body: Uint8Array): Promise<void> => {
      if (request.method !== 'POST' || request.url !== '/stripe/webhook') return answer(response, 404, 'Not found')
      let event: Stripe.Event
      try {
        const signature = request.headers['stripe-signature'] ?? ''
        event = stripe.webhooks.constructEvent(Buffer.from(body), signature, webhookSecret)
      } catch {
        return answer(response, 400, 'The signature does not match')
      }
      try {
        await handleStripeEvent({ stripe, check: client.checkInvoice, report }, event)
        return answer(response, 200, 'ok')
      } catch (error) {
        log(`${event.type} ${event.id}: ${String(error)}`)
        // Stripe retries the webhook for up to three days.
        return answer(response, 500, 'Please retry')
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

export const stripeBank = (options: StripeOptions) => bankModule(provide(options))
