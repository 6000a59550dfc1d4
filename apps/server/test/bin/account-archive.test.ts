// Archives of an account, its closing, its end and the range of ids, on an account with a row in every table.
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, symlink, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Planted, plantAccount } from '@patchbay/testkit/planted-account'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listAccountTables } from '../../src/lib/db/account-tables.ts'
import { createSealer } from '../../src/lib/security/sealer.ts'
import type { ArchiveManifest } from '../../src/operator/account/archive-format.ts'
import { closeAccount, holdAccount, reopenAccount } from '../../src/operator/account/closing.ts'
import { exportAccount } from '../../src/operator/account/export.ts'
import { setIdRange } from '../../src/operator/account/id-range.ts'
import { type ImportOptions, importAccount } from '../../src/operator/account/import.ts'
import { sha256Of } from '../../src/operator/archive.ts'
import { PLACES, UNTOUCHED } from '../../src/operator/person/places.ts'
import { NO_PROGRESS } from '../../src/operator/result.ts'
import { closingJobs } from '../../src/platform/closing/jobs.ts'
import { expireCaches } from '../support/clock.ts'
import { type System, startSystem } from '../support/system.ts'

const ID = 4_000_001
const PEOPLE = [
  { name: 'gone', phone: '+4915112345678', email: 'gone@mail.test' },
  { name: 'stays', phone: '+4915187654321', email: 'stays@mail.test' },
]
const PERSONAL = [...PLACES.map(({ table }) => table), 'order_item', 'invoice_history', 'csv_import', 'list_export']

let system: System
let client: pg.Client
let folder: string
let planted: Planted
let ownerUrl: string

const runOn = async <Row>(text: string, values: readonly unknown[] = []) =>
  (await client.query(text, [...values])).rows as Row[]

beforeAll(async () => {
  system = await startSystem({ accounts: ['fern'] })
  client = new pg.Client({ connectionString: system.adminUrl })
  await client.connect()
  ownerUrl = system.adminUrl.replace('postgres@', 'patchbay_owner@')
  folder = await mkdtemp(join(tmpdir(), 'patchbay-archive-'))
  const people = { people: PEOPLE, personal: PERSONAL }
  planted = await plantAccount(client, await listAccountTables(runOn), {
    accountId: ID,
    host: 'planted.test',
    ...people,
  })
  const sealer = createSealer(system.deps.config.secretKey)
  const code = (await runOn<{ code: string }>('select code from integration_module where account_id = $1', [ID]))[0]
    ?.code
  await client.query(
    'update integration_module set signing_secret = $2, old_signing_secret = null, transport_token = null where account_id = $1',
    [ID, sealer.seal(`${ID}/integration_module/${code}/signing`, 'the secret')],
  )
  for (const table of ['second_factor', 'recovery_code', 'single_sign_on', 'push_key'])
    await client.query(`delete from ${table} where account_id = $1`, [ID])
  await client.query('delete from account_closing where account_id = $1', [ID])
  await mkdir(join(system.deps.config.fileFolder, String(ID)), { recursive: true })
  for (const [name, id] of Object.entries(planted.fileIds))
    await writeFile(join(system.deps.config.fileFolder, String(ID), id), `the file of ${name}`)
})
afterAll(async () => {
  await client.end()
  await rm(folder, { recursive: true, force: true })
  await system.close()
})

const exportTo = (name: string) => exportAccount(system.deps, ID, join(folder, name), NO_PROGRESS)
const importFrom = (name: string, options: Partial<ImportOptions> = {}, deps = system.deps) =>
  importAccount(deps, join(folder, name), { adminUrl: system.adminUrl, ...options }, NO_PROGRESS)
const manifestOf = async (name: string): Promise<ArchiveManifest> =>
  JSON.parse(await readFile(join(folder, name, 'manifest.json'), 'utf8'))
const countRows = async (): Promise<number> => {
  const tables = await listAccountTables(runOn)
  const counts = tables.map(
    ({ name, accountColumn }) => `select count(*)::int as n from "${name}" where ${accountColumn} = ${ID}`,
  )
  return (await runOn<{ n: number }>(counts.join(' union all '))).reduce((sum, { n }) => sum + n, 0)
}
/** The job, with the grace period over. */
const eraseDue = async () => {
  await closeAccount(ownerUrl, ID, 30)
  await client.query(`update account_closing set erase_at = now() - interval '1 second' where account_id = $1`, [ID])
  const [job] = closingJobs(system.deps)
  await job?.handle({})
}

it('[D-137] knows every table with text: where a person is erased, or why not', async () => {
  const tables = await listAccountTables(runOn)
  const withText = tables.filter(({ columns }) => columns.some(({ type }) => /^(text|json)/.test(type)))
  const known = [...PLACES.map(({ table }) => table), ...Object.keys(UNTOUCHED)]
  expect(withText.map(({ name }) => name).filter((name) => !known.includes(name))).toEqual([])
})

describe('the archive', () => {
  it('[D-136] holds every row and file, and says what it leaves behind', async () => {
    await exportTo('one')
    const manifest = await manifestOf('one')
    expect(
      manifest.tables
        .filter(({ rows }) => rows === 0)
        .map(({ name }) => name)
        .sort(),
    ).toEqual(['push_key', 'recovery_code', 'second_factor', 'single_sign_on'].sort())
    expect(manifest).toMatchObject({ account: { id: ID, hosts: ['planted.test'] }, files: { count: 2 } })
    expect(manifest.notIncluded.map(({ what }) => what)).toContain('session')
    const lane = JSON.parse(await readFile(join(folder, 'one/tables/lane.jsonl'), 'utf8'))
    expect(lane).not.toHaveProperty('held_until')
  })

  it('[D-136] is not written when none of the files can be found, as where their disk is not mounted', async () => {
    const [there, away] = [system.deps.config.fileFolder, `${system.deps.config.fileFolder}-away`]
    await rename(there, away)
    await expect(exportTo('unmounted')).rejects.toThrow('none of the 2 files that the database names is in the storage')
    await rename(away, there)
    await expect(readdir(join(folder, 'unmounted'))).rejects.toThrow('ENOENT')
  })

  it('[D-136] is refused where the account is, and says so', async () => {
    await expect(importFrom('one')).rejects.toThrow(`account ${ID} already exists here`)
  })

  const damaged: [string, (at: string) => Promise<unknown>, string][] = [
    ['a wrong byte', (at) => writeFile(join(at, 'tables/shop.jsonl'), '{"account_id":4000001}\n'), 'its checksum'],
    ['a truncated table', (at) => truncate(join(at, 'tables/customer.jsonl'), 40), 'is no JSON object'],
    ['a missing table', (at) => rm(join(at, 'tables/call.jsonl')), 'tables/call.jsonl is missing'],
    ['a missing file', async (at) => rm(join(at, 'files', planted.fileIds.gone ?? '')), 'is missing'],
    [
      'a changed file',
      (at) => writeFile(join(at, 'files', planted.fileIds.gone ?? ''), 'x'),
      'does not match its checksum',
    ],
    [
      'a stray file',
      (at) => writeFile(join(at, 'tables/../tables/passwd'), 'x'),
      'tables/passwd does not belong there',
    ],
    [
      'a link',
      (at) => symlink('/etc/passwd', join(at, 'files/11111111-1111-4111-8111-111111111111')),
      'not a plain file',
    ],
    ['no manifest', (at) => rm(join(at, 'manifest.json')), 'manifest.json is missing'],
  ]
  it.for(damaged)('[D-136] is refused with %s, before anything is written', async ([name, damage, why]) => {
    const before = await countRows()
    const at = join(folder, `damaged ${name}`)
    await cp(join(folder, 'one'), at, { recursive: true })
    await damage(at)
    await expect(importFrom(`damaged ${name}`)).rejects.toThrow(why)
    expect(await countRows()).toBe(before)
  })

  const altered: [string, (manifest: ArchiveManifest) => void, string][] = [
    ['a newer migration', (one) => void one.migrations.push('9999-future'), 'a newer release'],
    ['a missing migration', (one) => void one.migrations.pop(), 'an older release'],
    [
      'a path as a table',
      (one) => Object.assign(one.tables[0] ?? {}, { name: '../../etc/passwd' }),
      'does not list the tables',
    ],
    ['another format', (one) => void Object.assign(one, { formatVersion: 2 }), 'format 2'],
    ['another account', (one) => void Object.assign(one.account, { id: 77 }), 'belongs to another account'],
  ]
  it.for(altered)('[D-136] is refused with %s in its manifest', async ([name, alter, why]) => {
    const at = join(folder, `altered ${name}`)
    await cp(join(folder, 'one'), at, { recursive: true })
    const manifest = await manifestOf('one')
    alter(manifest)
    await writeFile(join(at, 'manifest.json'), JSON.stringify(manifest))
    await expect(importFrom(`altered ${name}`)).rejects.toThrow(why)
  })

  it('[D-136] is refused with a row of another account, though the checksum is right', async () => {
    const at = join(folder, 'foreign')
    await cp(join(folder, 'one'), at, { recursive: true })
    const path = join(at, 'tables/shop.jsonl')
    await writeFile(path, (await readFile(path, 'utf8')).replace(`"account_id" : ${ID}`, '"account_id" : 1'))
    const manifest = await manifestOf('one')
    const entry = manifest.tables.find(({ name }) => name === 'shop')
    Object.assign(entry ?? {}, { sha256: await sha256Of(path), bytes: (await readFile(path)).length })
    await writeFile(join(at, 'manifest.json'), JSON.stringify(manifest))
    await expect(importFrom('foreign')).rejects.toThrow('line 1 of tables/shop.jsonl belongs to another account')
  })
})

describe('closing', () => {
  const statusOf = async () => {
    await expireCaches()
    const reply = await system.fern.stranger.with({ host: 'planted.test' }).get('/api/system-info')
    return [reply.status, (reply.body as { errorMsg?: string }).errorMsg]
  }

  it('[D-137] refuses everybody with a clear message, and opens again', async () => {
    await closeAccount(ownerUrl, ID, 30)
    expect(await statusOf()).toEqual([403, expect.stringContaining('Account is closed')])
    const sign = { email: 'x@y.z', password: 'x' }
    const reply = await system.fern.stranger.with({ host: 'planted.test' }).postJson('/workspace/sign-in', sign)
    expect(reply.status).toBe(403)
    await reopenAccount(ownerUrl, ID)
    expect((await statusOf())[0]).toBe(200)
    await expect(reopenAccount(ownerUrl, ID)).rejects.toThrow('not closed')
  })

  it('[D-137] erases nothing before its time, nor what is held, for any caller', async () => {
    const erase = async () => {
      const app = new pg.Client({ connectionString: system.databaseUrl })
      await app.connect()
      await app.query(`set app.account = '${ID}'`)
      await app.query(`select erase_account_rows('shop', 10)`).finally(() => app.end())
    }
    await expect(erase()).rejects.toThrow('is not to be erased')
    await holdAccount(ownerUrl, ID, 'case 12')
    const before = await countRows()
    await eraseDue()
    // The Action Log grew, by the closing; nothing else changed.
    expect(await countRows()).toBeGreaterThanOrEqual(before)
    await expect(erase()).rejects.toThrow('is not to be erased')
    await holdAccount(ownerUrl, ID, undefined)
    await reopenAccount(ownerUrl, ID).catch(() => undefined)
  })

  it('[D-136] [D-137] is erased with its files when its time is over; its archive brings it back, byte for byte', async () => {
    await client.query(`update account_closing set closed_at = null, erase_at = null where account_id = $1`, [ID])
    await rm(join(folder, 'one'), { recursive: true })
    // The requests of the tests before are in the request log now, not between the two archives.
    await system.deps.traffic.flush(Number(ID))
    await exportTo('one')
    await exportTo('one.tar')
    await eraseDue()
    expect(await countRows()).toBe(0)
    expect(await readdir(join(system.deps.config.fileFolder, String(ID))).catch(() => [])).toEqual([])
    await importFrom('one.tar')
    await exportTo('two')
    for (const name of [...(await readdir(join(folder, 'one/tables'))), '../files.sha256'])
      expect(await readFile(join(folder, 'two/tables', name), 'utf8'), name).toBe(
        await readFile(join(folder, 'one/tables', name), 'utf8'),
      )
    const { createdAt: _one, ...one } = await manifestOf('one')
    const { createdAt: _two, ...two } = await manifestOf('two')
    expect(two).toEqual(one)
    // A new row comes after those that were brought.
    const { rows } = await client.query(
      `insert into customer_note (account_id, customer_id, text) select account_id, id, 'new' from customer where account_id = $1 limit 1 returning id`,
      [ID],
    )
    expect(Number(rows[0]?.id)).toBeGreaterThan(2)
  })

  it('[D-136] seals secrets again with the key of the archive, refuses a wrong one, and can do without', async () => {
    const key = Buffer.alloc(32, 3)
    const deps = { ...system.deps, config: { ...system.deps.config, secretKey: key } }
    await eraseDue()
    await expect(importFrom('one', {}, deps)).rejects.toThrow(
      'set ARCHIVE_SECRET_KEY to that key, or give --without-secrets',
    )
    await expect(importFrom('one', { archiveKey: Buffer.alloc(32, 1) }, deps)).rejects.toThrow(
      'is not the key of the archive',
    )
    expect(await countRows()).toBe(0)
    await importFrom('one', { archiveKey: system.deps.config.secretKey }, deps)
    const sealed = 'select code, signing_secret as secret from integration_module where account_id = $1'
    const [module] = await runOn<{ code: string; secret: Buffer }>(sealed, [ID])
    const place = `${ID}/integration_module/${module?.code}/signing`
    expect(createSealer(key).open(place, module?.secret ?? Buffer.alloc(0))).toBe('the secret')
    await eraseDue()
    expect((await importFrom('one', { withoutSecrets: true }, deps)).data.lost).toEqual([
      '1 modules: each registers again to get a new secret',
    ])
  })
})

it('[D-136] a tar file with a way out of the archive is refused', async () => {
  const { execFileSync } = await import('node:child_process')
  const at = join(folder, 'evil')
  await mkdir(at)
  await writeFile(join(folder, 'outside'), 'x')
  await rename(join(folder, 'outside'), join(folder, 'escaped'))
  execFileSync('tar', ['-P', '--create', `--file=${join(folder, 'evil.tar')}`, `--directory=${at}`, '../escaped'])
  await expect(importFrom('evil.tar')).rejects.toThrow('it has a member that does not belong there, ../escaped')
})

it('[D-135] takes account ids from the range of the cell, and an overrun is an error', async () => {
  await setIdRange(ownerUrl, '7000001-7000002')
  const next = async () => (await runOn<{ id: number }>(`select nextval('account_id_seq')::int as id`))[0]?.id
  expect([await next(), await next()]).toEqual([7_000_001, 7_000_002])
  await expect(next()).rejects.toThrow('reached maximum value')
  await expect(setIdRange(ownerUrl, '7000001-7000002')).rejects.toThrow('choose another range')
  expect((await setIdRange(ownerUrl, '7000001-7000009')).data).toMatchObject({ next: 7_000_003 })
})

it('[D-135] sets the range beside a dump, and lets others pass while it waits for who creates an account', async () => {
  const other = new pg.Client({ connectionString: system.adminUrl })
  await other.connect()
  try {
    // As pg_dump does, to its end.
    await other.query('begin; lock table account, account_host in access share mode')
    expect((await setIdRange(ownerUrl, '7000001-7000008')).data).toMatchObject({ next: 7_000_003 })
    await other.query('update account_host set host = host')
    const waiting = setIdRange(ownerUrl, '7000001-7000007')
    const waiters = `select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like 'lock table account_host%'`
    await expect.poll(async () => (await runOn(waiters)).length).toBe(1)
    // Behind it, and so only because it gives up: the other one goes on holding the table.
    await runOn('update account_host set host = host where false')
    await other.query('commit')
    expect((await waiting).data).toMatchObject({ last: 7_000_007, next: 7_000_003 })
  } finally {
    await other.end()
  }
})
