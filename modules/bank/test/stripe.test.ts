import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type RunningModule, startModule } from '@patchbay/sdk/run-module'
import { renderText } from '@patchbay/sdk/verify/report'
import { verifyModule } from '@patchbay/sdk/verify/run'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { toCents } from '../src/stripe.ts'
import { stripeBank } from '../src/stripe-bank.ts'
import { type FakeStripe, startFakeStripe } from './fake-stripe.ts'
import { freePort } from './free-port.ts'

const webhookSecret = 'whsec_test'
let folder: string
let fake: FakeStripe
let url: string
let bank: RunningModule | undefined

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'patchbay-stripe-'))
  fake = await startFakeStripe(webhookSecret)
  url = `http://127.0.0.1:${await freePort()}`
  fake.webhooksTo(`${url}/stripe/webhook`)
})
afterEach(async () => {
  await bank?.stop()
  bank = undefined
  await fake.close()
  rmSync(folder, { recursive: true })
})

const start = async (systemUrl: string, apiKey: string) => {
  const settings = { systemUrl, apiKey, publicUrl: url, folder, port: Number(new URL(url).port), log: () => {} }
  const module = stripeBank({ stripe: fake.client, webhookSecret })
  bank = await startModule(module, { ...settings, retry: { backoffMs: 10, maxAttempts: 3 } })
}

it.each(['hold-auto', 'hold-manual'])(
  'keeps the contract with Stripe behind it: %s',
  { timeout: 60_000 },
  async (shop) => {
    const started: Promise<void>[] = []
    const report = await verifyModule({
      kind: 'payment',
      url,
      hooks: { pay: '{invoiceUrl}', shop },
      waitMs: 4_000,
      onReady: (mockSystem) => {
        mockSystem.retryAfter = 0
        started.push(start(mockSystem.url, mockSystem.apiKey))
      },
    })
    await Promise.all(started)
    expect(
      report.outcomes.filter(({ result }) => result === 'failed'),
      renderText(report),
    ).toEqual([])
    // Only checked payments were charged, and each charge and refund had an idempotency key.
    expect(fake.ledger.intents().some(({ status }) => status === 'succeeded')).toBe(true)
    expect([...fake.keys.keys()].length).toBeGreaterThan(10)
  },
)

it('rejects a webhook without Stripe’s signature', async () => {
  await start('http://127.0.0.1:1', 'key')
  bank?.registered.catch(() => undefined)
  const body = JSON.stringify({ id: 'evt_1', type: 'payment_intent.succeeded', data: { object: {} } })
  for (const headers of [{}, { 'stripe-signature': 't=1,v1=00' }]) {
    expect((await fetch(`${url}/stripe/webhook`, { method: 'POST', headers, body })).status).toBe(400)
  }
  expect(await fake.emit('customer.created', {}), 'a right one that does not matter').toBe(200)
})

it('lets Stripe retry when the check got no response', async () => {
  await start('http://127.0.0.1:1', 'key')
  bank?.registered.catch(() => undefined)
  const intent = {
    id: 'pi_1',
    amount: 100,
    currency: 'eur',
    status: 'requires_capture',
    metadata: { invoiceUuid: 'u-1', shopId: 'hold-auto' },
  }
  expect(await fake.emit('payment_intent.amount_capturable_updated', intent)).toBe(500)
})

it('counts in whole cents', () => {
  expect([12.5, 0.07, 1_000_000.01].map(toCents)).toEqual([1250, 7, 100_000_001])
  expect(() => toCents(0.005)).toThrow(/fraction of a cent/)
})
