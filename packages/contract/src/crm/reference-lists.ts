import Type, { type TSchema } from 'typebox'
import { STATUS_GROUPS } from '../base/constants.ts'
import { defineEndpoint } from '../base/endpoint.ts'
import { Code, Id, Line, SuccessWith } from '../base/types.ts'

// Reference lists that public clients read when they connect. They cannot be edited: nothing here refers to them except
// the groups of statuses. Maps and lists are as clients expect them.

const listOf = <const Name extends string, const Member extends string, S extends TSchema>(
  name: Name,
  member: Member,
  schema: S,
) =>
  defineEndpoint({
    id: `references.${name}`,
    summary: `The reference list ${name}; it cannot be edited`,
    method: 'GET',
    path: `/api/v5/reference/${name}`,
    auth: { by: 'api-key', scope: 'reference_read' },
    status: 200,
    reply: SuccessWith({ [member]: schema } as Record<Member, S>),
  })

const named = { code: Code, name: Line(), active: Type.Boolean() }
const byCode = <S extends TSchema>(schema: S) => Type.Record(Type.String(), schema)
const Choice = Type.Object({ ...named, defaultForCrm: Type.Boolean(), defaultForApi: Type.Boolean() })

export const listStatusGroups = listOf(
  'status-groups',
  'statusGroups',
  byCode(
    Type.Object({
      ...named,
      code: Type.Enum(STATUS_GROUPS),
      ordering: Type.Integer(),
      process: Type.Boolean({ description: 'Orders of this group still need work' }),
      statuses: Type.Array(Code),
    }),
  ),
)
export const listOrderTypes = listOf('order-types', 'orderTypes', byCode(Choice))
export const listOrderMethods = listOf('order-methods', 'orderMethods', byCode(Choice))
export const listCountries = listOf('countries', 'countriesIso', Type.Array(Type.String()))
export const listCurrencies = listOf(
  'currencies',
  'currencies',
  Type.Array(Type.Object({ id: Id, code: Type.String(), isBase: Type.Boolean() })),
)
export const listStores = listOf('stores', 'stores', Type.Array(Type.Object(named)))
export const listPriceTypes = listOf(
  'price-types',
  'priceTypes',
  Type.Array(Type.Object({ ...named, id: Id, default: Type.Boolean(), currency: Type.String() })),
)
export const listUnits = listOf(
  'units',
  'units',
  Type.Array(Type.Object({ ...named, sym: Line(), default: Type.Boolean() })),
)
