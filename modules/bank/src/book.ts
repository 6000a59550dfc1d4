import { DatabaseSync } from 'node:sqlite'
import { fromUnits, toUnits } from '@patchbay/sdk/money'
import type { CreateInvoice, InvoiceStatus, Refund, UpdateInvoice } from '@patchbay/sdk/shapes'

// The bank's book: one SQLite file. SQLite here is synchronous, so what stands in one `together` happens as one.

/** `checking`: the client has pressed Pay and the system is being asked. Nobody outside hears of it. */
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

export type Report = { id: number; update: UpdateInvoice }

const TABLES = `
  create table if not exists payment (
    paymentId text primary key, invoiceUuid text not null, shopId text not null, units text not null,
    refundedUnits text not null default '0', currency text not null, status text not null,
    cancellationDetails text, orderNumber text, returnUrl text, expiresAt integer not null
  );
  create table if not exists refund (id text primary key, paymentId text not null, units text not null);
  create table if not exists done (key text primary key, result text not null);
  create table if not exists report (id integer primary key, body text not null, refused text, sentAt integer);
  create index if not exists report_waiting on report (id) where sentAt is null;
`

type Row = Omit<Payment, 'units' | 'refundedUnits'> & { units: string; refundedUnits: string }

const fromRow = (row: Row): Payment => ({
  ...row,
  units: BigInt(row.units),
  refundedUnits: BigInt(row.refundedUnits),
})

/** What the system has to be told, in order. */
const reportTable = (db: DatabaseSync) => ({
  insertReport: (update: UpdateInvoice): void =>
    void db.prepare('insert into report (body) values (?)').run(JSON.stringify(update)),
  nextReport: (): Report | undefined => {
    const row = db.prepare('select id, body from report where sentAt is null order by id limit 1').get()
    const { id, body } = (row ?? {}) as { id: number; body: string }
    return row && { id, update: JSON.parse(body) as UpdateInvoice }
  },
  closeReport: (id: number, refused: string | null): void =>
    void db.prepare('update report set sentAt = ?, refused = ? where id = ?').run(Date.now(), refused, id),
})

export type Book = ReturnType<typeof openBook>

export const openBook = (file: string) => {
  const db = new DatabaseSync(file)
  db.exec('pragma journal_mode = wal; pragma synchronous = full;')
  db.exec(TABLES)
  // A client who pressed Pay when the bank fell over may press again: nothing was taken.
  db.exec("update payment set status = 'pending' where status = 'checking'")

  const together = <T>(work: () => T): T => {
    db.exec('begin immediate')
    try {
      const result = work()
      db.exec('commit')
      return result
    } catch (error) {
      db.exec('rollback')
      throw error
    }
  }
  const find = (paymentId: string): Payment | undefined => {
    const row = db.prepare('select * from payment where paymentId = ?').get(paymentId)
    return row && fromRow(row as Row)
  }
  return {
    find,
    together,
    /** Does the work of one key once; what it made is kept in the same moment as what it did. */
    once: <T>(key: string, work: () => T): T =>
      together(() => {
        const known = db.prepare('select result from done where key = ?').get(key) as { result: string } | undefined
        if (known) return JSON.parse(known.result) as T
        const result = work()
        db.prepare('insert into done (key, result) values (?, ?)').run(key, JSON.stringify(result ?? null))
        return result
      }),
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
    },
    /** Moves a payment, unless somebody else moved it meanwhile. */
    move: (paymentId: string, from: PaymentStatus, to: PaymentStatus, why: string | null = null): boolean =>
      db
        .prepare('update payment set status = ?, cancellationDetails = ? where paymentId = ? and status = ?')
        .run(to, why, paymentId, from).changes === 1,
    setExpiry: (paymentId: string, expiresAt: number): void =>
      void db.prepare('update payment set expiresAt = ? where paymentId = ?').run(expiresAt, paymentId),
    insertRefund: (paymentId: string, units: bigint, refundedUnits: bigint): Refund => {
      const id = crypto.randomUUID()
      db.prepare('insert into refund (id, paymentId, units) values (?, ?, ?)').run(id, paymentId, String(units))
      db.prepare('update payment set refundedUnits = ? where paymentId = ?').run(String(refundedUnits), paymentId)
      return { id, status: 'succeeded', amount: fromUnits(units) }
    },
    listExpired: (now: number): Payment[] =>
      db
        .prepare("select * from payment where status in ('pending', 'waitingForCapture') and expiresAt < ?")
        .all(now)
        .map((row) => fromRow(row as Row)),
    ...reportTable(db),
    close: () => db.close(),
  }
}
