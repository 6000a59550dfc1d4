import type { IncomingMessage, ServerResponse } from 'node:http'
import { Refusal } from '@patchbay/sdk/request'
import { type StartOptions, startModule } from '@patchbay/sdk/run-module'
import { type Bank, createBank, SHOPS } from './bank.ts'
import { checkoutPage, PAGE_POLICY } from './checkout-page.ts'
import { bankModule, type Provider, type ProviderContext } from './module.ts'

// The sandbox bank: its own checkout page instead of a payment provider.

const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': PAGE_POLICY,
  'referrer-policy': 'no-referrer',
}

const NOT_FOUND_PAGE = '<!doctype html><title>Not found</title><h1>Payment not found</h1>'

const act = async (bank: Bank, paymentId: string, body: Uint8Array): Promise<void> => {
  const form = new URLSearchParams(Buffer.from(body).toString('utf8'))
  if (form.has('decline')) return bank.decline(paymentId)
  await bank.pay(paymentId, form.get('card') ?? undefined)
}

const servePage =
  (bank: Bank) =>
  async ({ method, url = '' }: IncomingMessage, response: ServerResponse, body: Uint8Array): Promise<void> => {
    const [, paymentId = ''] = /^\/pay\/([\w-]+)$/.exec(url) ?? []
    let errorText: string | undefined
    if (method === 'POST' && bank.find(paymentId)) {
      try {
        await act(bank, paymentId, body)
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        errorText = error.message
      }
    }
    // Redirect after the POST, so that a reload does not pay again.
    if (method === 'POST' && errorText === undefined) return void response.writeHead(303, { location: url }).end()
    const payment = bank.find(paymentId)
    response.writeHead(payment ? 200 : 404, HEADERS)
    response.end(payment ? checkoutPage(payment, bank.purchaseOf(paymentId), errorText) : NOT_FOUND_PAGE)
  }

const CURRENCIES = ['EUR', 'USD', 'GBP', 'CHF', 'PLN', 'RUB', 'KZT', 'JPY', 'KWD']

export type SandboxTimes = { holdMs?: number; linkMs?: number }

const provide =
  (times: SandboxTimes) =>
  ({ ledger, publicUrl, client, wake }: ProviderContext): Provider => {
    const bank = createBank({ ledger, publicUrl, check: client.checkInvoice, onReport: wake, ...times })
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

export const sandboxBank = (times: SandboxTimes = {}) => bankModule(provide(times))

export const startBank = (options: StartOptions, times: SandboxTimes = {}) => startModule(sandboxBank(times), options)
