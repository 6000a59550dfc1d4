// `npm run db:reset`: drops the development database and creates it again, with demo data.
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync } from 'node:fs'
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
mkdirSync('.dev/demo', { recursive: true })
for (const command of [
  ['apps/server/src/bin/patchbay.ts', 'setup-database', 'patchbay_dev'],
  ['apps/server/src/bin/patchbay.ts', 'migrate'],
  ['apps/server/seed/living.ts', '.dev/demo/accounts.json', 'http://localhost:8080', 'http://127.0.0.1:8080'],
]) {
  execFileSync('node', command, { env, stdio: 'inherit' })
}
