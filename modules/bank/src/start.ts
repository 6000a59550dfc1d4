import { mkdirSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import type { Client } from '@patchbay/sdk/client'
import { openConnection, registerUntilDone } from '@patchbay/sdk/connection'
import type { Patience } from '@patchbay/sdk/http'
import { listen } from '@patchbay/sdk/node'
import { startOutbox } from '@patchbay/sdk/outbox'
import { type PaymentHandlers, servePayment } from '@patchbay/sdk/payment'
import { type Book, openBook } from './book.ts'

// What a bank is made of, whoever keeps the money: a connection, a book with what must still be told, the callbacks, and
// a page or an address for the other side.

export type Settings = {
  systemUrl: string
  apiKey: string
  publicUrl: string
  folder: string
  port: number
  log: (line: string) => void
  patience?: Patience
}

export type Parts = { book: Book; publicUrl: string; client: Client; wake: () => void }

export type Provider = {
  code: string
  name: string
  currencies: readonly string[]
  shops: PaymentHandlers['shops']
  handlers: Pick<PaymentHandlers, 'create' | 'approve' | 'cancel' | 'refund' | 'status'>
  /** Everything that is not a callback of the system. */
  serve: (request: IncomingMessage, response: ServerResponse, body: Uint8Array) => Promise<unknown>
  /** Done every second. */
  tick?: () => void
}

export const startWith = async (settings: Settings, provide: (parts: Parts) => Provider) => {
  const { systemUrl, apiKey, folder, log, patience } = settings
  const publicUrl = settings.publicUrl.replace(/\/+$/, '')
  mkdirSync(folder, { recursive: true })
  const file = join(folder, 'connection.json')
  const system = openConnection({ systemUrl, apiKey, file, ...(patience && { patience }) })
  const book = openBook(join(folder, 'bank.sqlite'))
  const reports = startOutbox({
    ...book.reports,
    send: ({ body }) => system.client.updateInvoice(body),
    log,
  })
  const { code, name, currencies, shops, handlers, serve, tick } = provide({
    book,
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
  const { port, close } = await listen(served.answer, settings.port, serve)
  const clock = setInterval(() => tick?.(), 1_000)
  reports.wake()
  log(`the bank listens on ${port}`)
  const module = { code, name, active: true, ...served.registration(publicUrl) }
  const registered = registerUntilDone(system, module, 2_000, (error) => log(`not registered yet: ${String(error)}`))
  const stop = async () => {
    clearInterval(clock)
    await close()
    await reports.stop()
    book.close()
  }
  return { port, registered, stop }
}
