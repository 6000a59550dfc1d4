import { mkdirSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import type { Client } from '@patchbay/sdk/client'
import { openConnection, registerWithRetry } from '@patchbay/sdk/connection'
import type { RetryOptions } from '@patchbay/sdk/http'
import { listen } from '@patchbay/sdk/node'
import { startOutbox } from '@patchbay/sdk/outbox'
import { type PaymentHandlers, servePayment } from '@patchbay/sdk/payment'
import { type Ledger, openLedger } from './ledger.ts'

// Starts a bank with any provider: the connection, the ledger with its outbox of reports, the callbacks, and the
// provider's own page or webhook.

export type Settings = {
  systemUrl: string
  apiKey: string
  publicUrl: string
  folder: string
  port: number
  log: (line: string) => void
  retry?: RetryOptions
}

export type ProviderContext = { ledger: Ledger; publicUrl: string; client: Client; wake: () => void }

export type Provider = {
  code: string
  name: string
  currencies: readonly string[]
  shops: PaymentHandlers['shops']
  handlers: Pick<PaymentHandlers, 'create' | 'approve' | 'cancel' | 'refund' | 'status'>
  /** Handles requests that are not callbacks of the system. */
  serve: (request: IncomingMessage, response: ServerResponse, body: Uint8Array) => Promise<unknown>
  /** Called every second. */
  tick?: () => void
}

export const startProvider = async (settings: Settings, provide: (parts: ProviderContext) => Provider) => {
  const { systemUrl, apiKey, folder, log, retry } = settings
  const publicUrl = settings.publicUrl.replace(/\/+$/, '')
  mkdirSync(folder, { recursive: true })
  const file = join(folder, 'connection.json')
  const system = openConnection({ systemUrl, apiKey, file, ...(retry && { retry }) })
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
  })
  const served = servePayment({
    ...handlers,
    secretFor: system.secretFor,
    currencies,
    shops,
    activity: ({ active, freeze }) => log(`switched ${active && !freeze ? 'on' : 'off'}`),
  })
  const { port, close } = await listen(served.handler, settings.port, serve)
  const clock = setInterval(() => tick?.(), 1_000)
  reports.wake()
  log(`the bank listens on ${port}`)
  const module = { code, name, active: true, ...served.registration(publicUrl) }
  const registered = registerWithRetry(system, module, 2_000, (error) => log(`not registered yet: ${String(error)}`))
  const stop = async () => {
    clearInterval(clock)
    await close()
    await reports.stop()
    ledger.close()
  }
  return { port, registered, stop }
}
