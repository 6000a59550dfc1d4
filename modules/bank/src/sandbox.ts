import type { IncomingMessage, ServerResponse } from 'node:http'
import { Refusal } from '@patchbay/sdk/request'
import { type Bank, createBank, SHOPS } from './bank.ts'
import { payPage } from './pay-page.ts'
import { type Parts, type Provider, type Settings, startWith } from './start.ts'

// The bank without money: its own pay page instead of a provider.

const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy':
    "default-src 'none'; img-src data:; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
}

const NOWHERE = '<!doctype html><title>Not found</title><h1>Payment not found</h1>'

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
    // Paid: the page is read anew, so that a reload is no second press of Pay.
    if (method === 'POST' && trouble === undefined) return void response.writeHead(303, { location: url }).end()
    const payment = bank.find(paymentId)
    response.writeHead(payment ? 200 : 404, HEADERS)
    response.end(payment ? payPage(payment, trouble) : NOWHERE)
  }

const CURRENCIES = ['EUR', 'USD', 'GBP', 'CHF', 'PLN', 'RUB', 'KZT', 'JPY', 'KWD']

export type SandboxTimes = { holdMs?: number; linkMs?: number }

const provide =
  (times: SandboxTimes) =>
  ({ book, publicUrl, client, wake }: Parts): Provider => {
    const bank = createBank({ book, publicUrl, check: client.checkInvoice, onReport: wake, ...times })
    return {
      code: 'sandbox-bank',
      name: 'Sandbox bank',
      currencies: CURRENCIES,
      shops: SHOPS,
      handlers: bank.handlers,
      serve: servePage(bank),
      tick: bank.expire,
    }
  }

export const startBank = (settings: Settings, times: SandboxTimes = {}) => startWith(settings, provide(times))
