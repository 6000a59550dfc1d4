// What is offered, what is said afterwards, and what the action log keeps of it.

import { readFile } from 'node:fs/promises'
import { type Bank, startBank } from '@patchbay/testkit/bank'
import type { HttpClient, Reply } from '@patchbay/testkit/http-client'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type BankModule, invoiceOf, issue, order, register } from '../support/payment-cast.ts'
import { type System, startSystem } from '../support/system.ts'

type Shown = { id: string; status?: string; offers: string[]; errorMsg?: string; operation?: { resolvable: boolean } }
type Record = { actor: string; action: string; subject: string; detail: object }

let system: System
let bank: Bank
let module: BankModule
let bruno: HttpClient
let ada: HttpClient
beforeAll(async () => {
  system = await startSystem({ accounts: ['fern'] })
  bank = await startBank({ crm: () => system.fern.api, idempotent: false, autoReport: false })
  module = await register(system.fern, 'bank', bank.url)
  bruno = await system.fern.signIn('bruno')
  ada = await system.fern.signIn('ada')
})
afterAll(async () => {
  await bank.close()
  await system.close()
})

const shownOf = (reply: Reply): Shown => {
  if (reply.status !== 200) throw new Error(reply.text)
  return (reply.body as { invoice: Shown }).invoice
}
const listed = async (orderId: number): Promise<Shown[]> =>
  ((await bruno.get(`/workspace/orders/${orderId}/invoices`)).body as { invoices: Shown[] }).invoices
const press = (uuid: string, kind: string, more: object = {}) =>
  bruno.postJson(`/workspace/invoices/${uuid}/operations`, { kind, ...more })
const update = (uuid: string, more: object) =>
  system.fern.api.post('/api/v5/payment/update-invoice', { updateInvoice: { invoiceUuid: uuid, ...more } })
const held = async () => {
  const issued = await issue(system.fern, bank, module.type)
  bank.ledger.pay(issued.bankId, { hold: true })
  bank.ledger.pendingReports.length = 0
  await update(issued.uuid, { status: 'waitingForCapture' })
  return issued
}
const records = async (recordType: string): Promise<Record[]> =>
  ((await ada.get('/workspace/action-log', { recordType })).body as { records: Record[] }).records
const recordsOf = async (uuid: string) =>
  (await records('Integration payments')).filter(({ subject }) => subject === uuid).toReversed()
const put = (path: string, body: object) =>
  ada.send('PUT', path, { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })

describe('what is offered', () => {
  it('[P-16] is what the status allows and the module registered', async () => {
    const poor = await register(system.fern, 'bank-poor', bank.url, { actions: { create: '/pay/create' } })
    const { orderId, uuid } = await issue(system.fern, bank, poor.type)
    expect((await listed(orderId))[0]).toMatchObject({ status: 'pending', offers: ['email'] })
    expect((await press(uuid, 'cancel')).body).toMatchObject({ errorCode: 'operation_unsupported' })
    await update(uuid, { status: 'succeeded' })
    expect((await listed(orderId))[0]).toMatchObject({ status: 'succeeded', offers: [] })
  })

  it('[P-16] leaves out what the module ruled out for this invoice', async () => {
    const { orderId, uuid } = await issue(system.fern, bank, module.type)
    await update(uuid, { cancellable: false })
    expect((await listed(orderId))[0]).toMatchObject({ offers: ['email'] })
    expect((await press(uuid, 'cancel')).body).toMatchObject({ errorCode: 'operation_unsupported' })
    await update(uuid, { status: 'succeeded', refundable: false })
    expect((await listed(orderId))[0]).toMatchObject({ offers: [] })
    await update(uuid, { refundable: true })
    expect((await listed(orderId))[0]).toMatchObject({ offers: ['refund'] })
  })
})

describe('an error of the module', () => {
  it('[P-21] is shown with the invoice that was not created', async () => {
    const { paymentId } = await order(system.fern, module.type)
    bank.behave('reject', { on: 'create' })
    const refused = shownOf(await bruno.postJson(`/workspace/payments/${paymentId}/invoice`, {}))
    bank.behave('normal', { on: 'create' })
    expect(refused.errorMsg).toBe('The bank says no')
    expect(refused).not.toHaveProperty('status')
  })

  it('[P-21] disappears when a later operation succeeds', async () => {
    const { uuid } = await held()
    bank.behave('reject', { on: 'approve' })
    expect(shownOf(await press(uuid, 'approve')).errorMsg).toBe('The bank says no')
    bank.behave('normal', { on: 'approve' })
    expect(shownOf(await press(uuid, 'approve'))).not.toHaveProperty('errorMsg')
    expect(await invoiceOf(system.fern, uuid)).not.toHaveProperty('errorMsg')
    bank.behave('reject', { on: 'refund' })
    expect(shownOf(await press(uuid, 'refund', { amount: 10 })).errorMsg).toBe('The bank says no')
    bank.behave('normal', { on: 'refund' })
    expect(shownOf(await press(uuid, 'refund', { amount: 10 }))).not.toHaveProperty('errorMsg')
  })
})

describe('the action log', () => {
  it('[D-45][P-22] has who issued, approved and refunded, the sum and the outcome', async () => {
    const { paymentId } = await order(system.fern, module.type)
    const { id } = shownOf(await bruno.postJson(`/workspace/payments/${paymentId}/invoice`, {}))
    await update(id, { status: 'waitingForCapture' })
    const [held] = [...bank.ledger.payments.values()].slice(-1)
    bank.ledger.pay(held?.id ?? '', { hold: true })
    bank.ledger.pendingReports.length = 0
    bank.behave('reject', { on: 'approve' })
    await press(id, 'approve')
    bank.behave('normal', { on: 'approve' })
    await press(id, 'approve')
    await press(id, 'refund', { amount: 40 })
    const sum = { amount: '100.00', currency: 'USD', order: expect.any(String) }
    expect(await recordsOf(id)).toMatchObject([
      { actor: 'bruno@fern.test', action: 'invoice.issue', detail: { ...sum, outcome: 'confirmed' } },
      { action: 'invoice.approve', detail: { ...sum, outcome: 'rejected', errorMsg: 'The bank says no' } },
      { action: 'invoice.approve', detail: { ...sum, outcome: 'confirmed' } },
      { actor: 'bruno@fern.test', action: 'invoice.refund', detail: { amount: '40.00', outcome: 'confirmed' } },
    ])
  })

  it('[D-51] has a reissue with the new sum', async () => {
    const { orderId, uuid } = await issue(system.fern, bank, module.type)
    await system.fern.api.post(`/api/v5/orders/${orderId}/edit`, {
      by: 'id',
      order: { items: [{ productName: 'Fern', initialPrice: 45, quantity: 2 }] },
    })
    const next = shownOf(await bruno.postJson(`/workspace/invoices/${uuid}/reissue`, {}))
    expect(await recordsOf(uuid)).toMatchObject([
      { action: 'invoice.issue', actor: expect.stringMatching(/^API key /) },
      { action: 'invoice.cancel', detail: { amount: '100.00', outcome: 'confirmed' } },
      {
        actor: 'bruno@fern.test',
        action: 'invoice.reissue',
        detail: { amount: '90.00', outcome: 'confirmed', invoice: next.id },
      },
    ])
  })

  it('[D-46] has what an administrator said of an unknown outcome, and lets her say it only once it was sent', async () => {
    const { uuid } = await held()
    bank.behave('effect-then-reset', { on: 'approve' })
    const unknown = shownOf(await press(uuid, 'approve'))
    bank.behave('normal', { on: 'approve' })
    expect(unknown.operation).toMatchObject({ state: 'unknown', resolvable: true })
    const say = (reason: string) =>
      ada.postJson(`/workspace/invoices/${uuid}/resolve`, { outcome: 'did-not-happen', reason })
    expect((await say('')).status).toBe(400)
    const after = shownOf(await say('The bank has no such charge'))
    expect(after).toMatchObject({ status: 'waitingForCapture', offers: ['approve', 'cancel'] })
    expect((await recordsOf(uuid)).slice(-1)).toMatchObject([
      {
        actor: 'ada@fern.test',
        action: 'operation.rejected',
        detail: {
          kind: 'approve',
          amount: '100.00',
          outcome: 'did-not-happen',
          reason: 'The bank has no such charge',
        },
      },
    ])
  })

  it('[D-46][D-51] issues the new invoice when an administrator says that the old one was canceled', async () => {
    const { orderId, uuid } = await issue(system.fern, bank, module.type)
    const items = [{ productName: 'Fern', initialPrice: 45, quantity: 2 }]
    await system.fern.api.post(`/api/v5/orders/${orderId}/edit`, { by: 'id', order: { items } })
    bank.behave('effect-then-reset', { on: 'cancel' })
    const waiting = shownOf(await bruno.postJson(`/workspace/invoices/${uuid}/reissue`, {}))
    bank.behave('normal', { on: 'cancel' })
    expect(waiting).toMatchObject({ id: uuid, status: 'pending', operation: { kind: 'cancel', state: 'unknown' } })
    await ada.postJson(`/workspace/invoices/${uuid}/resolve`, { outcome: 'happened', reason: 'The bank confirmed it' })
    expect(await listed(orderId)).toMatchObject([{ amount: '90.00' }, { id: uuid, status: 'canceled' }])
  })

  it('[D-50] says what changed in the payment settings, and is silent when nothing did', async () => {
    const { settings } = (await ada.get('/workspace/payment-settings')).body as { settings: { mappings: object[] } }
    const mappings = settings.mappings.map((one) =>
      (one as { invoiceStatus: string }).invoiceStatus === 'canceled' ? { ...one, paymentStatus: 'not-paid' } : one,
    )
    expect((await put('/workspace/payment-settings', { mappings })).status).toBe(200)
    const [changed] = await records('Integration payments')
    expect(changed).toMatchObject({ actor: 'ada@fern.test', action: 'payment-settings.changed' })
    expect(changed?.detail).toEqual({ changes: { canceled: ['canceled', 'not-paid'] } })
    await put('/workspace/payment-settings', { mappings })
    expect((await records('Integration payments'))[0]).toEqual(changed)
  })
})

describe('the mapping of invoice statuses', () => {
  const mapped = async () => {
    const { settings } = (await ada.get('/workspace/payment-settings')).body as {
      settings: { mappings: { invoiceStatus: string; paymentStatus: string }[] }
    }
    return Object.fromEntries(
      settings.mappings.map(({ invoiceStatus, paymentStatus }) => [invoiceStatus, paymentStatus]),
    )
  }
  const statusOf = async (orderId: number) => {
    const { order: read } = (await system.fern.api.get(`/api/v5/orders/${orderId}`, { by: 'id' })).body as {
      order: { payments: { [id: string]: { status: string } } }
    }
    return Object.values(read.payments)[0]?.status
  }

  it('[D-88] is there from the start: an approved payment is paid', async () => {
    const { orderId, uuid } = await held()
    expect(await statusOf(orderId)).toBe('wait-approved')
    await press(uuid, 'approve')
    expect(await statusOf(orderId)).toBe('paid')
    await press(uuid, 'refund')
    expect(await statusOf(orderId)).toBe('returned')
  })

  it('[D-88] is given to accounts that have none, and to no others', async () => {
    const migration = await readFile(
      new URL('../../migrations/0031-default-status-mapping.sql', import.meta.url),
      'utf8',
    )
    const client = new pg.Client({ connectionString: system.adminUrl })
    await client.connect()
    await put('/workspace/payment-settings', { mappings: [] })
    await client.query(migration)
    expect(await mapped()).toEqual({
      pending: 'not-paid',
      waitingForCapture: 'wait-approved',
      succeeded: 'paid',
      canceled: 'canceled',
      refundSucceeded: 'returned',
    })
    await put('/workspace/payment-settings', { mappings: [{ invoiceStatus: 'succeeded', paymentStatus: 'invoice' }] })
    await client.query(migration)
    await client.end()
    expect(await mapped()).toEqual({ succeeded: 'invoice' })
  })
})
