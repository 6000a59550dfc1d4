import { chmod, mkdir, mkdtemp, readFile, rename, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import type pg from 'pg'
import type { Config } from '../config.ts'
import { VERSION } from '../lib/process/version.ts'
import {
  CHECKSUMS,
  checkDumpVersion,
  DUMP,
  FILES,
  fingerprintOf,
  listFiles,
  MANIFEST,
  type Manifest,
  runProgram,
  sha256Of,
} from './archive.ts'
import { databaseNameOf, urlOfDatabase, withClient } from './database-client.ts'
import { listAppliedMigrations } from './migrations.ts'
import { formatBytes, type Progress, type Result } from './result.ts'

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

const hashFiles = async (folder: string, progress: Progress): Promise<{ lines: string[]; bytes: number }> => {
  const paths = await listFiles(folder)
  const lines: string[] = []
  let bytes = 0
  progress.start('Reading the files', paths.length)
  for (const path of paths) {
    lines.push(`${await sha256Of(join(folder, path))}  ${FILES}/${path}`)
    bytes += (await stat(join(folder, path))).size
    progress.advance()
  }
  progress.stop(`${paths.length} files, ${formatBytes(bytes)}`)
  return { lines, bytes }
}

const pack = async (staging: string, members: readonly string[], target: string): Promise<string> => {
  await writeFile(join(staging, 'members'), members.join('\n'))
  const partial = `${target}.partial`
  const args = ['--create', '--dereference', `--file=${partial}`, `--directory=${staging}`]
  await runProgram('tar', [...args, `--files-from=${join(staging, 'members')}`])
  const checksum = await sha256Of(partial)
  await writeFile(`${target}.sha256`, `${checksum}  ${basename(target)}\n`)
  // It holds what customers wrote.
  await chmod(partial, 0o600)
  await rename(partial, target)
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
  const staging = await mkdtemp(join(dirname(target), '.backup-'))
  try {
    const dump = join(staging, DUMP)
    const { tables, ...database } = await dumpDatabase(urlOfDatabase(options.adminUrl, name), dump, progress)
    progress.stop(`${tables} tables`)
    const folder = resolve(config.fileFolder)
    const files = config.fileBucket ? { lines: [], bytes: 0 } : await hashFiles(folder, progress)
    const manifest: Manifest = {
      format: 1,
      version: VERSION,
      createdAt: now.toISOString(),
      database: { name, ...database },
      files: config.fileBucket
        ? { bucket: config.fileBucket.bucket }
        : { count: files.lines.length, bytes: files.bytes },
      secretKey: { fingerprint: fingerprintOf(config.secretKey) },
    }
    await writeFile(join(staging, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`)
    const own = await Promise.all([MANIFEST, DUMP].map(async (one) => `${await sha256Of(join(staging, one))}  ${one}`))
    await writeFile(join(staging, CHECKSUMS), `${[...own, ...files.lines].join('\n')}\n`)
    if (files.lines.length > 0) await symlink(folder, join(staging, FILES))
    const members = [MANIFEST, CHECKSUMS, DUMP, ...files.lines.map((line) => line.slice(66))]
    const checksum = await pack(staging, members, target)
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
