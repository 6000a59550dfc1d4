import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { Kysely, PostgresDialect, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import pg from 'pg'
import { type Job, migrateJobs } from '../lib/queue/jobs.ts'

// Migrations run as the role that owns the tables. Safe to start from several processes at once: an advisory lock
// serializes them.

const FOLDER = fileURLToPath(new URL('../../migrations', import.meta.url))
const LOCK = 7_281_995

/** The migrations that this release has, in order. */
export const listMigrations = async (): Promise<string[]> =>
  (await readdir(FOLDER))
    .filter((name) => name.endsWith('.sql'))
    .map((name) => name.replace(/\.sql$/, ''))
    .sort()

const sqlFiles = async (): Promise<Record<string, Migration>> => {
  const migrations = (await listMigrations()).map(async (name): Promise<[string, Migration]> => {
    const text = await readFile(`${FOLDER}/${name}.sql`, 'utf8')
    return [name, { up: async (db) => void (await sql.raw(text).execute(db)) }]
  })
  return Object.fromEntries(await Promise.all(migrations))
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

/** Applies what is missing and returns the names of the migrations that ran. */
export const migrate = async (url: string, jobs: readonly Job[]): Promise<string[]> => {
  const pool = new pg.Pool({ connectionString: url, max: 2 })
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
  try {
    const guard = await pool.connect()
    try {
      await guard.query('select pg_advisory_lock($1)', [LOCK])
      const migrator = new Migrator({ db, provider: { getMigrations: sqlFiles }, migrationTableSchema: 'migration' })
      const { error, results } = await migrator.migrateToLatest()
      if (error) throw error
      await migrateJobs(url, jobs)
      await guard.query(GRANTS)
      return (results ?? []).map(({ migrationName }) => migrationName)
    } finally {
      guard.release(true)
    }
  } finally {
    await db.destroy()
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
