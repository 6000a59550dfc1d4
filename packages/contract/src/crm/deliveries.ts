import Type, { type Static } from 'typebox'
import { AmountIn, Code, Line } from '../base/types.ts'
import { Address, AddressEdit } from './addresses.ts'

// How an order reaches its customer (D-110, D-111).

const Time = Type.Object(
  { from: Type.Optional(Line(20)), to: Type.Optional(Line(20)), custom: Type.Optional(Line()) },
  { description: 'from and to as 10:00; custom is a text of its own' },
)

export const Delivery = Type.Object(
  {
    code: Type.Optional(Code),
    cost: Type.Number({ description: 'Part of totalSumm' }),
    date: Type.Optional(Type.String({ description: 'Y-m-d' })),
    time: Type.Optional(Time),
    address: Address,
  },
  { title: 'OrderDelivery' },
)

/** Absent members stay unchanged; an empty text clears one. */
export const DeliveryEdit = Type.Object(
  {
    code: Type.Optional(Line(64)),
    cost: Type.Optional(AmountIn),
    date: Type.Optional(Line(40)),
    time: Type.Optional(Time),
    address: Type.Optional(AddressEdit),
  },
  { title: 'OrderDeliveryEdit' },
)
export type DeliveryEdit = Static<typeof DeliveryEdit>
