// From nothing to an installation by `patchbay init`, what `patchbay doctor` says of planted faults, and a backup that is
// restored: on a PostgreSQL with passwords and a Redis of their own.
import { appendFile, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { freePort, type Postgres, type RedisServer, startPostgres, startRedis } from '@patchbay/testkit/services'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Config, readConfig } from '../../src/config.ts'
import { createDeps } from '../../src/create-deps.ts'
import { buildApp } from '../../src/http/app.ts'
import { createLog } from '../../src/lib/process/log.ts'
import { backupCommand } from '../../src/operator/backup.ts'
import { keyCommand } from '../../src/operator/commands.ts'
import { doctorCommand } from '../../src/operator/doctor/doctor.ts'
import type { Check } from '../../src/operator/doctor/verdicts.ts'
import { listMigrations } from '../../src/operator/migrations.ts'
import { restoreCommand } from '../../src/operator/restore.ts'
import { NO_PROGRESS } from '../../src/operator/result.ts'
import { createCommandLine, type RunCommand, readJson } from '../support/command-line.ts'

let folder: string
let postgres: Postgres
let redis: RedisServer
let admin: pg.Client
let config: Config
let patchbay: RunCommand
let settings: Record<string, string>

const inDatabase = async (name: string, sql: string): Promise<Record<string, unknown>[]> => {
  const client = new pg.Client({ connectionString: postgres.adminUrl.replace(/postgres$/, name) })
  await client.connect()
  return (await client.query(sql).finally(() => client.end())).rows
}
const inPatchbay = (sql: string) => inDatabase('patchbay', sql)

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'patchbay-init-'))
  ;[postgres, redis] = await Promise.all([startPostgres(), startRedis()])
  admin = new pg.Client({ connectionString: postgres.adminUrl })
  await admin.connect()
  // The superuser is trusted; everybody else needs a password.
  const hba = 'host all postgres 127.0.0.1/32 trust\nhost all all 127.0.0.1/32 scram-sha-256\n'
  const { rows } = await admin.query<{ hba_file: string }>('show hba_file')
  await writeFile(rows[0]?.hba_file ?? '', hba)
  await admin.query('select pg_reload_conf()')
  await mkdir(join(folder, 'web'))
  await writeFile(join(folder, 'web/index.html'), '')
  const env = { ADMIN_DATABASE_URL: postgres.adminUrl, WEB_FOLDER: join(folder, 'web') }
  patchbay = createCommandLine(env, folder)
})
afterAll(async () => {
  await admin?.end()
  await redis?.stop()
  await postgres?.remove()
  await rm(folder, { recursive: true, force: true })
})

const ANSWERS = ['--name', 'My shop', '--address', 'http://crm.test:8123', '--email', 'you@crm.test']

describe('init', { timeout: 240_000 }, () => {
  it('needs every answer where nobody can be asked, and says which', async () => {
    expect(await patchbay('init', '--name', 'My shop')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('--address'),
    })
  })

  it('writes settings with secrets, creates roles, tables and the first account, and prints its link', async () => {
    const { code, stdout, stderr } = await patchbay('init', ...ANSWERS, '--redis-url', redis.url)
    expect(code, stderr).toBe(0)
    expect(stdout.split('\n').at(-1)).toMatch(/^http:\/\/crm\.test:8123\/choose-password#[\w-]{43}$/)
    const text = await readFile(join(folder, '.env'), 'utf8')
    settings = parseEnv(text) as Record<string, string>
    expect((await stat(join(folder, '.env'))).mode & 0o777).toBe(0o600)
    expect(settings).toMatchObject({ PORT: '8123', FILE_FOLDER: join(folder, 'data/files'), REDIS_URL: redis.url })
    config = readConfig({ ...settings, WEB_FOLDER: join(folder, 'web') })
    expect(config.secretKey).toHaveLength(32)
    expect(await inPatchbay('select name, public_url from account')).toEqual([
      { name: 'My shop', public_url: 'http://crm.test:8123' },
    ])
  })

  it('can be run again: it keeps the settings and says that the account is there', async () => {
    const before = await readFile(join(folder, '.env'), 'utf8')
    expect(await patchbay('init', ...ANSWERS)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('there is already an account at crm.test:8123'),
    })
    expect(await readFile(join(folder, '.env'), 'utf8')).toBe(before)
  })

  it('leaves the passwords of roles that another installation may use', async () => {
    const other = ['--settings', join(folder, 'other.env'), '--database', 'other', '--json']
    expect(await readJson(patchbay('init', ...ANSWERS, ...other))).toMatchObject({
      ok: false,
      error: expect.stringContaining('--reset-passwords'),
    })
  })
})

type Changes = Partial<Config>

const doctor = async (changes: Changes = {}): Promise<{ checks: Check[]; exitCode: number | undefined }> => {
  const { data, exitCode } = await doctorCommand(() => ({ ...config, ...changes }), {})
  return { checks: data.checks as Check[], exitCode }
}

/** The only error that doctor finds; it must say what to change. */
const theError = async (changes: Changes = {}): Promise<string> => {
  const { checks, exitCode } = await doctor(changes)
  expect(exitCode).toBe(1)
  const errors = checks.filter(({ status }) => status === 'error')
  expect(errors.map(({ name }) => name)).toHaveLength(1)
  return `${errors[0]?.name}: ${errors[0]?.found} → ${errors[0]?.fix}`
}

describe('doctor', { timeout: 120_000 }, () => {
  it('finds no error in a new installation, and ends with 0', async () => {
    const { code, stdout } = await patchbay('doctor')
    expect(code, stdout).toBe(0)
    expect(stdout).toContain('0 errors')
    for (const name of [
      'PostgreSQL version',
      'fsync',
      'connection budget',
      'clock',
      'migrations',
      'role',
      'Redis',
      'disk space',
    ])
      expect(stdout).toMatch(new RegExp(`^ok +${name}: `, 'm'))
    expect(stdout).toContain('warning  mail: MAIL_URL is not set')
  })

  it('[wrong password] says where to correct it', async () => {
    const url = new URL(config.databaseUrl)
    url.password = 'wrong'
    expect(await theError({ databaseUrl: url.href })).toContain(
      'PostgreSQL rejects the password of the role patchbay → Correct the password in DATABASE_URL',
    )
  })

  it('[PostgreSQL is down]', async () => {
    const url = new URL(config.databaseUrl)
    url.port = String(await freePort())
    expect(await theError({ databaseUrl: url.href })).toContain('Start PostgreSQL')
  })

  it('[missing migration] and [newer database]', async () => {
    const last = (await listMigrations()).at(-1)
    await inPatchbay(`delete from migration.kysely_migration where name = '${last}'`)
    expect(await theError()).toBe(`migrations: 1 pending: ${last} → Run: patchbay migrate`)
    await inPatchbay(
      `insert into migration.kysely_migration (name, timestamp) values ('${last}', now()::text), ('9999-future', now()::text)`,
    )
    expect(await theError()).toContain('9999-future, which this release does not know')
    await inPatchbay(`delete from migration.kysely_migration where name = '9999-future'`)
  })

  it('[fsync off] and [synchronous_commit off]', async () => {
    for (const name of ['fsync', 'synchronous_commit']) {
      await admin.query(`alter system set ${name} = off`)
      await admin.query('select pg_reload_conf()')
      expect(await theError()).toMatch(new RegExp(`^${name}: off: .*alter system set ${name} = on`))
      await admin.query(`alter system reset ${name}`)
      await admin.query('select pg_reload_conf()')
    }
  })

  it('[Redis down] and [Redis that saves]', async () => {
    expect(await theError({ redisUrl: `redis://127.0.0.1:${await freePort()}` })).toContain('Start Redis')
    await redis.cli('config', 'set', 'save', '3600 1')
    const { checks, exitCode } = await doctor()
    expect(exitCode).toBe(0)
    expect(checks.find(({ name }) => name === 'Redis persistence')).toMatchObject({ status: 'warning' })
    await redis.cli('config', 'set', 'save', '')
  })

  it('[full connection budget] names a figure that fits', async () => {
    expect(await theError({ poolSize: 500 })).toMatch(/need up to 1021 of 197 connections.*max_connections to 1024/)
  })

  it('[clock] compares with the clock of PostgreSQL', async () => {
    await inPatchbay(`create function public.clock_timestamp() returns timestamptz language sql as
      $$ select pg_catalog.clock_timestamp() + interval '10 minutes' $$; alter role patchbay set search_path = public, pg_catalog`)
    expect(await theError()).toMatch(/^clock: this machine and PostgreSQL differ by (599|600)(\.\d)? s → Synchronise/)
    await inPatchbay('alter role patchbay reset search_path; drop function public.clock_timestamp()')
  })

  it('[row-level security removed] and [a role that bypasses it]', async () => {
    await inPatchbay('alter table shop no force row level security')
    expect(await theError()).toContain('row-level security: not in force on shop')
    await inPatchbay('alter table shop force row level security')
    const asSuperuser = postgres.adminUrl.replace(/postgres$/, 'patchbay')
    expect(await theError({ databaseUrl: asSuperuser })).toContain('accounts are not separated')
  })

  it('[mail server down], [folder that cannot be written], [no workspace]', async () => {
    const url = `smtp://127.0.0.1:${await freePort()}`
    expect(await theError({ mail: { ...config.mail, url } })).toMatch(/^mail: .*MAIL_URL$/)
    await writeFile(join(folder, 'a-file'), '')
    expect(await theError({ fileFolder: join(folder, 'a-file/files') })).toContain('cannot be written')
    expect(await theError({ webFolder: folder })).toContain('npm run build')
  })

  it('[egress] and [another SECRET_KEY] are checked against the modules that are registered', async () => {
    const deps = await createDeps(config, createLog('silent', {}), 'operator')
    const app = await buildApp(deps)
    const { text: key } = await keyCommand(deps, 'crm.test:8123', 'modules', [], {})
    const integrationModule = { code: 'pbx', active: true, baseUrl: 'http://10.1.2.3:4000', clientId: 'c' }
    const payload = { integrationModule, apiKey: key }
    const url = '/api/v5/integration-modules/pbx/edit'
    const reply = await app.inject({ method: 'POST', url, headers: { host: 'crm.test:8123' }, payload })
    expect(reply.statusCode, reply.body).toBe(201)
    await app.close()
    await deps.close()
    expect(await theError()).toMatch(/^egress: pbx at http:\/\/10\.1\.2\.3:4000: .*EGRESS_ALLOW/)
    const egress = readConfig({ ...settings, EGRESS_ALLOW: '10.1.2.0/24', EGRESS_PORTS: '4000' }).egress
    expect((await doctor({ egress })).exitCode).toBe(0)
    expect(await theError({ egress, secretKey: Buffer.alloc(32, 1) })).toContain('does not open the secrets of pbx')
  })

  it('says which setting is missing', async () => {
    const { data } = await doctorCommand(() => readConfig({}), {})
    expect(data.checks).toContainEqual(expect.objectContaining({ name: 'settings', status: 'error' }))
  })
})

const FILE = '1/0193a1b2-0000-7000-8000-000000000001'

const countsIn = async (name: string): Promise<unknown> => {
  const tables = await inDatabase(
    name,
    `select relname from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by 1`,
  )
  const counts = tables.map(
    ({ relname }) => `select '${relname}' as name, count(*)::int as count from public."${relname}"`,
  )
  return inDatabase(name, `${counts.join(' union all ')} order by 1`)
}

describe('backup and restore', { timeout: 240_000 }, () => {
  let archive: string
  const elsewhere = (): Config => ({
    ...config,
    databaseUrl: config.databaseUrl.replace(/patchbay$/, 'restored'),
    fileFolder: join(folder, 'restored-files'),
  })
  const options = () => ({ adminUrl: postgres.adminUrl })

  it('writes one archive with a manifest and checksums, and without SECRET_KEY', async () => {
    await mkdir(join(config.fileFolder, '1'), { recursive: true })
    await writeFile(join(config.fileFolder, FILE), 'the bytes of a file')
    const { data } = await backupCommand(config, options(), NO_PROGRESS)
    archive = String(data.file)
    expect(archive).toMatch(`${config.backupFolder}/patchbay-`)
    expect(data.manifest).toMatchObject({
      format: 1,
      files: { count: 1, bytes: 19 },
      database: { rows: { account: 1 } },
    })
    expect((await readFile(archive)).includes(settings.SECRET_KEY ?? '?')).toBe(false)
    expect(await readFile(`${archive}.sha256`, 'utf8')).toContain(String(data.sha256))
  })

  it('restores it into a new database: the same rows, the same files', async () => {
    const { text, data } = await restoreCommand(elsewhere(), archive, options(), NO_PROGRESS)
    expect(text).toContain('next: patchbay migrate')
    expect(data).toMatchObject({ database: 'restored', files: 1, notices: [] })
    expect(await countsIn('restored')).toEqual(await countsIn('patchbay'))
    expect(await readFile(join(folder, 'restored-files', FILE), 'utf8')).toBe('the bytes of a file')
    const { checks } = await doctor({ ...elsewhere(), egress: { allow: [], ports: '*' } })
    for (const name of ['role', 'row-level security', 'migrations', 'SECRET_KEY'])
      expect(
        checks.find((check) => check.name === name),
        name,
      ).toMatchObject({ status: 'ok' })
  })

  it('never writes into a database or a folder that has something', async () => {
    await expect(restoreCommand(elsewhere(), archive, options(), NO_PROGRESS)).rejects.toThrow('restored is not empty')
    const sameFiles = { ...elsewhere(), databaseUrl: config.databaseUrl.replace(/patchbay$/, 'third') }
    await expect(restoreCommand(sameFiles, archive, options(), NO_PROGRESS)).rejects.toThrow(
      'restored-files is not empty',
    )
  })

  it('tells another SECRET_KEY, and refuses a damaged archive and a role that does not see all rows', async () => {
    const other = {
      ...elsewhere(),
      databaseUrl: config.databaseUrl.replace(/patchbay$/, 'fourth'),
      secretKey: Buffer.alloc(32),
    }
    const { data } = await restoreCommand(
      { ...other, fileFolder: join(folder, 'fourth') },
      archive,
      options(),
      NO_PROGRESS,
    )
    expect(data.notices).toEqual([expect.stringContaining('SECRET_KEY is not the one of the backup')])
    const owner = { adminUrl: settings.MIGRATION_DATABASE_URL ?? '' }
    await expect(backupCommand(config, owner, NO_PROGRESS)).rejects.toThrow('does not see all rows')
    await appendFile(archive, 'x')
    await expect(restoreCommand(elsewhere(), archive, options(), NO_PROGRESS)).rejects.toThrow('is damaged')
  })

  it('runs as a command, with progress on stderr and the result on stdout', async () => {
    const { code, stdout, stderr } = await patchbay('backup', '--to', join(folder, 'mine.tar'))
    expect([code, stdout]).toEqual([0, expect.stringContaining(`${join(folder, 'mine.tar')} (`)])
    expect(stderr).toMatch(/Dumping the database: \d+ tables/)
    const { database, backups } = await readJson<{ database: object; backups: object[] }>(patchbay('status', '--json'))
    expect(database).toMatchObject({ pendingMigrations: [] })
    expect(backups).toHaveLength(1)
  })
})
