import { cp, mkdir, readFile, rm, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import type { Config } from '../config.ts'
import { CHECKSUMS, DUMP, FILES, fingerprintOf, type Manifest, readChecksums, runProgram, sha256Of } from './archive.ts'
import { readManifest } from './backup.ts'
import { databaseNameOf, urlOfDatabase, withClient } from './database-client.ts'
import { isEmptyDatabase, setUpDatabase } from './database-setup.ts'
import { listTarget } from './file-folder.ts'
import { compareMigrations, listMigrations } from './migrations.ts'
import type { Progress, Result } from './result.ts'
import { makeStaging } from './staging.ts'

const checkArchive = async (file: string): Promise<void> => {
  const beside = await readFile(`${file}.sha256`, 'utf8').catch(() => undefined)
  if (beside !== undefined && beside.slice(0, 64) !== (await sha256Of(file)))
    throw new Error(`${file} is damaged: it does not match ${file}.sha256; use another copy`)
}

const checkMembers = async (folder: string, progress: Progress): Promise<void> => {
  const checksums = await readChecksums(join(folder, CHECKSUMS))
  progress.start('Checking the backup', checksums.size)
  for (const [path, checksum] of checksums) {
    const found = await sha256Of(join(folder, path)).catch(() => 'missing')
    if (found !== checksum) throw new Error(`${path} in the backup is damaged or missing; use another copy`)
    progress.advance()
  }
  progress.stop(`${checksums.size} members are intact`)
}

/** Nothing is overwritten: a mistyped address must not destroy an installation. */
const checkTarget = async (config: Config, adminUrl: string, name: string): Promise<void> => {
  await setUpDatabase(adminUrl, name)
  if (!(await isEmptyDatabase(adminUrl, name)))
    throw new Error(`the database ${name} is not empty; restore into a new one: set another name in DATABASE_URL`)
  if (!config.fileBucket && (await listTarget(config.fileFolder)).length > 0)
    throw new Error(`${config.fileFolder} is not empty; restore into a new folder: set FILE_FOLDER`)
}

const restoreDatabase = async (url: string, folder: string, { database }: Manifest, progress: Progress) => {
  progress.start('Restoring the database', Object.keys(database.rows).length)
  const onLine = (line: string): void => {
    if (line.includes('processing data for table "public.')) progress.advance(line.replace(/.*for table /, ''))
  }
  await runProgram('pg_restore', ['--exit-on-error', '--verbose', join(folder, DUMP)], { url, onLine })
  progress.stop(`${Object.keys(database.rows).length} tables`)
  return withClient(url, async (client) => {
    // Until autovacuum has been there, every statement would be planned for empty tables.
    await client.query('analyze')
    const counts = Object.entries(database.rows)
    for (const [table, expected] of counts) {
      const { rows } = await client.query<{ count: number }>(`select count(*)::int as count from "${table}"`)
      if (rows[0]?.count !== expected) throw new Error(`${table} has ${rows[0]?.count} rows, the backup ${expected}`)
    }
    return counts.reduce((sum, [, count]) => sum + count, 0)
  })
}

const secretKeyNotice = (config: Config, manifest: Manifest): string[] =>
  manifest.secretKey.fingerprint === fingerprintOf(config.secretKey)
    ? []
    : [
        `SECRET_KEY is not the one of the backup (fingerprint ${manifest.secretKey.fingerprint}): modules must register again`,
      ]

const filesNotice = (manifest: Manifest): string[] =>
  'bucket' in manifest.files ? [`files are not in the backup: they are in the bucket ${manifest.files.bucket}`] : []

/** Restores an archive of `patchbay backup` into an empty database and an empty folder. */
export const restoreCommand = async (
  config: Config,
  archive: string,
  { adminUrl }: { adminUrl: string },
  progress: Progress,
): Promise<Result> => {
  const [file, name] = [resolve(archive), databaseNameOf(config.databaseUrl)]
  if (!(await stat(file).catch(() => undefined))) throw new Error(`there is no file ${file}`)
  await checkArchive(file)
  await mkdir(dirname(resolve(config.fileFolder)), { recursive: true })
  const staging = await makeStaging(dirname(resolve(config.fileFolder)), 'restore')
  try {
    await runProgram('tar', ['--extract', `--file=${file}`, `--directory=${staging}`])
    const manifest = await readManifest(staging)
    await checkMembers(staging, progress)
    const { unknown } = compareMigrations(
      await listMigrations(),
      [manifest.database.lastMigration ?? ''].filter(Boolean),
    )
    if (unknown.length > 0)
      throw new Error(
        `the backup was made by release ${manifest.version}, which is newer than this one: install it first`,
      )
    await checkTarget(config, adminUrl, name)
    const rows = await restoreDatabase(urlOfDatabase(adminUrl, name), staging, manifest, progress)
    const files = 'count' in manifest.files ? manifest.files.count : 0
    if (files > 0) await cp(join(staging, FILES), config.fileFolder, { recursive: true })
    const notices = [...secretKeyNotice(config, manifest), ...filesNotice(manifest)]
    const done = `restored ${rows} rows and ${files} files into ${name}, from ${manifest.createdAt} (release ${manifest.version})`
    const next = 'next: patchbay migrate, then patchbay doctor'
    return { text: [done, ...notices, next].join('\n'), data: { database: name, rows, files, notices, manifest } }
  } finally {
    await rm(staging, { recursive: true, force: true })
  }
}
