import type { AccountTable } from '../../lib/db/account-tables.ts'

// The archive of an account (docs/guides/people-and-archives.md): a folder, or the same folder in a tar file.
//   manifest.json            what it is, counts and checksums; the only member that differs between two equal archives
//   tables/<table>.jsonl     one row a line, in the order of the primary key
//   files.sha256             the files, as sha256sum writes them
//   files/<id>               their bytes

export const FORMAT = 'patchbay-account-archive'
export const FORMAT_VERSION = 1

export const [MANIFEST, TABLES, FILES, FILE_LIST] = ['manifest.json', 'tables', 'files', 'files.sha256']

export type TableEntry = { name: string; rows: number; bytes: number; sha256: string }

export type ArchiveManifest = {
  format: typeof FORMAT
  formatVersion: number
  createdAt: string
  /** The release that made it. */
  release: string
  /** Every migration of the database it came from: it is imported where the same ones ran. */
  migrations: string[]
  account: { id: number; name: string; address: string; hosts: string[] }
  /** Which SECRET_KEY the sealed secrets open with; the key itself is in no archive. */
  secretKey: { fingerprint: string }
  tables: TableEntry[]
  files: { count: number; bytes: number; sha256: string; missing: string[] }
  notIncluded: { what: string; reason: string }[]
}

/** D-136: tables that stay behind, and why. */
const LEFT_BEHIND: Readonly<Record<string, string>> = {
  session: 'signed-in browsers: their cookies belong to the host they were set by; people sign in again',
  push_subscription: 'belongs to a session; browsers subscribe again',
  user_link: 'links to choose a password, valid for hours; issue new ones with patchbay user reset-password',
  idempotent_request: 'answers kept for the repeat of a request, valid for a day',
  account_closing: 'whether this installation closed or holds the account; hold it again where it is imported',
  clean_up_run: 'when the clean-up of this installation ran last',
}

/** D-136: columns that say what a process of this installation does right now. */
const RESET_COLUMNS: Readonly<Record<string, readonly string[]>> = { lane: ['held_until'] }

export const NOT_INCLUDED: ArchiveManifest['notIncluded'] = [
  ...Object.entries(LEFT_BEHIND).map(([what, reason]) => ({ what, reason })),
  { what: 'lane.held_until', reason: 'the lease of a worker; what waits in a lane is included and goes on' },
  { what: 'jobs', reason: 'emails and push messages that waited to be sent: they are sent where they were queued' },
  { what: 'rate limits, presence, live events', reason: 'kept in Redis, which may be emptied at any moment' },
  { what: 'SECRET_KEY', reason: 'opens the sealed secrets; hand it over apart from the archive' },
]

export const isIncluded = ({ name }: Pick<AccountTable, 'name'>): boolean => !(name in LEFT_BEHIND)

/** What a row in the archive has: generated columns are computed again by PostgreSQL. */
export const columnsOf = (table: AccountTable): AccountTable['columns'] =>
  table.columns.filter((column) => !column.generated)

export const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`

const isJson = (type: string): boolean => type === 'json' || type === 'jsonb'

/** The value of a column as JSON; null where the key is left out. */
const jsonOf = (table: AccountTable, { name, type }: AccountTable['columns'][number]): string => {
  if (RESET_COLUMNS[table.name]?.includes(name)) return 'null::json'
  // Outside of strings a line break is white space, and a row has to stay one line.
  if (type === 'json') return `translate(t.${quote(name)}::text, E'\\n\\r', '  ')::json`
  return `to_json(t.${quote(name)})`
}

/** The same order in every database, whatever its collation. */
const orderOf = ({ columns }: AccountTable, name: string): string =>
  columns.find((column) => column.name === name)?.type === 'text' ? `t.${quote(name)} collate "C"` : `t.${quote(name)}`

/**
 * One JSON object for each row. A column that is null is left out: `null` is then the JSON value null of a column of type
 * jsonb, which is not the same.
 */
export const selectRows = (table: AccountTable): string => {
  const values = columnsOf(table).map((column, place) => `(${place}, '${column.name}', ${jsonOf(table, column)})`)
  return `select (select json_object_agg(k, v order by n) from (values ${values.join(', ')}) as f (n, k, v) where v is not null)::text
      as line from ${quote(table.name)} t where t.${quote(table.accountColumn)} = $1
    order by ${table.key.map((name) => orderOf(table, name)).join(', ')}`
}

/** Inserts the rows of a JSON array, $1, that belong to the account $2; exact for json and jsonb. */
export const insertRows = (table: AccountTable): string => {
  const columns = columnsOf(table)
  const values = columns.map(({ name, type }) => (isJson(type) ? `(r -> '${name}')::${type}` : `p.${quote(name)}`))
  return `insert into ${quote(table.name)} (${columns.map(({ name }) => quote(name)).join(', ')}) overriding system value
    select ${values.join(', ')} from json_array_elements($1::json) r, json_populate_record(null::${quote(table.name)}, r) p
    where p.${quote(table.accountColumn)} = $2`
}
