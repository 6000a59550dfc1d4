// The starting state of every test file is created once: a database with the demo account, an API key with all scopes, and
// rate limits that no test reaches. It is stopped, and each file runs a copy of it.
import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { FERN } from '@patchbay/testkit/fixtures'
import { startInstallation } from '@patchbay/testkit/installation'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))

export const setup = async (): Promise<() => Promise<void>> => {
  const folder = await mkdtemp(join(tmpdir(), 'patchbay-demo-'))
  const { env, operator, redis, postgres } = await startInstallation({}, { folder })
  const own = { cwd: ROOT, env: { ...process.env, ...env } }
  const seed = ['apps/server/seed/demo.ts', `http://${FERN.host}`, '--without-routing']
  await promisify(execFile)('node', seed, own)
  process.env.DEMO_API_KEY = await operator('key', FERN.host, 'everything', '--several-modules')
  await operator('limits', FERN.host, 'api=100000', 'telephony=100000')
  await redis.stop()
  await postgres.stop('fast')
  process.env.DEMO_FOLDER = folder
  return () => rm(folder, { recursive: true, force: true })
}
