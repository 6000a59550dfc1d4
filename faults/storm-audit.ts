// The audit at the end of the storm: client journals × database × bank ledger × receivers.
import { OPEN_OPERATION_STATES } from '@patchbay/contract/payments/statuses'
import { type Audit, NO_ERRORS } from '@patchbay/testkit/audit'
import type { Bank } from '@patchbay/testkit/bank'
import { refundedOf, statusOf } from '@patchbay/testkit/bank-ledger'
import { waitUntil } from '@patchbay/testkit/services'
import pg from 'pg'
import type { Journal, Payable } from './storm-areas.ts'
import type { Transport } from './webhook-transport.ts'
import { auditDeliveries } from './webhooks.ts'

const SETTLED_MS = 600_000

type Sql = <Row extends pg.QueryResultRow>(text: string, values?: unknown[]) => Promise<Row[]>

export type StormAudit = { audit: Audit; figures: Record<string, number> }

const OPEN_STATES = OPEN_OPERATION_STATES.map((state) => `'${state}'`).join(', ')
const OPEN = `select count(*)::int as count from payment_operation where state in (${OPEN_STATES})`

/** Each acknowledged key is stored once, and nothing is stored that was never sent. */
const auditKeys = async (sql: Sql, table: string, acknowledged: ReadonlySet<string>, sent: ReadonlySet<string>) => {
  const rows = await sql<{ key: string; count: number }>(
    `select external_id as key, count(*)::int as count from ${table} where external_id like 'canary%' group by 1`,
  )
  const stored = new Map(rows.map(({ key, count }) => [key, count]))
  return {
    lost: [...acknowledged].filter((key) => !stored.has(key)).length,
    doubled: rows.filter(({ count }) => count > 1).length,
    phantom: rows.filter(({ key }) => !sent.has(key)).length,
    stored: rows.length,
  }
}

/** Each invoice has the status of the bank's ledger, and its operation took effect at most once. */
const auditMoney = async (sql: Sql, bank: Bank, invoices: readonly Payable[], accepted: ReadonlySet<string>) => {
  const rows = await sql<{ id: string; status: string; refunded: string }>(
    'select id, status, refunded from invoice where id = any($1::uuid[])',
    [invoices.map(({ uuid }) => uuid)],
  )
  const byId = new Map(rows.map((row) => [row.id, row]))
  const found = { lost: 0, doubled: 0, differs: 0, effects: 0 }
  for (const { uuid, bankId } of invoices) {
    const payment = bank.ledger.payments.get(bankId)
    const row = byId.get(uuid)
    const effects = bank.ledger.effects.filter(({ paymentId }) => paymentId === bankId).length
    found.effects += effects
    if (accepted.has(uuid) && effects === 0) found.lost++
    if (effects > 1) found.doubled++
    const isEqual =
      payment && row?.status === statusOf(payment) && Math.round(Number(row.refunded) * 100) === refundedOf(payment)
    if (!isEqual) found.differs++
  }
  return found
}

export type AuditOptions = {
  adminUrl: string
  journal: Journal
  bank: Bank
  invoices: readonly Payable[]
  transports: { transport: Transport; canary: string }[]
}

export const auditStorm = async ({
  adminUrl,
  journal,
  bank,
  invoices,
  transports,
}: AuditOptions): Promise<StormAudit> => {
  const pool = new pg.Pool({ connectionString: adminUrl, max: 2 })
  const sql: Sql = async (text, values) => (await pool.query(text, values)).rows as never
  const receivers = transports.map(({ transport }) => transport)
  try {
    const isSettled = async () =>
      (await sql<{ count: number }>(OPEN))[0]?.count === 0 &&
      (await sql<{ count: number }>('select count(*)::int as count from webhook_due'))[0]?.count === 0
    await waitUntil('everything is settled', isSettled, SETTLED_MS).catch(() => undefined)
    const [open] = await sql<{ count: number }>(OPEN)
    const [ringing] = await sql<{ count: number }>(
      `select count(*)::int as count from call where external_id = any($1) and state not in ('ended')`,
      [[...journal.calls]],
    )
    const tables = [
      await auditKeys(sql, 'customer_order', journal.orders, journal.sent),
      await auditKeys(sql, 'customer', journal.customers, journal.sent),
      await auditKeys(sql, 'call', journal.calls, journal.sent),
      await auditKeys(sql, 'message', journal.messages, journal.sent),
    ]
    const sum = (key: 'lost' | 'doubled' | 'phantom' | 'stored') => tables.reduce((all, one) => all + one[key], 0)
    const money = await auditMoney(sql, bank, invoices, journal.operations)
    const chats = await auditDeliveries(adminUrl, receivers)
    const foreign = transports.flatMap(({ transport, canary }) =>
      transport.effects().filter(({ chat }) => !chat.split('/')[1]?.startsWith(canary)),
    ).length
    return {
      audit: {
        ...NO_ERRORS,
        lost: sum('lost') + money.lost + money.differs + chats.lost + chats.abandoned + chats.differs + journal.unseen,
        doubled: sum('doubled') + money.doubled + chats.doubled,
        phantom: sum('phantom') + chats.phantom + journal.falseRefusals,
        out_of_order: chats.outOfOrder,
        stuck: (open?.count ?? 1) + (ringing?.count ?? 1) + chats.pending,
        foreign: foreign + journal.foreign,
      },
      figures: {
        rows_stored: sum('stored'),
        operations_accepted: journal.operations.size,
        effects_at_the_bank: money.effects,
        invoices_that_differ: money.differs,
        operations_open: open?.count ?? -1,
        calls_open: ringing?.count ?? -1,
        webhook_events: chats.events,
        webhooks_lost: chats.lost,
        webhooks_pending: chats.pending,
        webhooks_abandoned: chats.abandoned,
        messages_that_differ: chats.differs,
        false_refusals: journal.falseRefusals,
        acknowledged_and_not_read: journal.unseen,
      },
    }
  } finally {
    await pool.end()
  }
}
