import Type from 'typebox'
import { defineEndpoint } from '../../base/endpoint.ts'
import { Code, Success, SuccessWith } from '../../base/types.ts'
import { OrderStatus, PaymentStatus, PaymentStatusEdit, PaymentType, PaymentTypeEdit } from '../../crm/references.ts'
import { Site, SiteEdit } from '../shops.ts'

// Shops, and the lists behind orders and payments, as administrators keep them.

const auth = { by: 'session', role: 'admin' } as const
const byCode = { params: Type.Object({ code: Code }) }

/** Whoever makes a new one does not mean to change another that has its code. */
const isNew = Type.Boolean()
const errors = ['code_taken', 'not_found', 'entity_invalid'] as const

export const listWorkspaceShops = defineEndpoint({
  id: 'workspace.shops.list',
  summary: 'The shops of the account, in their order; the first is the shop of what names none',
  method: 'GET',
  path: '/workspace/shops',
  auth,
  status: 200,
  reply: SuccessWith({ shops: Type.Array(Site) }),
})

export const keepWorkspaceShop = defineEndpoint({
  id: 'workspace.shops.keep',
  summary: 'Open a shop, or change one; what is absent stays as it was',
  method: 'POST',
  path: '/workspace/shops/{code}',
  auth,
  ...byCode,
  body: Type.Object({ isNew, shop: SiteEdit }),
  status: 200,
  reply: Success,
  errors,
})

export const listWorkspaceStatuses = defineEndpoint({
  id: 'workspace.statuses.list',
  summary: 'The statuses of orders and payments, and the ways to pay, in full',
  method: 'GET',
  path: '/workspace/statuses',
  auth,
  status: 200,
  reply: SuccessWith({
    orderStatuses: Type.Array(OrderStatus),
    paymentStatuses: Type.Array(PaymentStatus),
    paymentTypes: Type.Array(PaymentType),
  }),
})

export const keepWorkspacePaymentStatus = defineEndpoint({
  id: 'workspace.payment-statuses.keep',
  summary: 'Make a status of payments, or change one; what is absent stays as it was',
  method: 'POST',
  path: '/workspace/payment-statuses/{code}',
  auth,
  ...byCode,
  body: Type.Object({ isNew, paymentStatus: PaymentStatusEdit }),
  status: 200,
  reply: Success,
  errors,
})

export const keepWorkspacePaymentType = defineEndpoint({
  id: 'workspace.payment-types.keep',
  summary: 'Make a way to pay, or change one; what is absent stays as it was',
  method: 'POST',
  path: '/workspace/payment-types/{code}',
  auth,
  ...byCode,
  body: Type.Object({ isNew, paymentType: PaymentTypeEdit }),
  status: 200,
  reply: Success,
  errors,
})
