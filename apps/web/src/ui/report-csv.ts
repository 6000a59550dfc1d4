/** A spreadsheet takes a text with one of these at its beginning for a formula; a number or a phone number is none. */
const isFormula = (text: string): boolean => /^[=+\-@\t\r\n]/.test(text) && !/^[+-]?[\d\s().,:]+$/.test(text)

const cell = (text: string): string => {
  const safe = isFormula(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** A table as CSV, with the byte order mark by which spreadsheets recognise UTF-8. */
export const toCsv = (rows: readonly (readonly string[])[]): string =>
  `\uFEFF${rows.map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`
