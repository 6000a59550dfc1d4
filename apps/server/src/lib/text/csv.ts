import Papa from 'papaparse'

// CSV: guessing how a file is written, and writing one.

export type Encoding = 'utf-8' | 'utf-16le' | 'windows-1251' | 'windows-1252'

const isUtf8 = (bytes: Uint8Array): boolean => {
  try {
    // A stream: the last character may be cut.
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true })
    return true
  } catch {
    return false
  }
}

/** In Cyrillic text almost every letter is a high byte; in Western text an accented one stands between plain letters. */
const looksCyrillic = (bytes: Uint8Array): boolean => {
  let [high, beside] = [0, 0]
  for (let place = 0; place < bytes.length; place++) {
    if ((bytes[place] ?? 0) < 0xc0) continue
    high++
    if ((bytes[place - 1] ?? 0) >= 0xc0 || (bytes[place + 1] ?? 0) >= 0xc0) beside++
  }
  return beside * 2 > high
}

/** By the byte order mark, else by the bytes themselves. `bytes`: the beginning of the file. */
export const guessEncoding = (bytes: Uint8Array): Encoding => {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (isUtf8(bytes)) return 'utf-8'
  return looksCyrillic(bytes) ? 'windows-1251' : 'windows-1252'
}

export const decodeStart = (bytes: Uint8Array, encoding: Encoding): string =>
  new TextDecoder(encoding).decode(bytes, { stream: true })

/** The first rows, and the separator: the given one, or the one that makes the rows most alike. */
export const readStart = (
  text: string,
  most: number,
  separators: readonly string[],
  separator?: string,
): { rows: string[][]; separator: string } => {
  // The line break after the last row would count as a row of one cell, which makes rows of two cells look unlike.
  let end = text.length
  while (text[end - 1] === '\n' || text[end - 1] === '\r') end--
  const { data, meta } = Papa.parse<string[]>(text.slice(0, end), {
    preview: most,
    delimiter: separator ?? '',
    delimitersToGuess: [...separators],
  })
  return { rows: data, separator: meta.delimiter }
}

/**
 * What a spreadsheet would run, whatever follows in other lines; also with quotes in front, so that the one which is added can be
 * taken away from any text.
 */
const FORMULA = /^'*[=+\-@\t\r\n]/

/** A cell that is exported as "'=1+1" means =1+1: the quote only keeps spreadsheets from running it. */
export const unescapeFormula = (cell: string): string =>
  cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell

export type Cell = string | number | undefined

/** Lines of CSV. A text that a spreadsheet would run as a formula (= + - @) gets a quote in front; numbers stay numbers. */
export const csvLines = (rows: readonly (readonly Cell[])[], separator: string): string =>
  rows.length === 0
    ? ''
    : `${Papa.unparse(
        rows.map((row) => row.map((cell) => cell ?? '')),
        { delimiter: separator, escapeFormulae: FORMULA, newline: '\r\n' },
      )}\r\n`

/** Spreadsheets read a file without it in the encoding of their country. */
export const BYTE_ORDER_MARK = '\ufeff'
