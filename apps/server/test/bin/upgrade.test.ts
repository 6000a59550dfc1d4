// The data of every earlier release, as `patchbay backup` of that release wrote it, is restored, migrated by this one, and
// read and changed through the API and the workspace.
import { globSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { DEMO_PEOPLE, FERN, PASSWORD } from '@patchbay/testkit/fixtures'
import { createHttpClient, type HttpClient } from '@patchbay/testkit/http-client'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { JOBS } from '../../src/background/job-list.ts'
import { readAdminUrl, readConfig } from '../../src/config.ts'
import { createDeps } from '../../src/create-deps.ts'
import { buildApp } from '../../src/http/app.ts'
import { createLog } from '../../src/lib/process/log.ts'
import type { Manifest } from '../../src/operator/archive.ts'
import { keyCommand } from '../../src/operator/commands.ts'
import { compareMigrations, listAppliedMigrations, listMigrations, migrate } from '../../src/operator/migrations.ts'
import { restoreCommand } from '../../src/operator/restore.ts'
import { NO_PROGRESS } from '../../src/operator/result.ts'

const RELEASES = globSync('apps/server/test/releases/*.tar')

it('has the data of a release', () => {
  expect(RELEASES.length).toBeGreaterThan(0)
})

describe.each(RELEASES)('%s', (archive) => {
  const adminUrl = readAdminUrl()
  const name = `patchbay_upgrade_${process.pid}_${basename(archive, '.tar').replace(/\W/g, '_')}`
  const urlAs = (role: string): string =>
    Object.assign(new URL(adminUrl), { username: role, pathname: `/${name}` }).href
  let [folder, close, manifest]: [string, () => Promise<void>, Manifest] = ['', async () => undefined, {} as Manifest]
  let api: HttpClient
  let ada: HttpClient

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'patchbay-upgrade-'))
    const config = readConfig({
      DATABASE_URL: urlAs('patchbay'),
      REDIS_PREFIX: `${name}:`,
      SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
      FILE_FOLDER: join(folder, 'files'),
      MAIL_FOLDER: join(folder, 'mail'),
      NODE_ENV: 'development',
    })
    const { data } = await restoreCommand(config, archive, { adminUrl }, NO_PROGRESS)
    manifest = data.manifest as Manifest
    expect(data.notices).toEqual([])
    // An operator who starts a server too early reads what is missing.
    await expect(createDeps(config, createLog('silent', {}), 'server')).rejects.toThrow('Run: patchbay migrate')
    await migrate(urlAs('patchbay_owner'), JOBS)
    const deps = await createDeps(config, createLog('silent', {}), 'server')
    const app = await buildApp(deps)
    await app.listen({ host: '127.0.0.1', port: 0 })
    const origin = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
    close = async () => {
      await app.close()
      await deps.close()
    }
    const stranger = createHttpClient(origin, { host: FERN.host })
    const { text: key } = await keyCommand(deps, FERN.host, 'after the upgrade', [], {})
    api = stranger.with({ 'x-api-key': key })
    const { email } = DEMO_PEOPLE.ada
    const reply = await stranger.postJson('/workspace/sign-in', { email, password: PASSWORD })
    expect(reply.status, reply.text).toBe(200)
    ada = stranger.with({ cookie: String(reply.headers['set-cookie']).split(';')[0] ?? '' })
  }, 240_000)
  afterAll(async () => {
    await close()
    const admin = new pg.Client({ connectionString: adminUrl })
    await admin.connect()
    await admin.query(`drop database if exists ${name} with (force)`).finally(() => admin.end())
    await rm(folder, { recursive: true, force: true })
  })

  it('ends with the tables of this release', async () => {
    const owner = new pg.Client({ connectionString: urlAs('patchbay_owner') })
    await owner.connect()
    const applied = await listAppliedMigrations(owner).finally(() => owner.end())
    expect(compareMigrations(await listMigrations(), applied)).toMatchObject({ pending: [], unknown: [] })
  })

  it.each([
    ['customer', '/api/v5/customers'],
    ['customer_order', '/api/v5/orders'],
    ['app_user', '/api/v5/users'],
  ])('shows every row of %s through the API', async (table, path) => {
    const { pagination } = (await api.get(path)).body as { pagination: { totalCount: number } }
    expect(manifest.database.rows[table]).toBeGreaterThan(3)
    expect(pagination.totalCount).toBe(manifest.database.rows[table])
  })

  it.each([
    '/workspace/customers',
    '/workspace/orders',
    '/workspace/calls',
    '/workspace/chats',
    '/workspace/tasks',
    '/workspace/users',
    '/workspace/modules',
    '/workspace/action-log',
    '/workspace/payment-settings',
  ])('opens %s in the workspace', async (path) => {
    const reply = await ada.get(path)
    expect([path, reply.status, reply.text.slice(0, 300)]).toEqual([path, 200, expect.any(String)])
  })

  it('accepts changes, and has the files', async () => {
    const customer = { firstName: 'After', lastName: 'Upgrade', phones: [{ number: '+46850055998' }] }
    const { status, body } = await api.post('/api/v5/customers/create', { customer })
    expect(status).toBe(201)
    const { id } = body as { id: number }
    expect((await ada.get(`/workspace/customers/${id}`)).body).toMatchObject({ customer: { firstName: 'After' } })
    const file = join(folder, 'files/1/0193a1b2-0000-7000-8000-000000000001')
    expect(await readFile(file, 'utf8')).toBe('a file of the release')
  })
})
