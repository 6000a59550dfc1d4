import Type from 'typebox'
import { defineEndpoint } from '../../base/endpoint.ts'
import { Code, Success, SuccessWith } from '../../base/types.ts'
import { Site, SiteEdit } from '../shops.ts'

// Shops, and the lists behind orders and payments, as administrators keep them.

export const auth = { by: 'session', role: 'admin' } as const
export const byCode = { params: Type.Object({ code: Code }) }

/** Whoever makes a new one does not mean to change another that has its code. */
export const isNew = Type.Boolean()
export const errors = ['code_taken', 'not_found', 'entity_invalid'] as const

export const listWorkspaceShops = defineEndpoint({
  id: 'workspace.shops.list',
  summary: 'The shops of the account, in their order; the first is the shop of what names none',
  method: 'GET',
  path: '/workspace/shops',
  auth,
  status: 200,
  reply: SuccessWith({ shops: Type.Array(Site) }),
})

export const saveWorkspaceShop = defineEndpoint({
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
