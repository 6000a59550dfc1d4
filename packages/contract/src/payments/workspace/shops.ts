import Type, { type Static } from 'typebox'
import { defineEndpoint } from '../../base/endpoint.ts'
import { Code, Id, Line, Success, SuccessWith } from '../../base/types.ts'
import { admin, manager } from './invoices.ts'

export const PaymentShop = Type.Object({
  id: Id,
  code: Type.String(),
  name: Type.String(),
  active: Type.Boolean(),
  removed: Type.Boolean(),
  moduleCode: Code,
  moduleName: Line(),
  /** D-97: the module is off or deleted. */
  moduleOff: Type.Boolean(),
})

/** P-06, P-07, D-97: shown to a user who adds a payment of this type to an order. */
const ShopWarning = Type.Object({
  code: Type.Enum(['shop-removed', 'module-off', 'shop-inactive']),
  shop: Type.String(),
})

export type ShopWarning = Static<typeof ShopWarning>

export const BoundType = Type.Object({
  code: Code,
  name: Line(),
  shopId: Type.Optional(Id),
  warning: Type.Optional(ShopWarning),
  usable: Type.Boolean(),
  /** Payments of this type on open orders. */
  payments: Type.Integer(),
})

export const listPaymentShops = defineEndpoint({
  id: 'workspace.payment-shops.list',
  summary: 'The shops of payment modules and the payment types connected to them (P-23, D-52)',
  method: 'GET',
  path: '/workspace/payment-shops',
  ...manager,
  status: 200,
  reply: SuccessWith({ shops: Type.Array(PaymentShop), types: Type.Array(BoundType) }),
})

export const bindPaymentType = defineEndpoint({
  id: 'workspace.payment-types.bind',
  summary: 'Connect a payment type to a shop of a payment module, or to none (P-23)',
  method: 'PUT',
  path: '/workspace/payment-types/{typeCode}/shop',
  ...admin,
  params: Type.Object({ typeCode: Code }),
  body: Type.Object({ shopId: Type.Optional(Id) }),
  status: 200,
  reply: Success,
  errors: ['not_found', 'module_inactive'],
})
