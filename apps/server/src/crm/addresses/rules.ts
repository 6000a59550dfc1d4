import { ADDRESS_FIELDS, ADDRESS_PARTS, type AddressField } from '@patchbay/contract/crm/address-constants'
import type { AddressEdit } from '@patchbay/contract/crm/addresses'

// D-111: the addresses of customers and deliveries.

/** Empty members are absent. `text` is kept only where somebody wrote one of their own. */
export type Address = { readonly [Name in AddressField]?: string }

export const NO_ADDRESS: Address = {}

/** "St." and "Baker" are one part of the line: a type stands before its name. */
const TYPES: Partial<Record<AddressField, AddressField>> = { cityType: 'city', streetType: 'street' }

/** The address in one line, as people write it. */
export const addressLine = (address: Address): string => {
  if (address.text) return address.text
  const types = Object.entries(TYPES) as [AddressField, AddressField][]
  const typeOf = new Map(types.map(([type, name]) => [name, address[type]]))
  const parts = ADDRESS_PARTS.filter((name) => !TYPES[name]).map((name) =>
    [address[name] && typeOf.get(name), address[name]].filter(Boolean).join(' '),
  )
  return parts.filter(Boolean).join(', ')
}

const isSame = (one: Address, other: Address, names: readonly AddressField[]): boolean =>
  names.every((name) => (one[name] ?? '') === (other[name] ?? ''))

/**
 * Applies an edit: absent members stay, empty ones are cleared. A text of its own ends when the parts change and no new
 * text comes with them; a client that sends back the line it has read wrote none.
 */
export const decideAddress = (before: Address, edit: AddressEdit | undefined): Address => {
  if (!edit) return before
  const merged = Object.fromEntries(
    ADDRESS_FIELDS.map((name) => [name, (edit[name] ?? before[name] ?? '').trim()] as const).filter(
      ([name, value]) => name !== 'text' && value !== '',
    ),
  ) as Address
  const given = edit.text?.trim()
  const isNew = given !== undefined && given !== addressLine(before)
  const text = isNew ? given : isSame(before, merged, ADDRESS_PARTS) ? (before.text ?? '') : ''
  return text === '' || text === addressLine(merged) ? merged : { ...merged, text }
}

/** The members as the timeline and the history compare them: `address.city`. */
export const addressHistory = (prefix: string, address: Address): Record<string, string> =>
  Object.fromEntries(Object.entries(address).map(([name, value]) => [`${prefix}.${name}`, value]))

/** The other way: the address in what `addressHistory` wrote. */
export const addressFrom = (prefix: string, history: Readonly<Record<string, unknown>>): Address =>
  Object.fromEntries(
    ADDRESS_FIELDS.map((name) => [name, history[`${prefix}.${name}`]] as const).filter(
      ([, value]) => typeof value === 'string',
    ),
  ) as Address
