// `npm run db:reset`: drops the development database and creates it again, with demo data.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import pg from 'pg'

const ADMIN = process.env.ADMIN_DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres'
const admin = new pg.Client({ connectionString: ADMIN })
await admin.connect()
await admin.query('drop database if exists patchbay_dev with (force)')
await admin.end()
const env = {
  ...process.env,
  ADMIN_DATABASE_URL: ADMIN,
  MIGRATION_DATABASE_URL: 'postgres://patchbay_owner@127.0.0.1:5432/patchbay_dev',
  DATABASE_URL: 'postgres://patchbay@127.0.0.1:5432/patchbay_dev',
  SECRET_KEY: readFileSync('.dev/secret-key', 'utf8'),
}
for (const command of [
  ['apps/server/src/bin/setup-database.ts', 'patchbay_dev'],
  ['apps/server/src/bin/migrate.ts'],
  ['apps/server/seed/demo.ts'],
]) {
  execFileSync('node', command, { env, stdio: 'inherit' })
}
