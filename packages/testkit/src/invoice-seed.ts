// Invoices in bulk, inserted into the database and into the simulated bank's ledger as if they had been issued and paid
// over HTTP. What is tested afterwards goes over HTTP.
import pg from 'pg'
import type { Bank } from './bank.ts'
import type { Payment } from './bank-ledger.ts'
import type { ServerChild, Tenant } from './installation.ts'

export type SeededInvoice = { uuid: string; bankId: string; orderId: number; paymentId: number }
export type SeededStatus = 'pending' | 'waitingForCapture' | 'succeeded'

const ACTIONS = { create: '/pay/create', approve: '/pay/approve', cancel: '/pay/cancel', refund: '/pay/refund' }

/** Registers a payment module of this bank, with one shop. */
export const registerBank = async (
  tenant: Tenant,
  server: ServerChild,
  bank: { url: string },
  {
    code,
    idempotent = false,
    supportsStatus = false,
  }: { code: string; idempotent?: boolean; supportsStatus?: boolean },
): Promise<void> => {
  const actions = { ...ACTIONS, ...(supportsStatus && { status: '/pay/status' }) }
  const shops = [{ code: 'main', name: 'Main', active: true }]
  const payment = { actions, currencies: ['USD'], idempotent, shops }
  const integrationModule = { code, clientId: code, baseUrl: bank.url, integrations: { payment } }
  const reply = await tenant.api(server).post(`/api/v5/integration-modules/${code}/edit`, { integrationModule })
  if (reply.status !== 201) throw new Error(reply.text)
}

const PATHS: Record<SeededStatus, [string | null, string][]> = {
  pending: [[null, 'pending']],
  waitingForCapture: [
    [null, 'pending'],
    ['pending', 'waitingForCapture'],
  ],
  succeeded: [
    [null, 'pending'],
    ['pending', 'succeeded'],
  ],
}

const INVOICES = `
with t as (
  select t.account_id, t.code, s.id as shop_id, s.module_id, (select min(id) from shop where account_id = t.account_id) as site
  from payment_type t join payment_shop s on s.account_id = t.account_id and s.id = t.shop_id
  join integration_module m on m.account_id = s.account_id and m.id = s.module_id
  where t.account_id = current_account() and m.code = $1
), o as (
  insert into customer_order (account_id, number, shop_id, status, open, currency, total, email)
  select t.account_id, $2 || n, t.site, 'new', true, 'USD', 100, 'client@rig.test' from t, generate_series(1, $3::int) n
  returning account_id, id, number
), i as (
  insert into order_item (account_id, order_id, place, name, price, quantity) select account_id, id, 0, 'Fern', 50, 2 from o
), p as (
  insert into order_payment (account_id, order_id, type, status, amount)
  select o.account_id, o.id, t.code, 'not-paid', 100 from o, t returning account_id, id, order_id
)
insert into invoice (account_id, id, payment_id, order_id, order_number, shop_id, module_id, amount, currency, status,
  external_id, link, authorised, captured)
select p.account_id, gen_random_uuid(), p.id, p.order_id, o.number, t.shop_id, t.module_id, 100, 'USD', $4,
  'seeded_' || p.id, 'https://pay.test/seeded_' || p.id,
  case when $4 = 'waitingForCapture' then 100 else 0 end, case when $4 = 'succeeded' then 100 else 0 end
from p join o on o.id = p.order_id, t
returning id as uuid, external_id as "bankId", order_id::int as "orderId", payment_id::int as "paymentId"`

const STATES: Record<SeededStatus, Payment['state']> = {
  pending: 'pending',
  waitingForCapture: 'held',
  succeeded: 'captured',
}

const addToLedger = (bank: Bank, { uuid, bankId }: SeededInvoice, status: SeededStatus): void => {
  const captured = status === 'succeeded'
  bank.ledger.payments.set(bankId, {
    id: bankId,
    invoiceUuid: uuid,
    amount: 10_000,
    currency: 'USD',
    state: STATES[status],
    captures: captured ? 1 : 0,
    capturedAmount: captured ? 10_000 : 0,
    released: false,
    refunds: [],
  })
}

let batch = 0

/** Orders of 100 USD, each with an invoice in this status, in the database and in the bank's ledger. */
export const seedInvoices = async (
  adminUrl: string,
  host: string,
  bank: Bank | undefined,
  { code, count, status }: { code: string; count: number; status: SeededStatus },
): Promise<SeededInvoice[]> => {
  const client = new pg.Client({ connectionString: adminUrl })
  await client.connect()
  try {
    const found = await client.query('select account_id from account_host where host = $1', [host])
    await client.query(`set app.account = '${Number(found.rows[0].account_id)}'`)
    const { rows } = await client.query<SeededInvoice>(INVOICES, [code, `S${++batch}-`, count, status])
    const ids = rows.map(({ uuid }) => uuid)
    await client.query('update invoice set fingerprint = order_fingerprint(order_id) where id = any($1::uuid[])', [ids])
    for (const [from, to] of PATHS[status]) {
      await client.query(
        `insert into invoice_history (account_id, invoice_id, from_status, to_status, cause, actor)
         select current_account(), id, $2, $3, 'inbox:0', 'seed' from unnest($1::uuid[]) id`,
        [ids, from, to],
      )
    }
    if (bank) for (const row of rows) addToLedger(bank, row, status)
    return rows
  } finally {
    await client.end()
  }
}
