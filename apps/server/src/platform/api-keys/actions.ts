import { credentialsOf } from '@patchbay/contract/credentials'
import type { credentials } from '@patchbay/contract/platform/api-keys'
import type { ActionCode } from '@patchbay/contract/platform/workspace/action-log'
import type {
  ApiKeySummary,
  allowSeveralModules,
  createApiKey,
  listApiKeys,
  ModuleKey,
  revokeApiKey,
  rotateApiKey,
  splitApiKey,
} from '@patchbay/contract/platform/workspace/api-keys'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../lib/db/database.ts'
import { inAccount } from '../../lib/db/transaction.ts'
import { fail } from '../../lib/errors.ts'
import type { Action } from '../../lib/http-in/route.ts'
import { insertAction } from '../action-log/store.ts'
import { updateModulesKey } from '../modules/store.ts'
import { listShopCodes } from '../shops/store.ts'
import { getUserName } from '../users/store.ts'
import { issueKeyAndEndOldTokens } from './service.ts'
import { type ApiKey, deleteKey, expireKey, findKey, issueKey, listKeys, updateSeveralModules } from './store.ts'

const toSummary = (key: ApiKey): ApiKeySummary => ({
  id: key.id,
  name: key.name,
  scopes: key.scopes,
  ...(key.sites && { sites: key.sites }),
  modules: key.modules,
  severalModules: key.severalModules,
  forModule: key.forModule,
  createdAt: key.createdAt.toISOString(),
  ...(key.lastUsedAt && { lastUsedAt: key.lastUsedAt.toISOString() }),
  ...(key.expiresAt && { expiresAt: key.expiresAt.toISOString() }),
})

export const showKeys: Action<Deps, typeof listApiKeys> = async (deps, caller) => ({
  success: true,
  apiKeys: (await inAccount(deps.db, caller.accountId, listKeys)).map(toSummary),
})

export const createKey: Action<Deps, typeof createApiKey> = async (deps, caller, { body }) => {
  const { id, text } = await inAccount(deps.db, caller.accountId, async (trx) => {
    const { name, scopes, sites = null, moduleCode, forModule = moduleCode !== undefined } = body
    const modules = moduleCode === undefined ? [] : [moduleCode]
    const issued = await issueKeyAndEndOldTokens(trx, {
      name,
      scopes,
      sites,
      modules,
      forModule,
      createdBy: caller.userId,
    })
    await logKey(trx, caller.userId, 'api-key.created', issued.id, { name, scopes, modules })
    return issued
  })
  return { success: true, id, apiKey: text }
}

/** D-01: the new key has the same scopes; the old one works until the overlap ends. */
export const rotateKey: Action<Deps, typeof rotateApiKey> = async (deps, caller, { params, body }) => {
  const { id, text } = await inAccount(deps.db, caller.accountId, async (trx) => {
    const old = (await findKey(trx, params.id)) ?? fail('not_found')
    const issued = await issueKey(trx, { ...old, createdBy: caller.userId })
    await expireKey(trx, old.id, body.overlapHours)
    await updateModulesKey(trx, old.id, issued.id)
    await logKey(trx, caller.userId, 'api-key.rotated', old.id, {
      successor: issued.id,
      overlapHours: body.overlapHours,
    })
    return issued
  })
  deps.keys.forget(caller.accountId, params.id)
  return { success: true, id, apiKey: text }
}

export const revokeKey: Action<Deps, typeof revokeApiKey> = async (deps, caller, { params }) => {
  await inAccount(deps.db, caller.accountId, async (trx) => {
    if (!(await deleteKey(trx, params.id))) fail('not_found')
    await logKey(trx, caller.userId, 'api-key.revoked', params.id, {})
  })
  deps.keys.forget(caller.accountId, params.id)
  return { success: true }
}

/** D-81: for installations that run several modules with one key. */
export const allowSeveral: Action<Deps, typeof allowSeveralModules> = async (deps, caller, { params }) => {
  await inAccount(deps.db, caller.accountId, async (trx) => {
    if (!(await updateSeveralModules(trx, params.id))) fail('not_found')
    await logKey(trx, caller.userId, 'api-key.several-modules-allowed', params.id, {})
  })
  return { success: true }
}

/** D-81: each module gets a key of its own; the shared one ends after the overlap, in which the modules get their keys. */
export const splitKey: Action<Deps, typeof splitApiKey> = async (deps, caller, { params, body }) => {
  const keys = await inAccount(deps.db, caller.accountId, async (trx) => {
    const old = (await findKey(trx, params.id)) ?? fail('not_found')
    if (old.modules.length < 2) fail('key_modules_single')
    const made: ModuleKey[] = []
    for (const moduleCode of old.modules) {
      const own = { ...old, name: `${old.name}: ${moduleCode}`, modules: [moduleCode], severalModules: false }
      const { id, text } = await issueKey(trx, { ...own, createdBy: caller.userId })
      made.push({ moduleCode, id, apiKey: text })
    }
    await expireKey(trx, old.id, body.overlapHours)
    const successors = made.map(({ id, moduleCode }) => ({ id, moduleCode }))
    await logKey(trx, caller.userId, 'api-key.split', old.id, { successors, overlapHours: body.overlapHours })
    return made
  })
  deps.keys.forget(caller.accountId, params.id)
  return { success: true, keys }
}

const logKey = async (
  trx: Db,
  userId: number,
  action: ActionCode,
  keyId: string,
  detail: Record<string, unknown>,
): Promise<void> =>
  insertAction(trx, { recordType: 'API keys', actor: await getUserName(trx, userId), action, subject: keyId, detail })

/** D-06: the scopes of the key, and the credentials that older clients expect. */
export const showCredentials: Action<Deps, typeof credentials> = async (deps, caller) => ({
  success: true,
  credentials: caller.scopes.flatMap(credentialsOf),
  scopes: [...caller.scopes],
  siteAccess: caller.sites ? 'access_selective' : 'access_full',
  sitesAvailable: [...(caller.sites ?? (await inAccount(deps.db, caller.accountId, listShopCodes)))],
})
