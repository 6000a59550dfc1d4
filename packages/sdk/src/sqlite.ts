import { DatabaseSync } from 'node:sqlite'

// A module's memory in one SQLite file: what happened, what each key made, and what the system must still be told. SQLite
// here is synchronous: what stands in one `together` happens as one.

const TABLES = `
  create table if not exists done (key text primary key, result text not null);
  create table if not exists duty (id integer primary key, body text not null, refused text, sentAt integer);
  create index if not exists duty_waiting on duty (id) where sentAt is null;
`

export type Duty<T> = { id: number; body: T }

/** What must be told, in order: `next` and `close` are what an outbox wants. */
const dutyTable = <T>(db: DatabaseSync) => ({
  insert: (body: T): void => void db.prepare('insert into duty (body) values (?)').run(JSON.stringify(body)),
  next: (): Duty<T> | undefined => {
    const row = db.prepare('select id, body from duty where sentAt is null order by id limit 1').get()
    const { id, body } = (row ?? {}) as { id: number; body: string }
    return row && { id, body: JSON.parse(body) as T }
  },
  close: ({ id }: Duty<T>, refused: string | null): void =>
    void db.prepare('update duty set sentAt = ?, refused = ? where id = ?').run(Date.now(), refused, id),
})

/** Opens the file, or makes it, with the module's own tables beside these. An answer that was given is on disk. */
export const openMemory = <T>(file: string, tables: string) => {
  const db = new DatabaseSync(file)
  db.exec('pragma journal_mode = wal; pragma synchronous = full;')
  db.exec(TABLES + tables)
  const together = <R>(work: () => R): R => {
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
  return {
    db,
    together,
    /** Does the work of one key once; what it made is kept in the same moment as what it did. */
    once: <R>(key: string, work: () => R): R =>
      together(() => {
        const known = db.prepare('select result from done where key = ?').get(key) as { result: string } | undefined
        if (known) return JSON.parse(known.result) as R
        const result = work()
        db.prepare('insert into done (key, result) values (?, ?)').run(key, JSON.stringify(result ?? null))
        return result
      }),
    duties: dutyTable<T>(db),
    close: () => db.close(),
  }
}
