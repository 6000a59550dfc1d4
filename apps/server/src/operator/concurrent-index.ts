import { type Kysely, sql } from 'kysely'

// A migration that builds one index on a big table while others read and write it. PostgreSQL allows this only outside a
// transaction. If it is interrupted, an invalid index stays behind: it is dropped and built again at the next run.

const MARK = /^-- concurrently\n/
const STATEMENT = /^create (?:unique )?index concurrently (\w+) on [^;]+;?\s*$/i

export const isConcurrent = (text: string): boolean => MARK.test(text)

/** The name of the index that such a file builds. */
export const indexOf = (text: string): string => {
  const statement = text.replace(/^--.*\n/gm, '').trim()
  const name = STATEMENT.exec(statement)?.[1]
  if (name === undefined)
    throw new Error('a migration marked "-- concurrently" is one "create index concurrently … on …"')
  return name
}

export const buildIndex = async (db: Kysely<unknown>, text: string): Promise<void> => {
  const name = indexOf(text)
  const { rows } = await sql<{ valid: boolean }>`
    select indisvalid as valid from pg_index where indexrelid = to_regclass(${name})`.execute(db)
  // It was built, and the process ended before that was recorded.
  if (rows[0]?.valid) return
  if (rows[0]) await sql.raw(`drop index concurrently ${name}`).execute(db)
  await db.connection().execute(async (connection) => {
    // By one process: with its helpers PostgreSQL would take every core from those who work meanwhile.
    await sql`set max_parallel_maintenance_workers = 0`.execute(connection)
    try {
      await sql.raw(text).execute(connection)
    } finally {
      await sql`reset max_parallel_maintenance_workers`.execute(connection)
    }
  })
}
