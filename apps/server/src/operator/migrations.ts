import { readdir, readFile } from 'node:fs/promises'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { Kysely, PostgresDialect, sql } from 'kysely'
import { type Migration, type MigrationResultSet, Migrator } from 'kysely/migration'
import pg from 'pg'
import { explainOutage } from '../lib/db/pg-errors.ts'
import { type Job, migrateJobs } from '../lib/queue/jobs.ts'
import { buildIndex, isConcurrent } from './concurrent-index.ts'
import { describeHolder, MIGRATION_LOCK } from './session-locks.ts'
import { LOCK_TIMEOUT, repeatWhileLocked } from './while-locked.ts'

// Migrations run as the role that owns the tables. Safe to start from several processes at once: an advisory lock
// serializes them. The connection that does the work holds it: PostgreSQL finishes the statement of a process that was killed,
// and until then the next one waits. Each file is a transaction of its own, so that a table is locked no longer than its file takes,
// except files that begin with `-- concurrently`: an index on a big table is built outside of one (concurrent-index.ts).

const FOLDER = fileURLToPath(new URL('../../migrations', import.meta.url))
const LOCK_POLL_MS = 200
const SAY_AFTER_TRIES = 10

/** The migrations that this release has, in order. */
export const listMigrations = async (folder = FOLDER): Promise<string[]> =>
  (await readdir(folder))
    .filter((name) => name.endsWith('.sql'))
    .map((name) => name.replace(/\.sql$/, ''))
    .sort()

type SqlFile = { name: string; text: string }

const readFiles = async (folder: string): Promise<SqlFile[]> =>
  Promise.all(
    (await listMigrations(folder)).map(async (name) => ({
      name,
      text: await readFile(`${folder}/${name}.sql`, 'utf8'),
    })),
  )

const toMigration = ({ text }: SqlFile): Migration => ({
  up: async (db) => {
    if (isConcurrent(text)) return buildIndex(db, text)
    await sql.raw(`set local lock_timeout = '${LOCK_TIMEOUT}'`).execute(db)
    await sql.raw(text).execute(db)
  },
})

/** The columns of both cells must be the same from the beginning of a move until the account is open in its new cell. */
const rejectDuringMove = async (owner: pg.Client): Promise<void> => {
  const { rows: there } = await owner.query(`select to_regclass('cell.account_gate') as name`)
  if (!there[0]?.name) return
  // A move by replication publishes the account's rows long before it closes the account.
  const { rows } = await owner.query(
    `select account_id::text from cell.account_gate where state <> 'gone' union all
     select account_id::text from cell.account_move where state not in ('opened', 'done', 'aborted') union all
     select substr(pubname, 15) from pg_publication where pubname like 'patchbay\\_move\\_%' union all
     select substr(subname, 15) from pg_subscription where subname like 'patchbay\\_move\\_%'
       and subdbid = (select oid from pg_database where datname = current_database())`,
  )
  if (rows.length > 0)
    throw new Error(`account ${rows[0].account_id} is being moved: finish or abort it first (patchbay account moves)`)
}

/**
 * A waiting `pg_advisory_lock` would hold a snapshot, for whose end the building of an index waits: a deadlock. Another may
 * migrate for hours, so one who waits learns who it is. A mover shares the lock; an open move is not waited for, but refused at once.
 */
const lock = async (owner: pg.Client, report: (text: string) => void): Promise<void> => {
  for (let tries = 0; ; tries++) {
    const { rows } = await owner.query<{ locked: boolean }>('select pg_try_advisory_lock($1) as locked', [
      MIGRATION_LOCK,
    ])
    if (rows[0]?.locked) return
    if (tries % SAY_AFTER_TRIES === 0) await rejectDuringMove(owner)
    if (tries === SAY_AFTER_TRIES)
      report(`waits until another migration has ended: ${await describeHolder(owner, MIGRATION_LOCK)}`)
    await setTimeout(LOCK_POLL_MS)
  }
}

/** `check` before each file: what it looks for may have begun meanwhile. */
const run = async (db: Kysely<unknown>, files: readonly SqlFile[], check: () => Promise<void>): Promise<string[]> => {
  const getMigrations = async () => Object.fromEntries(files.map((file) => [file.name, toMigration(file)]))
  const migrator = new Migrator({ db, provider: { getMigrations }, migrationTableSchema: 'migration' })
  const pending = (await migrator.getMigrations()).filter((one) => !one.executedAt).map(({ name }) => name)
  const ran: string[] = []
  const note = ({ error, results = [] }: MigrationResultSet): void => {
    if (error) throw error
    ran.push(...results.map(({ migrationName }) => migrationName))
  }
  for (const name of pending) {
    const disableTransactions = files.some((file) => file.name === name && isConcurrent(file.text))
    await repeatWhileLocked(async () => {
      await check()
      note(await migrator.migrateTo(name, { disableTransactions }))
    })
  }
  // Refuses a database in which a newer release has run migrations.
  note(await migrator.migrateToLatest())
  return ran
}

/**
 * pg-boss's tables belong to the owner; the app's role needs privileges on them. It also reads which migrations have
 * run, so that `patchbay doctor` and `patchbay status` need no other role.
 */
const GRANTS = `
  grant usage on schema pgboss to patchbay_app;
  grant select, insert, update, delete on all tables in schema pgboss to patchbay_app;
  grant usage on all sequences in schema pgboss to patchbay_app;
  grant execute on all functions in schema pgboss to patchbay_app;
  grant usage on schema migration to patchbay_app;
  grant select on migration.kysely_migration to patchbay_app;`

/** On this connection alone. */
const kyselyOn = (client: pg.Client): Kysely<unknown> => {
  const lent = { query: client.query.bind(client), release: () => undefined }
  const pool = { connect: async () => lent, end: async () => undefined, options: {} }
  return new Kysely({ dialect: new PostgresDialect({ pool }) })
}

/** Applies what is missing and returns the names of the migrations that ran. */
export const migrate = async (
  url: string,
  jobs: readonly Job[],
  folder = FOLDER,
  report: (text: string) => void = (text) => void process.stderr.write(`${text}\n`),
): Promise<string[]> => {
  const owner = new pg.Client({
    connectionString: url,
    application_name: 'patchbay migrate',
    // It may run while the database has much to do.
    connectionTimeoutMillis: 30_000,
    keepAlive: true,
  })
  // A connection that is lost fails its query.
  owner.on('error', () => undefined)
  await owner.connect().catch((error) => {
    throw explainOutage(error, url)
  })
  try {
    await lock(owner, report)
    await rejectDuringMove(owner)
    const ran = await run(kyselyOn(owner), await readFiles(folder), () => rejectDuringMove(owner))
    await migrateJobs(url, jobs)
    await owner.query(GRANTS)
    return ran
  } finally {
    await owner.end().catch(() => undefined)
  }
}

/** The migrations that ran in this database; none in an empty one. */
export const listAppliedMigrations = async (client: pg.Client): Promise<string[]> => {
  const { rows: there } = await client.query(`select to_regclass('migration.kysely_migration') as name`)
  if (!there[0]?.name) return []
  const { rows } = await client.query<{ name: string }>('select name from migration.kysely_migration order by name')
  return rows.map(({ name }) => name)
}

export type MigrationState = {
  applied: number
  last: string | undefined
  /** Not in the database yet. */
  pending: string[]
  /** In the database and not in this release: the database belongs to a newer one. */
  unknown: string[]
}

export const compareMigrations = (known: readonly string[], applied: readonly string[]): MigrationState => ({
  applied: applied.length,
  last: applied.at(-1),
  pending: known.filter((name) => !applied.includes(name)),
  unknown: applied.filter((name) => !known.includes(name)),
})
