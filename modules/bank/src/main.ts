// Environment: PATCHBAY_URL, PATCHBAY_KEY (an API key with integration and payment scopes), PUBLIC_URL. With
// STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET it takes real money through Stripe.
import Stripe from 'stripe'
import { startBank } from './sandbox.ts'
import { startStripeBank } from './stripe-bank.ts'

const requireEnv = (name: string, why = 'The bank needs PATCHBAY_URL, PATCHBAY_KEY and PUBLIC_URL.'): string => {
  const value = process.env[name]
  if (value) return value
  process.stderr.write(`${name} is not set. ${why}\n`)
  return process.exit(2)
}

const publicUrl = requireEnv('PUBLIC_URL')
const settings = {
  systemUrl: requireEnv('PATCHBAY_URL'),
  apiKey: requireEnv('PATCHBAY_KEY'),
  publicUrl,
  folder: process.env.DATA_FOLDER ?? 'data',
  port: Number(process.env.PORT ?? (new URL(publicUrl).port || 4000)),
  log: (line: string) => void process.stdout.write(`${line}\n`),
}
const key = process.env.STRIPE_SECRET_KEY
const bank = await (key
  ? startStripeBank(settings, {
      stripe: new Stripe(key),
      webhookSecret: requireEnv('STRIPE_WEBHOOK_SECRET', 'It is needed to verify the webhooks of Stripe.'),
    })
  : startBank(settings))
process.once('SIGTERM', () => void bank.stop().then(() => process.exit(0)))
await bank.registered
process.stdout.write('registered\n')
