// `node tools/release-data.ts <version>`: a backup of the demo account made by this release, for the upgrade test of the
// next ones (apps/server/test/bin/upgrade.test.ts). Run it once, when a release is made.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres, startRedis } from '@patchbay/testkit/services'

const version = process.argv[2]
if (!version) throw new Error('node tools/release-data.ts <version>')

const [postgres, redis] = await Promise.all([startPostgres(), startRedis()])
const folder = mkdtempSync(join(tmpdir(), 'patchbay-release-data-'))
const urlAs = (role: string) => `postgres://${role}@127.0.0.1:${postgres.port}/patchbay`
const env = {
  ...process.env,
  ADMIN_DATABASE_URL: postgres.adminUrl,
  MIGRATION_DATABASE_URL: urlAs('patchbay_owner'),
  DATABASE_URL: urlAs('patchbay'),
  REDIS_URL: redis.url,
  FILE_FOLDER: join(folder, 'files'),
  // The key of the tests.
  SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
}
const run = (...args: string[]): void => void execFileSync('node', args, { env, stdio: 'inherit' })
const patchbay = (...args: string[]): void => run('apps/server/src/bin/patchbay.ts', ...args)
try {
  patchbay('setup-database', 'patchbay')
  patchbay('migrate')
  run('apps/server/seed/demo.ts', 'http://fern.test')
  mkdirSync(join(folder, 'files/1'), { recursive: true })
  writeFileSync(join(folder, 'files/1/0193a1b2-0000-7000-8000-000000000001'), 'a file of the release')
  patchbay('backup', '--to', `apps/server/test/releases/${version}.tar`)
} finally {
  await redis.stop()
  await postgres.remove()
  rmSync(folder, { recursive: true, force: true })
}
