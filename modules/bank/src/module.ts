import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import type { Client } from '@patchbay/sdk/client'
import { startOutbox } from '@patchbay/sdk/outbox'
import { type PaymentHandlers, servePayment } from '@patchbay/sdk/payment'
import type { BuildModule } from '@patchbay/sdk/run-module'
import { type Ledger, openLedger } from './ledger.ts'

// A bank with any provider: the ledger with its outbox of reports, the callbacks, and the provider's own page or webhook.

export type ProviderContext = {
  ledger: Ledger
  publicUrl: string
  client: Client
  wake: () => void
  log: (line: string) => void
}

export type Provider = {
  code: string
  name: string
  currencies: readonly string[]
  shops: PaymentHandlers['shops']
  handlers: Pick<PaymentHandlers, 'create' | 'approve' | 'cancel' | 'refund' | 'status' | 'statement'>
  /** Handles requests that are not callbacks of the system. */
  serve: (request: IncomingMessage, response: ServerResponse, body: Uint8Array) => Promise<unknown>
  /** Called every second. */
  tick?: () => void
}

export const bankModule =
  (provide: (context: ProviderContext) => Provider): BuildModule =>
  ({ connection: system, publicUrl, folder, log }) => {
    const ledger = openLedger(join(folder, 'bank.sqlite'))
    const reports = startOutbox({
      ...ledger.reports,
      send: ({ body }) => system.client.updateInvoice(body),
      log,
    })
    const { code, name, currencies, shops, handlers, serve, tick } = provide({
      ledger,
      publicUrl,
      client: system.client,
      wake: reports.wake,
      log,
    })
    const served = servePayment({
      ...handlers,
      secretFor: system.secretFor,
      currencies,
      shops,
      activity: ({ active, freeze }) => log(`switched ${active && !freeze ? 'on' : 'off'}`),
    })
    const clock = setInterval(() => tick?.(), 1_000)
    reports.wake()
    return {
      code,
      name,
      handler: served.handler,
      registration: served.registration(publicUrl),
      fallback: serve,
      stopped: async () => {
        clearInterval(clock)
        await reports.stop()
        ledger.close()
      },
    }
  }
