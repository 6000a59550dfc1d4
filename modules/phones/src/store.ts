import { DatabaseSync } from 'node:sqlite'
import type { Told } from './exchange.ts'

// What the system must still be told, and how long each call was: one SQLite file.

const TABLES = `
  create table if not exists duty (id integer primary key, body text not null, refused text, sentAt integer);
  create index if not exists duty_waiting on duty (id) where sentAt is null;
  create table if not exists finished (id text primary key, seconds integer not null);
`

export const openStore = (file: string) => {
  const db = new DatabaseSync(file)
  db.exec('pragma journal_mode = wal; pragma synchronous = full;')
  db.exec(TABLES)
  return {
    insert: (told: Told): void => {
      db.prepare('insert into duty (body) values (?)').run(JSON.stringify(told))
      if ('event' in told) return
      const { externalId, duration } = told.record
      db.prepare('insert or replace into finished (id, seconds) values (?, ?)').run(externalId, duration)
    },
    next: (): { id: number; told: Told } | undefined => {
      const row = db.prepare('select id, body from duty where sentAt is null order by id limit 1').get()
      const { id, body } = (row ?? {}) as { id: number; body: string }
      return row && { id, told: JSON.parse(body) as Told }
    },
    close: (id: number, refused: string | null): void =>
      void db.prepare('update duty set sentAt = ?, refused = ? where id = ?').run(Date.now(), refused, id),
    secondsOf: (id: string): number | undefined =>
      (db.prepare('select seconds from finished where id = ?').get(id) as { seconds: number } | undefined)?.seconds,
    end: () => db.close(),
  }
}
