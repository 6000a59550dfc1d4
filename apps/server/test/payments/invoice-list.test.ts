// The payments page: invoices across orders by what they wait for, with filters, exact sums and their history.
import { type Bank, startBank } from '@patchbay/testkit/bank'
import type { HttpClient } from '@patchbay/testkit/http-client'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { inAccount } from '../../src/lib/db/transaction.ts'
import { type BankModule, issue, register } from '../support/payment-cast.ts'
import { type System, startSystem } from '../support/system.ts'

let system: System
let bank: Bank
let module: BankModule
let bruno: HttpClient
const uuids: Record<string, string> = {}
const orders: Record<string, number> = {}

beforeAll(async () => {
  system = await startSystem()
  bank = await startBank({ crm: () => system.fern.api, idempotent: false, autoReport: false })
  module = await register(system.fern, 'bank', bank.url)
  bruno = await system.fern.signIn('bruno')
  for (const name of ['pending', 'heldLate', 'heldSoon', 'heldForever', 'unknown', 'human', 'refunded', 'partly']) {
    const { uuid, orderId } = await issue(system.fern, bank, module.type)
    uuids[name] = uuid
    orders[name] = orderId
  }
  for (const name of ['heldLate', 'heldSoon', 'heldForever', 'unknown', 'human'])
    await update(name, { status: 'waitingForCapture' })
  await update('heldLate', { expiredAt: '2027-03-01 10:00:00' })
  await update('heldSoon', { expiredAt: '2027-02-01 10:00:00' })
  for (const name of ['refunded', 'partly']) await update(name, { status: 'succeeded' })
  await update('refunded', { refund: { id: 'r1', amount: 100, status: 'succeeded' } })
  await update('partly', { refund: { id: 'r2', amount: 0.1, status: 'succeeded' } })
  await state('unknown', 'unknown')
  await state('human', 'needs_human')
})
afterAll(async () => {
  await bank.close()
  await system.close()
})

const update = async (name: string, change: object) => {
  const updateInvoice = { invoiceUuid: uuids[name], ...change }
  const reply = await system.fern.api.post('/api/v5/payment/update-invoice', { updateInvoice })
  expect(reply.status, reply.text).toBe(200)
}
/** An approval whose outcome is open. */
const state = (name: string, to: string) =>
  inAccount(system.deps.db, system.fern.accountId, (trx) =>
    sql`insert into payment_operation (id, invoice_id, kind, state, requested_by, next_at)
      values (gen_random_uuid(), ${uuids[name]}, 'approve', ${to}, ${`user:${system.fern.userIds.bruno}`},
        now() + interval '1 day')`.execute(trx),
  )

type Listed = { id: string; amount: string; refunded: string; operation?: { kind: string; state: string } }
type Sum = { currency: string; count: number; amount: string; refunded: string }
type Page = { invoices: Listed[]; next?: string; sums?: Sum[] }

const list = async (query: Record<string, string>): Promise<Page> => {
  const reply = await bruno.get('/workspace/invoices', query)
  expect(reply.status, reply.text).toBe(200)
  return reply.body as Page
}
const nameOf = (uuid: string) => Object.keys(uuids).find((name) => uuids[name] === uuid) ?? uuid
const names = async (query: Record<string, string>) => (await list(query)).invoices.map(({ id }) => nameOf(id))

it.each([
  ['awaiting', ['pending']],
  ['held', ['heldSoon', 'heldLate', 'heldForever', 'unknown', 'human']],
  ['unknown', ['unknown']],
  ['needs-person', ['human']],
  ['refunded', ['partly', 'refunded']],
  ['all', ['partly', 'refunded', 'human', 'unknown', 'heldForever', 'heldSoon', 'heldLate', 'pending']],
] as const)('lists what waits, in the order in which it is worked through: %s', async (name, expected) => {
  const found = await names({ list: name })
  // Holds without an end come last, in no particular order.
  if (name === 'held')
    expect([found.slice(0, 2), found.slice(2).toSorted()]).toEqual([expected.slice(0, 2), expected.slice(2).toSorted()])
  else expect(found).toEqual(expected)
})

it('[D-49] adds up exactly, by currency, what the filters match', async () => {
  expect((await list({ list: 'refunded' })).sums).toEqual([
    { currency: 'USD', count: 2, amount: '200.00', refunded: '100.10' },
  ])
  expect((await list({ list: 'held' })).sums).toMatchObject([{ count: 5, amount: '500.00' }])
  expect((await list({ list: 'all', text: 'nobody-has-this' })).sums).toEqual([])
})

it('filters by period, shop, module, manager, amount and text', async () => {
  const { api, userIds } = system.fern
  await api.post(`/api/v5/orders/${orders.pending}/edit`, { by: 'id', order: { managerId: userIds.chiara } })
  expect(await names({ managerId: String(userIds.chiara) })).toEqual(['pending'])
  const { orderNumber, shop } = (await list({ list: 'awaiting' })).invoices[0] as unknown as {
    orderNumber: string
    shop: { code: string }
  }
  expect(await names({ text: orderNumber })).toContain('pending')
  expect(await names({ text: 'Berg' })).toHaveLength(8)
  expect(await names({ site: shop.code })).toHaveLength(8)
  expect(await names({ module: 'bank' })).toHaveLength(8)
  expect(await names({ least: '100', most: '100' })).toHaveLength(8)
  expect(await names({ least: '100.01' })).toEqual([])
  expect(await names({ to: '2020-01-01' })).toEqual([])
  expect(await names({ from: '2020-01-01' })).toHaveLength(8)
  for (const [name, value] of [
    ['site', 'nowhere'],
    ['module', 'nothing'],
    ['from', '2026-02-31'],
  ]) {
    const reply = await bruno.get('/workspace/invoices', { [name as string]: value as string })
    expect(reply).toMatchObject({ status: 400 })
    expect(JSON.stringify(reply.body)).toContain(name)
  }
})

it('pages by a cursor that no insertion moves, in both directions', async () => {
  const made = await inAccount(system.deps.db, system.fern.accountId, async (trx) => {
    const { rows } = await sql<{ id: string }>`
      insert into invoice (id, payment_id, order_id, order_number, shop_id, module_id, amount, currency, status, created_at,
        expired_at)
      select gen_random_uuid(), 1000000 + n, 1000000 + n, 'P-' || n, i.shop_id, i.module_id, 0.1, 'EUR', 'waitingForCapture',
        now() - (n / 3) * interval '1 minute', now() + (n / 3) * interval '1 minute'
      from invoice i, generate_series(1, 120) n where i.id = ${uuids.pending} returning id`.execute(trx)
    return rows.length
  })
  const all = async (name: string) => {
    const seen: string[] = []
    let after: string | undefined
    do {
      const page: Page = await list({
        list: name,
        from: '2020-01-01',
        most: '1',
        ...(after !== undefined && { after }),
      })
      expect(page.sums === undefined).toBe(after !== undefined)
      seen.push(...page.invoices.map(({ id }) => id))
      after = page.next
    } while (after !== undefined)
    return seen
  }
  for (const name of ['all', 'held']) {
    const seen = await all(name)
    expect(seen).toHaveLength(made)
    expect(new Set(seen).size).toBe(made)
  }
  // Ten cents a hundred and twenty times, without the error of a float.
  expect((await list({ list: 'all', most: '1' })).sums).toEqual([
    { currency: 'EUR', count: 120, amount: '12.00', refunded: '0.00' },
  ])
})

it('shows the history of an invoice: who requested what, what the module reported, and each status', async () => {
  const { steps } = (await bruno.get(`/workspace/invoices/${uuids.unknown}/history`)).body as {
    steps: { step: string; who?: { userId: number }[]; values: Record<string, string> }[]
  }
  expect(steps.map(({ step }) => step)).toEqual(
    expect.arrayContaining(['invoice.issued', 'report', 'moved', 'operation.requested']),
  )
  expect(steps.findLast(({ step }) => step === 'operation.requested')).toMatchObject({
    who: [{ userId: system.fern.userIds.bruno }],
    values: { kind: 'approve' },
  })
  expect((await bruno.get('/workspace/invoices/00000000-0000-4000-8000-000000000000/history')).status).toBe(404)
})

it('[E-02] shows nothing of another account', async () => {
  const edith = await system.kettle.signIn('edith')
  expect((await edith.get('/workspace/invoices')).body).toEqual({ success: true, invoices: [], sums: [] })
  expect((await edith.get(`/workspace/invoices/${uuids.unknown}/history`)).status).toBe(404)
})

it('reads each list along its index, under row-level security', async () => {
  const plans = await inAccount(system.deps.db, system.fern.accountId, async (trx) => {
    await sql`set local enable_seqscan = off`.execute(trx)
    await sql`set local enable_sort = off`.execute(trx)
    await sql`set local enable_bitmapscan = off`.execute(trx)
    const plan = async (text: ReturnType<typeof sql>) => {
      const { rows } = await sql<{ 'QUERY PLAN': string }>`explain ${text}`.execute(trx)
      return rows.map((row) => row['QUERY PLAN']).join('\n')
    }
    const newest = sql`order by created_at desc, id desc limit 50`
    return {
      awaiting: await plan(sql`select id from invoice where status = 'pending' ${newest}`),
      refunded: await plan(sql`select id from invoice where refunded > 0 ${newest}`),
      all: await plan(sql`select id from invoice ${newest}`),
      held: await plan(sql`select id from invoice where status = 'waitingForCapture' order by expiry_key, id limit 50`),
      unknown: await plan(
        sql`select id from payment_operation where state = 'unknown' order by created_at, id limit 50`,
      ),
    }
  })
  expect(plans.awaiting).toContain('invoice_awaiting')
  expect(plans.refunded).toContain('invoice_refunded')
  expect(plans.all).toContain('invoice_by_time')
  expect(plans.held).toContain('invoice_held')
  expect(plans.unknown).toContain('operation_unknown')
})

it('exports what a filter shows, with sums as exact text and the words of the user', async () => {
  const columns = [
    { code: 'id', heading: 'Id' },
    { code: 'amount', heading: 'Amount' },
    { code: 'refunded', heading: 'Refunded' },
    { code: 'status', heading: 'Status', labels: { succeeded: 'Paid' } },
  ]
  const body = { list: 'payments', query: { list: 'refunded' }, columns, separator: ',' }
  const made = await bruno.postJson('/workspace/exports', body)
  expect(made.status, made.text).toBe(201)
  const { id } = (made.body as { export: { id: number } }).export
  const [heading, ...rows] = (await bruno.get(`/workspace/exports/${id}/file`)).text.trim().split('\r\n')
  expect(heading).toBe('Id,Amount,Refunded,Status')
  const listed = (await list({ list: 'refunded' })).invoices
  expect(rows.map((row) => row.split(',').slice(0, 3))).toEqual(listed.map((one) => [one.id, one.amount, one.refunded]))
  expect(rows.length).toBe(2)
  expect(rows.find((row) => row.startsWith(uuids.partly ?? ''))).toMatch(/,Paid$/)
})
