// Runs the migrations: `node apps/server/src/bin/migrate.ts`, as the role that owns the tables. Safe to start from
// several processes at once: an advisory lock serializes them.
import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { Kysely, PostgresDialect, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import pg from 'pg'
import { JOBS } from '../background/job-list.ts'
import { readMigrationUrl } from '../config.ts'
import { migrateJobs } from '../lib/queue/jobs.ts'

const FOLDER = fileURLToPath(new URL('../../migrations', import.meta.url))
const LOCK = 7_281_995

const sqlFiles = async (): Promise<Record<string, Migration>> => {
  const names = (await readdir(FOLDER)).filter((name) => name.endsWith('.sql')).sort()
  const migrations = names.map(async (name): Promise<[string, Migration]> => {
    const text = await readFile(`${FOLDER}/${name}`, 'utf8')
    return [name.replace(/\.sql$/, ''), { up: async (db) => void (await sql.raw(text).execute(db)) }]
  })
  return Object.fromEntries(await Promise.all(migrations))
}

/** pg-boss's tables belong to the owner; the app's role needs privileges on them. */
const GRANTS = `
  grant usage on schema pgboss to patchbay_app;
  grant select, insert, update, delete on all tables in schema pgboss to patchbay_app;
  grant usage on all sequences in schema pgboss to patchbay_app;
  grant execute on all functions in schema pgboss to patchbay_app;`

export const migrate = async (url: string): Promise<string[]> => {
  const pool = new pg.Pool({ connectionString: url, max: 2 })
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
  const guard = await pool.connect()
  try {
    await guard.query('select pg_advisory_lock($1)', [LOCK])
    const migrator = new Migrator({ db, provider: { getMigrations: sqlFiles }, migrationTableSchema: 'migration' })
    const { error, results } = await migrator.migrateToLatest()
    if (error) throw error
    await migrateJobs(url, JOBS)
    await guard.query(GRANTS)
    return (results ?? []).map(({ migrationName }) => migrationName)
  } finally {
    guard.release(true)
    await db.destroy()
  }
}

if (import.meta.main) {
  const applied = await migrate(readMigrationUrl())
  console.log(applied.length > 0 ? `applied ${applied.join(', ')}` : 'the database is up to date')
}
