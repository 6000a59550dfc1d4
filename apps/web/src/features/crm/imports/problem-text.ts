import type { RowProblem } from '@patchbay/contract/crm/workspace/imports'
import type { ImportTexts } from '../../../texts/imports.ts'

/** "Email "x": not an email address. Correct it." The value of a match holds the shop before a slash. */
export const problemText = (texts: ImportTexts, { code, field, value, detail }: RowProblem): string => {
  const shown = code === 'twice-in-file' ? value?.replace(/^[^/]*\//, '') : value
  const where = [field && texts.fields[field], shown && `“${shown}”`].filter(Boolean).join(' ')
  const why = [texts.codes[code], detail].filter(Boolean).join(': ')
  return where === '' ? why : `${where}: ${why}`
}

/** The words that the exported file needs. */
export const reasonLabels = (texts: ImportTexts): Record<string, string> => ({
  ...texts.codes,
  ...Object.fromEntries(Object.entries(texts.fields).map(([field, label]) => [`field.${field}`, label])),
})
