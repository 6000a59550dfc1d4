import { createApiKey, listApiKeys, revokeApiKey, rotateApiKey } from '@patchbay/contract/platform/workspace/api-keys'
import type { Deps } from '../../deps.ts'
import type { Bind } from '../../lib/http-in/route.ts'
import { createKey, revokeKey, rotateKey, showKeys } from './actions.ts'

export const apiKeyRoutes = (bind: Bind<Deps>): void => {
  bind(listApiKeys, showKeys)
  bind(createApiKey, createKey)
  bind(rotateApiKey, rotateKey)
  bind(revokeApiKey, revokeKey)
}
