import type { CallTranscript } from '@patchbay/sdk/shapes'
import { openSqliteStore } from '@patchbay/sdk/sqlite'
import type { CallReport } from './exchange.ts'

// The outbox, and the duration of each finished call, in one SQLite file.

/** What is sent to the system. */
export type PhonesMessage = CallReport | { transcript: CallTranscript }

const TABLES = `
  create table if not exists finished (id text primary key, seconds integer not null);
  create table if not exists setUp (done integer not null);
`

export const openPhonesStore = (file: string) => {
  const { db, transaction, outbox, close } = openSqliteStore<PhonesMessage>(file, TABLES)
  return {
    insert: (report: PhonesMessage): void =>
      transaction(() => {
        outbox.insert(report)
        if (!('record' in report)) return
        const { externalId, duration } = report.record
        db.prepare('insert or replace into finished (id, seconds) values (?, ?)').run(externalId, duration)
      }),
    /** The durations of calls that were brought along, which need no report; see setup.ts. */
    completeSetup: (calls: readonly { externalId: string; duration?: number | undefined }[]): void =>
      transaction(() => {
        const insert = db.prepare('insert or replace into finished (id, seconds) values (?, ?)')
        for (const { externalId, duration } of calls) insert.run(externalId, duration ?? 0)
        db.prepare('insert into setUp (done) values (1)').run()
      }),
    isSetUp: (): boolean => db.prepare('select done from setUp').get() !== undefined,
    outbox,
    secondsOf: (id: string): number | undefined =>
      (db.prepare('select seconds from finished where id = ?').get(id) as { seconds: number } | undefined)?.seconds,
    close,
  }
}
