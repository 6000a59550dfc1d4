import Type, { type Static } from 'typebox'
import { Line } from '../base/types.ts'
import { ADDRESS_FIELDS, type AddressField } from './address-constants.ts'

// The address of a customer or of a delivery, with the members that published clients send (D-111).

const members = Object.fromEntries(ADDRESS_FIELDS.map((name) => [name, Type.Optional(Line())])) as Record<
  AddressField,
  Type.TOptional<Type.TString>
>

const TEXT = 'The whole address in one line; made of the other members where none was sent'

export const Address = Type.Object(
  { ...members, notes: Type.Optional(Line(2000)), text: Type.Optional(Type.String({ description: TEXT })) },
  { title: 'Address', description: 'Members that are empty are absent' },
)
export type Address = Static<typeof Address>

/** Absent members stay unchanged; an empty one is cleared. */
export const AddressEdit = Type.Object(
  { ...members, notes: Type.Optional(Line(2000)), text: Type.Optional(Line(2000)) },
  { title: 'AddressEdit' },
)
export type AddressEdit = Static<typeof AddressEdit>
