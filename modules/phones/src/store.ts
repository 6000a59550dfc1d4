import { openSqliteStore } from '@patchbay/sdk/sqlite'
import type { CallReport } from './exchange.ts'

// The outbox, and the duration of each finished call, in one SQLite file.

const TABLES = 'create table if not exists finished (id text primary key, seconds integer not null);'

export const openPhonesStore = (file: string) => {
  const { db, transaction, outbox, close } = openSqliteStore<CallReport>(file, TABLES)
  return {
    insert: (report: CallReport): void =>
      transaction(() => {
        outbox.insert(report)
        if ('event' in report) return
        const { externalId, duration } = report.record
        db.prepare('insert or replace into finished (id, seconds) values (?, ?)').run(externalId, duration)
      }),
    outbox,
    secondsOf: (id: string): number | undefined =>
      (db.prepare('select seconds from finished where id = ?').get(id) as { seconds: number } | undefined)?.seconds,
    close,
  }
}
