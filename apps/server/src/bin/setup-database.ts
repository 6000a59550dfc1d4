// Creates the roles and an empty database, for development and for a new installation. As a superuser:
//   ADMIN_DATABASE_URL=postgres://postgres@127.0.0.1:5432/postgres node apps/server/src/bin/setup-database.ts patchbay
import pg from 'pg'
import { readAdminUrl } from '../config.ts'

// The owner's role creates and changes tables; the app's role owns nothing and is subject to row-level security.
// patchbay_app holds the privileges, so that an installation may have login roles of its own.
const ROLES = `
  do $$ begin
    perform pg_advisory_xact_lock(7281996);
    if not exists (select from pg_roles where rolname = 'patchbay_app') then create role patchbay_app nologin; end if;
    if not exists (select from pg_roles where rolname = 'patchbay_owner') then create role patchbay_owner login; end if;
    if not exists (select from pg_roles where rolname = 'patchbay') then create role patchbay login in role patchbay_app; end if;
  end $$`

export const setUpDatabase = async (adminUrl: string, name: string): Promise<boolean> => {
  if (!/^[a-z_][a-z0-9_]*$/.test(name)) throw new Error(`not a name for a database: ${name}`)
  const admin = new pg.Client({ connectionString: adminUrl })
  await admin.connect()
  try {
    await admin.query(ROLES)
    const { rowCount } = await admin.query('select from pg_database where datname = $1', [name])
    if (rowCount) return false
    await admin.query(`create database ${name} owner patchbay_owner`)
    return true
  } finally {
    await admin.end()
  }
}

if (import.meta.main) {
  const name = process.argv[2] ?? 'patchbay'
  console.log(
    (await setUpDatabase(readAdminUrl(), name))
      ? `created the database ${name}`
      : `the database ${name} already exists`,
  )
}
