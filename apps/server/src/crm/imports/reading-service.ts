import { type ImportEncoding, SEPARATORS, type Separator } from '@patchbay/contract/crm/import-constants'
import type { Deps } from '../../deps.ts'
import { inAccount } from '../../lib/db/transaction.ts'
import { LeaseLost } from '../../lib/queue/lane-errors.ts'
import { readCsv, readStartOf } from '../../lib/storage/read-csv.ts'
import { decodeStart, guessEncoding, readStart } from '../../lib/text/csv.ts'
import { blobKey } from '../../platform/files/service.ts'
import { deleteRows, insertRows } from './row-store.ts'
import { NO_COUNTS } from './rules.ts'
import { findImport, lockImport, type StoredImport, updateImport } from './store.ts'

// Reads the file: its first rows for the preview, all rows into the table of rows.

const START_BYTES = 64 * 1024
const PREVIEW_ROWS = 10

export type Format = { encoding?: ImportEncoding; separator?: Separator }

/** The beginning of the file, as it is read in this format; what is not given is guessed. Undefined: the file is gone. */
export const readPreview = async (deps: Deps, key: string, { encoding, separator }: Format) => {
  const stream = await deps.storage.open(key)
  if (!stream) return undefined
  const bytes = await readStartOf(stream, START_BYTES)
  const read = encoding ?? guessEncoding(bytes)
  const start = readStart(decodeStart(bytes, read), PREVIEW_ROWS + 1, SEPARATORS, separator)
  const [headings = [], ...rows] = start.rows
  const known = SEPARATORS.find((one) => one === start.separator) ?? ','
  return { encoding: read, separator: known, headings: headings.map((heading) => heading.trim()), rows }
}

const STAGED_AT_ONCE = 1_000

type Progress = { finished: boolean; more: boolean }
const STOPPED: Progress = { finished: false, more: false }

const isStillReading = (one: StoredImport | undefined): one is StoredImport =>
  one !== undefined && one.status === 'reading' && !one.paused

/** Rows of an earlier dry run go first. */
const deleteOldRows = async (deps: Deps, accountId: number, id: number): Promise<void> => {
  const batch = () => inAccount(deps.db, accountId, (trx) => deleteRows(trx, id, 5_000))
  while (await batch());
}

/** False when the import was paused or canceled meanwhile. */
const stage = (deps: Deps, accountId: number, id: number, rows: { row: number; cells: string[] }[], count: number) =>
  inAccount(deps.db, accountId, async (trx) => {
    if (!isStillReading(await lockImport(trx, id))) return false
    await insertRows(trx, id, rows)
    await updateImport(trx, id, { rowCount: count })
    return true
  })

const end = async (
  deps: Deps,
  accountId: number,
  id: number,
  change: Parameters<typeof updateImport>[2],
): Promise<Progress> => {
  const isOurs = await inAccount(deps.db, accountId, async (trx) => {
    if (!isStillReading(await lockImport(trx, id))) return false
    await updateImport(trx, id, change)
    return true
  })
  return isOurs ? { finished: change.status === 'failed', more: change.status === 'checking' } : STOPPED
}

/** A NUL is the only character that PostgreSQL cannot store. */
const storable = (cells: readonly string[]): string[] => cells.map((cell) => cell.replaceAll('\u0000', ''))

const isBlank = (cells: readonly string[]): boolean => cells.every((cell) => cell.trim() === '')

/** Stages all rows. After a crash the file is read again from its beginning, with the same row numbers. */
export const readFileRows = async (
  deps: Deps,
  accountId: number,
  id: number,
  holds: () => boolean,
  mostRows: number,
): Promise<Progress> => {
  const one = await inAccount(deps.db, accountId, (trx) => findImport(trx, id))
  if (!isStillReading(one)) return STOPPED
  await deleteOldRows(deps, accountId, id)
  const stream = await deps.storage.open(blobKey(accountId, one.fileId))
  if (!stream) return end(deps, accountId, id, { status: 'failed', problem: 'file-missing' })
  let [row, count] = [0, 0]
  let batch: { row: number; cells: string[] }[] = []
  for await (const cells of readCsv(stream, one.encoding, one.separator)) {
    row++
    if (row === 1 || isBlank(cells)) continue
    batch.push({ row, cells: storable(cells) })
    count++
    if (count > mostRows) return end(deps, accountId, id, { status: 'failed', problem: 'too-many-rows' })
    if (batch.length < STAGED_AT_ONCE) continue
    if (!holds()) throw new LeaseLost()
    if (!(await stage(deps, accountId, id, batch, count))) return STOPPED
    batch = []
  }
  if (count === 0) return end(deps, accountId, id, { status: 'failed', problem: 'unreadable' })
  if (!(await stage(deps, accountId, id, batch, count))) return STOPPED
  return end(deps, accountId, id, { status: 'checking', position: 0, counts: NO_COUNTS, rowCount: count })
}
