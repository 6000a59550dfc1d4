import { isCountry } from '@patchbay/contract/base/countries'
import { fromLocalTime, toLocalTime } from '@patchbay/contract/base/local-time'
import type { AddressEdit } from '@patchbay/contract/crm/addresses'
import type { ImportField } from '@patchbay/contract/crm/import-constants'
import type { RowProblem } from '@patchbay/contract/crm/workspace/imports'
import { unescapeFormula } from '../../lib/text/csv.ts'

// What the cells of a row say, and what is wrong with them.

export type Values = ReadonlyMap<ImportField, readonly string[]>

const LONGEST = 255
const LONGEST_COMMENT = 10_000
const COMMENTS: readonly ImportField[] = ['customerComment', 'managerComment']
const NUMBERS: readonly ImportField[] = ['price', 'quantity', 'discount', 'deliveryCost']

/** The cells by field, trimmed; empty ones are absent. */
export const valuesOf = (cells: readonly string[], mapping: readonly (ImportField | null)[]): Values => {
  const values = new Map<ImportField, string[]>()
  for (const [place, field] of mapping.entries()) {
    const value = unescapeFormula((cells[place] ?? '').trim()).trim()
    if (field !== null && value !== '') values.set(field, [...(values.get(field) ?? []), value])
  }
  return values
}

export const first = (values: Values, field: ImportField): string | undefined => values.get(field)?.[0]

/** Digits grouped by spaces, and a comma as decimal point: 1 234,50 and 1,234.50 are 1234.50. */
export const decimalOf = (text: string): string | undefined => {
  const bare = text.replace(/[\s\u00a0\u202f']/g, '').replace(/^[^\d+-]+|[^\d]+$/g, '')
  const [comma, point] = [bare.lastIndexOf(','), bare.lastIndexOf('.')]
  const plain =
    comma > point
      ? point >= 0 || bare.indexOf(',') === comma
        ? bare.replaceAll('.', '').replace(',', '.')
        : bare.replaceAll(',', '')
      : bare.replaceAll(',', '')
  return /^[+-]?\d+(\.\d+)?$/.test(plain) ? plain : undefined
}

/** 2026-11-30, 2026-11-30 14:05 or 30.11.2026 14:05, in the account's zone. */
export const timeOf = (text: string, zone: string): Date | undefined => {
  const dotted = /^(\d{1,2})\.(\d{1,2})\.(\d{4})(?:[ ,T]+(\d{1,2}:\d{2}(?::\d{2})?))?$/.exec(text)
  if (!dotted) return fromLocalTime(text, zone)
  const [, day, month, year, time] = dotted
  return fromLocalTime(`${year}-${month}-${day}${time ? ` ${time}` : ''}`, zone)
}

const ADDRESS = ['index', 'region', 'city', 'street', 'building', 'flat'] as const

/** The address in the cells of a row; undefined when they hold none. */
export const addressOf = (values: Values): AddressEdit | undefined => {
  const country = first(values, 'countryIso')?.toUpperCase()
  const text = first(values, 'address')
  const parts = ADDRESS.map((name) => [name, first(values, name)] as const).filter(([, value]) => value !== undefined)
  const address = { ...Object.fromEntries(parts), ...(country && { countryIso: country }), ...(text && { text }) }
  return Object.keys(address).length > 0 ? address : undefined
}

/** 30.11.2026 as 2026-11-30. */
export const dateOf = (text: string): string | undefined => {
  const at = timeOf(text, 'UTC')
  return at && toLocalTime(at, 'UTC').slice(0, 10)
}

const FEWEST_DIGITS = 5

const problemOf = (field: ImportField, value: string, zone: string): RowProblem['code'] | undefined => {
  if (value.length > (COMMENTS.includes(field) ? LONGEST_COMMENT : field === 'phone' ? 100 : LONGEST)) return 'too-long'
  if (field === 'email' && !/^[^\s@]+@[^\s@]+$/.test(value)) return 'email'
  if (field === 'phone' && value.replace(/\D/g, '').length < FEWEST_DIGITS) return 'phone'
  if (field === 'createdAt' && !timeOf(value, zone)) return 'time'
  if (field === 'deliveryDate' && !timeOf(value, zone)) return 'time'
  if (field === 'countryIso' && !isCountry(value.toUpperCase())) return 'country'
  return NUMBERS.includes(field) && decimalOf(value) === undefined ? 'number' : undefined
}

/** What is wrong with single cells, whatever is in the database. */
export const problemsOf = (
  cells: readonly string[],
  mapping: readonly (ImportField | null)[],
  zone: string,
): RowProblem[] => {
  const values = valuesOf(cells, mapping)
  if (values.size === 0) return [{ code: 'empty' }]
  const beyond = cells.slice(mapping.length).find((cell) => cell.trim() !== '')
  const extra: RowProblem[] = beyond === undefined ? [] : [{ code: 'columns', value: beyond.slice(0, LONGEST) }]
  const wrong = [...values].flatMap(([field, texts]) =>
    texts.flatMap((value): RowProblem[] => {
      const code = problemOf(field, value, zone)
      return code === undefined ? [] : [{ code, field, value: value.slice(0, LONGEST) }]
    }),
  )
  return [...extra, ...wrong]
}

/** A user by id, email or name; a shop by code or name: whatever people write into a file. */
export const findNamed = <N extends { keys: readonly string[] }>(all: readonly N[], text: string): N | undefined => {
  const wanted = text.trim().toLowerCase()
  return all.find(({ keys }) => keys.some((key) => key.toLowerCase() === wanted))
}
