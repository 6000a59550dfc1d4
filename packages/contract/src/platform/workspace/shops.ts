import Type from 'typebox'
import { defineEndpoint } from '../../base/endpoint.ts'
import { Code, Success, SuccessWith } from '../../base/types.ts'
import { Site, SiteEdit } from '../shops.ts'

// Shops, as administrators edit them.

export const auth = { by: 'session', role: 'admin' } as const
export const byCode = { params: Type.Object({ code: Code }) }

/** True: fail with code_taken when the code exists, instead of updating it. */
export const isNew = Type.Boolean()
export const errors = ['code_taken', 'not_found', 'entity_invalid'] as const

export const listWorkspaceShops = defineEndpoint({
  id: 'workspace.shops.list',
  summary: 'List the shops in their order; the first is the default',
  method: 'GET',
  path: '/workspace/shops',
  auth,
  status: 200,
  reply: SuccessWith({ shops: Type.Array(Site) }),
})

export const saveWorkspaceShop = defineEndpoint({
  id: 'workspace.shops.keep',
  summary: 'Create or update a shop; absent members stay unchanged',
  method: 'POST',
  path: '/workspace/shops/{code}',
  auth,
  ...byCode,
  body: Type.Object({ isNew, shop: SiteEdit }),
  status: 200,
  reply: Success,
  errors,
})
