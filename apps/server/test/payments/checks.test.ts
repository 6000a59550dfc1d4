// The check before a charge, over HTTP.
import { type Bank, startBank } from '@patchbay/testkit/bank'
import { createHttpClient } from '@patchbay/testkit/http-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inAccount } from '../../src/lib/db/transaction.ts'
import { expireCaches } from '../support/clock.ts'
import { type BankModule, invoiceOf, issue, register } from '../support/payment-cast.ts'
import { type System, startSystem } from '../support/system.ts'

let system: System
let bank: Bank
let module: BankModule
beforeAll(async () => {
  system = await startSystem()
  bank = await startBank({ crm: () => system.fern.api, idempotent: false, autoReport: false })
  module = await register(system.fern, 'bank', bank.url)
})
afterAll(async () => {
  await bank.close()
  await system.close()
})

const update = (uuid: string, more: object, side: Pick<System['fern'], 'api'> = system.fern) =>
  side.api.post('/api/v5/payment/update-invoice', { updateInvoice: { invoiceUuid: uuid, ...more } })
const check = (
  uuid: string,
  amount: unknown = 100,
  currency = 'USD',
  side: Pick<System['fern'], 'api'> = system.fern,
) => side.api.post('/api/v5/payment/check', { check: { invoiceUuid: uuid, amount, currency } })
const statusOf = async (uuid: string) => (await invoiceOf(system.fern, uuid)).status

describe('check', () => {
  it('[P-19][D-43] passes while order, payment and amounts match the invoice', async () => {
    const { uuid } = await issue(system.fern, bank, module.type)
    for (const amount of [100, '100', '100.00']) {
      const reply = await check(uuid, amount)
      expect(reply.status).toBe(200)
      expect(reply.body).toEqual({ success: true, result: { success: true } })
    }
  })

  it('[P-19][D-43] fails with 200 and a reason in both places: another amount, a changed order, a canceled invoice', async () => {
    const refused = async (uuid: string, reason: string, amount: unknown = 100, currency = 'USD') => {
      const reply = await check(uuid, amount, currency)
      expect(reply.status).toBe(200)
      expect(reply.body).toEqual({ success: false, errorMsg: reason, result: { success: false, errorMsg: reason } })
    }
    const { uuid, orderId, paymentId } = await issue(system.fern, bank, module.type)
    await refused(uuid, 'The amount is not the invoice’s', 99.99)
    await refused(uuid, 'The invoice is in USD, not in EUR', 100, 'EUR')
    await refused(crypto.randomUUID(), 'There is no such invoice')
    // A comment changes nothing that is paid for.
    await system.fern.api.post(`/api/v5/orders/${orderId}/edit`, { by: 'id', order: { managerComment: 'call first' } })
    expect((await check(uuid)).body).toMatchObject({ success: true })
    await system.fern.api.post(`/api/v5/orders/${orderId}/edit`, {
      by: 'id',
      order: { items: [{ productName: 'Fern', initialPrice: 40, quantity: 2 }] },
    })
    await refused(uuid, 'The order has changed since the invoice was issued')
    const other = await issue(system.fern, bank, module.type)
    await system.fern.api.post(`/api/v5/orders/payments/${other.paymentId}/delete`)
    await refused(other.uuid, 'The payment no longer exists')
    const third = await issue(system.fern, bank, module.type)
    await update(third.uuid, { status: 'canceled' })
    await refused(third.uuid, 'The invoice is canceled')
    expect(paymentId).toBeGreaterThan(0)
  })

  it('[D-53] answers 503 with Retry-After, never 500, 502 or 429, when the fault is ours', async () => {
    const { uuid } = await issue(system.fern, bank, module.type)
    const { db } = system.deps.money
    // An unexpected database error.
    Object.assign(db, { connection: () => ({ execute: () => Promise.reject(new Error('odd')) }) })
    try {
      for (const reply of [await check(uuid), await update(uuid, { status: 'succeeded' })]) {
        expect(reply.status).toBe(503)
        expect(reply.headers['retry-after']).toBe('2')
        expect(reply.body).toMatchObject({ success: false, errorCode: 'unavailable' })
      }
    } finally {
      Reflect.deleteProperty(db, 'connection')
    }
    expect(await statusOf(uuid)).toBe('pending')
  })

  it('[D-53] has a limit of its own, and beyond it answers 503 with Retry-After', async () => {
    const slow = await startSystem({ accounts: ['fern'] })
    try {
      await inAccount(slow.deps.db, slow.fern.accountId, (trx) =>
        trx
          .updateTable('account')
          .set({ limits: JSON.stringify({ payment: 2 }) })
          .execute(),
      )
      await expireCaches()
      const api = createHttpClient(slow.origin, { host: 'fern.test', 'x-api-key': slow.fern.apiKey })
      const replies = await Promise.all(
        Array.from({ length: 8 }, () => api.post('/api/v5/payment/check', { check: { invoiceUuid: 'x', amount: 1 } })),
      )
      const limited = replies.filter(({ status }) => status !== 200)
      expect(limited.length).toBeGreaterThan(0)
      expect(new Set(limited.map(({ status }) => status))).toEqual(new Set([503]))
      expect(limited.every(({ headers }) => Number(headers['retry-after']) > 0)).toBe(true)
    } finally {
      await slow.close()
    }
  })
})
