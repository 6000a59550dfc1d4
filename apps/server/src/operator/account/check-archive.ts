import { createHash } from 'node:crypto'
import { lstat, readdir, readFile, rm } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import type { AccountTable } from '../../lib/db/account-tables.ts'
import { runProgram, sha256Of } from '../archive.ts'
import type { Progress } from '../result.ts'
import { makeStaging } from '../staging.ts'
import {
  type ArchiveManifest,
  columnsOf,
  FILE_LIST,
  FILES,
  MANIFEST,
  TABLES,
  type TableEntry,
} from './archive-format.ts'
import { isMember, isUnpacked, readArchiveManifest, readFileLine, whyNotRow } from './archive-rules.ts'
import { readLines } from './read-lines.ts'
import { listTarMembers } from './tar-members.ts'

// Everything about an archive is checked before anything is written: it may come from elsewhere.

const refuse = (why: string): never => {
  throw new Error(`the archive is refused: ${why}; nothing was written`)
}

/** The folder of an archive; a tar file is unpacked beside itself, after its names were checked. */
export const openArchive = async (
  archive: string,
  tables: readonly AccountTable[],
): Promise<{ folder: string; close: () => Promise<void> }> => {
  const path = resolve(archive)
  const kind = await lstat(path).catch(() => refuse(`${path} does not exist`))
  if (kind.isDirectory()) return { folder: path, close: async () => undefined }
  const names = tables.map(({ name }) => name)
  const members = await listTarMembers(path).catch(() => refuse(`${path} is no tar file, or it is truncated`))
  const stray = members.find((member) => !isUnpacked(member, names))
  if (stray) refuse(`it has a member that does not belong there, ${stray.name}`)
  const folder = await makeStaging(dirname(path), 'account-import')
  const close = () => rm(folder, { recursive: true, force: true })
  try {
    await runProgram('tar', ['--extract', '--no-same-owner', `--file=${path}`, `--directory=${folder}`])
  } catch (error) {
    await close()
    throw error
  }
  return { folder, close }
}

/** A link could lead anywhere, so everything is a plain file in one of two plain folders. */
const checkPlaces = async (folder: string, tables: readonly string[]): Promise<void> => {
  for (const part of ['.', TABLES, FILES]) {
    const entries = await readdir(join(folder, part), { withFileTypes: true }).catch(() =>
      refuse(`the folder ${part} is missing`),
    )
    for (const entry of entries) {
      const path = part === '.' ? entry.name : `${part}/${entry.name}`
      const isFolder = part === '.' && [TABLES, FILES].includes(entry.name)
      if (isFolder ? !entry.isDirectory() : !entry.isFile())
        refuse(`${path} is not a plain ${isFolder ? 'folder' : 'file'}`)
      if (!isFolder && !isMember(path, tables)) refuse(`${path} does not belong there`)
    }
  }
}

const checkTable = async (folder: string, table: AccountTable, entry: TableEntry, accountId: number) => {
  const path = `${TABLES}/${table.name}.jsonl`
  const hash = createHash('sha256')
  const shape = { accountColumn: table.accountColumn, columns: new Set(columnsOf(table).map(({ name }) => name)) }
  let [rows, bytes] = [0, 0]
  const measure = (chunk: Buffer): void => {
    hash.update(chunk)
    bytes += chunk.length
  }
  await lstat(join(folder, path)).catch(() => refuse(`${path} is missing`))
  for await (const line of readLines(join(folder, path), measure)) {
    rows += 1
    const wrong = whyNotRow(line, shape, accountId)
    if (wrong) refuse(`line ${rows} of ${path} ${wrong}`)
  }
  if (bytes !== entry.bytes || hash.digest('hex') !== entry.sha256) refuse(`${path} does not match its checksum`)
  if (rows !== entry.rows) refuse(`${path} has ${rows} rows, the manifest says ${entry.rows}`)
  if (table.name === 'account' && rows !== 1) refuse(`it has ${rows} accounts`)
}

/** The files of the archive, one after another. */
export async function* listArchivedFiles(folder: string) {
  for await (const line of readLines(join(folder, FILE_LIST)))
    yield readFileLine(line) ?? refuse(`${FILE_LIST} has a line that names no file`)
}

const checkFiles = async (folder: string, { files }: ArchiveManifest, progress: Progress): Promise<void> => {
  const list = await sha256Of(join(folder, FILE_LIST)).catch(() => refuse(`${FILE_LIST} is missing`))
  if (list !== files.sha256) refuse(`${FILE_LIST} does not match its checksum`)
  const there = (await readdir(join(folder, FILES))).length
  let [count, bytes] = [0, 0]
  for await (const { id, sha256 } of listArchivedFiles(folder)) {
    const path = join(folder, FILES, id)
    const facts = await lstat(path).catch(() => refuse(`${FILES}/${id} is missing`))
    if ((await sha256Of(path)) !== sha256) refuse(`${FILES}/${id} does not match its checksum`)
    count += 1
    bytes += facts.size
    progress.advance()
  }
  if (count !== files.count || there !== count || bytes !== files.bytes)
    refuse(`it has ${there} files, of which ${count} are listed; the manifest says ${files.count}`)
}

/** Reads the manifest and proves every member against it. */
export const checkArchive = async (
  folder: string,
  tables: readonly AccountTable[],
  migrations: readonly string[],
  progress: Progress,
): Promise<ArchiveManifest> => {
  const names = tables.map(({ name }) => name)
  const text = await readFile(join(folder, MANIFEST), 'utf8').catch(() => refuse(`${MANIFEST} is missing`))
  const read = readArchiveManifest(text, { tables: names, migrations })
  const manifest = typeof read === 'string' ? refuse(read) : read
  await checkPlaces(folder, names)
  progress.start('Checking the archive', tables.length + manifest.files.count)
  for (const table of tables) {
    const entry =
      manifest.tables.find(({ name }) => name === table.name) ?? refuse(`${table.name} is not in the manifest`)
    await checkTable(folder, table, entry, manifest.account.id)
    progress.advance(table.name)
  }
  await checkFiles(folder, manifest, progress)
  progress.stop('intact')
  return manifest
}
