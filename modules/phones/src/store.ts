import type { CallTranscript } from '@patchbay/sdk/shapes'
import { openSqliteStore } from '@patchbay/sdk/sqlite'
import type { CallReport } from './exchange.ts'

// The outbox, the duration of each finished call, and the numbers that were in one, in one SQLite file.

/** What is sent to the system. */
export type PhonesMessage = CallReport | { transcript: CallTranscript }

type FinishedCall = { externalId: string; duration?: number | undefined; phone: string }

const TABLES = `
  create table if not exists finished (id text primary key, seconds integer not null);
  create table if not exists setUp (done integer not null);
  create table if not exists number (phone text primary key);
`

export const openPhonesStore = (file: string) => {
  const { db, transaction, outbox, close } = openSqliteStore<PhonesMessage>(file, TABLES)
  const insertCall = ({ externalId, duration = 0, phone }: FinishedCall) => {
    db.prepare('insert or replace into finished (id, seconds) values (?, ?)').run(externalId, duration)
    db.prepare('insert or replace into number (phone) values (?)').run(phone)
  }
  return {
    insert: (report: PhonesMessage): void =>
      transaction(() => {
        outbox.insert(report)
        if (!('record' in report)) return
        insertCall(report.record)
      }),
    /** The durations of calls that were brought along, which need no report; see setup.ts. */
    completeSetup: (calls: readonly FinishedCall[]): void =>
      transaction(() => {
        for (const call of calls) insertCall(call)
        db.prepare('insert into setUp (done) values (1)').run()
      }),
    isSetUp: (): boolean => db.prepare('select done from setUp').get() !== undefined,
    outbox,
    secondsOf: (id: string): number | undefined =>
      (db.prepare('select seconds from finished where id = ?').get(id) as { seconds: number } | undefined)?.seconds,
    /** The last ten that were in a call. */
    knownNumbers: (): string[] =>
      db
        .prepare('select phone from number order by rowid desc limit 10')
        .all()
        .map(({ phone }) => String(phone)),
    close,
  }
}
