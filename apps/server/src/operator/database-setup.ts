import type pg from 'pg'
import { urlOfDatabase, withClient } from './database-client.ts'

// The owner's role creates and changes tables; the app's role owns nothing and is subject to row-level security.
// patchbay_app holds the privileges, so that an installation may have login roles of its own.
const ROLES = `
  do $$ begin
    perform pg_advisory_xact_lock(7281996);
    if not exists (select from pg_roles where rolname = 'patchbay_app') then create role patchbay_app nologin; end if;
    if not exists (select from pg_roles where rolname = 'patchbay_owner') then create role patchbay_owner login; end if;
    if not exists (select from pg_roles where rolname = 'patchbay') then create role patchbay login in role patchbay_app; end if;
  end $$`

export type RolePasswords = { owner: string; app: string }

export const listLoginRoles = async (client: pg.Client): Promise<string[]> => {
  const { rows } = await client.query<{ rolname: string }>(
    `select rolname from pg_roles where rolname in ('patchbay', 'patchbay_owner') order by 1`,
  )
  return rows.map(({ rolname }) => rolname)
}

/** Creates the roles and an empty database; returns false where the database already exists. */
export const setUpDatabase = (adminUrl: string, name: string, passwords?: RolePasswords): Promise<boolean> => {
  if (!/^[a-z_][a-z0-9_]*$/.test(name)) throw new Error(`not a name for a database: ${name}`)
  return withClient(adminUrl, async (client) => {
    await client.query(ROLES)
    if (passwords) {
      const literal = (text: string) => client.escapeLiteral(text)
      await client.query(`alter role patchbay_owner password ${literal(passwords.owner)}`)
      await client.query(`alter role patchbay password ${literal(passwords.app)}`)
    }
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name])
    if (rowCount) return false
    await client.query(`create database ${name} owner patchbay_owner`)
    return true
  })
}

/** Whether the database has no tables yet. */
export const isEmptyDatabase = (adminUrl: string, name: string): Promise<boolean> =>
  withClient(urlOfDatabase(adminUrl, name), async (client) => {
    const { rows } = await client.query<{ count: number }>(
      `select count(*)::int as count from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where c.relkind in ('r', 'p') and n.nspname not like 'pg\\_%' and n.nspname <> 'information_schema'`,
    )
    return rows[0]?.count === 0
  })
