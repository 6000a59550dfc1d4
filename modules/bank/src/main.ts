// Environment: PATCHBAY_URL, PATCHBAY_KEY (an API key with integration and payment scopes), PUBLIC_URL; optionally PORT and
// DATA_FOLDER. With STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET it takes real money through Stripe.
import { runModule } from '@patchbay/sdk/run-module'
import Stripe from 'stripe'
import { sandboxBank } from './sandbox.ts'
import { stripeBank } from './stripe-bank.ts'

const { STRIPE_SECRET_KEY: key, STRIPE_WEBHOOK_SECRET: webhookSecret } = process.env
if (key && !webhookSecret) {
  process.stderr.write('STRIPE_WEBHOOK_SECRET is not set. It is needed to verify the webhooks of Stripe.\n')
  process.exit(2)
}
await runModule(key && webhookSecret ? stripeBank({ stripe: new Stripe(key), webhookSecret }) : sandboxBank())
