// What `patchbay backup` does when its files or its disk are not as they should be: on real folders, by the programs of the
// operating system, and with pgBackRest on a PostgreSQL of its own.
import { execFile } from 'node:child_process'
import { mkdirSync, renameSync, rmSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readdir, readFile, rename, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { dropDatabase } from '@patchbay/testkit/database'
import { freePort, type Postgres, startPostgres } from '@patchbay/testkit/services'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Config } from '../../src/config.ts'
import { exportAccount } from '../../src/operator/account/export.ts'
import { backupCommand } from '../../src/operator/backup.ts'
import { continuousBackup, continuousRestore, type Repository } from '../../src/operator/continuous-backup.ts'
import { exportPerson } from '../../src/operator/person/export.ts'
import { restoreCommand } from '../../src/operator/restore.ts'
import { NO_PROGRESS, type Progress } from '../../src/operator/result.ts'
import { type System, startSystem } from '../support/system.ts'

const run = promisify(execFile)

let system: System
let folder: string
let config: Config
/** Of the two files that fern has, with the folder of the account. */
let files: string[]

const upload = async (text: string): Promise<void> => {
  const { status } = await system.fern.api.send('POST', '/api/v5/files/upload?filename=a.txt', { body: text })
  expect(status).toBe(200)
}
const copyOfFiles = async (): Promise<string> => {
  const copy = await mkdtemp(join(folder, 'files-'))
  await run('cp', ['-a', `${config.fileFolder}/.`, copy])
  return copy
}
const backUp = (changes: Partial<Config>, to: string, progress: Progress = NO_PROGRESS) =>
  backupCommand({ ...config, ...changes }, { adminUrl: system.adminUrl, to }, progress)
const inDatabase = async (sql: string): Promise<void> => {
  const client = new pg.Client({ connectionString: system.adminUrl })
  await client.connect()
  await client.query(sql).finally(() => client.end())
}
/** A folder so deep that its path is too long for the system: nobody can list it by name, not even root. */
const makeUnreadable = async (parent: string): Promise<void> => {
  const chain = (name: string) => Array.from({ length: 12 }, () => name.repeat(200)).join('/')
  const lower = join(folder, 'lower')
  await mkdir(join(lower, chain('b')), { recursive: true })
  await mkdir(join(parent, '1', chain('a')), { recursive: true })
  await rename(lower, join(parent, '1', chain('a'), 'lower'))
}

beforeAll(async () => {
  system = await startSystem({ accounts: ['fern'] })
  folder = await mkdtemp(join(tmpdir(), 'patchbay-backups-'))
  // The user postgres must reach what pgBackRest reads.
  await chmod(folder, 0o755)
  config = { ...system.deps.config, backupFolder: join(folder, 'backups') }
})
afterAll(async () => {
  await system.close()
  // By the program: a path may be too long for Node.
  await run('rm', ['-rf', folder])
})

it('backs up an installation that never had a file, and so has no folder', async () => {
  const target = join(folder, 'without-files.tar')
  const { data } = await backUp({ fileFolder: join(folder, 'nowhere') }, target)
  expect(data.manifest).toMatchObject({ files: { count: 0 } })
  const { data: copied } = await continuousBackup(
    { ...config, fileFolder: join(folder, 'nowhere') },
    { stanza: 'none', onlyFiles: true, to: join(folder, 'no-copies') },
    NO_PROGRESS,
  )
  expect(copied).toMatchObject({ copied: 0 })
})

describe('an archive', () => {
  let place: string

  beforeAll(async () => {
    for (const text of ['the first', 'the second']) await upload(text)
    const id = String(system.fern.accountId)
    files = (await readdir(join(config.fileFolder, id))).map((name) => join(id, name)).sort()
    expect(files).toHaveLength(2)
  })
  beforeEach(async () => {
    place = await mkdtemp(join(folder, 'place-'))
  })

  it.each([
    ['is not there', async () => join(folder, 'nowhere'), 'there is no file in'],
    ['is empty, as without its disk', () => mkdtemp(join(folder, 'empty-')), 'there is no file in'],
    ['is no folder', async () => join(config.fileFolder, files[0] ?? ''), 'cannot be listed: ENOTDIR'],
  ])('is not made where FILE_FOLDER %s', async (_what, make, why) => {
    const fileFolder = await make()
    const error = await backUp({ fileFolder }, join(place, 'a.tar')).catch((reason: Error) => reason)
    expect(error).toMatchObject({ message: expect.stringMatching(`${why}.*check that FILE_FOLDER is right`) })
    expect(String(error)).toContain(fileFolder)
    expect(await readdir(place)).toEqual([])
    const copy = { stanza: 'none', onlyFiles: true, to: place }
    await expect(continuousBackup({ ...config, fileFolder }, copy, NO_PROGRESS)).rejects.toThrow(why)
  })

  it('is not made where a folder in FILE_FOLDER cannot be read', async () => {
    const fileFolder = await copyOfFiles()
    await makeUnreadable(fileFolder)
    await expect(backUp({ fileFolder }, join(place, 'a.tar'))).rejects.toThrow(
      `the files in ${fileFolder} cannot be listed: ENAMETOOLONG`,
    )
    expect(await readdir(place)).toEqual([])
  })

  it('has what is left of files that are deleted while they are read and packed, and can be restored', async () => {
    await Promise.all(['the third', 'the fourth'].map(upload))
    const fileFolder = await copyOfFiles()
    const names = (await readdir(fileFolder, { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile() && !entry.parentPath.endsWith('incoming'))
      .map((entry) => join(entry.parentPath, entry.name))
      .sort()
    expect(names).toHaveLength(4)
    let read = 0
    let isReading = false
    const progress: Progress = {
      start: (what) => {
        isReading = what === 'Reading the files'
      },
      // After the first was read, the second is gone; when all were read, and before they are packed, the first.
      advance: () => {
        if (isReading && ++read === 1) rmSync(names[1] ?? '')
      },
      stop: () => {
        if (isReading) rmSync(names[0] ?? '')
      },
    }
    const target = join(place, 'a.tar')
    const { data } = await backUp({ fileFolder }, target, progress)
    expect(data.manifest).toMatchObject({ files: { count: 2, bytes: expect.any(Number) } })
    await run('sha256sum', ['--check', 'a.tar.sha256'], { cwd: place })
    const name = `patchbay_restored_${process.pid}`
    const restored = join(place, 'restored')
    const other = { ...config, databaseUrl: config.databaseUrl.replace(/[^/]+$/, name), fileFolder: restored }
    try {
      await restoreCommand(other, target, { adminUrl: system.adminUrl }, NO_PROGRESS)
    } finally {
      await dropDatabase(name)
    }
    for (const path of names.slice(2))
      expect(await readFile(path.replace(fileFolder, restored))).toEqual(await readFile(path))
    expect((await readdir(place)).sort()).toEqual(['a.tar', 'a.tar.sha256', 'restored'])
  })

  it('is not made where FILE_FOLDER goes away meanwhile', async () => {
    const fileFolder = await copyOfFiles()
    const start = (what: string): void => {
      if (what !== 'Reading the files') return
      renameSync(fileFolder, `${fileFolder}-away`)
      mkdirSync(fileFolder)
    }
    const progress: Progress = { ...NO_PROGRESS, start }
    await expect(backUp({ fileFolder }, join(place, 'a.tar'), progress)).rejects.toThrow('was moved or unmounted')
    expect(await readdir(place)).toEqual([])
  })

  it('that cannot be written leaves nothing, and an older one of that name as it was', async () => {
    const fileFolder = await copyOfFiles()
    const target = join(place, 'a.tar')
    await backUp({ fileFolder }, target)
    await writeFile(join(fileFolder, 'large'), Buffer.alloc(20_000_000, 'x'))
    const env = {
      ...process.env,
      DATABASE_URL: config.databaseUrl,
      ADMIN_DATABASE_URL: system.adminUrl,
      SECRET_KEY: config.secretKey.toString('base64'),
      FILE_FOLDER: fileFolder,
    }
    const command = `ulimit -f 16000 && exec node apps/server/src/bin/patchbay.ts backup --to ${target}`
    await expect(run('sh', ['-c', command], { env })).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('tar failed'),
    })
    expect((await readdir(place)).sort()).toEqual(['a.tar', 'a.tar.sha256'])
    await run('sha256sum', ['--check', 'a.tar.sha256'], { cwd: place })
  })

  it('and every other archive begins with the removal of what a killed command left a day ago, and of nothing else', async () => {
    const made = async (name: string, hours: number): Promise<void> => {
      await mkdir(join(place, name))
      await writeFile(join(place, name, 'database.dump'), 'a part')
      const at = new Date(Date.now() - hours * 3_600_000)
      for (const path of [join(place, name, 'database.dump'), join(place, name)]) await utimes(path, at, at)
    }
    const purposes = ['backup', 'restore', 'account-export', 'person-export']
    for (const purpose of purposes) {
      await made(`.patchbay-${purpose}-oldone`, 25)
      await made(`.patchbay-${purpose}-newone`, 23)
    }
    await made('.backup-photos', 99)
    // The folder is old, and something is still written into it.
    await made('.patchbay-backup-inuse1', 25)
    await writeFile(join(place, '.patchbay-backup-inuse1', 'database.dump'), 'more')
    await backUp({}, join(place, 'a.tar'))
    await exportAccount(system.deps, system.fern.accountId, join(place, 'b.tar'), NO_PROGRESS)
    await exportPerson(system.deps, system.fern.accountId, 'nobody@x.test', join(place, 'c'), system.adminUrl).catch(
      () => undefined,
    )
    const other = { ...config, fileFolder: join(place, 'files') }
    await restoreCommand(other, join(place, 'a.tar'), { adminUrl: system.adminUrl }, NO_PROGRESS).catch(() => undefined)
    expect((await readdir(place)).filter((name) => name.startsWith('.')).sort()).toEqual(
      ['.backup-photos', '.patchbay-backup-inuse1', ...purposes.map((one) => `.patchbay-${one}-newone`)].sort(),
    )
  })
})

describe('[D-143] a copy beside pgBackRest', () => {
  let postgres: Postgres
  let repository: Repository

  beforeAll(async () => {
    const port = await freePort()
    const place = join(folder, 'pgbackrest')
    const [data, conf] = [join(place, 'postgres'), join(folder, 'pgbackrest.conf')]
    const own = ['repository', 'log', 'lock', 'spool'].map((name) => join(place, name))
    for (const path of own) await mkdir(path, { recursive: true })
    if (process.getuid?.() === 0) await run('chown', ['postgres', ...own])
    const paths = `log-path=${place}/log\nlock-path=${place}/lock\nspool-path=${place}/spool`
    const given = (await readFile('deploy/pgbackrest/pgbackrest.conf', 'utf8'))
      .replace('/var/lib/pgbackrest', join(place, 'repository'))
      .replace('/var/lib/postgresql/15/main', join(data, 'data'))
      .replace('5432', String(port))
      .replace('/var/run/postgresql', data)
    await writeFile(conf, given.replace('[patchbay]', `${paths}\n\n[patchbay]`))
    const settings = (await readFile('deploy/pgbackrest/postgresql.conf', 'utf8')).replace(
      'pgbackrest --stanza',
      `pgbackrest --config=${conf} --stanza`,
    )
    postgres = await startPostgres({ folder: data, port, settings: `${settings}\nshared_buffers = 64MB` })
    repository = { stanza: 'patchbay', config: conf }
    const create = ['pgbackrest', `--config=${conf}`, '--stanza=patchbay', 'stanza-create']
    const [command = '', ...args] = process.getuid?.() === 0 ? ['runuser', '-u', 'postgres', '--', ...create] : create
    await run(command, args, { cwd: '/' })
  })
  afterAll(() => postgres?.remove())

  it('follows what is deleted, and deletes nothing where every file is gone', async () => {
    const [fileFolder, to] = [await copyOfFiles(), join(folder, 'copy')]
    const here = { ...config, fileFolder }
    const names = async (): Promise<string[]> =>
      (await readdir(join(to, 'files'), { recursive: true, withFileTypes: true }))
        .filter((entry) => entry.isFile())
        .map((entry) => entry.name)
    const whole = { ...repository, to }
    await continuousBackup(here, { ...whole, onlyFiles: true }, NO_PROGRESS)
    const all = await names()
    expect(all.length).toBeGreaterThan(1)
    // One file is deleted as the program does it.
    await rm(join(fileFolder, files[0] ?? ''))
    await continuousBackup(here, whole, NO_PROGRESS)
    const left = await names()
    expect(left.length).toBe(all.length - 1)

    await inDatabase('truncate file cascade')
    await expect(
      continuousBackup({ ...here, fileFolder: join(folder, 'nowhere') }, whole, NO_PROGRESS),
    ).rejects.toThrow(/none was deleted. Check that FILE_FOLDER is right/)
    expect(await names()).toEqual(left)
    await makeUnreadable(fileFolder)
    await expect(continuousBackup(here, whole, NO_PROGRESS)).rejects.toThrow('ENAMETOOLONG')
    expect(await names()).toEqual(left)
  })

  it('leaves what another command copies in this moment, and deletes what a killed one left a day ago', async () => {
    const [fileFolder, to] = [await copyOfFiles(), join(folder, 'busy-copy')]
    const here = { ...config, fileFolder }
    await continuousBackup(here, { ...repository, to, onlyFiles: true }, NO_PROGRESS)
    const place = join(to, 'files', dirname(files[0] ?? ''))
    for (const [name, hours] of [
      ['new.1.partial', 23],
      ['old.1.partial', 25],
    ] as const) {
      await writeFile(join(place, name), 'a part')
      const at = new Date(Date.now() - hours * 3_600_000)
      await utimes(join(place, name), at, at)
    }
    await continuousBackup(here, { ...repository, to }, NO_PROGRESS)
    expect((await readdir(place)).filter((name) => name.endsWith('.partial'))).toEqual(['new.1.partial'])
  })

  it('fails where FILE_FOLDER goes away while its files are copied', async () => {
    const [fileFolder, to] = [await copyOfFiles(), join(folder, 'late-copy')]
    const progress: Progress = { ...NO_PROGRESS, start: () => renameSync(fileFolder, `${fileFolder}-away`) }
    const only = { ...repository, to, onlyFiles: true }
    await expect(continuousBackup({ ...config, fileFolder }, only, progress)).rejects.toThrow('was moved or unmounted')
  })

  it('passes over a file that is deleted before it is copied', async () => {
    const [fileFolder, to] = [await copyOfFiles(), join(folder, 'other-copy')]
    const progress: Progress = { ...NO_PROGRESS, start: () => rmSync(join(fileFolder, files[1] ?? '')) }
    const only = { ...repository, to, onlyFiles: true }
    const { data } = await continuousBackup({ ...config, fileFolder }, only, progress)
    expect((await readdir(join(to, 'files', dirname(files[1] ?? '')))).length).toBe(data.copied)
    expect(data.copied).toBeGreaterThan(0)
  })

  it('is restored only with its files: a copy whose folder is missing is none', async () => {
    const to = join(folder, 'other-copy')
    await rm(join(to, 'files'), { recursive: true })
    const target = { ...config, fileFolder: join(folder, 'restored-files') }
    await expect(continuousRestore(target, to, repository, NO_PROGRESS)).rejects.toThrow(
      `the files in ${join(to, 'files')} cannot be listed: ENOENT`,
    )
  })

  it.each([
    ['a file', (copy: string) => rmSync(join(copy, files[1] ?? '')), /1 of \d+ files have gone from/],
    ['the folder', (copy: string) => renameSync(copy, `${copy}-away`), /was moved or unmounted/],
  ])('is not restored in silence when %s of the copy goes away meanwhile', async (_what, goAway, why) => {
    const [fileFolder, to] = [await copyOfFiles(), await mkdtemp(join(folder, 'last-copy-'))]
    await continuousBackup({ ...config, fileFolder }, { ...repository, to, onlyFiles: true }, NO_PROGRESS)
    await postgres.stop()
    await run('find', [join(folder, 'pgbackrest', 'postgres', 'data'), '-mindepth', '1', '-delete'])
    const start = (what: string) => {
      if (what === 'Copying the files') goAway(join(to, 'files'))
    }
    const target = { ...config, fileFolder: `${to}-restored` }
    const error = await continuousRestore(target, to, repository, { ...NO_PROGRESS, start }).catch(String)
    expect(error).toMatch(why)
    expect(error).toContain(`the cluster is restored, its files are not: copy what is in ${join(to, 'files')}`)
  })
})
