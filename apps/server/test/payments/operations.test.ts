// Operations on invoices in the workspace, against a bank on a real socket.

import { readdir, readFile } from 'node:fs/promises'
import { type Bank, startBank } from '@patchbay/testkit/bank'
import type { HttpClient, Reply } from '@patchbay/testkit/http-client'
import { json, startReceiver } from '@patchbay/testkit/receiver'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { inAccount } from '../../src/lib/db/transaction.ts'
import { LIVE_STATUSES } from '../../src/payments/invoices/rules.ts'
import { OPEN_STATES } from '../../src/payments/operations/rules.ts'
import { createHoldTasks, sweepAccount } from '../../src/payments/reconciliation/jobs.ts'
import { type BankModule, issue, moduleOf, order, register } from '../support/payment-cast.ts'
import { type System, startSystem } from '../support/system.ts'

type Shown = {
  id: string
  status?: string
  stale: boolean
  offers: string[]
  ledger: Record<string, string>
  operation?: {
    kind: string
    state: string
    note?: { code: string; at?: string }
    errorMsg?: string
    requestedBy: string
  }
  refunds: { amount: string; status: string }[]
  history: { to: string; actor: string }[]
  link?: string
}

const ACTIONS = { create: '/pay/create', approve: '/pay/approve', cancel: '/pay/cancel', refund: '/pay/refund' }

let system: System
let bank: Bank
let module: BankModule
let asked: BankModule
let bruno: HttpClient
let ada: HttpClient
beforeAll(async () => {
  system = await startSystem()
  bank = await startBank({ crm: () => system.fern.api, idempotent: false, autoReport: false })
  module = await register(system.fern, 'bank', bank.url)
  asked = await register(system.fern, 'bank-asked', bank.url, { actions: { ...ACTIONS, status: '/pay/status' } })
  bruno = await system.fern.signIn('bruno')
  ada = await system.fern.signIn('ada')
  await system.work()
})
afterAll(async () => {
  await bank.close()
  await system.close()
})

const requestOperation = (uuid: string, kind: string, amount?: unknown, as: HttpClient = bruno): Promise<Reply> =>
  as.postJson(`/workspace/invoices/${uuid}/operations`, { kind, ...(amount !== undefined && { amount }) })
const shownOf = (reply: Reply): Shown => {
  if (reply.status !== 200) throw new Error(reply.text)
  return (reply.body as { invoice: Shown }).invoice
}
const listed = async (orderId: number): Promise<Shown[]> =>
  ((await bruno.get(`/workspace/orders/${orderId}/invoices`)).body as { invoices: Shown[] }).invoices
const update = (uuid: string, more: object) =>
  system.fern.api.post('/api/v5/payment/update-invoice', { updateInvoice: { invoiceUuid: uuid, ...more } })
const held = async (type = module.type) => {
  const issued = await issue(system.fern, bank, type)
  bank.ledger.pay(issued.bankId, { hold: true })
  bank.ledger.pendingReports.length = 0
  await update(issued.uuid, { status: 'waitingForCapture' })
  return issued
}
const paid = async (type = module.type) => {
  const issued = await issue(system.fern, bank, type)
  bank.ledger.pay(issued.bankId, { hold: false })
  bank.ledger.pendingReports.length = 0
  await update(issued.uuid, { status: 'succeeded' })
  return issued
}
const sweep = () => sweepAccount(system.deps, system.fern.accountId)
const warn = () => createHoldTasks(system.deps, system.fern.accountId)
const inFern = <T>(work: Parameters<typeof inAccount<T>>[2]) => inAccount(system.deps.db, system.fern.accountId, work)

describe('an operation', () => {
  it('[P-08][P-12][P-16] issues an invoice, offers to cancel and to email it, and cancels it at the module', async () => {
    const { paymentId, orderId } = await order(system.fern, module.type)
    const issued = shownOf(await bruno.postJson(`/workspace/payments/${paymentId}/invoice`, {}))
    expect(issued).toMatchObject({ status: 'pending', offers: ['cancel', 'email'], stale: false })
    expect(issued.link).toMatch(/^https:\/\/pay\.test\//)
    const canceled = shownOf(await requestOperation(issued.id, 'cancel'))
    expect(canceled).toMatchObject({
      status: 'canceled',
      offers: [],
      operation: { kind: 'cancel', state: 'confirmed' },
    })
    expect(canceled.history.map(({ to }) => to)).toEqual(['pending', 'canceled'])
    // After a cancellation another invoice can be issued.
    shownOf(await bruno.postJson(`/workspace/payments/${paymentId}/invoice`, {}))
    expect(await listed(orderId)).toHaveLength(2)
  })

  it('[P-11][D-44] approves a hold: the explicit success moves the invoice at once', async () => {
    const { uuid, bankId } = await held()
    const after = shownOf(await requestOperation(uuid, 'approve'))
    expect(after).toMatchObject({ status: 'succeeded', offers: ['refund'] })
    expect(after.ledger).toEqual({ authorised: '100.00', captured: '100.00', refunded: '0.00', refundable: '100.00' })
    expect(bank.ledger.payments.get(bankId)).toMatchObject({ state: 'captured', captures: 1 })
    // A later report of the same status changes nothing.
    expect((await update(uuid, { status: 'succeeded' })).body).toEqual({ success: true })
  })

  it('[P-13] cancels a hold, and the money is released', async () => {
    const { uuid, bankId } = await held()
    expect(shownOf(await requestOperation(uuid, 'cancel'))).toMatchObject({ status: 'canceled' })
    expect(bank.ledger.payments.get(bankId)).toMatchObject({ released: true, captures: 0 })
  })

  it('[P-14][D-47] refunds a part, then the rest, and tracks the balance', async () => {
    const { uuid, bankId } = await paid()
    const part = shownOf(await requestOperation(uuid, 'refund', '30.00'))
    expect(part).toMatchObject({ status: 'succeeded', refunds: [{ amount: '30.00', status: 'succeeded' }] })
    expect(part.ledger).toMatchObject({ captured: '100.00', refunded: '30.00', refundable: '70.00' })
    expect((await requestOperation(uuid, 'refund', '70.01')).body).toMatchObject({
      errorCode: 'refund_too_large',
      errorMsg: 'Up to 70.00 USD can still be refunded',
    })
    expect((await requestOperation(uuid, 'refund', '1.001')).body).toMatchObject({ errorCode: 'refund_amount_invalid' })
    expect(shownOf(await requestOperation(uuid, 'refund'))).toMatchObject({ status: 'refundSucceeded', offers: [] })
    expect(bank.ledger.payments.get(bankId)?.refunds.map(({ amount }) => amount)).toEqual([3_000, 7_000])
  })

  it('[P-15] is rejected where the table has no such move, and nothing is sent to the module', async () => {
    const { uuid } = await issue(system.fern, bank, module.type)
    const before = bank.calls.length
    for (const kind of ['approve', 'refund']) {
      const reply = await requestOperation(uuid, kind)
      expect(reply.status).toBe(409)
      expect(reply.body).toMatchObject({
        errorCode: 'invoice_move_refused',
        errorMsg: `An invoice with the status pending does not allow ${kind}`,
      })
    }
    expect(bank.calls.length).toBe(before)
    const { uuid: done } = await paid()
    for (const kind of ['approve', 'cancel']) expect((await requestOperation(done, kind)).status).toBe(409)
  })

  it('[P-21] shows the error text of the module, as plain text and unchanged', async () => {
    const { uuid } = await held()
    bank.behave('reject', { on: 'approve' })
    const after = shownOf(await requestOperation(uuid, 'approve'))
    bank.behave('normal', { on: 'approve' })
    expect(after).toMatchObject({
      status: 'waitingForCapture',
      offers: ['approve', 'cancel'],
      operation: { state: 'rejected', errorMsg: 'The bank says no' },
    })
  })

  it('[D-45] requested twice at once runs once with one key; the other request gets an error with user and operation', async () => {
    const { uuid, bankId } = await held()
    const replies = await Promise.all([
      requestOperation(uuid, 'approve'),
      requestOperation(uuid, 'cancel', undefined, ada),
      requestOperation(uuid, 'approve'),
    ])
    const refused = replies.filter(({ status }) => status === 409)
    expect(refused).toHaveLength(2)
    for (const { body } of refused) {
      const { errorMsg } = body as { errorMsg: string }
      expect(errorMsg).toMatch(
        /^(Operation in progress: (ada|bruno)@fern.test requested (approve|cancel) at|An invoice with the status)/,
      )
    }
    const calls = bank.calls.filter(({ paymentId }) => paymentId === bankId)
    expect(calls).toHaveLength(1)
    const [stored] = await inFern((trx) =>
      trx
        .selectFrom('payment_operation')
        .select('id')
        .where('invoice_id', '=', uuid)
        .where('kind', '<>', 'create')
        .execute(),
    )
    expect(calls[0]?.key).toBe(stored?.id)
  })

  it('[D-49][D-86] tells its user at once when the module cannot be reached or its circuit is open', async () => {
    const dead = await register(system.fern, 'bank-dead', bank.url)
    const { uuid } = await held(dead.type)
    const integrationModule = { code: 'bank-dead', baseUrl: 'http://127.0.0.1:1' }
    await system.fern.api.post('/api/v5/integration-modules/bank-dead/edit', { integrationModule })
    const requests = vi.spyOn(system.deps.egress, 'request')
    const after = shownOf(await requestOperation(uuid, 'approve'))
    // Nothing was sent, so it is retried automatically, and no customer is charged twice.
    expect(after).toMatchObject({
      status: 'waitingForCapture',
      operation: { state: 'requested', kind: 'approve', note: { code: 'delayed' } },
    })
    const [sent] = requests.mock.calls.at(0) ?? expect.fail('nothing was sent')
    expect(sent).toMatchObject({ url: 'http://127.0.0.1:1/pay/approve', totalMs: 20_000 })
    expect(sent).not.toHaveProperty('redirects')
    requests.mockRestore()
    // After five failures in a row the circuit is open: nothing is sent, even if the module could be reached again.
    const issueOne = async () => {
      const { paymentId } = await order(system.fern, dead.type)
      return bruno.postJson(`/workspace/payments/${paymentId}/invoice`, {})
    }
    for (let failures = 1; failures < 5; failures++) await issueOne()
    await system.fern.api.post('/api/v5/integration-modules/bank-dead/edit', {
      integrationModule: { code: 'bank-dead', baseUrl: bank.url },
    })
    const calls = bank.calls.length
    expect(shownOf(await issueOne()).operation).toMatchObject({ state: 'requested', note: { code: 'delayed' } })
    expect(bank.calls).toHaveLength(calls)
  })
})

it('[D-86] retries an operation that was not sent, with the same key, and sends nothing twice', async () => {
  const moved = await register(system.fern, 'bank-moved', bank.url)
  const { uuid, bankId, orderId } = await held(moved.type)
  const requests = vi.spyOn(system.deps.egress, 'request')
  const moveTo = (baseUrl: string) =>
    system.fern.api.post('/api/v5/integration-modules/bank-moved/edit', {
      integrationModule: { code: 'bank-moved', baseUrl },
    })
  await moveTo('http://127.0.0.1:1')
  expect(shownOf(await requestOperation(uuid, 'approve'))).toMatchObject({ operation: { state: 'requested' } })
  await moveTo(bank.url)
  await expect
    .poll(async () => (await listed(orderId))[0], { timeout: 120_000 })
    .toMatchObject({ status: 'succeeded', operation: { state: 'confirmed' } })
  const keys = requests.mock.calls
    .filter(([{ url, body }]) => url.endsWith('/pay/approve') && String(body).includes(encodeURIComponent(bankId)))
    .map(([{ headers }]) => headers?.['idempotency-key'])
  requests.mockRestore()
  expect(keys.length).toBeGreaterThan(1)
  expect(new Set(keys).size).toBe(1)
  expect(bank.calls.filter((call) => call.paymentId === bankId)).toHaveLength(1)
})

describe('an unknown outcome', () => {
  const hang = async (kind: 'approve' | 'refund', type: string) => {
    const issued = kind === 'approve' ? await held(type) : await paid(type)
    bank.behave('effect-then-reset', { on: kind })
    const after = shownOf(await requestOperation(issued.uuid, kind))
    bank.behave('normal', { on: kind })
    return { ...issued, after }
  }

  it('[D-46] leaves the status, shows a note, and blocks a repeat', async () => {
    const { uuid, bankId, after } = await hang('approve', module.type)
    expect(after).toMatchObject({ status: 'waitingForCapture', offers: [], operation: { state: 'unknown' } })
    const sent = await inFern((trx) =>
      trx
        .selectFrom('payment_operation')
        .select('sent_at')
        .where('invoice_id', '=', uuid)
        .where('kind', '=', 'approve')
        .executeTakeFirstOrThrow(),
    )
    expect(after.operation).toMatchObject({
      kind: 'approve',
      note: { code: 'unconfirmed', at: sent.sent_at?.toISOString() },
    })
    expect((await requestOperation(uuid, 'approve')).body).toMatchObject({ errorCode: 'operation_in_progress' })
    // A module that is not idempotent gets no second request, however often a user checks the status.
    for (let n = 0; n < 3; n++) await bruno.postJson(`/workspace/invoices/${uuid}/look`, {})
    expect(bank.calls.filter((call) => call.paymentId === bankId)).toHaveLength(1)
    // Its report decides.
    await update(uuid, { status: 'succeeded' })
    expect(
      (
        await listed(
          (
            await inFern((trx) =>
              trx.selectFrom('invoice').select('order_id').where('id', '=', uuid).executeTakeFirstOrThrow(),
            )
          ).order_id,
        )
      )[0],
    ).toMatchObject({
      status: 'succeeded',
      operation: { state: 'confirmed' },
    })
  })

  it('[D-46] is resolved by `status`, where the module supports it', async () => {
    const { uuid } = await hang('approve', asked.type)
    expect(shownOf(await bruno.postJson(`/workspace/invoices/${uuid}/look`, {}))).toMatchObject({
      status: 'succeeded',
      operation: { state: 'confirmed' },
    })
  })

  it('[D-46] is resent with the same key, where the module is idempotent', async () => {
    const keyed = await startBank({ crm: () => system.fern.api, idempotent: true, autoReport: false })
    try {
      const idempotentModule = await register(system.fern, 'bank-keyed', keyed.url, { idempotent: true })
      const issued = await issue(system.fern, keyed, idempotentModule.type)
      keyed.ledger.pay(issued.bankId, { hold: false })
      keyed.ledger.pendingReports.length = 0
      await update(issued.uuid, { status: 'succeeded' })
      keyed.behave('effect-then-reset', { on: 'refund' })
      expect(shownOf(await requestOperation(issued.uuid, 'refund', 40))).toMatchObject({
        operation: { state: 'unknown' },
      })
      keyed.behave('normal', { on: 'refund' })
      expect(shownOf(await bruno.postJson(`/workspace/invoices/${issued.uuid}/look`, {}))).toMatchObject({
        operation: { state: 'confirmed' },
        refunds: [{ amount: '40.00' }],
      })
      const refunds = keyed.calls.filter(({ action }) => action === 'refund')
      expect(refunds).toHaveLength(2)
      expect(new Set(refunds.map(({ key }) => key)).size).toBe(1)
      expect(keyed.ledger.payments.get(issued.bankId)?.refunds).toHaveLength(1)
    } finally {
      await keyed.close()
    }
  })

  it('[D-46] is finally resolved by an administrator, with a logged reason', async () => {
    const { uuid, after } = await hang('refund', module.type)
    expect(after.operation?.state).toBe('unknown')
    expect(
      (await bruno.postJson(`/workspace/invoices/${uuid}/resolve`, { outcome: 'happened', reason: 'x' })).status,
    ).toBe(403)
    const reply = await ada.postJson(`/workspace/invoices/${uuid}/resolve`, {
      outcome: 'happened',
      reason: 'The bank’s statement has it',
    })
    expect(shownOf(reply)).toMatchObject({ status: 'refundSucceeded', operation: { state: 'confirmed' } })
    const log = await ada.get('/workspace/action-log', { recordType: 'Integration payments' })
    expect((log.body as { records: object[] }).records[0]).toMatchObject({
      actor: 'ada@fern.test',
      action: 'operation.confirmed',
      subject: uuid,
      detail: { reason: 'The bank’s statement has it' },
    })
    expect(
      (await ada.postJson(`/workspace/invoices/${uuid}/resolve`, { outcome: 'happened', reason: 'x' })).body,
    ).toMatchObject({
      errorCode: 'nothing_to_resolve',
    })
  })

  it('[D-46] is also resolved by a job that requests the status of overdue invoices', async () => {
    const { uuid, bankId, orderId } = await issue(system.fern, bank, asked.type)
    bank.ledger.pay(bankId, { hold: false })
    bank.ledger.pendingReports.length = 0 // the report is lost
    await sweep()
    expect((await listed(orderId))[0]).toMatchObject({ status: 'pending' })
    await inFern((trx) =>
      trx.updateTable('invoice').set({ asked_at: sql`now() - interval '31 minutes'` }).where('id', '=', uuid).execute(),
    )
    await sweep()
    expect((await listed(orderId))[0]).toMatchObject({ status: 'succeeded' })
  })

  it('[D-44] of a refund that the bank has only accepted waits for its result', async () => {
    const { uuid } = await paid()
    const receiver = await startReceiver((_received, response) =>
      json(response, 200, { success: true, result: { id: 'slow-1', status: 'pending', amount: 100 } }),
    )
    try {
      await system.fern.api.post('/api/v5/integration-modules/bank/edit', {
        integrationModule: { code: 'bank', baseUrl: receiver.url },
      })
      expect(shownOf(await requestOperation(uuid, 'refund'))).toMatchObject({
        status: 'succeeded',
        operation: { state: 'accepted' },
        refunds: [{ status: 'pending' }],
      })
      await update(uuid, { refund: { id: 'slow-1', status: 'succeeded', amount: 100 } })
      expect((await bruno.postJson(`/workspace/invoices/${uuid}/look`, {})).body).toMatchObject({
        invoice: { status: 'refundSucceeded', operation: { state: 'confirmed' }, refunds: [{ status: 'succeeded' }] },
      })
    } finally {
      await system.fern.api.post('/api/v5/integration-modules/bank/edit', {
        integrationModule: { code: 'bank', baseUrl: bank.url },
      })
      await receiver.close()
    }
  })
})

describe('an order that changes', () => {
  const change = (orderId: number, price: number) =>
    system.fern.api.post(`/api/v5/orders/${orderId}/edit`, {
      by: 'id',
      order: { items: [{ productName: 'Fern', initialPrice: price, quantity: 2 }] },
    })

  it('[D-51] makes its invoice stale at once, and one request cancels it at the module and issues another', async () => {
    const { uuid, orderId, bankId, paymentId } = await issue(system.fern, bank, module.type)
    await change(orderId, 45)
    expect((await listed(orderId))[0]).toMatchObject({ id: uuid, stale: true, offers: ['cancel', 'email', 'reissue'] })
    await system.fern.api.post(`/api/v5/orders/payments/${paymentId}/edit`, { by: 'id', payment: { amount: 90 } })
    const next = shownOf(await bruno.postJson(`/workspace/invoices/${uuid}/reissue`, {}))
    expect(next).toMatchObject({ status: 'pending', stale: false, amount: '90.00' })
    expect(next.id).not.toBe(uuid)
    expect(bank.ledger.payments.get(bankId)?.state).toBe('canceled')
    expect((await listed(orderId)).map(({ status }) => status).sort()).toEqual(['canceled', 'pending'])
  })

  it('[D-51] keeps a payment whose money is held or charged', async () => {
    const { paymentId } = await held()
    const reply = await system.fern.api.post(`/api/v5/orders/payments/${paymentId}/delete`)
    expect(reply.status).toBeGreaterThanOrEqual(400)
    expect(reply.body).toMatchObject({ errorCode: 'payment_in_use' })
  })
})

it('[P-16] emails the payment link to the customer, with the account’s own text', async () => {
  const letter = {
    subject: 'Pay for {order}\r\nBcc: x@y.test',
    body: '{name}, {amount} {currency}: {link} {unknown} — {account}',
  }
  expect(
    (
      await ada.send('PUT', '/workspace/payment-settings', {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ letter }),
      })
    ).status,
  ).toBe(200)
  const { uuid, link, orderId } = await issue(system.fern, bank, module.type)
  expect((await bruno.postJson(`/workspace/invoices/${uuid}/letter`, {})).status).toBe(200)
  const folder = system.deps.config.mail.folder
  const find = async () => {
    for (const name of await readdir(folder).catch(() => [])) {
      const mail = (await readFile(`${folder}/${name}`, 'utf8')).replace(/=\r?\n/g, '')
      if (mail.includes(link)) return mail
    }
    return undefined
  }
  await expect.poll(find).toBeDefined()
  const mail = (await find()) ?? ''
  expect(mail).toContain('To: nora@client.test')
  expect(mail).toContain('Nora Berg, 100.00 USD:')
  expect(mail).not.toMatch(/^Bcc/m)
  expect(orderId).toBeGreaterThan(0)
  await requestOperation(uuid, 'cancel')
  expect((await bruno.postJson(`/workspace/invoices/${uuid}/letter`, {})).body).toMatchObject({
    errorCode: 'invoice_move_refused',
  })
})

it('[P-18][D-50] lets the payment status follow the mapping, of its type or else the account’s, once per move', async () => {
  const put = (mappings: object[]) =>
    ada.send('PUT', '/workspace/payment-settings', {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ mappings }),
    })
  const statusOf = async (orderId: number) => {
    const read = (await system.fern.api.get(`/api/v5/orders/${orderId}`, { by: 'id' })).body as {
      order: { payments: Record<string, { status: string; paidAt?: string }> }
    }
    return Object.values(read.order.payments)[0]
  }
  await put([])
  const unmapped = await paid()
  expect((await statusOf(unmapped.orderId))?.status).toBe('not-paid')
  expect((await put([{ invoiceStatus: 'succeeded', paymentStatus: 'nonsense' }])).status).toBe(400)
  expect(
    (
      await put([
        { invoiceStatus: 'succeeded', paymentStatus: 'paid' },
        { paymentType: asked.type, invoiceStatus: 'succeeded', paymentStatus: 'not-paid' },
      ])
    ).status,
  ).toBe(200)
  const mapped = await paid()
  expect(await statusOf(mapped.orderId)).toMatchObject({ status: 'paid', paidAt: expect.any(String) })
  expect((await statusOf((await paid(asked.type)).orderId))?.status).toBe('not-paid')
  // A user resets it; a repeated report does not set it again.
  await system.fern.api.post(`/api/v5/orders/payments/${mapped.paymentId}/edit`, {
    by: 'id',
    payment: { status: 'not-paid' },
  })
  await update(mapped.uuid, { status: 'succeeded' })
  expect((await statusOf(mapped.orderId))?.status).toBe('not-paid')
  const shown = (await bruno.get('/workspace/payment-settings')).body as { settings: { mappings: object[] } }
  expect(shown.settings.mappings).toHaveLength(2)
})

it('creates one task before a hold expires', async () => {
  const { uuid, orderId } = await held()
  await update(uuid, { expiredAt: new Date(Date.now() + 3_600_000).toISOString() })
  await warn()
  await warn()
  const tasks = await inFern((trx) => trx.selectFrom('task').selectAll().where('order_id', '=', orderId).execute())
  expect(tasks).toHaveLength(1)
  expect(tasks[0]).toMatchObject({
    reason: 'hold-expires',
    data: { orderNumber: expect.any(String), expiresAt: tasks[0]?.due_at?.toISOString() },
  })
})

it('[P-07][P-23][D-52] shows the connected payment types, warns of inactive and removed shops, and lets an admin reconnect', async () => {
  const edit = (shops: object[]) =>
    system.fern.api.post('/api/v5/integration-modules/bank-shops/edit', {
      integrationModule: moduleOf('bank-shops', bank.url, { shops }),
    })
  await edit([
    { code: 'off', name: 'Off', active: false },
    { code: 'gone', name: 'Gone', active: true },
  ])
  await edit([
    { code: 'off', name: 'Off', active: false },
    { code: 'fresh', name: 'Fresh', active: true },
  ])
  type Seen = {
    shops: { id: number; code: string; moduleCode: string; removed: boolean }[]
    types: { code: string; warning?: { code: string; shop: string }; usable: boolean; shopId?: number }[]
  }
  const seen = async () => (await bruno.get('/workspace/payment-shops')).body as Seen
  const typeOf = async (code: string) => (await seen()).types.find((type) => type.code === code)
  expect(await typeOf('bank-shops-off')).toMatchObject({
    usable: true,
    warning: { code: 'shop-inactive', shop: 'Off' },
  })
  expect(await typeOf('bank-shops-gone')).toMatchObject({
    usable: false,
    warning: { code: 'shop-removed', shop: 'Gone' },
  })
  const fresh = (await seen()).shops.find(({ code, moduleCode }) => code === 'fresh' && moduleCode === 'bank-shops')
  const bind = (body: object, as = ada) =>
    as.send('PUT', '/workspace/payment-types/bank-shops-gone/shop', {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  expect((await bind({ shopId: fresh?.id }, bruno)).status).toBe(403)
  expect((await bind({ shopId: fresh?.id })).status).toBe(200)
  expect(await typeOf('bank-shops-gone')).toMatchObject({ usable: true, shopId: fresh?.id })
  const edith = await system.kettle.signIn('edith')
  expect(((await edith.get('/workspace/payment-shops')).body as Seen).shops).toEqual([])
  expect(
    (
      await edith.send('PUT', '/workspace/payment-types/cash/shop', {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ shopId: fresh?.id }),
      })
    ).status,
  ).toBe(404)
})

it('[D-42] lists discrepancies for administrators', async () => {
  const { uuid } = await issue(system.fern, bank, module.type)
  await update(uuid, { status: 'succeeded', amount: 1 })
  const find = async (resolved: string) =>
    (
      (await ada.get('/workspace/discrepancies', { resolved })).body as {
        discrepancies: { id: number; invoiceId: string }[]
      }
    ).discrepancies.find(({ invoiceId }) => invoiceId === uuid)
  const open = await find('false')
  expect(open).toMatchObject({
    kind: 'wrong-amount',
    moduleCode: 'bank',
    detail: { said: { status: 'succeeded', amount: 1 } },
  })
  const edith = await system.kettle.signIn('edith')
  expect((await edith.postJson(`/workspace/discrepancies/${open?.id}/resolve`, { resolution: 'mine' })).status).toBe(
    404,
  )
  expect(
    (await ada.postJson(`/workspace/discrepancies/${open?.id}/resolve`, { resolution: 'The bank corrected it' }))
      .status,
  ).toBe(200)
  expect(await find('false')).toBeUndefined()
  expect(await find('true')).toMatchObject({ resolution: 'The bank corrected it', resolvedBy: 'ada@fern.test' })
  expect((await bruno.get('/workspace/discrepancies')).status).toBe(403)
})

it('[D-45][D-51] the partial indexes cover the open states and live statuses of the rules', async () => {
  const valuesIn = async (index: string) => {
    const { rows } = await sql<{ condition: string }>`
      select pg_get_expr(indpred, indrelid) as condition from pg_index
      where indexrelid = ${index}::regclass`.execute(system.deps.db)
    return [...(rows[0]?.condition ?? '').matchAll(/'(\w+)'/g)].map(([, value]) => value)
  }
  expect(await valuesIn('one_open_operation')).toEqual([...OPEN_STATES])
  expect(await valuesIn('one_live_invoice')).toEqual([...LIVE_STATUSES])
  expect(await valuesIn('invoice_to_ask')).toEqual([...LIVE_STATUSES])
})
