import { type ArchiveManifest, FILE_LIST, FILES, FORMAT, FORMAT_VERSION, MANIFEST, TABLES } from './archive-format.ts'

// D-136: what an archive may say. It may come from elsewhere, so nothing in it is believed; check-archive.ts reads it and asks here.
// Reasons are written for the operator.

const FILE_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Which file of the archive a name leads to; anything else, a way out of the archive above all, is no member. */
export const isMember = (path: string, tables: readonly string[]): boolean => {
  if (path === MANIFEST || path === FILE_LIST) return true
  const [folder, name = '', ...more] = path.split('/')
  if (more.length > 0) return false
  if (folder === FILES) return FILE_ID.test(name)
  return folder === TABLES && tables.some((table) => name === `${table}.jsonl`)
}

export type TarMember = { name: string; type: 'file' | 'folder' | 'other' }

const TYPES: Readonly<Record<string, TarMember['type']>> = { '-': 'file', d: 'folder' }

/** A line of `tar --list --verbose --absolute-names`, which shows names as they are, with .. and a leading slash. */
export const readTarLine = (line: string): TarMember => {
  const found = /^(\S)\S{9}\S* +\S+ +\d+ +\S+ +\S+ (.*)$/.exec(line)
  if (!found) return { name: line, type: 'other' }
  return { type: TYPES[found[1] ?? ''] ?? 'other', name: (found[2] ?? '').replace(/\/$/, '') }
}

/** Whether tar may unpack it: a plain file or one of the two folders, never a link. */
export const isUnpacked = ({ name, type }: TarMember, tables: readonly string[]): boolean =>
  type === 'folder' ? [TABLES, FILES].includes(name) : type === 'file' && isMember(name, tables)

/** A line of `files.sha256`: checksum, two spaces, files/<id>. */
export const readFileLine = (line: string): { sha256: string; id: string } | undefined => {
  const found = /^([0-9a-f]{64}) {2}files\/(.+)$/.exec(line)
  return found?.[1] && found[2] && FILE_ID.test(found[2]) ? { sha256: found[1], id: found[2] } : undefined
}

type Row = Record<string, unknown>

const isObject = (value: unknown): value is Row => typeof value === 'object' && value !== null && !Array.isArray(value)

const parseObject = (text: string): Row | undefined => {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** What the rows of a table have: the column of the account's id, and every column of this release. */
export type RowShape = { accountColumn: string; columns: ReadonlySet<string> }

/** Why a line of a table cannot be a row of this account; undefined when it can. */
export const whyNotRow = (
  line: string,
  { accountColumn, columns }: RowShape,
  accountId: number,
): string | undefined => {
  const row = parseObject(line)
  if (!row) return 'is no JSON object'
  if (row[accountColumn] !== accountId) return 'belongs to another account'
  const unknown = Object.keys(row).find((name) => !columns.has(name))
  return unknown === undefined ? undefined : `has a column that this release does not know, ${unknown}`
}

/** account.id is an integer. */
const HIGHEST_ID = 2_147_483_647

const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) >= 0
const isHash = (value: unknown): boolean => typeof value === 'string' && /^[0-9a-f]{64}$/.test(value)
const isText = (value: unknown): value is string => typeof value === 'string'
const areTexts = (value: unknown): value is string[] => Array.isArray(value) && value.every(isText)

const isAccount = (value: unknown): boolean =>
  isObject(value) &&
  isCount(value.id) &&
  Number(value.id) >= 1 &&
  Number(value.id) <= HIGHEST_ID &&
  isText(value.address) &&
  areTexts(value.hosts)

/** What this release has: an archive is imported where the same migrations ran. */
export type ArchiveRelease = { tables: readonly string[]; migrations: readonly string[] }

const whyNotMigrations = ({ release, migrations: theirs }: Row, ours: readonly string[]): string | undefined => {
  if (!isText(release) || !areTexts(theirs)) return 'its manifest is incomplete'
  const newer = theirs.filter((name) => !ours.includes(name))
  if (newer.length > 0)
    return `it comes from a newer release (migration ${newer.at(-1)}); upgrade this installation first`
  const missing = ours.filter((name) => !theirs.includes(name))
  return missing.length > 0
    ? `it comes from an older release (${release}, without migration ${missing[0]}); import it with that release, then upgrade`
    : undefined
}

const whyNotTables = (listed: unknown, tables: readonly string[]): string | undefined => {
  if (!Array.isArray(listed) || !listed.every(isObject)) return 'its manifest is incomplete'
  if (listed.length !== tables.length || tables.some((name) => !listed.some((one) => one.name === name)))
    return 'its manifest does not list the tables of this release'
  return listed.some(({ rows, bytes, sha256 }) => !isCount(rows) || !isCount(bytes) || !isHash(sha256))
    ? 'its manifest has a table without counts and checksum'
    : undefined
}

const whyNotManifest = (manifest: Row, { tables, migrations }: ArchiveRelease): string | undefined => {
  if (manifest.format !== FORMAT || !isCount(manifest.formatVersion)) return 'it is not the archive of an account'
  if (manifest.formatVersion !== FORMAT_VERSION)
    return `it has format ${manifest.formatVersion}; this release reads format ${FORMAT_VERSION}`
  if (!isAccount(manifest.account)) return 'its manifest names no account'
  const wrong = whyNotMigrations(manifest, migrations) ?? whyNotTables(manifest.tables, tables)
  if (wrong !== undefined) return wrong
  const { files, secretKey } = manifest
  if (!isObject(files) || !isCount(files.count) || !isCount(files.bytes) || !isHash(files.sha256))
    return 'its manifest has no counts and checksum of files'
  if (!areTexts(files.missing)) return 'its manifest has no list of missing files'
  return isObject(secretKey) && isText(secretKey.fingerprint) ? undefined : 'its manifest names no SECRET_KEY'
}

/** The text of manifest.json; the reason where it cannot be used. */
export const readArchiveManifest = (text: string, release: ArchiveRelease): ArchiveManifest | string => {
  const manifest = parseObject(text)
  return manifest
    ? (whyNotManifest(manifest, release) ?? (manifest as ArchiveManifest))
    : `${MANIFEST} is no JSON object`
}
