import { copyFile, mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import type { Config } from '../config.ts'
import { VERSION } from '../lib/process/version.ts'
import { FILES, fingerprintOf, listFiles, MANIFEST, type Manifest, runProgram } from './archive.ts'
import { readManifest } from './backup.ts'
import { databaseNameOf } from './database-client.ts'
import type { Progress, Result } from './result.ts'

// The other way to back up (D-143): pgBackRest keeps the whole cluster and every segment of its WAL, so that at most the last
// minute is lost; the files are copied beside it. pgBackRest is configured in its own file (docs/guides/self-host.md).

/** `config`: the file of pgBackRest, where it is not /etc/pgbackrest.conf. */
export type Repository = { stanza: string; config?: string }

/** Its repository belongs to the user of PostgreSQL, who archives the WAL: root must not write there. */
const pgBackRest = ({ stanza, config }: Repository, ...args: string[]): Promise<void> => {
  // On the command line and not in the environment: a restore writes it into the restore_command of PostgreSQL.
  const where = [`--stanza=${stanza}`, ...(config ? [`--config=${resolve(config)}`] : [])]
  const all = [...where, '--log-level-console=off', '--log-level-stderr=warn', ...args]
  return process.getuid?.() === 0
    ? runProgram('runuser', ['-u', 'postgres', '--', 'pgbackrest', ...all])
    : runProgram('pgbackrest', all)
}

/** Files never change once they are there, so a copy is made of those that are missing only. */
const copyMissing = async (from: string, to: string, progress: Progress): Promise<number> => {
  const there = new Set(await listFiles(to))
  const missing = (await listFiles(from)).filter((path) => !there.has(path) && !path.endsWith('.partial'))
  progress.start('Copying the files', missing.length)
  for (const path of missing) {
    await mkdir(dirname(join(to, path)), { recursive: true, mode: 0o700 })
    // A copy that was interrupted must not look complete.
    await copyFile(join(from, path), join(to, `${path}.partial`))
    await rename(join(to, `${path}.partial`), join(to, path))
    progress.advance()
  }
  progress.stop(`${missing.length} new files`)
  return missing.length
}

/** What was deleted here is deleted in the copy, at each backup of the database. */
const deleteGone = async (from: string, to: string): Promise<void> => {
  const here = new Set(await listFiles(from))
  for (const path of await listFiles(to)) if (!here.has(path)) await rm(join(to, path))
}

export type ContinuousOptions = Repository & { to?: string; onlyFiles?: boolean }

const folderOf = (config: Config, { stanza, to }: ContinuousOptions): string =>
  resolve(to ?? join(config.backupFolder, stanza))

export const continuousBackup = async (
  config: Config,
  options: ContinuousOptions,
  progress: Progress,
): Promise<Result> => {
  const folder = folderOf(config, options)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  if (!options.onlyFiles) {
    progress.start('Backing up the database', 1)
    await pgBackRest(options, '--type=full', 'backup')
    progress.stop('the database is backed up')
  }
  const target = join(folder, FILES)
  const copied = config.fileBucket ? 0 : await copyMissing(resolve(config.fileFolder), target, progress)
  if (!options.onlyFiles && !config.fileBucket) await deleteGone(resolve(config.fileFolder), target)
  const manifest: Pick<Manifest, 'format' | 'version' | 'createdAt' | 'secretKey'> & { stanza: string } = {
    format: 1,
    version: VERSION,
    createdAt: new Date().toISOString(),
    stanza: options.stanza,
    secretKey: { fingerprint: fingerprintOf(config.secretKey) },
  }
  await writeFile(join(folder, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`)
  const done = options.onlyFiles ? 'files' : `the cluster of ${databaseNameOf(config.databaseUrl)}, and files`
  return {
    text: `${done}: ${copied} new in ${target}\nSECRET_KEY is not in it: keep it elsewhere`,
    data: { folder, copied, manifest },
  }
}

/** Restores cluster and files; pgBackRest itself refuses a data folder that is not empty. */
export const continuousRestore = async (
  config: Config,
  folder: string,
  repository: Repository,
  progress: Progress,
): Promise<Result> => {
  const manifest = await readManifest(resolve(folder))
  if (!config.fileBucket && (await listFiles(config.fileFolder)).length > 0)
    throw new Error(`${config.fileFolder} is not empty; restore into a new folder: set FILE_FOLDER`)
  progress.start('Restoring the database', 1)
  await pgBackRest(repository, 'restore')
  progress.stop('the cluster is restored')
  const files = config.fileBucket
    ? 0
    : await copyMissing(join(resolve(folder), FILES), resolve(config.fileFolder), progress)
  const isKey = manifest.secretKey.fingerprint === fingerprintOf(config.secretKey)
  const notices = isKey ? [] : ['SECRET_KEY is not the one of the backup: modules must register again']
  const next = 'next: start PostgreSQL, which replays the WAL, then patchbay migrate and patchbay doctor'
  return { text: [`restored the cluster and ${files} files`, ...notices, next].join('\n'), data: { files, notices } }
}
