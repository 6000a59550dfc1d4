import { DatabaseSync } from 'node:sqlite'

// A module's store in one SQLite file: its own tables, the result of each idempotency key, and an outbox of what has to
// be sent to the system. node:sqlite is synchronous, so a `transaction` is never interleaved with another one.

const TABLES = `
  create table if not exists idempotency_key (key text primary key, result text not null);
  create table if not exists outbox_message (id integer primary key, body text not null, refused text, sentAt integer);
  create index if not exists outbox_message_pending on outbox_message (id) where sentAt is null;
`

/** Files of earlier versions have other table names. */
const renameOldTables = (db: DatabaseSync): void => {
  const exists = db.prepare("select 1 from sqlite_schema where type = 'table' and name = ?")
  if (exists.get('done')) db.exec('alter table done rename to idempotency_key')
  if (exists.get('duty')) db.exec('drop index if exists duty_waiting; alter table duty rename to outbox_message')
}

export type OutboxMessage<T> = { id: number; body: T }

/** Messages in the order in which they were inserted; `next` and `complete` are what `startOutbox` needs. */
const outboxTable = <T>(db: DatabaseSync) => ({
  insert: (body: T): void => void db.prepare('insert into outbox_message (body) values (?)').run(JSON.stringify(body)),
  next: (): OutboxMessage<T> | undefined => {
    const row = db.prepare('select id, body from outbox_message where sentAt is null order by id limit 1').get()
    const { id, body } = (row ?? {}) as { id: number; body: string }
    return row && { id, body: JSON.parse(body) as T }
  },
  complete: ({ id }: OutboxMessage<T>, refused: string | null): void =>
    void db.prepare('update outbox_message set sentAt = ?, refused = ? where id = ?').run(Date.now(), refused, id),
})

/** Opens or creates the file, with the module's own tables beside these. A committed transaction is on disk. */
export const openSqliteStore = <T>(file: string, tables: string) => {
  const db = new DatabaseSync(file)
  db.exec('pragma journal_mode = wal; pragma synchronous = full;')
  const transaction = <R>(work: () => R): R => {
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
  transaction(() => {
    renameOldTables(db)
    db.exec(TABLES + tables)
  })
  return {
    db,
    transaction,
    /** Does the work of a key once. The result is stored in the same transaction, and a repeat returns it. */
    runOnce: <R>(key: string, work: () => R): R =>
      transaction(() => {
        const known = db.prepare('select result from idempotency_key where key = ?').get(key)
        if (known) return JSON.parse(String(known.result)) as R
        const result = work()
        const stored = JSON.stringify(result ?? null)
        db.prepare('insert into idempotency_key (key, result) values (?, ?)').run(key, stored)
        return result
      }),
    outbox: outboxTable<T>(db),
    close: () => db.close(),
  }
}
