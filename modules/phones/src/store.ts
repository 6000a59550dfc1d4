import { openMemory } from '@patchbay/sdk/sqlite'
import type { Told } from './exchange.ts'

// What the system must still be told, and how long each call was: one SQLite file.

const TABLES = 'create table if not exists finished (id text primary key, seconds integer not null);'

export const openStore = (file: string) => {
  const { db, together, duties, close } = openMemory<Told>(file, TABLES)
  return {
    insert: (told: Told): void =>
      together(() => {
        duties.insert(told)
        if ('event' in told) return
        const { externalId, duration } = told.record
        db.prepare('insert or replace into finished (id, seconds) values (?, ?)').run(externalId, duration)
      }),
    duties,
    secondsOf: (id: string): number | undefined =>
      (db.prepare('select seconds from finished where id = ?').get(id) as { seconds: number } | undefined)?.seconds,
    close,
  }
}
