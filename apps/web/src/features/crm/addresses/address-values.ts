import type { Address } from '@patchbay/contract/crm/addresses'

/** The members that the forms show; the others are kept as clients sent them. */
export const SHOWN_FIELDS = [
  'index',
  'countryIso',
  'region',
  'city',
  'street',
  'building',
  'flat',
  'text',
  'notes',
] as const
export type ShownField = (typeof SHOWN_FIELDS)[number]

/** Null: a choice that was cleared. */
export type AddressValues = Record<ShownField, string | null>

export const addressValues = (address: Address | undefined): AddressValues =>
  Object.fromEntries(SHOWN_FIELDS.map((name) => [name, address?.[name] ?? ''])) as AddressValues

/** An empty text clears a member, an absent one would not. */
export const toAddressEdit = (values: AddressValues): Address =>
  Object.fromEntries(SHOWN_FIELDS.map((name) => [name, values[name] ?? '']))
