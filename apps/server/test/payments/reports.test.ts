// update-invoice over HTTP, from both accounts.
import { type Bank, startBank } from '@patchbay/testkit/bank'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inAccount } from '../../src/lib/db/transaction.ts'
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
const discrepancies = (uuid: string) =>
  inAccount(system.deps.db, system.fern.accountId, (trx) =>
    trx.selectFrom('discrepancy').select(['kind', 'resolved_at']).where('invoice_id', '=', uuid).execute(),
  )

describe('update-invoice', () => {
  it('[P-09][P-17] sets a pending invoice to succeeded, with the data passed', async () => {
    const { uuid } = await issue(system.fern, bank, module.type)
    const reply = await update(uuid, {
      status: 'succeeded',
      amount: '100.00',
      paidAt: '2026-03-04T05:06:07Z',
      refundable: true,
    })
    expect(reply.status).toBe(200)
    expect(reply.body).toEqual({ success: true })
    expect(await invoiceOf(system.fern, uuid)).toMatchObject({
      status: 'succeeded',
      paidAt: '2026-03-04 05:06:07',
    })
  })

  it('[P-10] sets a pending invoice to waitingForCapture', async () => {
    const { uuid } = await issue(system.fern, bank, module.type)
    await update(uuid, { status: 'waitingForCapture', expiredAt: '2026-12-24 18:00:00' })
    expect(await invoiceOf(system.fern, uuid)).toMatchObject({
      status: 'waitingForCapture',
      expiredAt: '2026-12-24 18:00:00',
    })
  })

  it('[D-42] ignores a repeated or older status, and treats an expired link as canceled', async () => {
    const { uuid } = await issue(system.fern, bank, module.type)
    for (const status of ['waitingForCapture', 'succeeded', 'succeeded', 'waitingForCapture', 'pending']) {
      expect((await update(uuid, { status })).body).toEqual({ success: true })
    }
    expect(await statusOf(uuid)).toBe('succeeded')
    const expired = await issue(system.fern, bank, module.type)
    expect((await update(expired.uuid, { status: 'canceled', cancellationDetails: 'expired' })).status).toBe(200)
    expect(await invoiceOf(system.fern, expired.uuid)).toMatchObject({
      status: 'canceled',
      cancellationDetails: 'expired',
    })
  })

  it('[P-15][D-42] stores an impossible status as a discrepancy, changes nothing, and returns the reason', async () => {
    const refused: [object, string, object][] = [
      [{ status: 'canceled' }, 'forbidden-move', { status: 'succeeded' }],
      [{}, 'too-early', { status: 'refundSucceeded' }],
      [{}, 'wrong-amount', { status: 'succeeded', amount: 99.99 }],
      [{}, 'wrong-amount', { status: 'succeeded', amount: '99.999' }],
      [{}, 'wrong-currency', { status: 'succeeded', amount: 100, currency: 'EUR' }],
      [{ status: 'succeeded' }, 'refund-too-large', { refund: { id: 'r', status: 'succeeded', amount: 100.01 } }],
    ]
    for (const [first, kind, then] of refused) {
      const { uuid } = await issue(system.fern, bank, module.type)
      if (Object.keys(first).length > 0) await update(uuid, first)
      const before = await statusOf(uuid)
      const reply = await update(uuid, then)
      expect(reply.status, kind).toBe(400)
      expect(reply.body).toMatchObject({ success: false, errorCode: 'invoice_disagrees' })
      expect(await statusOf(uuid), kind).toBe(before)
      expect((await discrepancies(uuid)).map((found) => found.kind)).toEqual([kind])
    }
  })

  it('[D-42] answers 400 to an unknown status, 404 to an unknown invoice, and stores both reports', async () => {
    const { uuid } = await issue(system.fern, bank, module.type)
    const odd = await update(uuid, { status: 'requires_capture' })
    expect(odd.status).toBe(400)
    expect(odd.body).toMatchObject({ errorMsg: 'There is no invoice status requires_capture' })
    const nothing = crypto.randomUUID()
    for (const unknown of [nothing, 'not-a-uuid']) {
      const reply = await update(unknown, { status: 'succeeded' })
      expect(reply.status).toBe(404)
      expect(reply.body).toMatchObject({ errorMsg: 'Not found' })
    }
    expect([...(await discrepancies(uuid)), ...(await discrepancies(nothing))].map(({ kind }) => kind)).toEqual([
      'unknown-status',
      'unknown-invoice',
    ])
  })

  it('[D-42] answers 404 for an invoice of another module or another account', async () => {
    const { uuid } = await issue(system.fern, bank, module.type)
    const other = await system.fern.newKey({ scopes: ['payments_write'], moduleCode: 'other-bank' })
    const stranger = { api: system.fern.stranger.with({ 'x-api-key': other.text }) }
    expect((await update(uuid, { status: 'succeeded' }, stranger)).status).toBe(404)
    expect((await check(uuid, 100, 'USD', stranger)).body).toMatchObject({ success: false })
    expect((await update(uuid, { status: 'succeeded' }, system.kettle)).status).toBe(404)
    expect((await check(uuid, 100, 'USD', system.kettle)).body).toMatchObject({ success: false })
    expect((await system.kettle.api.get(`/api/v5/payment/invoice/${uuid}`)).status).toBe(404)
    expect(await statusOf(uuid)).toBe('pending')
  })

  it('[D-42] applies an early report when the status it follows arrives', async () => {
    const { uuid } = await issue(system.fern, bank, module.type)
    await update(uuid, { status: 'refundSucceeded', refund: { id: 'r1', status: 'succeeded', amount: 100 } })
    await update(uuid, { status: 'succeeded' })
    expect(await invoiceOf(system.fern, uuid)).toMatchObject({
      status: 'refundSucceeded',
      refunds: [{ externalId: 'r1', amount: '100.00' }],
    })
    expect((await discrepancies(uuid))[0]?.resolved_at).not.toBeNull()
  })

  it('[D-47] stores partial refunds by the module’s id, and sets refundSucceeded when nothing is left', async () => {
    const { uuid } = await issue(system.fern, bank, module.type)
    await update(uuid, { status: 'succeeded' })
    const refund = (id: string, amount: number) => update(uuid, { refund: { id, status: 'succeeded', amount } })
    await refund('a', 30)
    await refund('a', 30)
    expect(await invoiceOf(system.fern, uuid)).toMatchObject({ status: 'succeeded', refunds: [{ externalId: 'a' }] })
    await refund('b', 70)
    const after = await invoiceOf(system.fern, uuid)
    expect(after).toMatchObject({ status: 'refundSucceeded' })
    expect((after.refunds as object[]).length).toBe(2)
  })
})
