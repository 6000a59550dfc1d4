// `npm run generate`: the files that are generated from others, written where they are committed (or, for the check, into
// another folder): the types of the migrated database, the OpenAPI document of the contract, the workspace's endpoints, and
// the pages of published fault runs and benches.
import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { openApiDocument } from './openapi.ts'
import { PAGE as PERFORMANCE, performancePage } from './performance.ts'
import { reliabilityPage } from './reliability.ts'
import { webEndpoints } from './web-endpoints.ts'

const ADMIN = process.env.ADMIN_DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres'

export const GENERATED = {
  types: 'apps/server/src/db.generated.ts',
  openapi: 'docs/api/openapi.json',
  webEndpoints: 'apps/web/src/lib/endpoints.generated.ts',
  reliability: 'docs/reliability.md',
  performance: PERFORMANCE,
}

const databaseTypes = async (): Promise<string> => {
  const name = `patchbay_generate_${process.pid}`
  const url = new URL(ADMIN)
  url.pathname = `/${name}`
  url.username = 'patchbay_owner'
  const admin = new pg.Client({ connectionString: ADMIN })
  await admin.connect()
  const env = { ...process.env, ADMIN_DATABASE_URL: ADMIN, MIGRATION_DATABASE_URL: url.href }
  try {
    execFileSync('node', ['apps/server/src/bin/patchbay.ts', 'setup-database', name], { env })
    execFileSync('node', ['apps/server/src/bin/patchbay.ts', 'migrate'], { env })
    const options = [
      '--url',
      url.href,
      '--dialect',
      'postgres',
      '--include-pattern',
      'public.*',
      '--type-mapping',
      '{"int8":"number"}',
      '--print',
    ]
    const printed = execFileSync('node_modules/.bin/kysely-codegen', options, { env, encoding: 'utf8' })
    return printed.slice(printed.indexOf('/**'))
  } finally {
    await admin.query(`drop database if exists ${name} with (force)`)
    await admin.end()
  }
}

export const generate = async (folder = '.'): Promise<void> => {
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  write(GENERATED.types, await databaseTypes())
  write(GENERATED.openapi, `${JSON.stringify(openApiDocument(), null, 2)}\n`)
  write(GENERATED.webEndpoints, await webEndpoints())
  write(GENERATED.reliability, reliabilityPage())
  write(GENERATED.performance, performancePage())
}

if (import.meta.main) await generate(process.argv[2])
