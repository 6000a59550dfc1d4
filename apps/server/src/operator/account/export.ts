import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { chmod, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import type { Config } from '../../config.ts'
import { type AccountTable, listAccountTables } from '../../lib/db/account-tables.ts'
import { VERSION } from '../../lib/process/version.ts'
import type { FileStorage } from '../../lib/storage/file-storage.ts'
import { blobKey } from '../../platform/files/service.ts'
import { fingerprintOf, runProgram } from '../archive.ts'
import { withClient } from '../database-client.ts'
import { CHECK_FOLDER } from '../file-folder.ts'
import { listAppliedMigrations } from '../migrations.ts'
import type { Progress, Result } from '../result.ts'
import { makeStaging } from '../staging.ts'
import {
  type ArchiveManifest,
  FILE_LIST,
  FILES,
  FORMAT,
  FORMAT_VERSION,
  isIncluded,
  MANIFEST,
  NOT_INCLUDED,
  quote,
  selectRows,
  TABLES,
  type TableEntry,
} from './archive-format.ts'
import { runOn } from './client-query.ts'
import { readLines } from './read-lines.ts'

const FETCH_ROWS = 200

/** The rows of a statement, a few at a time: an account may be larger than memory. */
export async function* readRows<Row extends pg.QueryResultRow>(client: pg.Client, text: string, values: unknown[]) {
  await client.query(`declare reading no scroll cursor for ${text}`, values)
  for (;;) {
    const { rows } = await client.query<Row>(`fetch ${FETCH_ROWS} from reading`)
    if (rows.length === 0) break
    yield rows
  }
  await client.query('close reading')
}

const exportTable = async (client: pg.Client, table: AccountTable, accountId: number, folder: string) => {
  const entry: TableEntry = { name: table.name, rows: 0, bytes: 0, sha256: '' }
  const hash = createHash('sha256')
  async function* lines() {
    for await (const rows of readRows<{ line: string }>(client, selectRows(table), [accountId])) {
      const chunk = Buffer.from(rows.map(({ line }) => `${line}\n`).join(''))
      entry.rows += rows.length
      entry.bytes += chunk.length
      hash.update(chunk)
      yield chunk
    }
  }
  await pipeline(lines, createWriteStream(join(folder, TABLES, `${table.name}.jsonl`), { mode: 0o600 }))
  return { ...entry, sha256: hash.digest('hex') }
}

/** Which files the rows name: those of `file`, and of every column called file_id. */
const fileIds = (tables: readonly AccountTable[]): string => {
  const named = tables
    .filter(({ columns }) => columns.some(({ name, type }) => name === 'file_id' && type === 'uuid'))
    .map(({ name }) => `select file_id from ${quote(name)} where account_id = $1 and file_id is not null`)
  return `select id::text from (select id from file where account_id = $1 union ${named.join(' union ')}) f order by 1`
}

type Rows = {
  account: ArchiveManifest['account']
  migrations: string[]
  tables: TableEntry[]
}

/** All tables in one snapshot, as the app's role: row-level security shows it no other account. */
const exportRows = (url: string, accountId: number, folder: string, progress: Progress): Promise<Rows> =>
  withClient(url, async (client) => {
    await client.query('begin isolation level repeatable read read only')
    await client.query(
      `set local app.account = '${accountId}'; set local timezone = 'UTC'; set local bytea_output = 'hex'`,
    )
    const tables = (await listAccountTables(runOn(client))).filter(isIncluded)
    const { rows } = await client.query<{ name: string; address: string; hosts: string[] }>(
      `select name, public_url as address,
         (select json_agg(host order by host) from account_host where account_id = account.id) as hosts from account`,
    )
    const [account] = rows
    if (!account) throw new Error(`there is no account ${accountId}`)
    const entries: TableEntry[] = []
    progress.start('Exporting the tables', tables.length)
    for (const table of tables) {
      entries.push(await exportTable(client, table, accountId, folder))
      progress.advance(table.name)
    }
    const ids = readRows<{ id: string }>(client, fileIds(tables), [accountId])
    const list = async function* () {
      for await (const some of ids) yield `${some.map(({ id }) => id).join('\n')}\n`
    }
    await pipeline(list, createWriteStream(join(folder, 'file-ids'), { mode: 0o600 }))
    const migrations = await listAppliedMigrations(client)
    await client.query('commit')
    progress.stop(`${entries.reduce((sum, one) => sum + one.rows, 0)} rows of ${tables.length} tables`)
    return { account: { id: accountId, ...account, hosts: account.hosts ?? [] }, migrations, tables: entries }
  })

/** Writes a file and returns its checksum and size. */
export const copyFile = async (from: NodeJS.ReadableStream, to: string): Promise<{ sha256: string; bytes: number }> => {
  const hash = createHash('sha256')
  let bytes = 0
  const measure = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      bytes += chunk.length
      hash.update(chunk)
      done(null, chunk)
    },
  })
  await pipeline(from, measure, createWriteStream(to, { mode: 0o600 }))
  return { sha256: hash.digest('hex'), bytes }
}

/** After the snapshot: no transaction stays open while files are read. One that was deleted meanwhile is listed as missing. */
const exportFiles = async (
  storage: Pick<FileStorage, 'open'>,
  accountId: number,
  folder: string,
  progress: Progress,
): Promise<ArchiveManifest['files']> => {
  const missing: string[] = []
  let [count, bytes] = [0, 0]
  progress.start('Exporting the files', 1)
  const list = async function* () {
    for await (const id of readLines(join(folder, 'file-ids'))) {
      const stream = await storage.open(blobKey(accountId, id))
      if (!stream) {
        missing.push(id)
        continue
      }
      const copied = await copyFile(stream, join(folder, FILES, id))
      count += 1
      bytes += copied.bytes
      yield `${copied.sha256}  ${FILES}/${id}\n`
    }
  }
  const target = join(folder, FILE_LIST)
  await pipeline(list, createWriteStream(target, { mode: 0o600 }))
  await rm(join(folder, 'file-ids'))
  progress.stop(`${count} files`)
  if (count === 0 && missing.length > 0)
    throw new Error(`none of the ${missing.length} files that the database names is in the storage; ${CHECK_FOLDER}`)
  const hash = createHash('sha256')
  await pipeline(createReadStream(target), hash)
  return { count, bytes, sha256: hash.digest('hex'), missing }
}

/** Nothing is overwritten, and an archive has its name only when it is whole. */
const publish = async (staging: string, target: string): Promise<void> => {
  if (!target.endsWith('.tar')) return rename(staging, target)
  const members = [MANIFEST, TABLES, FILE_LIST, FILES]
  const archive = join(staging, 'archive.tar')
  await runProgram('tar', ['--create', '--sort=name', `--file=${archive}`, `--directory=${staging}`, ...members])
  await chmod(archive, 0o600)
  await rename(archive, target)
}

export const assertFree = async (target: string): Promise<void> => {
  const isThere = await readFile(target).then(
    () => true,
    (error: NodeJS.ErrnoException) => error.code !== 'ENOENT',
  )
  if (isThere) throw new Error(`${target} already exists; name another one`)
}

/** GDPR, article 20: everything an account holds, in a documented format that another installation imports. */
export const exportAccount = async (
  { config, storage }: { config: Config; storage: Pick<FileStorage, 'open'> },
  accountId: number,
  to: string,
  progress: Progress,
): Promise<Result> => {
  const target = resolve(to)
  await assertFree(target)
  await mkdir(dirname(target), { recursive: true })
  const staging = await makeStaging(dirname(target), 'account-export')
  try {
    for (const part of [TABLES, FILES]) await mkdir(join(staging, part), { mode: 0o700 })
    const rows = await exportRows(config.databaseUrl, accountId, staging, progress)
    const files = await exportFiles(storage, accountId, staging, progress)
    const manifest: ArchiveManifest = {
      format: FORMAT,
      formatVersion: FORMAT_VERSION,
      createdAt: new Date().toISOString(),
      release: VERSION,
      ...rows,
      secretKey: { fingerprint: fingerprintOf(config.secretKey) },
      files,
      notIncluded: NOT_INCLUDED,
    }
    await writeFile(join(staging, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600 })
    await publish(staging, target)
    const count = manifest.tables.reduce((sum, one) => sum + one.rows, 0)
    const { account } = manifest
    const notes = files.missing.length > 0 ? [`${files.missing.length} files are missing in the storage`] : []
    const text = [`${target}: ${count} rows, ${files.count} files of ${account.address}`, ...notes].join('\n')
    return { text, data: { archive: target, account, rows: count, files, tables: manifest.tables } }
  } finally {
    await rm(staging, { recursive: true, force: true })
  }
}
