// A database per test file, copied from a template that is migrated once.
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import pg from 'pg'

const ROOT = new URL('../../../', import.meta.url)
const ADMIN = process.env.ADMIN_DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres'
const LOCK = 7_281_997

export type TestDatabase = { name: string; url: string; ownerUrl: string; adminUrl: string; drop: () => Promise<void> }

const urlOf = (role: string, name: string, admin = ADMIN): string => {
  const url = new URL(admin)
  url.username = role
  url.password = ''
  url.pathname = `/${name}`
  return url.href
}

const withAdmin = async <T>(admin: string, work: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new pg.Client({ connectionString: admin })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Creates the roles and an empty, migrated database with the operator's own commands. */
export const migrateDatabase = async (name: string, admin = ADMIN, root: URL | string = ROOT): Promise<void> => {
  const run = promisify(execFile)
  const env = {
    ...process.env,
    ADMIN_DATABASE_URL: admin,
    MIGRATION_DATABASE_URL: urlOf('patchbay_owner', name, admin),
  }
  const options = { cwd: root, env }
  await run('node', ['apps/server/src/bin/patchbay.ts', 'setup-database', name], options)
  await run('node', ['apps/server/src/bin/patchbay.ts', 'migrate'], options)
}

/** Of the migrations and jobs, so that a change creates a new template. */
export const hashOfSchema = async (): Promise<string> => {
  const hash = createHash('sha256')
  const folder = new URL('apps/server/migrations/', ROOT)
  const files = (await readdir(folder)).sort().map((name) => new URL(name, folder))
  for (const file of [
    ...files,
    new URL('apps/server/src/background/job-list.ts', ROOT),
    new URL('apps/server/src/lib/queue/jobs.ts', ROOT),
    new URL('apps/server/src/operator/migrations.ts', ROOT),
  ]) {
    hash.update(await readFile(file))
  }
  return hash.digest('hex').slice(0, 12)
}

export const ensureTemplate = async (): Promise<string> => {
  const name = `patchbay_template_${await hashOfSchema()}`
  await withAdmin(ADMIN, async (client) => {
    await client.query('select pg_advisory_lock($1)', [LOCK])
    const { rows } = await client.query('select datname, datistemplate from pg_database where datname = $1', [name])
    if (rows[0]?.datistemplate) return
    await client.query(`drop database if exists ${name}`)
    await migrateDatabase(name)
    await client.query(`alter database ${name} is_template true`)
  })
  return name
}

export const dropDatabase = (name: string): Promise<void> =>
  withAdmin(ADMIN, async (client) => void (await client.query(`drop database if exists ${name} with (force)`)))

/** An empty, migrated database. */
export const createDatabase = async (): Promise<TestDatabase> => {
  const template = await ensureTemplate()
  const name = `patchbay_test_${process.pid}_${crypto.randomUUID().slice(0, 8)}`
  await withAdmin(ADMIN, (client) => client.query(`create database ${name} template ${template} owner patchbay_owner`))
  return {
    name,
    url: urlOf('patchbay', name),
    ownerUrl: urlOf('patchbay_owner', name),
    adminUrl: urlOf(new URL(ADMIN).username, name),
    drop: () => dropDatabase(name),
  }
}
