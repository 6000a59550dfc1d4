import { createReadStream } from 'node:fs'
import { SEPARATORS } from '@patchbay/contract/crm/import-constants'
import { MOST_STATEMENT_LINES } from '@patchbay/contract/payments/day-constants'
import type { ReadLine } from '@patchbay/contract/payments/statement-rules'
import type { StatementColumns, StatementProblem } from '@patchbay/contract/payments/workspace/payment-days'
import { readCsv, readStartOf } from '../../lib/storage/read-csv.ts'
import { decodeStart, guessEncoding, readStart } from '../../lib/text/csv.ts'
import { guessColumns, readMapping, readRow, type StatementMapping, whyColumnsRefused } from './file-rules.ts'

const START_BYTES = 64 * 1024
const PREVIEW_ROWS = 5

export type ReadFile =
  | { ok: true; lines: ReadLine[]; skipped: number }
  | { ok: false; problem: StatementProblem; columns?: StatementColumns }

type Options = { mapping: string | undefined; zone: string; currency: string }

const readRows = async (
  rows: AsyncGenerator<string[]>,
  mapping: StatementMapping,
  options: Options,
): Promise<ReadFile> => {
  const lines: ReadLine[] = []
  let [place, skipped] = [0, 0]
  for await (const cells of rows) {
    place++
    if (place === 1 || cells.every((cell) => cell.trim() === '')) continue
    const row = readRow(cells, mapping, options)
    // As spreadsheets number it: the heading is row 1.
    if ('problem' in row) return { ok: false, problem: { ...row.problem, line: place } }
    if ('skipped' in row) skipped++
    else lines.push(row.line)
    if (lines.length > MOST_STATEMENT_LINES) return { ok: false, problem: { code: 'too-long' } }
  }
  return { ok: true, lines, skipped }
}

/** D-133: the lines of a CSV file, whatever its encoding and separator; or what is wrong with it, as a whole. */
export const readStatementFile = async (path: string, options: Options): Promise<ReadFile> => {
  const bytes = await readStartOf(createReadStream(path), START_BYTES)
  const encoding = guessEncoding(bytes)
  const { rows, separator } = readStart(decodeStart(bytes, encoding), PREVIEW_ROWS + 1, SEPARATORS)
  const [given = [], ...preview] = rows
  const headings = given.map((heading) => heading.trim())
  if (headings.every((heading) => heading === '')) return { ok: false, problem: { code: 'empty-file' } }
  const mapping = options.mapping === undefined ? guessColumns(headings) : readMapping(options.mapping)
  const missing = whyColumnsRefused(mapping)
  if (missing !== undefined)
    return { ok: false, problem: { code: 'columns', field: missing }, columns: { headings, mapping, rows: preview } }
  return readRows(readCsv(createReadStream(path), encoding, separator), mapping, options)
}
