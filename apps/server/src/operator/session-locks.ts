import type pg from 'pg'

// Advisory locks that a connection holds until it ends, and who holds one. A connection whose machine vanished ends when PostgreSQL
// notices, so one who waits, or is refused, learns whose it is.

/** Exclusive: a migration runs. Shared: an account is moved, and no migration may begin. */
export const MIGRATION_LOCK = 7_281_995

/** What another role is doing is hidden from a role that may not read all statistics. */
const HOLDER = `
  select concat_ws(', ', 'process ' || pid || ' of PostgreSQL', nullif(application_name, ''), 'from ' || host(client_addr),
    'since ' || to_char(backend_start at time zone 'UTC', 'YYYY-MM-DD HH24:MI') || ' UTC') as text
  from pg_locks join pg_stat_activity using (pid)
  where locktype = 'advisory' and granted and classid = $1 and objid = $2 and objsubid = $3
    and pg_locks.database = (select oid from pg_database where datname = current_database()) and pid <> pg_backend_pid()`

/** Of a lock with one number, or with two. */
export const describeHolder = async (
  client: Pick<pg.ClientBase, 'query'>,
  first: number,
  second?: number,
): Promise<string> => {
  const values = second === undefined ? [0, first, 1] : [first, second, 2]
  const { rows } = await client.query<{ text: string }>(HOLDER, values)
  return rows[0]?.text ?? 'whose is not known'
}
