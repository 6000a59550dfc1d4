import { mkdirSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { openConnection, registerUntilDone } from '@patchbay/sdk/connection'
import type { Patience } from '@patchbay/sdk/http'
import { listen } from '@patchbay/sdk/node'
import { startOutbox } from '@patchbay/sdk/outbox'
import { servePayment } from '@patchbay/sdk/payment'
import { Refusal } from '@patchbay/sdk/request'
import { type Bank, createBank, SHOPS } from './bank.ts'
import { openBook } from './book.ts'
import { payPage } from './pay-page.ts'

export type Settings = {
  systemUrl: string
  apiKey: string
  publicUrl: string
  folder: string
  port: number
  log: (line: string) => void
  patience?: Patience
  holdMs?: number
  linkMs?: number
}

const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
}

const servePage =
  (bank: Bank) =>
  async ({ method, url = '' }: IncomingMessage, response: ServerResponse): Promise<void> => {
    const [, paymentId = ''] = /^\/pay\/([\w-]+)$/.exec(url) ?? []
    let trouble: string | undefined
    if (method === 'POST' && bank.find(paymentId)) {
      try {
        await bank.pay(paymentId)
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        trouble = error.message
      }
    }
    const payment = bank.find(paymentId)
    response.writeHead(payment ? 200 : 404, HEADERS)
    response.end(
      payment ? payPage(payment, trouble) : '<!doctype html><title>Not found</title><h1>There is no such payment</h1>',
    )
  }

const CURRENCIES = ['EUR', 'USD', 'GBP', 'CHF', 'PLN', 'RUB', 'KZT', 'JPY', 'KWD']

export const startBank = async (settings: Settings) => {
  const { systemUrl, apiKey, folder, log, patience } = settings
  const publicUrl = settings.publicUrl.replace(/\/+$/, '')
  mkdirSync(folder, { recursive: true })
  const system = openConnection({
    systemUrl,
    apiKey,
    file: join(folder, 'connection.json'),
    ...(patience && { patience }),
  })
  const book = openBook(join(folder, 'bank.sqlite'))
  const reports = startOutbox({
    next: book.nextReport,
    send: ({ update }) => system.client.updateInvoice(update),
    close: ({ id }, refused) => book.closeReport(id, refused),
    log,
  })
  const bank = createBank({
    book,
    publicUrl,
    check: system.client.checkInvoice,
    onReport: reports.wake,
    ...(settings.holdMs !== undefined && { holdMs: settings.holdMs }),
    ...(settings.linkMs !== undefined && { linkMs: settings.linkMs }),
  })
  const served = servePayment({
    ...bank.handlers,
    secretFor: system.secretFor,
    currencies: CURRENCIES,
    shops: SHOPS,
    activity: ({ active, freeze }) => log(`switched ${active && !freeze ? 'on' : 'off'}`),
  })
  const { port, close } = await listen(served.answer, settings.port, servePage(bank))
  const clock = setInterval(bank.expire, 1_000)
  reports.wake()
  log(`the bank listens on ${port}`)
  const registered = registerUntilDone(
    system,
    { code: 'sandbox-bank', name: 'Sandbox bank', active: true, ...served.registration(publicUrl) },
    2_000,
    (error) => log(`not registered yet: ${String(error)}`),
  )
  const stop = async () => {
    clearInterval(clock)
    await close()
    await reports.stop()
    book.close()
  }
  return { port, registered, stop }
}
