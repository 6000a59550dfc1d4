import type { DatabaseSync } from 'node:sqlite'
import { fromUnits, toUnits } from '@patchbay/sdk/money'
import type { CreateInvoice, InvoiceStatus, Refund, UpdateInvoice } from '@patchbay/sdk/shapes'
import { openSqliteStore } from '@patchbay/sdk/sqlite'

// The bank's ledger: payments and refunds, in the same SQLite file as the SDK's idempotency keys and outbox.

/** `checking`: the customer is paying and the check is running. It is not reported. */
export type PaymentStatus = InvoiceStatus | 'checking'

export type Payment = {
  paymentId: string
  invoiceUuid: string
  shopId: string
  units: bigint
  refundedUnits: bigint
  currency: string
  status: PaymentStatus
  cancellationDetails: string | null
  orderNumber: string | null
  returnUrl: string | null
  /** When the link or the hold ends, in milliseconds. */
  expiresAt: number
}

/** Money that was charged or returned. */
export type Movement = {
  id: number
  type: 'payment' | 'refund'
  paymentId: string
  refundId: string | null
  invoiceUuid: string
  units: bigint
  currency: string
  /** In milliseconds. */
  at: number
}

/** What the customer buys, for the checkout page. */
export type Purchase = Pick<CreateInvoice, 'items'> & { siteUrl: string | null }

const TABLES = `
  create table if not exists payment (
    paymentId text primary key, invoiceUuid text not null, shopId text not null, units text not null,
    refundedUnits text not null default '0', currency text not null, status text not null,
    cancellationDetails text, orderNumber text, returnUrl text, expiresAt integer not null
  );
  create table if not exists refund (id text primary key, paymentId text not null, units text not null);
  create table if not exists card (paymentId text primary key, card text not null);
  create table if not exists movement (
    id integer primary key, type text not null, paymentId text not null, refundId text, units text not null, at integer not null
  );
  create index if not exists movement_at on movement (at, id);
  create table if not exists purchase (paymentId text primary key, siteUrl text, items text not null);
`

type Row = Omit<Payment, 'units' | 'refundedUnits'> & { units: string; refundedUnits: string }

const fromRow = (row: Row): Payment => ({
  ...row,
  units: BigInt(row.units),
  refundedUnits: BigInt(row.refundedUnits),
})

const movementsIn = (db: DatabaseSync) => ({
  insertCharge: ({ paymentId, units }: Payment, at: number): void =>
    void db
      .prepare("insert into movement (type, paymentId, units, at) values ('payment', ?, ?, ?)")
      .run(paymentId, String(units), at),
  /** Movements of a period in the order of time, after one of them. */
  listMovements: (from: number, to: number, after: { at: number; id: number }, limit: number): Movement[] =>
    db
      .prepare(
        `select m.id, m.type, m.paymentId, m.refundId, p.invoiceUuid, m.units, p.currency, m.at
         from movement m join payment p on p.paymentId = m.paymentId
         where m.at >= ? and m.at < ? and (m.at, m.id) > (?, ?) order by m.at, m.id limit ?`,
      )
      .all(from, to, after.at, after.id, limit)
      .map((row) => ({ ...(row as Movement), units: BigInt((row as { units: string }).units) })),
})

const purchasesIn = (db: DatabaseSync) => ({
  /** A payment of an older version has none. */
  purchaseOf: (paymentId: string): Purchase => {
    const row = db.prepare('select siteUrl, items from purchase where paymentId = ?').get(paymentId) as
      | { siteUrl: string | null; items: string }
      | undefined
    return row ? { siteUrl: row.siteUrl, items: JSON.parse(row.items) } : { siteUrl: null, items: [] }
  },
})

export type Ledger = ReturnType<typeof openLedger>

export const openLedger = (file: string) => {
  const { db, transaction, runOnce, outbox, close } = openSqliteStore<UpdateInvoice>(file, TABLES)
  // After a crash during the check the customer can pay again: nothing was charged.
  db.exec("update payment set status = 'pending' where status = 'checking'")
  const find = (paymentId: string): Payment | undefined => {
    const row = db.prepare('select * from payment where paymentId = ?').get(paymentId)
    return row && fromRow(row as Row)
  }
  return {
    find,
    transaction,
    runOnce,
    reports: outbox,
    insert: (invoice: CreateInvoice, paymentId: string, expiresAt: number): void => {
      db.prepare(
        `insert into payment (paymentId, invoiceUuid, shopId, units, currency, status, orderNumber, returnUrl, expiresAt)
         values (?, ?, ?, ?, ?, 'pending', ?, ?, ?)`,
      ).run(
        paymentId,
        invoice.invoiceUuid,
        invoice.shopId,
        String(toUnits(invoice.amount)),
        invoice.currency,
        invoice.orderNumber ?? null,
        invoice.returnUrl ?? null,
        expiresAt,
      )
      db.prepare('insert into purchase (paymentId, siteUrl, items) values (?, ?, ?)').run(
        paymentId,
        invoice.siteUrl ?? null,
        JSON.stringify(invoice.items),
      )
    },
    ...purchasesIn(db),
    /** Changes the status; false when it is no longer `from`. */
    move: (paymentId: string, from: PaymentStatus, to: PaymentStatus, why: string | null = null): boolean =>
      db
        .prepare('update payment set status = ?, cancellationDetails = ? where paymentId = ? and status = ?')
        .run(to, why, paymentId, from).changes === 1,
    setExpiry: (paymentId: string, expiresAt: number): void =>
      void db.prepare('update payment set expiresAt = ? where paymentId = ?').run(expiresAt, paymentId),
    /** The test card that it was paid with. */
    setCard: (paymentId: string, card: string): void =>
      void db.prepare('insert or replace into card (paymentId, card) values (?, ?)').run(paymentId, card),
    cardOf: (paymentId: string): string | undefined =>
      (db.prepare('select card from card where paymentId = ?').get(paymentId) as { card: string } | undefined)?.card,
    ...movementsIn(db),
    insertRefund: (paymentId: string, units: bigint, refundedUnits: bigint, at: number): Refund => {
      const id = crypto.randomUUID()
      db.prepare('insert into refund (id, paymentId, units) values (?, ?, ?)').run(id, paymentId, String(units))
      db.prepare('update payment set refundedUnits = ? where paymentId = ?').run(String(refundedUnits), paymentId)
      db.prepare("insert into movement (type, paymentId, refundId, units, at) values ('refund', ?, ?, ?, ?)").run(
        paymentId,
        id,
        String(units),
        at,
      )
      return { id, status: 'succeeded', amount: fromUnits(units) }
    },
    listExpired: (now: number): Payment[] =>
      db
        .prepare("select * from payment where status in ('pending', 'waitingForCapture') and expiresAt < ?")
        .all(now)
        .map((row) => fromRow(row as Row)),
    close,
  }
}
