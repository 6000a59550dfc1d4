import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import type { Config } from '../../config.ts'
import { type AccountTable, listAccountTables } from '../../lib/db/account-tables.ts'
import type { FileStorage } from '../../lib/storage/file-storage.ts'
import { blobKey } from '../../platform/files/service.ts'
import { quote } from '../account/archive-format.ts'
import { runOn } from '../account/client-query.ts'
import { assertNotHeld } from '../account/closing.ts'
import { OPERATOR } from '../commands.ts'
import { databaseNameOf, urlOfDatabase, withClient } from '../database-client.ts'
import type { Progress, Result } from '../result.ts'
import { type Found, findPerson } from './find.ts'
import { PLACES, type Place, UNTOUCHED } from './places.ts'

const BATCH = 1_000

export type PersonOptions = { adminUrl: string; dryRun?: boolean }

export type Line = {
  table: string
  rows: number
  done: 'deleted' | 'blanked'
  /** What remains of the rows and why, and in which columns of text it is. */
  kept?: string
  columns?: string[]
}

/** A connection that sees the account's rows, also those of the logs that the app may not change. */
export const withPerson = <T>(
  { config }: { config: Config },
  accountId: number,
  term: string,
  adminUrl: string,
  work: (client: pg.Client, found: Found) => Promise<T>,
): Promise<T> =>
  withClient(urlOfDatabase(adminUrl, databaseNameOf(config.databaseUrl)), async (client) => {
    const { rows } = await client.query<{ able: boolean }>(
      'select rolsuper or rolbypassrls as able from pg_roles where rolname = current_user',
    )
    if (!rows[0]?.able) throw new Error('give a superuser with --admin-url or ADMIN_DATABASE_URL')
    // Triggers keep counts and reports true, in the account of the transaction.
    await client.query(`set app.account = '${accountId}'`)
    return work(client, await findPerson(client, accountId, term, `erased-${randomUUID()}`))
  })

const rowsOf = ({ table, where, unchanged = 'true' }: Place, accountId: number): string =>
  `from ${quote(table)} t where t.account_id = ${accountId} and (${where}) and (${unchanged})`

const statementOf = (place: Place, accountId: number, most: number): string => {
  const some = `ctid = any (array(select t.ctid ${rowsOf(place, accountId)} limit ${most}))`
  const table = quote(place.table)
  return place.set === undefined
    ? `delete from ${table} t where ${some}`
    : `update ${table} t set ${place.set} where ${some}`
}

/** In one transaction each, until nothing is left. */
const eraseInBatches = async (client: pg.Client, place: Place, accountId: number): Promise<number> => {
  let rows = 0
  for (;;) {
    const { rowCount } = await client.query(statementOf(place, accountId, BATCH))
    rows += rowCount ?? 0
    if ((rowCount ?? 0) < BATCH) return rows
  }
}

const count = async (client: pg.Client, place: Place, accountId: number): Promise<number> => {
  const { rows } = await client.query<{ n: number }>(`select count(*)::int as n ${rowsOf(place, accountId)}`)
  return rows[0]?.n ?? 0
}

/** The columns of text that a change leaves as they are. */
const keptColumns = ({ table, set = '' }: Place, tables: readonly AccountTable[]): string[] =>
  (tables.find(({ name }) => name === table)?.columns ?? [])
    .filter(({ name, type, generated }) => isText(type) && !generated && !new RegExp(`\\b${name} = `).test(set))
    .map(({ name }) => name)

/** What stays of blanked rows, also of those that an earlier run blanked: a run that was killed reports nothing. */
const keepsOf = (tables: readonly AccountTable[]) =>
  PLACES.filter(({ set }) => set !== undefined).map((place) => ({
    table: place.table,
    columns: keptColumns(place, tables),
    because: place.kept,
  }))

const lineOf = (place: Place, rows: number, tables: readonly AccountTable[]): Line => {
  const { table, set, kept } = place
  if (set === undefined) return { table, rows, done: 'deleted' }
  return { table, rows, done: 'blanked', ...(kept !== undefined && { kept }), columns: keptColumns(place, tables) }
}

/** Uploaded lists in which the person is, and every exported list: ids of files, with the statement that forgets them. */
const findLists = async (client: pg.Client, storage: FileStorage, accountId: number, pattern: string) => {
  const person = new RegExp(pattern, 'i')
  const uploads: string[] = []
  const { rows } = await client.query<{ file_id: string }>(
    'select file_id from csv_import where account_id = $1 and purged_at is null',
    [accountId],
  )
  for (const { file_id: id } of rows) {
    const stream = await storage.open(blobKey(accountId, id))
    let carry = ''
    for await (const chunk of stream ?? []) {
      carry = carry.slice(-200) + Buffer.from(chunk as Buffer).toString('utf8')
      if (person.test(carry) && !uploads.includes(id)) uploads.push(id)
    }
  }
  const exports = await client.query<{ file_id: string | null }>(
    'select file_id from list_export where account_id = $1',
    [accountId],
  )
  const made = exports.rows.map(({ file_id: id }) => id).filter((id) => id !== null)
  return { uploads, made, exports: exports.rows.length }
}

const isText = (type: string): boolean => /^(text|jsonb?|text\[\]|character.*)$/.test(type)

/** Where the person can still be read, table by table: what is reported is what a search of a dump would find. */
const findRest = async (client: pg.Client, tables: readonly AccountTable[], accountId: number) => {
  const rest: { table: string; rows: number; because: string }[] = []
  for (const { name, accountColumn, columns } of tables) {
    const texts = columns.filter(({ type }) => isText(type)).map((column) => `t.${quote(column.name)}::text`)
    if (texts.length === 0) continue
    const { rows } = await client.query<{ n: number }>(
      `select count(*)::int as n from ${quote(name)} t where t.${quote(accountColumn)} = $1
         and concat_ws(' ', ${texts.join(', ')}) ~* (select person from p_pattern)`,
      [accountId],
    )
    if (rows[0]?.n)
      rest.push({ table: name, rows: rows[0].n, because: UNTOUCHED[name] ?? 'look at these rows yourself' })
  }
  return rest
}

const textOf = (found: Found, lines: readonly Line[], rest: Awaited<ReturnType<typeof findRest>>, dryRun: boolean) => {
  const { identity, pattern: _pattern, ...counts } = found
  const head = dryRun ? 'nothing was changed; this would be erased' : 'erased'
  const facts = Object.entries(counts).map(([name, number]) => `${name} ${number}`)
  return [
    `${head}: ${facts.join(', ')}`,
    `known by: ${[...identity.phones, ...identity.emails].join(', ')}`,
    ...lines.map(
      ({ table, rows, done, kept, columns = [] }) =>
        `${table}: ${rows} ${done}${kept ? `; kept: ${kept} (${columns.join(', ')})` : ''}`,
    ),
    ...rest.map(({ table, rows, because }) => `kept in ${table}: ${rows} rows (${because})`),
    'backups and archives that were made before still have the person: let them expire',
  ].join('\n')
}

/** GDPR, article 17. Rows are found again by a repeated run until the last transaction, which erases how they are found. */
export const erasePerson = (
  deps: { config: Config; storage: FileStorage },
  accountId: number,
  term: string,
  { adminUrl, dryRun = false }: PersonOptions,
  progress: Progress,
): Promise<Result> =>
  withPerson(deps, accountId, term, adminUrl, async (client, found) => {
    await assertNotHeld(client, accountId)
    const lists = await findLists(client, deps.storage, accountId, found.pattern)
    const { rows: blobs } = await client.query<{ id: string }>('select id::text from p_file order by 1')
    const tables = await listAccountTables(runOn(client))
    const lines: Line[] = []
    progress.start(dryRun ? 'Searching' : 'Erasing', PLACES.length)
    for (const place of PLACES.filter(({ last }) => dryRun || !last)) {
      const rows = await (dryRun ? count : eraseInBatches)(client, place, accountId)
      if (rows > 0) lines.push(lineOf(place, rows, tables))
      progress.advance(place.table)
    }
    if (lists.exports > 0) lines.push({ table: 'list_export', rows: lists.exports, done: 'deleted' })
    if (lists.uploads.length > 0)
      lines.push({ table: 'csv_import', rows: lists.uploads.length, done: 'blanked', kept: 'that a list was imported' })
    if (!dryRun) {
      for (const id of [...blobs.map((one) => one.id), ...lists.uploads, ...lists.made])
        await deps.storage.delete(blobKey(accountId, id))
      lines.push(...(await eraseAnchors(client, accountId, lists.uploads, tables)))
    }
    const rest = dryRun ? [] : await findRest(client, tables, accountId)
    progress.stop(dryRun ? 'nothing was changed' : 'done')
    const files = blobs.length + lists.uploads.length + lists.made.length
    const { pattern: _pattern, ...facts } = found
    return {
      text: textOf(found, lines, rest, dryRun),
      data: { dryRun, found: facts, files, lines, rest, keeps: keepsOf(tables), untouched: UNTOUCHED },
    }
  })

const eraseAnchors = async (
  client: pg.Client,
  accountId: number,
  uploads: readonly string[],
  tables: readonly AccountTable[],
): Promise<Line[]> => {
  const lines: Line[] = []
  await client.query('begin')
  for (const place of PLACES.filter(({ last }) => last)) {
    const rows = (await client.query(statementOf(place, accountId, 2_147_483_647))).rowCount ?? 0
    if (rows > 0) lines.push(lineOf(place, rows, tables))
  }
  await client.query('delete from list_export where account_id = $1', [accountId])
  await client.query(
    `update csv_import set purged_at = now(), file_name = 'erased.csv' where account_id = $1 and file_id = any($2::uuid[])`,
    [accountId, uploads],
  )
  const rows = Object.fromEntries(lines.map((line) => [line.table, line.rows]))
  if (lines.length > 0)
    await client.query(
      `insert into action_log (account_id, record_type, actor, action, detail) values ($1, 'Settings', $2, 'person.erased', $3)`,
      [accountId, OPERATOR, JSON.stringify({ rows })],
    )
  await client.query('commit')
  return lines
}
