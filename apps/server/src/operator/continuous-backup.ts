import { copyFile, mkdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import type { Config } from '../config.ts'
import { messageOf } from '../lib/errors.ts'
import { VERSION } from '../lib/process/version.ts'
import { unlessMissing } from '../lib/storage/file-storage.ts'
import { FILES, fingerprintOf, MANIFEST, type Manifest, runProgram } from './archive.ts'
import { readManifest } from './backup.ts'
import { databaseNameOf } from './database-client.ts'
import { databaseNamesFiles, listFiles, listStored, listTarget, whileThere } from './file-folder.ts'
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

/** A copy that was interrupted must not look complete. Two commands may copy at the same time. */
const PARTIAL = '.partial'
const isPartial = (path: string): boolean => path.endsWith(PARTIAL)
const DAY_MS = 86_400_000

/** Files never change once they are there, so a copy is made of those that are missing only. */
const copyMissing = (from: string, paths: readonly string[], to: string, progress: Progress): Promise<number> =>
  whileThere(from, async () => {
    const there = new Set(await listTarget(to))
    const missing = paths.filter((path) => !there.has(path) && !isPartial(path))
    let copied = 0
    progress.start('Copying the files', missing.length)
    for (const path of missing) {
      await mkdir(dirname(join(to, path)), { recursive: true, mode: 0o700 })
      progress.advance()
      const partial = join(to, `${path}.${process.pid}${PARTIAL}`)
      if (!(await unlessMissing(copyFile(join(from, path), partial).then(() => true)))) continue
      await rename(partial, join(to, path))
      copied += 1
    }
    progress.stop(`${copied} new files`)
    return copied
  })

/** What a command that was killed has left. A younger one may be that of a command that runs now. */
const deleteOldPartial = async (path: string): Promise<void> => {
  const facts = await unlessMissing(stat(path))
  if (facts && Date.now() - facts.mtimeMs > DAY_MS) await rm(path, { force: true })
}

/** What was deleted here is deleted in the copy, at each backup of the database. */
const deleteGone = async (from: string, to: string): Promise<void> => {
  // Before the files here: what another command copies meanwhile stays.
  const all = await listFiles(to)
  const there = all.filter((path) => !isPartial(path))
  for (const path of all.filter(isPartial)) await deleteOldPartial(join(to, path))
  const here = new Set(await listTarget(from))
  if (here.size === 0 && there.length > 0)
    throw new Error(
      `there is no file in ${from} any more, and ${there.length} in the copy ${to}: none was deleted. Check that FILE_FOLDER is right and its disk is mounted; if all files were deleted on purpose, empty the copy`,
    )
  for (const path of there) if (!here.has(path)) await rm(join(to, path), { force: true })
}

/** Returns how many files were new. */
const backUpFiles = async (config: Config, to: string, onlyNew: boolean, progress: Progress): Promise<number> => {
  const from = resolve(config.fileFolder)
  const paths = await listStored(from, () => databaseNamesFiles(config.databaseUrl))
  // Also where there is no file yet: a copy without this folder is not whole.
  await mkdir(to, { recursive: true, mode: 0o700 })
  const copied = await copyMissing(from, paths, to, progress)
  if (!onlyNew) await deleteGone(from, to)
  return copied
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
  const copied = config.fileBucket ? 0 : await backUpFiles(config, target, options.onlyFiles === true, progress)
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

/** Nobody deletes from a copy that is restored: one that is not whole any more is damaged. */
const restoreFiles = async (
  from: string,
  paths: readonly string[],
  to: string,
  progress: Progress,
): Promise<number> => {
  const expected = paths.filter((path) => !isPartial(path)).length
  const failed = `the cluster is restored, its files are not: copy what is in ${from} to ${to} yourself`
  const copied = await copyMissing(from, paths, to, progress).catch((error) => {
    throw new Error(`${messageOf(error)}; ${failed}`, { cause: error })
  })
  if (copied < expected)
    throw new Error(`${expected - copied} of ${expected} files have gone from ${from} meanwhile; ${failed}`)
  return copied
}

/** Restores cluster and files; pgBackRest itself refuses a data folder that is not empty. */
export const continuousRestore = async (
  config: Config,
  folder: string,
  repository: Repository,
  progress: Progress,
): Promise<Result> => {
  const manifest = await readManifest(resolve(folder))
  const from = join(resolve(folder), FILES)
  const paths = config.fileBucket ? [] : await listFiles(from)
  if (!config.fileBucket && (await listTarget(config.fileFolder)).length > 0)
    throw new Error(`${config.fileFolder} is not empty; restore into a new folder: set FILE_FOLDER`)
  progress.start('Restoring the database', 1)
  await pgBackRest(repository, 'restore')
  progress.stop('the cluster is restored')
  const files = config.fileBucket ? 0 : await restoreFiles(from, paths, resolve(config.fileFolder), progress)
  const isKey = manifest.secretKey.fingerprint === fingerprintOf(config.secretKey)
  const notices = isKey ? [] : ['SECRET_KEY is not the one of the backup: modules must register again']
  const next = 'next: start PostgreSQL, which replays the WAL, then patchbay migrate and patchbay doctor'
  return { text: [`restored the cluster and ${files} files`, ...notices, next].join('\n'), data: { files, notices } }
}
