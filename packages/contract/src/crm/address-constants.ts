// Values of addresses that the workspace needs at run time too. No schemas here.

/** From the widest to the narrowest, with the names of published clients. */
export const ADDRESS_PARTS = [
  'index',
  'countryIso',
  'region',
  'city',
  'cityType',
  'street',
  'streetType',
  'building',
  'house',
  'housing',
  'block',
  'flat',
  'floor',
  'metro',
] as const

export const ADDRESS_FIELDS = [...ADDRESS_PARTS, 'notes', 'text'] as const
export type AddressField = (typeof ADDRESS_FIELDS)[number]
