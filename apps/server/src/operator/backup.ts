import { chmod, mkdir, readFile, rename, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import type pg from 'pg'
import type { Config } from '../config.ts'
import { VERSION } from '../lib/process/version.ts'
import { unlessMissing } from '../lib/storage/file-storage.ts'
import {
  CHECKSUMS,
  checkDumpVersion,
  DUMP,
  FILES,
  fingerprintOf,
  MANIFEST,
  type Manifest,
  runProgram,
  sha256Of,
} from './archive.ts'
import { databaseNameOf, urlOfDatabase, withClient } from './database-client.ts'
import { listStored, whileThere } from './file-folder.ts'
import { listAppliedMigrations } from './migrations.ts'
import { formatBytes, type Progress, type Result } from './result.ts'
import { makeStaging } from './staging.ts'

const ARCHIVE = 'archive.tar'

const countRows = async (client: pg.Client): Promise<Record<string, number>> => {
  const { rows: tables } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
       and not relispartition order by 1`,
  )
  const counts: Record<string, number> = {}
  for (const { name } of tables) {
    const { rows } = await client.query<{ count: number }>(`select count(*)::int as count from "${name}"`)
    counts[name] = rows[0]?.count ?? 0
  }
  return counts
}

/** Row-level security binds the owner too, so only a superuser or a role with BYPASSRLS sees all rows. */
const checkRole = async (client: pg.Client): Promise<void> => {
  const { rows } = await client.query<{ all: boolean; name: string }>(
    'select rolsuper or rolbypassrls as all, rolname as name from pg_roles where rolname = current_user',
  )
  if (!rows[0]?.all)
    throw new Error(
      `the role ${rows[0]?.name} does not see all rows; give a superuser with --admin-url or ADMIN_DATABASE_URL`,
    )
}

type Snapshot = { server: string; lastMigration: string | null; rows: Record<string, number>; tables: number }

/** What the dump will hold, in the snapshot that pg_dump uses, so that the figures of the manifest are exact. */
const dumpDatabase = (url: string, file: string, progress: Progress): Promise<Snapshot> =>
  withClient(url, async (client) => {
    await checkRole(client)
    const { rows: version } = await client.query<{ server_version: string }>('show server_version')
    const server = version[0]?.server_version ?? ''
    await checkDumpVersion(server)
    await client.query('begin isolation level repeatable read read only')
    const { rows: exported } = await client.query<{ id: string }>('select pg_export_snapshot() as id')
    const rows = await countRows(client)
    const lastMigration = (await listAppliedMigrations(client)).at(-1) ?? null
    progress.start('Dumping the database', Object.keys(rows).length)
    const onLine = (line: string): void => {
      if (line.includes('dumping contents of table "public.') || line.includes('dumping contents of table public.'))
        progress.advance(line.replace(/.*of table /, ''))
    }
    // A subscription of a move has the password of another cell, and neither goes on in a restored database.
    const without = ['--no-publications', '--no-subscriptions']
    const args = ['--format=custom', '--verbose', ...without, `--snapshot=${exported[0]?.id}`, `--file=${file}`]
    await runProgram('pg_dump', args, { url, onLine })
    await client.query('commit')
    return { server, lastMigration, rows, tables: Object.keys(rows).length }
  })

type StoredFile = { path: string; sha256: string; bytes: number }

const hashFile = async (folder: string, path: string): Promise<StoredFile> => {
  const sha256 = await sha256Of(join(folder, path))
  return { path, sha256, bytes: (await stat(join(folder, path))).size }
}

const sizeOf = (files: readonly StoredFile[]): number => files.reduce((sum, { bytes }) => sum + bytes, 0)

const hashFiles = async (folder: string, paths: readonly string[], progress: Progress): Promise<StoredFile[]> => {
  const files: StoredFile[] = []
  progress.start('Reading the files', paths.length)
  for (const path of paths) {
    const file = await unlessMissing(hashFile(folder, path))
    if (file) files.push(file)
    progress.advance()
  }
  progress.stop(`${files.length} files, ${formatBytes(sizeOf(files))}`)
  return files
}

type Contents = { staging: string; folder: string; manifest: Omit<Manifest, 'files'>; bucket: string | undefined }

const pack = async (contents: Contents, files: readonly StoredFile[]): Promise<Manifest> => {
  const { staging, bucket } = contents
  const count = { count: files.length, bytes: sizeOf(files) }
  const manifest: Manifest = { ...contents.manifest, files: bucket === undefined ? count : { bucket } }
  await writeFile(join(staging, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`)
  const own = await Promise.all([MANIFEST, DUMP].map(async (one) => `${await sha256Of(join(staging, one))}  ${one}`))
  const lines = files.map(({ path, sha256 }) => `${sha256}  ${FILES}/${path}`)
  await writeFile(join(staging, CHECKSUMS), `${[...own, ...lines].join('\n')}\n`)
  const members = [MANIFEST, CHECKSUMS, DUMP, ...files.map(({ path }) => `${FILES}/${path}`)]
  await writeFile(join(staging, 'members'), members.join('\n'))
  const args = ['--create', '--dereference', `--file=${join(staging, ARCHIVE)}`, `--directory=${staging}`]
  await runProgram('tar', [...args, `--files-from=${join(staging, 'members')}`])
  return manifest
}

/** As often as files are deleted while they are packed: what is left is packed again. */
const packWhatIsThere = async (contents: Contents, files: readonly StoredFile[]): Promise<Manifest> => {
  try {
    return await pack(contents, files)
  } catch (error) {
    const found = await Promise.all(files.map(({ path }) => unlessMissing(stat(join(contents.folder, path)))))
    const left = files.filter((_file, index) => found[index])
    if (left.length === files.length) throw error
    return packWhatIsThere(contents, left)
  }
}

const packAll = (contents: Contents, progress: Progress): Promise<Manifest> => {
  const { folder, staging, bucket, manifest } = contents
  if (bucket !== undefined) return pack(contents, [])
  return whileThere(folder, async () => {
    const paths = await listStored(folder, async () => (manifest.database.rows.file ?? 0) > 0)
    const files = await hashFiles(folder, paths, progress)
    if (files.length > 0) await symlink(folder, join(staging, FILES))
    return packWhatIsThere(contents, files)
  })
}

/** The archive and its checksum get their names when both are whole; an older archive of that name stays until then. */
const publish = async (staging: string, target: string): Promise<string> => {
  const checksum = await sha256Of(join(staging, ARCHIVE))
  await writeFile(join(staging, 'sha256'), `${checksum}  ${basename(target)}\n`)
  // It holds what customers wrote.
  await chmod(join(staging, ARCHIVE), 0o600)
  await rm(`${target}.sha256`, { force: true })
  await rename(join(staging, ARCHIVE), target)
  await rename(join(staging, 'sha256'), `${target}.sha256`)
  return checksum
}

const nameOf = (now: Date): string => `patchbay-${now.toISOString().slice(0, 19).replace(/[:T]/g, '-')}.tar`

export type BackupOptions = { to?: string; adminUrl: string }

/** Database and files in one archive. The dump comes first: every file that it names is there when files are read. */
export const backupCommand = async (config: Config, options: BackupOptions, progress: Progress): Promise<Result> => {
  const name = databaseNameOf(config.databaseUrl)
  const now = new Date()
  const target = resolve(options.to ?? join(config.backupFolder, nameOf(now)))
  await mkdir(dirname(target), { recursive: true, mode: 0o700 })
  const staging = await makeStaging(dirname(target), 'backup')
  try {
    const dump = join(staging, DUMP)
    const { tables, ...database } = await dumpDatabase(urlOfDatabase(options.adminUrl, name), dump, progress)
    progress.stop(`${tables} tables`)
    const contents: Contents = {
      staging,
      folder: resolve(config.fileFolder),
      bucket: config.fileBucket?.bucket,
      manifest: {
        format: 1,
        version: VERSION,
        createdAt: now.toISOString(),
        database: { name, ...database },
        secretKey: { fingerprint: fingerprintOf(config.secretKey) },
      },
    }
    const manifest = await packAll(contents, progress)
    const checksum = await publish(staging, target)
    const { size } = await stat(target)
    const secret = 'SECRET_KEY is not in it: keep it elsewhere, without it the secrets in the backup stay closed'
    return {
      text: `${target} (${formatBytes(size)})\n${secret}`,
      data: { file: target, bytes: size, sha256: checksum, manifest },
    }
  } finally {
    await rm(staging, { recursive: true, force: true })
  }
}

export const readManifest = async (folder: string): Promise<Manifest> => {
  const manifest = JSON.parse(await readFile(join(folder, MANIFEST), 'utf8')) as Manifest
  if (manifest.format !== 1) throw new Error(`the backup has format ${manifest.format}; this release reads format 1`)
  return manifest
}
