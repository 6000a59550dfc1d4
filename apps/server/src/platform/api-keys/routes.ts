import { createApiKey, listApiKeys, revokeApiKey, rotateApiKey } from '@patchbay/contract/platform/workspace/api-keys'
import type { Deps } from '../../deps.ts'
import type { Bind } from '../../lib/http-in/route.ts'
import { create, revoke, rotate, showKeys } from './actions.ts'

export const apiKeyRoutes = (bind: Bind<Deps>): void => {
  bind(listApiKeys, showKeys)
  bind(createApiKey, create)
  bind(rotateApiKey, rotate)
  bind(revokeApiKey, revoke)
}
