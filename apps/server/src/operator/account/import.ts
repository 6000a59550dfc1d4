import { copyFile, mkdir, open, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import type { Config } from '../../config.ts'
import { type AccountTable, listAccountTables } from '../../lib/db/account-tables.ts'
import { createSealer } from '../../lib/security/sealer.ts'
import type { FileStorage } from '../../lib/storage/file-storage.ts'
import { blobKey } from '../../platform/files/service.ts'
import { fingerprintOf } from '../archive.ts'
import { databaseNameOf, urlOfDatabase, withClient } from '../database-client.ts'
import { listAppliedMigrations } from '../migrations.ts'
import type { Progress, Result } from '../result.ts'
import { type ArchiveManifest, FILES, insertRows, isIncluded, quote, TABLES } from './archive-format.ts'
import { checkArchive, listArchivedFiles, openArchive } from './check-archive.ts'
import { runOn } from './client-query.ts'
import { readLines } from './read-lines.ts'
import { dropSecrets, resealSecrets } from './secrets.ts'

// D-136: the account comes in one transaction, or not at all. Triggers do not run: what they would compute is in the archive.
// Foreign keys do not run either then, so they are checked before the commit.

const BATCH_ROWS = 500
const BATCH_BYTES = 4_000_000
/** Ids that other accounts may take between reading a sequence and raising it. */
const SEQUENCE_MARGIN = 1_000

const checkRole = async (client: pg.Client): Promise<void> => {
  const { rows } = await client.query<{ able: boolean; name: string }>(
    'select rolname as name, rolsuper or rolbypassrls as able from pg_roles where rolname = current_user',
  )
  if (!rows[0]?.able)
    throw new Error(`the role ${rows[0]?.name} may not import; give a superuser with --admin-url or ADMIN_DATABASE_URL`)
}

/** No row of this account anywhere, and nobody else at its addresses. */
const assertAbsent = async (
  client: pg.Client,
  tables: readonly AccountTable[],
  account: ArchiveManifest['account'],
) => {
  const { rows } = await client.query<{ name: string }>(
    tables
      .map(
        ({ name, accountColumn }) =>
          `select '${name}' as name where exists (select from ${quote(name)} where ${quote(accountColumn)} = ${account.id})`,
      )
      .join(' union all '),
  )
  if (rows.some(({ name }) => name === 'account'))
    throw new Error(
      `account ${account.id} already exists here; an account keeps its id, so it cannot be imported twice`,
    )
  if (rows.length > 0)
    throw new Error(
      `account ${account.id} has rows here, in ${rows.map(({ name }) => name).join(', ')}; erase them first`,
    )
  const taken = await client.query<{ host: string }>('select host from account_host where host = any($1)', [
    account.hosts,
  ])
  if (taken.rows[0]) throw new Error(`${taken.rows[0].host} is the address of another account here`)
}

async function* readBatches(path: string) {
  let [lines, bytes] = [[] as string[], 0]
  for await (const line of readLines(path)) {
    lines.push(line)
    bytes += line.length
    if (lines.length < BATCH_ROWS && bytes < BATCH_BYTES) continue
    yield lines
    ;[lines, bytes] = [[], 0]
  }
  if (lines.length > 0) yield lines
}

const importTable = async (
  client: pg.Client,
  table: AccountTable,
  folder: string,
  accountId: number,
): Promise<number> => {
  const text = insertRows(table)
  let count = 0
  for await (const lines of readBatches(join(folder, TABLES, `${table.name}.jsonl`))) {
    const { rowCount } = await client.query(text, [`[${lines.join(',')}]`, accountId])
    if (rowCount !== lines.length) throw new Error(`${table.name} has rows of another account`)
    count += lines.length
  }
  return count
}

/** Triggers were off, and with them the foreign keys. */
const checkReferences = async (
  client: pg.Client,
  tables: readonly AccountTable[],
  accountId: number,
): Promise<void> => {
  for (const { name, accountColumn, references } of tables)
    for (const { name: key, parent, columns, parentColumns } of references) {
      const given = columns.map((column) => `c.${quote(column)} is not null`)
      const same = columns.map((column, place) => `p.${quote(parentColumns[place] ?? '')} = c.${quote(column)}`)
      const { rowCount } = await client.query(
        `select from ${quote(name)} c where c.${quote(accountColumn)} = $1 and ${given.join(' and ')}
           and not exists (select from ${quote(parent)} p where ${same.join(' and ')}) limit 1`,
        [accountId],
      )
      if (rowCount) throw new Error(`a row of ${name} refers to a row of ${parent} that is not there (${key})`)
    }
}

/** D-135: ids are unique within their account, so new rows of this account must come after those it brought. */
const raiseSequences = async (client: pg.Client, tables: readonly AccountTable[], accountId: number): Promise<void> => {
  for (const { name, accountColumn, sequence } of tables) {
    if (sequence === null || name === 'account') continue
    await client.query(
      `select setval($1::regclass, m.highest + ${SEQUENCE_MARGIN})
       from (select max(id) as highest from ${quote(name)} where ${quote(accountColumn)} = $2) m, ${sequence} s
       where m.highest >= s.last_value`,
      [sequence, accountId],
    )
  }
  // Accounts of another cell's range do not touch ours.
  await client.query(
    `select setval('account_id_seq', $1) from account_id_seq s, pg_sequences q
     where q.schemaname = 'public' and q.sequencename = 'account_id_seq' and $1 between q.min_value and q.max_value
       and $1 >= s.last_value`,
    [accountId],
  )
}

const putFiles = async (storage: FileStorage, folder: string, accountId: number, progress: Progress) => {
  await mkdir(storage.spoolFolder, { recursive: true })
  let count = 0
  for await (const { id } of listArchivedFiles(folder)) {
    // The storage takes the file away, and the archive stays whole.
    const path = join(storage.spoolFolder, `import-${accountId}-${id}`)
    await copyFile(join(folder, FILES, id), path)
    const handle = await open(path, 'r+')
    await handle.sync()
    await handle.close()
    await storage.put(blobKey(accountId, id), { path, size: (await stat(path)).size })
    count += 1
    progress.advance()
  }
  return count
}

export type ImportOptions = { adminUrl: string; withoutSecrets?: boolean; archiveKey?: Buffer | undefined }

/** How the secrets come in; throws before anything is written where that is not possible. */
const chooseSecrets = ({ secretKey }: Config, manifest: ArchiveManifest, options: ImportOptions) => {
  const { fingerprint } = manifest.secretKey
  if (fingerprint === fingerprintOf(secretKey)) return 'keep' as const
  if (options.archiveKey && fingerprintOf(options.archiveKey) === fingerprint) return 'reseal' as const
  if (options.withoutSecrets) return 'drop' as const
  throw new Error(
    options.archiveKey
      ? `ARCHIVE_SECRET_KEY is not the key of the archive (fingerprint ${fingerprint})`
      : `its secrets are sealed with another SECRET_KEY (fingerprint ${fingerprint}): set ARCHIVE_SECRET_KEY to that key, or give --without-secrets`,
  )
}

const importRows = async (
  client: pg.Client,
  tables: readonly AccountTable[],
  { folder, manifest, progress }: { folder: string; manifest: ArchiveManifest; progress: Progress },
): Promise<number> => {
  const { id } = manifest.account
  await client.query(`set local session_replication_role = replica; set local timezone = 'UTC'`)
  let rows = 0
  progress.start('Importing the tables', tables.length)
  for (const table of tables) {
    rows += await importTable(client, table, folder, id)
    progress.advance(table.name)
  }
  await checkReferences(client, tables, id)
  await raiseSequences(client, tables, id)
  progress.stop(`${rows} rows`)
  return rows
}

/** Creates the account of an archive in this installation, with the id it had. */
export const importAccount = (
  { config, storage }: { config: Config; storage: FileStorage },
  archive: string,
  options: ImportOptions,
  progress: Progress,
): Promise<Result> =>
  withClient(urlOfDatabase(options.adminUrl, databaseNameOf(config.databaseUrl)), async (client) => {
    await checkRole(client)
    const all = await listAccountTables(runOn(client))
    const tables = all.filter(isIncluded)
    const { folder, close } = await openArchive(archive, tables)
    try {
      const manifest = await checkArchive(folder, tables, await listAppliedMigrations(client), progress)
      const { id } = manifest.account
      const secrets = chooseSecrets(config, manifest, options)
      await assertAbsent(client, all, manifest.account)
      // Before the transaction: an account that is there has its files. What a broken import leaves, the next one overwrites.
      progress.start('Importing the files', manifest.files.count)
      const files = await putFiles(storage, folder, id, progress)
      progress.stop(`${files} files`)
      await client.query('begin')
      await client.query('select pg_advisory_xact_lock(7281, $1)', [id])
      await assertAbsent(client, all, manifest.account)
      const rows = await importRows(client, tables, { folder, manifest, progress })
      const sealer = createSealer(config.secretKey)
      if (secrets === 'reseal' && options.archiveKey)
        await resealSecrets(client, id, createSealer(options.archiveKey), sealer)
      const lost = secrets === 'drop' ? await dropSecrets(client, id, sealer) : []
      await client.query('commit')
      const text = [`account ${id}, ${manifest.account.address}: ${rows} rows, ${files} files`, ...lost].join('\n')
      return { text, data: { account: manifest.account, rows, files, secrets, lost } }
    } finally {
      await close()
    }
  })
